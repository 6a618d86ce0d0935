/** Is a step symplectic? Two random tangents a and b of natural size are carried along by its derivative J, and
 *
 *      defect(h) = |ω₁(J a, J b) − e^(−c h) ω₀(a, b)| / (sum of the sizes of the terms of ω₀(a, b)),      ω = Σ W_ij dq_i ∧ dv_j
 *
 *  with c = 0, or the rate at which a damping C = c M contracts the form of the exact motion. J a is a central difference of order 8,
 *  in direction a alone, so that any number of unknowns costs the same number of steps. It is taken at widths that shrink: the bound is
 *  the change of ω₁ from the width before, and what the rounding of a step, measured by moving states by ulps, leaves after division by
 *  the width. The width with the least bound counts. Under constraints states are first projected onto them, and the tangents with them. */
import type { Method, SymplecticForm } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { StepMap } from "../step-map.js";
import type { Measure } from "./defects.js";
import { joined, mapOver } from "./maps.js";
import { type Instant, ULPS } from "./motion.js";
import { projection } from "./projection.js";
import { directions } from "./random.js";
import { curvatureAlong, type Scales } from "./scales.js";

/** Weights of the central difference of order 8 at distances 1 … 4. */
const WEIGHTS = [4 / 5, -1 / 5, 4 / 105, -1 / 280];
/** The sum of their sizes, counted on both sides: what the rounding of a difference is multiplied by. */
const SPREAD = 2 * WEIGHTS.reduce((sum, weight) => sum + Math.abs(weight), 0);
/** Widths in units of the natural scales, each a quarter of the one before. Motions with corners, exact between them, need the small ones. */
const WIDEST = 1 / 4;
const WIDTHS = { smooth: 8, cornered: 16 } as const;

export interface SymplecticityOptions {
  readonly form: SymplecticForm;
  /** The rate at which the form contracts. */
  readonly contraction: number;
  /** Rounding of a step beyond that of its state: what an iteration may leave. */
  readonly tolerance: number;
}

/** The measure of the defect at a state. */
export function symplecticity(
  problem: Problem,
  method: Method,
  scales: Scales,
  at: Instant,
  { form, contraction, tolerance }: SymplecticityOptions,
): Measure {
  const { system } = problem;
  const n = system.dof;
  const project = projection(system);
  const random = directions();
  const z0 = joined(at);
  project?.(z0);
  const tangents = [0, 1].map(() => tangent(problem, scales, at, random.next));
  const reach = z0.map((x, i) => Math.max(ULPS, tolerance) * Math.max(Math.abs(x), scales.largest[i]));

  /** ω(a, b) at q, and the sizes of its terms. */
  const pairing = (h: number, q: Vec, a: Vec, b: Vec) => {
    const [Wa, Wb] = [new Float64Array(n), new Float64Array(n)];
    form.apply(system, h, q, a.subarray(n), Wa);
    form.apply(system, h, q, b.subarray(n), Wb);
    let [value, size] = [0, 0];
    for (let i = 0; i < n; i++) {
      value += a[i] * Wb[i] - b[i] * Wa[i];
      size += Math.abs(a[i] * Wb[i]) + Math.abs(b[i] * Wa[i]);
    }
    return { value, size };
  };

  /** The derivative of a map in a direction. */
  const along = (map: StepMap, direction: Vec, width: number): Vec => {
    const [there, out, sum] = [z0.slice(), new Float64Array(2 * n), new Float64Array(2 * n)];
    // From the outside in: a difference that reaches too far is given up at its first step, and failing steps are the dearest.
    for (let k = WEIGHTS.length - 1; k >= 0; k--) {
      for (const side of [1, -1]) {
        const shift = side * (k + 1) * width;
        for (let i = 0; i < 2 * n; i++) there[i] = z0[i] + shift * direction[i];
        project?.(there);
        map(there, out);
        for (let i = 0; i < 2 * n; i++) sum[i] += (side * WEIGHTS[k] * out[i]) / width;
        if (Number.isNaN(out[0])) return sum.fill(Number.NaN);
      }
    }
    return sum;
  };
  const identity: StepMap = (z, out) => out.set(z);

  return (h) => {
    const map = mapOver(problem, method, at.t, h);
    const z1 = new Float64Array(2 * n);
    map(z0, z1);
    if (z1.some((x) => !Number.isFinite(x))) return null;
    const blurred = () => {
      const z = random.moved(z0, reach);
      project?.(z);
      return z;
    };
    const noise = noiseOf(map, z1, blurred);
    const factor = Math.exp(-contraction * h);
    let best: { defect: number; bound: number } | null = null;
    let before: { form: number; start: number } | null = null;
    let worse = 0;
    const count = method.clock === "own" ? WIDTHS.cornered : WIDTHS.smooth;
    for (let j = 0, width = WIDEST; j < count && worse < 3; j++, width /= 4) {
      const [a, b] = tangents.map((direction) => along(map, direction, width));
      if (Number.isNaN(a[0] + b[0])) continue;
      const [a0, b0] = project === null ? tangents : tangents.map((direction) => along(identity, direction, width));
      const after = pairing(h, z1.subarray(0, n), a, b);
      const start = pairing(h, z0.subarray(0, n), a0, b0);
      const left = SPREAD / width;
      const ofNoise =
        left * (pairing(h, z1.subarray(0, n), a, noise).size + pairing(h, z1.subarray(0, n), noise, b).size);
      const rounding = Number.EPSILON * Math.sqrt(2 * n) * (after.size + start.size);
      if (before !== null) {
        const change = Math.abs(after.value - before.form) + Math.abs(start.value - before.start);
        const bound = (change + ofNoise + rounding) / start.size;
        const defect = Math.abs(after.value - factor * start.value) / start.size;
        if (Number.isFinite(bound + defect) && (best === null || bound < best.bound)) {
          best = { defect, bound };
          worse = 0;
        } else if (best !== null) worse++;
      }
      before = { form: after.value, start: start.value };
    }
    return best;
  };
}

/** A random direction: velocities of natural size; positions, too, but no stiffer than that the energy changes by its scale. */
function tangent({ system }: Problem, scales: Scales, { q }: Instant, next: () => number): Vec {
  const position = scales.position.map((size) => size * next());
  const curvature = curvatureAlong(system, q, position, 1e-4);
  const shorter = Math.abs(curvature) > 2 * scales.energy ? Math.sqrt((2 * scales.energy) / Math.abs(curvature)) : 1;
  return Float64Array.from([...position.map((x) => shorter * x), ...scales.velocity.map((size) => size * next())]);
}

/** What a map makes of the rounding of its argument and of its own: the largest of a few samples, entry by entry. */
function noiseOf(map: StepMap, image: Vec, blurred: () => Vec): Vec {
  const noise = image.map((x) => (Number.EPSILON / 2) * Math.abs(x));
  const out = new Float64Array(image.length);
  for (let sample = 0; sample < 4; sample++) {
    map(blurred(), out);
    for (let i = 0; i < noise.length; i++) noise[i] = Math.max(noise[i], Math.abs(out[i] - image[i]));
  }
  return noise;
}
