/** The largest displacements of a linear system under its loads, in few modes: cheap enough to be computed for many schemes and
 *  steps before a run. In coordinates y along the real modes Φ (ΦᵀMΦ = 1) the equations are ÿ + ΦᵀCΦ ẏ + ω² y = ΦᵀF(t); of large systems displacements are
 *  looked at where one of the modes has its largest. Peaks of the exact motion lie between steps, too; those of a scheme are what a run shows. */
import { InputError } from "../core/failure.js";
import type { FixedStepMethod } from "../core/method.js";
import { run } from "../core/run.js";
import type { LinearSystem, Problem, TimeLoad } from "../core/system.js";
import { maxOf, minOf, type Vec } from "../core/vec.js";
import { scalarMass } from "../linalg/mass.js";
import { diagonalOf, fromDiagonal } from "../linalg/matrix.js";
import { dot, indexOfLargest } from "../linalg/vec.js";
import { gauss } from "../methods/gauss.js";
import { linearSystem } from "../systems/linear.js";
import type { Mode, ModesOfSystem } from "./modes.js";

export interface ForcedMotion {
  readonly problem: Problem & { readonly system: LinearSystem };
  readonly end: number;
  /** q_i = shares · y of the coordinates looked at. */
  readonly shares: readonly Vec[];
  /** Their largest |q_i|, anywhere in the motion. */
  readonly peaks: Vec;
  /** The roots of their masses: what displacements and rotations are compared by, in whatever units. */
  readonly weights: Vec;
}

/** Null where there are no loads to speak of. */
export function forcedMotion(problem: Problem, found: ModesOfSystem, end: number): ForcedMotion | null {
  const { system, t0, q0, v0 } = problem;
  if (system.kind !== "linear" || system.load === null || !(end > t0)) return null;
  const basis = found.complex?.basis ?? found.modes;
  const along = (x: Vec) => {
    const inertia = new Float64Array(system.dof);
    system.mass.apply(x, inertia);
    return Float64Array.from(basis, ({ shape }) => dot(shape, inertia));
  };
  const reduced = { ...(found.complex?.reduced ?? uncoupled(basis)), load: modalLoad(system.load, basis, system.dof) };
  const places =
    system.dof <= ALL_UP_TO
      ? Array.from({ length: system.dof }, (_, i) => i)
      : [...new Set(basis.map(({ shape }) => indexOfLargest(shape)))];
  const shares = places.map((i) => Float64Array.from(basis, ({ shape }) => shape[i]));
  const motion = { problem: { system: reduced, t0, q0: along(q0), v0: along(v0) }, end, shares };
  const step = fineStep(motion.problem, basis, end);
  const peaks = watched(gauss({ stages: 3 }), motion, step, betweenSteps(shares, step));
  const masses = diagonalOf(system.mass.matrix);
  return peaks === null ? null : { ...motion, peaks, weights: Float64Array.from(places, (i) => Math.sqrt(masses[i])) };
}

/** Up to here all displacements are looked at. */
const ALL_UP_TO = 64;

/** Largest |q_i| at the steps of a run; null where the method refuses or fails. */
export function peaksUnder(
  method: FixedStepMethod,
  motion: Omit<ForcedMotion, "peaks" | "weights">,
  step: number,
): Vec | null {
  return watched(method, motion, step, atSteps(motion.shares));
}

interface Watch {
  readonly peaks: Vec;
  observe(state: { readonly q: Vec; readonly v: Vec }): void;
}

function atSteps(shares: readonly Vec[]): Watch {
  const peaks = new Float64Array(shares.length);
  return {
    peaks,
    observe({ q }) {
      for (let i = 0; i < shares.length; i++) peaks[i] = Math.max(peaks[i], Math.abs(dot(shares[i], q)));
    },
  };
}

/** Peaks between steps as well, of the cubic through positions and velocities: exact to the fourth order in the step. */
function betweenSteps(shares: readonly Vec[], h: number): Watch {
  const { peaks, observe } = atSteps(shares);
  const [x, w] = [new Float64Array(shares.length), new Float64Array(shares.length)];
  let begun = false;
  return {
    peaks,
    observe(state) {
      observe(state);
      for (let i = 0; i < shares.length; i++) {
        const [next, speed] = [dot(shares[i], state.q), dot(shares[i], state.v)];
        if (begun && w[i] * speed < 0) {
          peaks[i] = Math.max(peaks[i], Math.abs(cubicExtremum(x[i], h * w[i], next, h * speed)));
        }
        x[i] = next;
        w[i] = speed;
      }
      begun = true;
    },
  };
}

