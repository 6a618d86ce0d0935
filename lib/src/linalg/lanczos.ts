/** The lowest modes of large sparse pairs K x = λ M x by shift-invert Lanczos [ericsson1980] with full reorthogonalisation.
 *
 *  With a shift σ below all eigenvalues, (K − σM)⁻¹ M has the eigenvalues θ = 1/(λ − σ), the lowest λ largest and well
 *  apart, and is symmetric in the inner product xᵀ M y. A small negative σ keeps K − σM positive definite when K has rigid-body
 *  modes. M may be singular: vectors stay in the range of the operator. A single Lanczos sequence can miss one of several equal
 *  eigenvalues, so the signs of the pivots of K − μM count what lies below μ [sylvester1852], and a new sequence, orthogonal
 *  to what is known, looks for the rest. */

import { type Failure, InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import { startingVector } from "../core/random.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import type { Eigenpairs } from "./eigen-symmetric.js";
import { combination, lanczosProcess, type Ritz } from "./lanczos-process.js";
import { bilinear, diagonalOf, multiply } from "./matrix.js";
import { sparseLDLT } from "./sparse/multifrontal.js";
import { union } from "./sparsity.js";
import { axpy, norm2, scale } from "./vec.js";

export interface ModesOptions extends WithThreads {
  /** Must lie below every eigenvalue; by default a little below zero. */
  readonly shift?: number;
  /** ‖K x − λ M x‖ ≤ tolerance (|λ| + |σ|) ‖M x‖. */
  readonly tolerance?: number;
}

export interface Modes extends Eigenpairs {
  readonly residuals: Vec;
  /** Did the count of negative pivots confirm that none is missing? */
  readonly complete: boolean;
  readonly solves: number;
  readonly factorizations: number;
}

export function lowestModes(
  stiffness: Matrix,
  mass: Matrix,
  count: number,
  { shift = -1e-8 * scaleOf(stiffness, mass), tolerance = 1e-9, threads }: ModesOptions = {},
): Modes | Failure {
  const n = stiffness.pattern.size;
  if (mass.pattern.size !== n)
    throw new InputError(`matrices of ${n} and ${mass.pattern.size} rows do not make a pair`);
  if (!(Number.isInteger(count) && count >= 1 && count <= n)) {
    throw new InputError(`found ${count} modes; a system of ${n} degrees of freedom has 1 … ${n}`, { key: "count" });
  }
  const pencil = shiftedPencil(stiffness, mass, { threads });
  const failure = pencil.factor(shift);
  if (failure !== null) return failure;
  const found: Vec[] = [];
  // One vector more than asked for shows how far away the next eigenvalue is.
  let solves = sequence(pencil, found, Math.min(count + 1, n), tolerance, 1);
  const gap = gapAfter(valuesOf(stiffness, mass, found), Math.min(count, found.length), n);
  const below = () => valuesOf(stiffness, mass, found).filter((value) => value < gap).length;
  const confused = gap < Infinity && pencil.factor(gap) !== null;
  const expected = gap < Infinity ? pencil.below() : n;
  let complete = !confused && below() === expected;
  if (!complete && !confused) {
    const again = pencil.factor(shift);
    if (again !== null) return again;
    for (let round = 2; !complete; round++) {
      const before = found.length;
      solves += sequence(pencil, found, found.length + expected - below(), tolerance, round);
      complete = below() === expected;
      if (found.length === before) break;
    }
  }
  return sorted(stiffness, mass, found, { count, shift, complete, solves, factorizations: pencil.factorizations() });
}

/** A frequency squared that is typical of the stiffest parts. */
function scaleOf(stiffness: Matrix, mass: Matrix): number {
  const trace = (A: Matrix) => diagonalOf(A).reduce((sum, value) => sum + Math.abs(value), 0);
  const inertia = trace(mass);
  if (!(inertia > 0)) throw new InputError("the mass matrix is zero: there are no modes", { key: "mass" });
  return trace(stiffness) / inertia || 1;
}

interface Pencil {
  readonly mass: Matrix;
  readonly stiffness: Matrix;
  /** Factors K − σM. */
  factor(shift: number): Failure | null;
  /** out = (K − σM)⁻¹ b; may alias. */
  solve(b: Vec, out: Vec): void;
  /** Eigenvalues below the shift last factored. */
  below(): number;
  factorizations(): number;
}

function shiftedPencil(stiffness: Matrix, mass: Matrix, helped: WithThreads): Pencil {
  const { pattern, positions } = union([stiffness.pattern, mass.pattern]);
  const values = new Float64Array(pattern.column.length);
  const ldlt = sparseLDLT(pattern, helped);
  let factorizations = 0;
  return {
    mass,
    stiffness,
    factor(shift) {
      values.fill(0);
      stiffness.values.forEach((value, j) => {
        values[positions[0][j]] = value;
      });
      mass.values.forEach((value, j) => {
        values[positions[1][j]] -= shift * value;
      });
      factorizations++;
      return ldlt.factor(values);
    },
    solve: ldlt.solve,
    below: () => ldlt.inertia().negative,
    factorizations: () => factorizations,
  };
}

/** One Lanczos sequence, M-orthogonal to `found`, until `wanted` vectors are known in all; adds those that converged.
 *  Returns the number of solves. */
function sequence({ mass, solve }: Pencil, found: Vec[], wanted: number, tolerance: number, seed: number): number {
  const n = mass.pattern.size;
  const known = found.slice();
  let solves = 0;
  const map = {
    size: n,
    inner: (x: Vec, out: Vec) => multiply(mass, x, out),
    apply(_x: Vec, image: Vec, out: Vec) {
      solve(image, out);
      solves++;
    },
  };
  const process = lanczosProcess(map, { known });
  /** From a random vector in the range of the operator. */
  const restart = (round: number): boolean => {
    const x = startingVector(n, 7919 * seed + round);
    map.apply(x, imageOf(mass, x), x);
    return process.begin(x);
  };

  if (!restart(0)) return solves;
  const most = Math.min(n - known.length, 20 * (wanted - known.length) + 200);
  for (let step = 1; ; step++) {
    const ended = !process.advance() && !restart(step);
    const due = ended || step === most || (step >= wanted - known.length && step % 8 === 0);
    if (!due) continue;
    const ritz = process.ritz();
    const converged = ritz.filter(({ value, residual }) => residual <= 0.1 * tolerance * Math.abs(value));
    const enough = convergedInOrder(ritz, converged, wanted - known.length);
    if (!enough && !ended && step < most) continue;
    const keep = ended || step === most ? converged : converged.slice(0, wanted - known.length);
    for (const { weights } of keep) found.push(combination(process.basis, weights));
    return solves;
  }
}

function convergedInOrder(ritz: readonly Ritz[], converged: readonly Ritz[], wanted: number): boolean {
  return converged.length >= wanted && ritz.slice(0, wanted).every((pair, k) => pair === converged[k]);
}

const imageOf = (mass: Matrix, x: Vec): Vec => {
  const image = new Float64Array(x.length);
  multiply(mass, x, image);
  return image;
};

/** Rayleigh quotients. */
function valuesOf(stiffness: Matrix, mass: Matrix, vectors: readonly Vec[]): Vec {
  return Float64Array.from(vectors, (x) => bilinear(stiffness, x, x) / bilinear(mass, x, x)).sort();
}

/** A number between two eigenvalues that are apart, after the first `count` if possible: values on top of one another are
 *  counted together or not at all. Infinity when all are known. */
function gapAfter(values: Vec, count: number, n: number): number {
  const apart = (k: number) => values[k] - values[k - 1] > 1e-6 * Math.abs(values[k]);
  if (values.length === n) return Infinity;
  for (let k = count; k < values.length; k++) if (apart(k)) return (values[k - 1] + values[k]) / 2;
  for (let k = count - 1; k > 0; k--) if (apart(k)) return (values[k - 1] + values[k]) / 2;
  return values[0] - 1e-3 * Math.abs(values[0]);
}

function sorted(
  stiffness: Matrix,
  mass: Matrix,
  found: readonly Vec[],
  about: { count: number; shift: number; complete: boolean; solves: number; factorizations: number },
): Modes {
  const n = mass.pattern.size;
  const pairs = found.map((x) => {
    scale(1 / Math.sqrt(bilinear(mass, x, x)), x);
    return { x, value: bilinear(stiffness, x, x) };
  });
  pairs.sort((a, b) => a.value - b.value);
  const kept = pairs.slice(0, about.count);
  const force = new Float64Array(n);
  const residuals = Float64Array.from(kept, ({ x, value }) => {
    multiply(stiffness, x, force);
    const inertia = imageOf(mass, x);
    axpy(-value, inertia, force);
    return norm2(force) / ((Math.abs(value) + Math.abs(about.shift)) * norm2(inertia));
  });
  return {
    values: Float64Array.from(kept, ({ value }) => value),
    vectors: kept.map(({ x }) => x),
    residuals,
    complete: about.complete,
    solves: about.solves,
    factorizations: about.factorizations,
  };
}
