/** Systems of many coordinates of which nothing more is known, as matrices are: a chain of masses where each acts on its neighbours only, one
 *  above the other and moving sideways as the floors of a building; else a bar for each coordinate, as long as its value. */
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { linkage, type Mover } from "./linkage.js";
import { movingScene } from "./moving-scene.js";
import { polylines } from "./polylines.js";
import type { MovingScene } from "./scene.js";

export function coordinateScene(problem: Problem, labels: readonly string[]): MovingScene {
  const moving = isChain(problem) ? chain(labels, isHeld(problem)) : bars(labels);
  const { view } = problem;
  if (view === undefined) return moving;
  const full = { q: new Float64Array(labels.length), v: new Float64Array(labels.length) };
  const seen =
    <Rest extends readonly unknown[]>(write: (t: number, q: Vec, v: Vec, ...rest: Rest) => void) =>
    (t: number, q: Vec, v: Vec, ...rest: Rest) => {
      view.expand({ t, q, v }, full.q, full.v);
      write(t, full.q, full.v, ...rest);
    };
  return {
    scene: moving.scene,
    displacements: seen(moving.displacements),
    velocities: seen(moving.velocities),
    values: (field, t, q, v, out) => seen((at, x, y) => moving.values(field, at, x, y, out))(t, q, v),
  };
}

function chain(labels: readonly string[], supported: boolean): MovingScene {
  const first = supported ? 0 : 1;
  const ends = Array.from({ length: labels.length - first }, (_, k) => [k, k + 1] as const);
  return linkage({
    axes: ["displacement", "coordinate"],
    spatial: false,
    magnifiable: true,
    fixed: supported ? [[0, 0, 0]] : [],
    moving: labels.map((name, i): Mover => ({ name, coordinates: [i], rest: [0, i + 1, 0], trail: false })),
    place(x, out) {
      for (let i = 0; i < labels.length; i++) out[3 * i] = x[i];
    },
    links: [{ kind: "rod", ends }],
  });
}

/** Coordinates from left to right; of each the end of its bar, and its foot on the line of zero. */
function bars(labels: readonly string[]): MovingScene {
  const count = labels.length;
  const line = [0, count + 1].flatMap((x) => [x, 0, 0]);
  const write = (x: Vec, out: Float32Array) => {
    out.fill(0);
    for (let i = 0; i < count; i++) out[3 * i + 1] = x[i];
  };
  return movingScene({
    dimension: 2,
    axes: ["coordinate", "value"],
    spatial: false,
    magnifiable: true,
    rest: [...labels, ...labels].flatMap((_, i) => [(i % count) + 1, 0, 0]),
    names: [...labels, ...labels.map((label) => `zero of ${label}`)],
    coordinates: Int32Array.from({ length: 6 * count }, (_, i) => (i < 3 * count && i % 3 === 1 ? (i - 1) / 3 : -1)),
    balls: { points: Uint32Array.from(labels.keys()), sizes: new Float32Array(count).fill(0.6), radius: null },
    members: polylines(labels.map((_, i) => [count + i, i])),
    background: [{ kind: "zero", level: 0, points: Float32Array.from(line) }],
    displacements: (_t, q, _v, out) => write(q, out),
    velocities: (_t, _q, v, out) => write(v, out),
  });
}

/** Does each coordinate act on those before and after it, and on no other? A problem that shows other coordinates than it has is none. */
function isChain({ system: { tangent, dof }, view, q0 }: Problem): boolean {
  if (tangent === null || view !== undefined) return false;
  const { rowStart, column } = tangent.pattern;
  const values = new Float64Array(column.length);
  tangent.values(q0, values);
  const joined = new Uint8Array(dof);
  for (let i = 0; i < dof; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (column[k] <= i || values[k] === 0) continue;
      if (column[k] > i + 1) return false;
      joined[i] = 1;
    }
  }
  return joined.subarray(0, dof - 1).every((each) => each === 1);
}

/** Is the first coordinate fixed to something: does its row of ∇²V not add up to nothing? */
function isHeld({ system: { tangent }, q0 }: Problem): boolean {
  if (tangent === null) return false;
  const values = new Float64Array(tangent.pattern.column.length);
  tangent.values(q0, values);
  const row = values.subarray(tangent.pattern.rowStart[0], tangent.pattern.rowStart[1]);
  const sum = row.reduce((total, value) => total + value, 0);
  return Math.abs(sum) > 1e-9 * row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
