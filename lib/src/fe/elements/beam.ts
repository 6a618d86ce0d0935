/** The matrices of one member, in the directions of space:
 *
 *      K = ∫ Bᵀ D B dx,   M = ∫ Nᵀ ρ N dx,   p = ∫ Nᵀ f dx
 *
 *  with the interpolation N and its strains B. The section turns with its inertia about the member's axis always, about the other two
 *  only in Timoshenko's theory. Hinges are eliminated: what is free at an end follows statically (T), and TᵀKT, TᵀMT, Tᵀp are left. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import type { Point } from "../../mesh/selection.js";
import type { FrameDescription, FrameDirection, Member, Section } from "../frame-description.js";
import { ENDS, gaussPoints, motionAt, shearRatios, strainAt } from "./beam-interpolation.js";

export interface MemberMatrices {
  readonly length: number;
  /** Local x, y and z, one row each. */
  readonly axes: Vec;
  /** 12 × 12, rows and columns x, y, z, rx, ry, rz of both ends, in the directions of space. */
  readonly stiffness: Vec;
  readonly mass: Vec;
  /** The forces on the ends that belong to a force on each unit of length. */
  uniform(force: Point, out: Vec): void;
  /** How a point of its axis moves with the twelve end coordinates: three rows, x, y, z, in the directions of space. */
  motionAt(xi: number, out: Vec): void;
}

export function memberMatrices(member: Member, parts: FrameDescription): MemberMatrices {
  const { released } = member;
  const { length, axes } = axesOf(member, parts);
  const section = bendingSection(member, parts, length);
  const phi = shearRatios(section, length);
  const stiffness = integrated(stiffnesses(section), length, (xi, out) => strainAt(xi, length, phi, out));
  const follow = eliminated(stiffness, released);
  const inertia =
    parts.mass === "lumped"
      ? lumped(member.section, length)
      : congruent(
          integrated(inertias(member.section), length, (xi, out) => motionAt(xi, length, phi, out)),
          follow,
        );
  const turn = rotation(axes);
  const shape = new Float64Array(6 * ENDS);
  const local = new Float64Array(ENDS);
  return {
    length,
    axes,
    stiffness: congruent(stiffness, turn),
    mass: congruent(inertia, turn),
    uniform(force, out) {
      local.fill(0);
      for (const [xi, weight] of gaussPoints()) {
        motionAt(xi, length, phi, shape);
        for (let c = 0; c < 3; c++) {
          const along = axes[3 * c] * force[0] + axes[3 * c + 1] * force[1] + axes[3 * c + 2] * force[2];
          for (let i = 0; i < ENDS; i++) local[i] += weight * length * along * shape[c * ENDS + i];
        }
      }
      const followed = transposed(follow, local);
      out.set(transposed(turn, followed));
    },
    motionAt(xi, out) {
      motionAt(xi, length, phi, shape);
      out.fill(0);
      for (let c = 0; c < 3; c++) {
        local.set(shape.subarray(c * ENDS, (c + 1) * ENDS));
        const row = transposed(turn, transposed(follow, local));
        for (let d = 0; d < 3; d++) {
          for (let i = 0; i < ENDS; i++) out[d * ENDS + i] += axes[3 * c + d] * row[i];
        }
      }
    },
  };
}

/** Between two hinges a member stays straight, whatever resists bending: where its section has no second moment of area, any other shows how it
 *  follows its ends, and nothing of that is left once the hinges are eliminated. */
function bendingSection({ name, section, released }: Member, { dimension }: FrameDescription, length: number): Section {
  const bends = (direction: FrameDirection) => !released.every((free) => free.includes(direction));
  const needed = dimension === 2 ? [["Iz", 5] as const] : [["Iz", 5] as const, ["Iy", 4] as const];
  const missing = needed.filter(([key]) => !(section[key] > 0));
  for (const [key, direction] of missing) {
    if (bends(direction))
      throw new InputError(
        `member ${name} bends, and its section has no second moment of area ${key}; give one, or make both ends hinges`,
        { key: "section" },
      );
  }
  const any = (section.A * length * length) / 12;
  return missing.length === 0
    ? section
    : { ...section, ...Object.fromEntries(missing.map(([key]) => [key, any])), shearAreas: null };
}

const stiffnesses = ({ E, G, A, Iy, Iz, J, shearAreas }: Section) => [
  E * A,
  G * (shearAreas?.[0] ?? 0),
  G * (shearAreas?.[1] ?? 0),
  G * J,
  E * Iy,
  E * Iz,
];

const inertias = ({ density: rho, A, Iy, Iz, shearAreas }: Section) => [
  rho * A,
  rho * A,
  rho * A,
  rho * (Iy + Iz),
  shearAreas === null ? 0 : rho * Iy,
  shearAreas === null ? 0 : rho * Iz,
];

