/** Are the declared symmetries true? A translation or a rotation of all points must leave V as it is, forces must do no
 *  work on it, and for a rotation the mass must turn with the points: v × M v = 0. Measured at the start, at a few positions near it, and in the
 *  same directions as far as a hundred times farther out, wherever the energy of the start allows the motion to be; against what rounding alone does there: V
 *  and ∇V are computed again with every coordinate off by some ulps. A defect below about 10⁻¹² of V is not told from rounding, nor is one seen where none of these
 *  positions is.
 *
 *  A potential may have a symmetry that its formula hides: (x² + y²)³ multiplied out. Methods that divide differences of the formula's parts
 *  then lose the momentum. The discrete gradient shows it: between two positions it must do no work on the motion taken at their middle. */
import { cos, sin } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import { type Notice, noticesOf } from "../core/notice.js";
import { uniform } from "../core/random.js";
import type { System } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import { dot } from "../linalg/vec.js";

export type SymmetryName = "translation" | "rotation";

export type SymmetricParts = Pick<System, "dof" | "mass" | "potential" | "gradient" | "discreteGradient">;

/** One motion of space: how fast it moves every coordinate, and where it brings them. */
interface Motion {
  readonly name: SymmetryName;
  /** `along x`, `about the z axis through the origin`. */
  readonly direction: string;
  velocity(q: Vec): Vec;
  moved(q: Vec, amount: number): Vec;
}

/** What is not as declared. */
export interface SymmetryDefect {
  readonly name: SymmetryName;
  /** A sentence with the measured defect. */
  readonly reason: string;
}

/** Rounding errors of a sum of many terms, in units of ε times their size; and of the noise that was measured with few samples. */
const ROUNDING = 1000 * Number.EPSILON;
const NOISE = 64;
/** A rotation in rad; a translation as a share of the size of the configuration. */
const TURN = 0.3;
const SHIFT = 0.37;
const POSITIONS = 4;
/** In units of where positions near the start are. */
const FARTHER = [2, 4, 8, 16, 32, 64, 128];
/** What counts as hidden: rounding of divided differences is far below, and steps that matter are far above. */
const HIDDEN = 1e-10;

/** The first declared symmetry that V or the mass does not have, null if they have all. */
export function symmetryDefect(
  system: SymmetricParts,
  q0: Vec,
  names: readonly SymmetryName[],
  dimension: number,
  v0: Vec | null = null,
): SymmetryDefect | null {
  const motions = motionsOf(names, dimension);
  const random = generator();
  const near = positionsNear(q0, dimension, random);
  const positions = [...near, ...farther(system, near, v0)];
  const size = sizeOf(q0, dimension);
  for (const motion of motions) {
    if (motion.name === "rotation" && !turnsWith(system, motion, random)) {
      const reason =
        `declared rotation, but the mass does not turn with the points: ${motion.direction} it would need the same mass in every ` +
        "direction of a point, and the angular momentum is not conserved";
      return { name: motion.name, reason };
    }
    for (const [k, q] of positions.entries()) {
      const reason = changeOf(system, motion, q, motion.name === "rotation" ? TURN : SHIFT * size, random);
      const where = k === 0 ? "from the start" : k < near.length ? "near the start" : "where the energy lets it go";
      if (reason !== null) return { name: motion.name, reason: `${reason}, ${where}` };
    }
  }
  return null;
}

/** Refuses a declaration that is false, with the measured defect; says where a true one is hidden by the way V is written. */
export function checkSymmetries(
  system: SymmetricParts,
  q0: Vec,
  names: readonly SymmetryName[],
  dimension: number,
  v0: Vec | null = null,
): Notice[] {
  const defect = symmetryDefect(system, q0, names, dimension, v0);
  if (defect !== null) throw new InputError(defect.reason, { key: "symmetries" });
  return noticesOf(
    "hidden-symmetry",
    hiddenSymmetries(system, q0, names, dimension).map(
      ({ name, share }) =>
        `V has the declared ${name}, but the way it is written hides it: its discrete gradient does work on one, ${share.toExponential(1)} of ` +
        `what its parts do, and methods that use it keep the ${name === "rotation" ? "angular" : "linear"} momentum only as well. ` +
        "Write V in differences of points (x1 - x2), squared distances ((x1 - x2)^2 + (y1 - y2)^2) or dot products (x1*x2 + y1*y2)",
    ),
  );
}

