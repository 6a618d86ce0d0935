/** The distorted equation M q̈ + C̃ q̇ + K̃ q = F̃ of a linear system under Newmark's method, as matrices.       [takacs2024, (45)–(48)] */
import { InputError } from "../../core/failure.js";
import type { LinearSystem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { leftSolve, product, square, weighted } from "../../linalg/square.js";
import { normInf } from "../../linalg/vec.js";
import { evaluate, type NewmarkStep } from "./evaluation.js";
import { newmarkDistortion } from "./newmark-distortion.js";

export interface DistortedSystem {
  readonly n: number;
  /** Row by row. */
  readonly damping: Vec;
  readonly stiffness: Vec;
  /** F̃ = Σ loads[j] F⁽ʲ⁾. */
  readonly loads: readonly Vec[];
  /** Largest change of an entry, relative to the largest entry of the matrix itself (of K h for a damping that vanishes). */
  readonly changes: { readonly damping: number; readonly stiffness: number; readonly load: number };
}

/** Full matrices: words of a few hundred unknowns take seconds. */
const MOST = 400;

/** Up to and including h to the power `order`. */
export function distortedSystem(system: LinearSystem, scheme: NewmarkStep, order: number): DistortedSystem {
  const { mass, viscosity, stiffness, dof: n } = system;
  if (n > MOST) {
    throw new InputError(
      `${n} degrees of freedom would take too long: the distorted matrices are full; at most ${MOST}`,
    );
  }
  const M = square(mass.matrix);
  const C = viscosity === null ? new Float64Array(n * n) : square(viscosity);
  const K = square(stiffness);
  const G = leftSolve(n, M, C);
  const H = leftSolve(n, M, K);
  if (!(G instanceof Float64Array && H instanceof Float64Array)) throw new InputError("the mass matrix has no inverse");
  const { acceleration } = newmarkDistortion(order);
  const words = evaluate(acceleration, { n, G, H }, scheme);
  const of = (target: string, sign: number) =>
    weighted([sign], [product(n, M, words.get(target) ?? new Float64Array(n * n))]);
  const inverse = (A: Vec): Vec => {
    // Words act on f = M⁻¹F.
    const transposed = transpose(n, A);
    const solved = leftSolve(n, transpose(n, M), transposed);
    return solved instanceof Float64Array ? transpose(n, solved) : A;
  };
  const loads = Array.from({ length: order + 1 }, (_, j) => inverse(of(`f${j}`, 1)));
  const [damping, stiff] = [of("v", -1), of("q", -1)];
  const size = normInf(C) || normInf(K) * Math.abs(scheme.h);
  const one = loads[0].map((value, k) => value - (k % (n + 1) === 0 ? 1 : 0));
  return {
    n,
    damping,
    stiffness: stiff,
    loads,
    changes: {
      damping: normInf(weighted([1, -1], [damping, C])) / size,
      stiffness: normInf(weighted([1, -1], [stiff, K])) / normInf(K),
      load: normInf(one),
    },
  };
}

function transpose(n: number, A: Vec): Vec {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[j * n + i] = A[i * n + j];
  return out;
}