/** L ∫ Rᵀ diag(weights) R dξ for the rows R(ξ). */
function integrated(weights: readonly number[], length: number, rows: (xi: number, out: Vec) => void): Vec {
  const sum = new Float64Array(ENDS * ENDS);
  const R = new Float64Array(6 * ENDS);
  for (const [xi, weight] of gaussPoints()) {
    rows(xi, R);
    for (let c = 0; c < 6; c++) {
      const factor = weight * length * weights[c];
      for (let i = 0; i < ENDS; i++) {
        for (let j = 0; j < ENDS; j++) sum[i * ENDS + j] += factor * R[c * ENDS + i] * R[c * ENDS + j];
      }
    }
  }
  return sum;
}

function lumped({ density, A }: Section, length: number): Vec {
  const mass = new Float64Array(ENDS * ENDS);
  for (const i of [0, 1, 2, 6, 7, 8]) mass[i * ENDS + i] = (density * A * length) / 2;
  return mass;
}

/** Takes the released rotations out of the stiffness, one after another, and returns T: how they follow the others. */
function eliminated(K: Vec, released: Member["released"]): Vec {
  const T = identity();
  const free = released.flatMap((directions, end) => directions.map((direction) => 6 * end + direction));
  for (const r of free) {
    const pivot = K[r * ENDS + r];
    // Both ends of a member that is free to twist: the second has nothing left to follow.
    const holds = pivot > 0;
    const step = identity();
    for (let j = 0; j < ENDS; j++) step[r * ENDS + j] = holds && j !== r ? -K[r * ENDS + j] / pivot : 0;
    const left = congruent(K, step);
    for (let j = 0; j < ENDS; j++) {
      left[r * ENDS + j] = 0;
      left[j * ENDS + r] = 0;
    }
    clean(left, K);
    K.set(left);
    T.set(product(T, step));
  }
  return T;
}

/** What is left of a difference of equals is nothing. */
function clean(left: Vec, before: Vec): void {
  for (let i = 0; i < ENDS; i++) {
    const own = i * ENDS + i;
    if (Math.abs(left[own]) > 1e-12 * Math.abs(before[own])) continue;
    for (let j = 0; j < ENDS; j++) {
      left[i * ENDS + j] = 0;
      left[j * ENDS + i] = 0;
    }
  }
}

function identity(): Vec {
  const I = new Float64Array(ENDS * ENDS);
  for (let i = 0; i < ENDS; i++) I[i * ENDS + i] = 1;
  return I;
}

/** Four times the axes along the diagonal: local from global coordinates. */
function rotation(axes: Vec): Vec {
  const R = new Float64Array(ENDS * ENDS);
  for (let block = 0; block < 4; block++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) R[(3 * block + i) * ENDS + 3 * block + j] = axes[3 * i + j];
    }
  }
  return R;
}

function product(A: Vec, B: Vec): Vec {
  const C = new Float64Array(ENDS * ENDS);
  for (let i = 0; i < ENDS; i++) {
    for (let k = 0; k < ENDS; k++) {
      for (let j = 0; j < ENDS; j++) C[i * ENDS + j] += A[i * ENDS + k] * B[k * ENDS + j];
    }
  }
  return C;
}

/** TᵀAT, of a symmetric A: what rounding makes of it is symmetric too. */
function congruent(A: Vec, T: Vec): Vec {
  const AT = product(A, T);
  const C = new Float64Array(ENDS * ENDS);
  for (let k = 0; k < ENDS; k++) {
    for (let i = 0; i < ENDS; i++) {
      for (let j = 0; j < ENDS; j++) C[i * ENDS + j] += T[k * ENDS + i] * AT[k * ENDS + j];
    }
  }
  for (let i = 0; i < ENDS; i++) {
    for (let j = 0; j < i; j++) {
      const mean = (C[i * ENDS + j] + C[j * ENDS + i]) / 2;
      C[i * ENDS + j] = mean;
      C[j * ENDS + i] = mean;
    }
  }
  return C;
}

/** Tᵀx. */
function transposed(T: Vec, x: Vec): Vec {
  const out = new Float64Array(ENDS);
  for (let k = 0; k < ENDS; k++) for (let i = 0; i < ENDS; i++) out[i] += T[k * ENDS + i] * x[k];
  return out;
}

function axesOf({ name, from, to, up }: Member, { nodes, dimension }: FrameDescription): { length: number; axes: Vec } {
  const [a, b] = [nodes[from].point, nodes[to].point];
  const along: Point = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const length = hypot(...along);
  if (!(length > 0)) throw new InputError(`member ${name} has no length: its ends are at the same place`);
  const x = scaled(along, 1 / length);
  // In the plane z × x; in space what is perpendicular to the member of "up".
  const vertical = hypot(x[0], x[1]) < 1e-6;
  const guide: Point = dimension === 2 ? [-x[1], x[0], 0] : (up ?? (vertical ? [0, 1, 0] : [0, 0, 1]));
  const across = cross(x, guide);
  const size = hypot(...across);
  if (!(size > 1e-6 * hypot(...guide))) {
    throw new InputError(`member ${name}: its "up" direction runs along the member; give one across it`, { key: "up" });
  }
  const z = scaled(across, 1 / size);
  return { length, axes: Float64Array.of(...x, ...cross(z, x), ...z) };
}

const scaled = ([x, y, z]: Point, by: number): Point => [x * by, y * by, z * by];

const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