/** Symmetries of V that its discrete gradient does not have, with its work on them as a share of that of its parts. */
export function hiddenSymmetries(
  { discreteGradient }: SymmetricParts,
  q0: Vec,
  names: readonly SymmetryName[],
  dimension: number,
): { readonly name: SymmetryName; readonly share: number }[] {
  if (discreteGradient === null) return [];
  const positions = positionsNear(q0, dimension, generator());
  const found = new Map<SymmetryName, number>();
  for (const motion of motionsOf(names, dimension)) {
    for (let k = 1; k < positions.length; k++) {
      const [a, b] = [positions[k - 1], positions[k]];
      const mean = new Float64Array(q0.length);
      discreteGradient.between(a, b, mean);
      const { sum, size } = workOf(mean, motion.velocity(a.map((x, i) => (x + b[i]) / 2)));
      const share = Math.abs(sum) / size;
      if (share > HIDDEN) found.set(motion.name, Math.max(share, found.get(motion.name) ?? 0));
    }
  }
  return [...found].map(([name, share]) => ({ name, share }));
}

function changeOf(
  { dof, potential, gradient }: SymmetricParts,
  motion: Motion,
  q: Vec,
  amount: number,
  random: () => number,
): string | null {
  const slopeAt = (position: Vec) => {
    const slope = new Float64Array(dof);
    gradient(position, slope);
    return slope;
  };
  const [here, there] = [q, motion.moved(q, amount)];
  const [before, after] = [potential(here), potential(there)];
  const [slope, slopeAfter] = [slopeAt(here), slopeAt(there)];
  const velocity = motion.velocity(here);
  // What rounding does: the same position, every coordinate off by some ulps.
  const off = (position: Vec) => position.map((x) => x * (1 + 4 * Number.EPSILON * random()));
  const blurred = [off(here), off(here)].map((position) => ({ value: potential(position), slope: slopeAt(position) }));
  const blurredAfter = [off(there), off(there)].map(potential);

  const terms = (position: Vec, force: Vec) => position.reduce((sum, x, i) => sum + Math.abs(x * force[i]), 0);
  const size = Math.abs(before) + Math.abs(after) + terms(here, slope) + terms(there, slopeAfter);
  const noise = maxOf([
    ...blurred.map(({ value }) => Math.abs(value - before)),
    ...blurredAfter.map((value) => Math.abs(value - after)),
  ]);
  const accepted = ROUNDING * size + NOISE * noise;
  const change = after - before;
  if (Math.abs(change) > accepted) {
    const by = `${short(amount)}${motion.name === "rotation" ? " rad" : ""} ${motion.direction}`;
    return (
      `declared ${motion.name}, but V changes by ${short(change)}, from ${short(before)} to ${short(after)}, under a ${motion.name} of ${by} ` +
      `(rounding explains ${short(accepted)})`
    );
  }
  const work = workOf(slope, velocity);
  const grain = maxOf(blurred.map((each) => Math.abs(dot(each.slope, velocity) - work.sum)));
  const resisted = ROUNDING * work.size + NOISE * grain;
  if (Math.abs(work.sum) <= resisted || !Number.isFinite(work.sum)) return null;
  return (
    `declared ${motion.name}, but forces resist a ${motion.name} ${motion.direction}: ∇V does the work ${short(work.sum)} ` +
    `per unit of it (rounding explains ${short(resisted)})`
  );
}

