/** Static condensation of degrees of freedom without mass [guyan1965]: their equations K_mm q_m + K_mr q_r = F_m hold at
 *  every instant, so that q_m can be eliminated exactly from M a + C v + K q = F,
 *
 *      K̂ = K_rr − K_rm K_mm⁻¹ K_mr,   F̂ = F_r − K_rm K_mm⁻¹ F_m,   q_m = K_mm⁻¹ (F_m − K_mr q_r). */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { analyze } from "./factorization.js";
import { multiplyBlockAdd, squareBlock, submatrix } from "./matrix.js";
import { fullPattern } from "./sparsity.js";

export interface Condensation {
  /** The degrees of freedom that stay, ascending. */
  readonly retained: Int32Array;
  readonly condensed: Int32Array;
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  readonly viscosity: Matrix | null;
  /** F̂ from the load on all degrees of freedom. */
  load(full: Vec, out: Vec): void;
  /** All coordinates from the retained ones and the full load, null for none. */
  recover(retained: Vec, load: Vec | null, out: Vec): void;
}

interface Matrices {
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  readonly viscosity: Matrix | null;
}

export function condense({ stiffness, mass, viscosity }: Matrices, massless: readonly number[]): Condensation {
  const size = stiffness.pattern.size;
  const condensed = Int32Array.from(massless).sort();
  const gone = new Set(massless);
  const retained = Int32Array.from({ length: size }, (_, i) => i).filter((i) => !gone.has(i));
  if (viscosity !== null) refuseTouched(viscosity, gone);
  if (retained.length === 0) throw new InputError("no degree of freedom has mass: there is nothing to integrate");

  const inner = squareBlock(stiffness, condensed);
  const solver = analyze(inner.pattern, false);
  const failure = solver.factor(inner.values);
  if (failure !== null && "row" in failure) {
    const row = condensed[failure.row];
    throw new InputError(
      `it has no mass and the stiffness does not hold it (a pivot among the massless rows vanishes); give it mass or hold it`,
      { key: `row ${row}` },
    );
  }
  const toInner = submatrix(stiffness, condensed, retained); // K_mr
  const fromInner = submatrix(stiffness, retained, condensed); // K_rm
  const inside = new Float64Array(condensed.length);
  const solve = (x: Vec) => {
    if (solver.solve(x, x) === null) return;
    throw new InputError(
      "the stiffness of the degrees of freedom without mass is too nearly singular to condense them; give them mass or hold them",
    );
  };

  return {
    retained,
    condensed,
    stiffness: complement(squareBlock(stiffness, retained), toInner, fromInner, solve),
    mass: squareBlock(mass, retained),
    viscosity: viscosity === null ? null : squareBlock(viscosity, retained),
    load(full, out) {
      for (let i = 0; i < condensed.length; i++) inside[i] = full[condensed[i]];
      solve(inside);
      for (let i = 0; i < retained.length; i++) out[i] = full[retained[i]];
      multiplyBlockAdd(fromInner, inside, -1, out);
    },
    recover(q, load, out) {
      for (let i = 0; i < condensed.length; i++) inside[i] = load === null ? 0 : load[condensed[i]];
      multiplyBlockAdd(toInner, q, -1, inside);
      solve(inside);
      for (let i = 0; i < condensed.length; i++) out[condensed[i]] = inside[i];
      for (let i = 0; i < retained.length; i++) out[retained[i]] = q[i];
    },
  };
}

function refuseTouched({ pattern, values }: Matrix, gone: ReadonlySet<number>): void {
  for (let i = 0; i < pattern.size; i++) {
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      if (values[j] !== 0 && (gone.has(i) || gone.has(pattern.column[j]))) {
        const row = gone.has(i) ? i : pattern.column[j];
        throw new InputError(
          `it has no mass but is damped (entry (${i}, ${pattern.column[j]}) of the damping matrix is ${values[j]}): ` +
            "its equation is then of first order and cannot be condensed; give it mass or take the damping away",
          { key: `row ${row}` },
        );
      }
    }
  }
}

type Blocks = ReturnType<typeof submatrix>;

/** K_rr − K_rm K_mm⁻¹ K_mr. Condensation couples what was apart, so the result is stored in full. */
function complement(outer: Matrix, toInner: Blocks, fromInner: Blocks, solve: (x: Vec) => void): Matrix {
  const n = outer.pattern.size;
  const pattern = fullPattern(n);
  const values = new Float64Array(n * n);
  const column = new Float64Array(toInner.rows);
  const update = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    columnOf(toInner, j, column);
    solve(column);
    update.fill(0);
    multiplyBlockAdd(fromInner, column, -1, update);
    for (let i = 0; i < n; i++) values[i * n + j] = update[i];
  }
  for (let i = 0; i < n; i++) {
    for (let j = outer.pattern.rowStart[i]; j < outer.pattern.rowStart[i + 1]; j++) {
      values[i * n + outer.pattern.column[j]] += outer.values[j];
    }
  }
  return { pattern, values: symmetrized(n, values) };
}

function columnOf(B: Blocks, j: number, out: Vec): void {
  out.fill(0);
  for (let i = 0; i < B.rows; i++) {
    for (let k = B.rowStart[i]; k < B.rowStart[i + 1]; k++) if (B.column[k] === j) out[i] = B.values[k];
  }
}

/** The average with the transpose: the complement of a symmetric matrix is symmetric but for rounding. */
function symmetrized(n: number, values: Vec): Vec {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const mean = (values[i * n + j] + values[j * n + i]) / 2;
      values[i * n + j] = mean;
      values[j * n + i] = mean;
    }
  }
  return values;
}