/** Of the cubic with these values and slopes at 0 and 1, the slopes of opposite signs. */
function cubicExtremum(x0: number, w0: number, x1: number, w1: number): number {
  // x(s) = x0 + w0 s + a s² + b s³; its slope w0 + 2a s + 3b s² has one root between 0 and 1.
  const a = 3 * (x1 - x0) - 2 * w0 - w1;
  const b = w0 + w1 - 2 * (x1 - x0);
  const root = Math.sqrt(Math.max(0, a * a - 3 * b * w0));
  const s = w0 / (w0 > 0 ? -a + root : -a - root);
  return x0 + s * (w0 + s * (a + s * b));
}

function watched(
  method: FixedStepMethod,
  { problem, end }: Pick<ForcedMotion, "problem" | "end">,
  step: number,
  { peaks, observe }: Watch,
): Vec | null {
  const watch = { observe, finish: () => null };
  const steps = Math.round((end - problem.t0) / step);
  try {
    const { status } = run(problem, method, { time: { step, steps }, observe: { watch } });
    return status === "completed" ? peaks : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Displacements that are smaller than this share of the largest, times the roots of their masses, are compared with it: what ought to rest has no digits to get right. */
const SMALL = 1e-3;

/** The largest difference of peaks, each relative to the exact one; Infinity where there are none to compare. */
export function peakError({ peaks, weights }: ForcedMotion, found: Vec | null): number {
  const largest = maxOf(
    peaks.map((peak, i) => weights[i] * peak),
    0,
  );
  if (found === null) return Infinity;
  if (largest === 0) return 0;
  return maxOf(peaks.map((peak, i) => Math.abs(found[i] - peak) / Math.max(peak, (SMALL * largest) / weights[i])));
}

function uncoupled(basis: readonly Mode[]): LinearSystem {
  return linearSystem({
    mass: scalarMass(basis.length, 1),
    stiffness: fromDiagonal(Float64Array.from(basis, ({ frequency }) => frequency * frequency)),
    damping: fromDiagonal(Float64Array.from(basis, ({ frequency, damping }) => 2 * damping * frequency)),
  });
}

function modalLoad(load: TimeLoad, basis: readonly Mode[], dof: number): TimeLoad {
  const F = new Float64Array(dof);
  const project = (out: Vec) => {
    for (let k = 0; k < basis.length; k++) out[k] += dot(basis[k].shape, F);
  };
  const { addDerivative } = load;
  return {
    ...load,
    addTo(t, q, v, out) {
      F.fill(0);
      load.addTo(t, q, v, F);
      project(out);
    },
    ...(addDerivative === undefined
      ? {}
      : {
          addDerivative(k: number, t: number, side: -1 | 1, out: Vec) {
            F.fill(0);
            addDerivative(k, t, side, F);
            project(out);
          },
        }),
  };
}

/** Three Gauss stages with a twentieth of the shortest period, or the spacing of the load's samples if that is less: six digits and more. Where no step meets all
 *  samples, a quarter of their spacing. */
function fineStep({ system, t0 }: ForcedMotion["problem"], basis: readonly Mode[], end: number): number {
  const fastest = maxOf(basis.map(({ frequency }) => frequency));
  const step = fastest > 0 ? Math.PI / (10 * fastest) : (end - t0) / 1000;
  const { onGrid, far } = stepsThrough(system.load, t0, end, step);
  return (end - t0) / (onGrid ?? far);
}

/** The longest step up to `most` of which the time from t0 to the end is a multiple, as are the times of all kinks of the load, where
 *  there is one; else one that the end is a multiple of. */
export function fitted(load: TimeLoad | null, t0: number, end: number, most: number): number {
  const { onGrid, least } = stepsThrough(load, t0, end, most);
  return (end - t0) / (onGrid ?? least);
}

/** How many steps of at most `most` lead to the end: the fewest, those that are four times as many as the closest kinks of the load ask for, and the fewest that end at
 *  all of these; null: none up to there do. */
function stepsThrough(load: TimeLoad | null, t0: number, end: number, most: number) {
  const span = end - t0;
  const kinks = (load?.kinks ?? new Float64Array(0)).filter((kink) => kink > t0 && kink < end);
  const least = Math.max(1, Math.ceil(span / most - 1e-9));
  if (kinks.length === 0) return { least, far: least, onGrid: least };
  const apart = kinks.map((kink, k) => kink - (k === 0 ? t0 : kinks[k - 1])).filter((gap) => gap > 1e-9 * span);
  const far = 4 * Math.max(least, Math.ceil(span / minOf(apart)));
  for (let steps = least; steps <= far; steps++) {
    const onGrid = kinks.every((kink) => {
      const at = ((kink - t0) / span) * steps;
      return Math.abs(at - Math.round(at)) <= 1e-6;
    });
    if (onGrid) return { least, far, onGrid: steps };
  }
  return { least, far, onGrid: null };
}