/** (J v)·(M v) = 0 for every v. */
function turnsWith({ dof, mass }: SymmetricParts, motion: Motion, random: () => number): boolean {
  const momentum = new Float64Array(dof);
  for (let k = 0; k < POSITIONS; k++) {
    const v = momentum.map(random);
    mass.apply(v, momentum);
    const { sum, size } = workOf(momentum, motion.velocity(v));
    if (Math.abs(sum) > ROUNDING * size) return false;
  }
  return true;
}

function workOf(force: Vec, velocity: Vec): { readonly sum: number; readonly size: number } {
  return {
    sum: dot(force, velocity),
    size: force.reduce((sum, f, i) => sum + Math.abs(f * velocity[i]), Number.MIN_VALUE),
  };
}

const AXES = ["x", "y", "z"] as const;
/** The planes in which points of a dimension turn. */
const PLANES: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  2: [[0, 1]],
  3: [
    [1, 2],
    [2, 0],
    [0, 1],
  ],
};

function motionsOf(names: readonly SymmetryName[], dimension: number): Motion[] {
  const shifts = AXES.slice(0, dimension).map((axis, direction): Motion => {
    const unit = (i: number) => (i % dimension === direction ? 1 : 0);
    return {
      name: "translation",
      direction: `along ${axis}`,
      velocity: (q) => q.map((_, i) => unit(i)),
      moved: (q, amount) => q.map((x, i) => x + amount * unit(i)),
    };
  });
  const turns = (PLANES[dimension] ?? []).map(([first, second]): Motion => {
    const turned = (q: Vec, cosine: number, sine: number, rest: number) => {
      const out = q.map((x) => rest * x);
      for (let i = 0; i < q.length; i += dimension) {
        out[i + first] = cosine * q[i + first] - sine * q[i + second];
        out[i + second] = sine * q[i + first] + cosine * q[i + second];
      }
      return out;
    };
    return {
      name: "rotation",
      direction: dimension === 2 ? "about the origin" : `about the ${AXES[3 - first - second]} axis`,
      velocity: (q) => turned(q, 0, 1, 0),
      moved: (q, amount) => turned(q, cos(amount), sin(amount), 1),
    };
  });
  return [...shifts, ...turns].filter(({ name }) => names.includes(name));
}

/** The start, and positions around it as far away as points are from one another. */
function positionsNear(q0: Vec, dimension: number, random: () => number): Vec[] {
  const size = sizeOf(q0, dimension);
  return [q0, ...Array.from({ length: POSITIONS }, () => q0.map((x) => x + 0.1 * size * random()))];
}

/** Farther out, in the directions of positions near the start, where V does not exceed the energy of the start. The farthest in each direction, and one
 *  halfway on a logarithmic scale. */
function farther({ mass, potential, dof }: SymmetricParts, [q0, ...near]: readonly Vec[], v0: Vec | null): Vec[] {
  const momentum = new Float64Array(dof);
  if (v0 !== null) mass.apply(v0, momentum);
  const energy = potential(q0) + (v0 === null ? 0 : dot(v0, momentum) / 2);
  return near.flatMap((q) => {
    const reached = FARTHER.map((times) => q0.map((x, i) => x + times * (q[i] - x))).filter(
      (position) => potential(position) <= energy,
    );
    return [...new Set([reached.at(-1), reached[reached.length >> 1]])].filter((position) => position !== undefined);
  });
}

/** How far points are from their middle, or a single one from the origin; 1 where that is 0. */
function sizeOf(q: Vec, dimension: number): number {
  const points = q.length / dimension;
  const middle = Array.from({ length: dimension }, (_, d) =>
    points < 2 ? 0 : q.reduce((sum, x, i) => sum + (i % dimension === d ? x / points : 0), 0),
  );
  return q.reduce((most, x, i) => Math.max(most, Math.abs(x - middle[i % dimension])), 0) || 1;
}

/** Numbers between −1 and 1, the same at every run. */
function generator(): () => number {
  const random = uniform(20_260_417);
  return () => 2 * random() - 1;
}

const short = (value: number) => String(Number(value.toPrecision(3)));
