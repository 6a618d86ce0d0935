/** The natural scales of a motion, so that no verdict depends on units: an energy E, a time T, and for every coordinate of mass m (the
 *  diagonal of M) the velocity √(2E/n m) and the position T times that. Change the unit of one coordinate, and its mass changes so that these
 *  follow. E is the largest term of the energy that varies, never its value, which may be zero. */
import type { Problem, System } from "../../core/system.js";
import { maxOf, type Vec } from "../../core/vec.js";
import { diagonalOf } from "../../linalg/matrix.js";
import { accelerationOf, type Motion } from "./motion.js";

export interface Scales {
  /** The largest kinetic energy or variation of the potential. */
  readonly energy: number;
  /** The largest speed over the largest acceleration, in the norm of the mass; never more than `crossing`. */
  readonly time: number;
  /** The time in which the motion would go as far as it goes, at its largest speed: no step worth taking is much longer. */
  readonly crossing: number;
  /** 1/ω of the oscillation that the stiffness along the velocity would make: a run may be much shorter than its motion. */
  readonly swing: number;
  /** The longest step that resolves the motion; a longer one may have several solutions. No limit where nothing swings. */
  readonly longest: number;
  /** How far it goes, in the norm of the mass; its largest speed. */
  readonly span: number;
  readonly speed: number;
  readonly position: Vec;
  readonly velocity: Vec;
  /** The largest position and velocity of every coordinate: what rounding is relative to. */
  readonly largest: Vec;
  readonly mass: Vec;
}

/** A displacement of so many ulps is no motion. */
const ULPS_AT_REST = 1000 * Number.EPSILON;

/** Null where nothing moves: there is then no scale to measure by. */
export function scalesOf(problem: Problem, { kinetic, potential, states, step, steps }: Motion): Scales | null {
  const { system, q0 } = problem;
  const n = system.dof;
  const mass = diagonalOf(system.mass.matrix);
  const energy = Math.max(kinetic, potential);
  const still = states.every(({ q }) => q.every((x, i) => Math.abs(x - q0[i]) <= ULPS_AT_REST * Math.abs(q0[i])));
  if (states.length === 0 || !(energy > 0) || !Number.isFinite(energy) || still) return null;
  const inMass = (x: Vec) => Math.sqrt(x.reduce((sum, value, i) => sum + mass[i] * value * value, 0));
  const speed = Math.sqrt(2 * Math.max(kinetic, energy * 1e-6));
  const acceleration = accelerationOf(problem, states);
  const duration = Math.abs(step) * Math.max(1, steps);
  const span = maxOf(states.map(({ q }) => inMass(q.map((x, i) => x - q0[i]))));
  const time = Math.min(duration, span / speed, acceleration > 0 ? speed / acceleration : duration);
  const velocity = mass.map((m) => Math.sqrt((2 * energy) / (n * m)));
  const position = velocity.map((x) => time * x);
  const largest = new Float64Array(2 * n);
  for (const { q, v } of states) {
    for (let i = 0; i < n; i++) {
      largest[i] = Math.max(largest[i], Math.abs(q[i]));
      largest[n + i] = Math.max(largest[n + i], Math.abs(v[i]));
    }
  }
  const crossing = span / speed;
  const swing = swingOf(problem, states, time);
  return {
    energy,
    time,
    crossing,
    swing,
    longest: swing > 0 ? swing : Number.POSITIVE_INFINITY,
    span,
    speed,
    position,
    velocity,
    largest,
    mass,
  };
}

/** dᵀ∇²V d, by central differences of so many times d. */
export function curvatureAlong(system: System, q: Vec, d: Vec, width: number): number {
  const [ahead, behind] = [1, -1].map((side) => {
    const slope = new Float64Array(system.dof);
    system.gradient(
      q.map((x, i) => x + side * width * d[i]),
      slope,
    );
    return slope;
  });
  return d.reduce((sum, x, i) => sum + (x * (ahead[i] - behind[i])) / (2 * width), 0);
}

/** The shortest over the states, with vᵀ∇²V v = ω² vᵀM v; 0 where nothing swings. */
function swingOf({ system }: Problem, states: Motion["states"], time: number): number {
  const p = new Float64Array(system.dof);
  let shortest = Number.POSITIVE_INFINITY;
  for (const { q, v } of states) {
    system.mass.apply(v, p);
    const inertia = p.reduce((sum, x, i) => sum + x * v[i], 0);
    const stiffness = curvatureAlong(system, q, v, 1e-3 * time);
    const period = Math.sqrt(inertia / Math.abs(stiffness));
    if (period > 0) shortest = Math.min(shortest, period);
  }
  return Number.isFinite(shortest) ? shortest : 0;
}

/** The step and its parts, and steps up to what the motion allows, at most `many`. */
export function stepSizes(
  step: number,
  { crossing, swing }: Pick<Scales, "crossing" | "swing">,
  many: number,
): number[] {
  const top = Math.max(4 * step, crossing, swing);
  const larger = Array.from({ length: many }, (_, j) => top / 2 ** j).filter((size) => size > 1.4 * step);
  return [...new Set([step / 4, step / 2, step, ...larger])].sort((a, b) => a - b);
}
