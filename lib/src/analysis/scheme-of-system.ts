/** Complex modes as a scheme integrates them. The step of a system whose damping couples modes does not fall into steps of oscillators: its
 *  matrix is written out for the whole system, and every exact root s is paired with the eigenvalue λ nearest to e^{sh}. */
import { InputError } from "../core/failure.js";
import { type LinearStep, linearStep, matrixOf } from "../core/linear-step.js";
import type { Matrix } from "../core/matrix.js";
import { type FixedStepMethod, refuse } from "../core/method.js";
import type { LinearSystem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { eigenvalues } from "../linalg/eigen-general.js";
import { largestModulus } from "../linalg/largest-eigenvalue.js";
import { fullPattern } from "../linalg/sparsity.js";
import { modulus, type Root } from "./amplification.js";
import type { ComplexMode } from "./complex-modes.js";
import { logarithmOf, NOTHING, type SchemeOfMode } from "./scheme-of-mode.js";

/** Rigid motions are double roots at 1, and half of the digits of a matrix with all coordinates is 1e-7. */
const ROUNDING = 1e-6;

export const isBounded = (growth: number) => growth <= 1 + ROUNDING;

export function schemeOfSystem(
  method: FixedStepMethod,
  system: LinearSystem,
  modes: readonly ComplexMode[],
  step: number,
): SchemeOfMode[] {
  const found = eigenvaluesOfModes(method, system, modes, step);
  return modes.map(({ root }, k) => {
    const lambda = found[k];
    if (lambda === null) return { ...NOTHING, spectralRadius: Infinity, stable: false };
    const spectralRadius = modulus(lambda);
    return { ...seen(root, lambda, step), spectralRadius, stable: isBounded(spectralRadius) };
  });
}

/** The eigenvalue λ of a step that stands for each of the modes, with its imaginary part ≥ 0; null of all where the method refuses the step. */
export function eigenvaluesOfModes(
  method: FixedStepMethod,
  system: LinearSystem,
  modes: readonly ComplexMode[],
  step: number,
): (Root | null)[] {
  const map = stepOf(method, system, step);
  const values = map === null ? null : matrixOf(map);
  if (map === null || values === null || !values.every(Number.isFinite)) return modes.map(() => null);
  const { real, imaginary } = eigenvalues(withoutTrifles(map.size, values));
  const free = Array.from(real, (re, k): Root => ({ real: re, imaginary: imaginary[k] })).filter(
    (root) => root.imaginary >= 0 && modulus(root) > 1e-12,
  );
  return modes.map(({ root }) => {
    const [growth, turn] = [Math.exp(root.real * step), root.imaginary * step];
    const distance = ({ real: re, imaginary: im }: Root) =>
      Math.hypot(re - growth * Math.cos(turn), im - growth * Math.sin(turn));
    const at = free.reduce((best, each, k) => (best < 0 || distance(each) < distance(free[best]) ? k : best), -1);
    return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
  });
}

/** Guesses and carried roundings, which a step remembers, change nothing: their columns or rows vanish but for rounding, and with them go
 *  eigenvalues 0. What is left has the others, at a tenth of the cost. */
function withoutTrifles(size: number, A: Vec): Matrix {
  let kept = Array.from({ length: size }, (_, i) => i);
  const largest = (of: (k: number) => number) => kept.reduce((most, k) => Math.max(most, Math.abs(of(k))), 0);
  for (let before = -1; before !== kept.length; ) {
    before = kept.length;
    const [rows, columns] = [new Float64Array(size), new Float64Array(size)];
    for (const i of kept) {
      rows[i] = largest((k) => A[i * size + k]);
      columns[i] = largest((k) => A[k * size + i]);
    }
    const now = kept;
    kept = now.filter(
      (j) =>
        now.some((i) => Math.abs(A[i * size + j]) > TRIFLE * rows[i]) &&
        now.some((k) => Math.abs(A[j * size + k]) > TRIFLE * Math.min(1, columns[k])),
    );
  }
  const values = Float64Array.from(kept.flatMap((i) => kept.map((j) => A[i * size + j])));
  return { pattern: fullPattern(kept.length), values };
}

const TRIFLE = 1e-13;

function seen(exact: Root, found: Root, h: number): Omit<SchemeOfMode, "spectralRadius" | "stable"> {
  const { decay, angle } = logarithmOf(found);
  const size = modulus(exact);
  if (exact.imaginary === 0) {
    if (found.imaginary !== 0 || !(found.real > 0) || size === 0) return NOTHING;
    return { frequency: decay / h, damping: 1, periodError: null, rateError: -decay / (exact.real * h) - 1 };
  }
  if (angle === 0) return NOTHING;
  const turn = exact.imaginary * h;
  return {
    frequency: (size * angle) / turn,
    damping: decay / Math.hypot(decay, angle),
    periodError: turn / angle - 1,
    rateError: null,
  };
}

/** How the motion of the whole system grows a step, in whatever direction it grows most; Infinity of a step that the method refuses. */
export function growthOfSystem(method: FixedStepMethod, system: LinearSystem, step: number, dense?: number): number {
  const map = stepOf(method, system, step);
  return map === null ? Infinity : largestModulus(map, dense);
}

/** Of the system without its loads; null where the method refuses the step as unstable. */
function stepOf(method: FixedStepMethod, system: LinearSystem, step: number): LinearStep | null {
  const rest = () => new Float64Array(system.dof);
  const free = { ...system, load: null };
  refuse(method, free);
  try {
    return linearStep(method.prepare({ system: free, t0: 0, q0: rest(), v0: rest() }, step, null), system.dof);
  } catch (error) {
    if (error instanceof InputError && error.code === "unsuited-step") return null;
    throw error;
  }
}

/** The size up to which all eigenvalues of a step are computed when many steps are tried. */
const DENSE_IN_SEARCH = 120;

/** The longest step between `from` and `to` up to which the motion of the system was not seen to grow, on a grid of steps a factor of 1.4
 *  apart and then by bisection: `to` if it never was, 0 if it is at `from`. */
export function stepLimitOfSystem(method: FixedStepMethod, system: LinearSystem, from: number, to: number): number {
  const grows = (step: number) => !isBounded(growthOfSystem(method, system, step, DENSE_IN_SEARCH));
  if (grows(from)) return 0;
  for (let below = from; below < to; ) {
    const above = Math.min(to, below * 1.4);
    if (grows(above)) return bisected(grows, below, above);
    below = above;
  }
  return to;
}

function bisected(grows: (step: number) => boolean, from: number, to: number): number {
  let [below, above] = [from, to];
  for (let turn = 0; turn < 8; turn++) {
    const middle = (below + above) / 2;
    if (grows(middle)) above = middle;
    else below = middle;
  }
  return below;
}
