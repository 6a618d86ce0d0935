/** Scenes at many times: rows of single-precision numbers, so that a motion can be sent to the thread that draws it. A row holds the displacements of all
 *  points, their velocities, and the values of every field. */
import type { Vec } from "../core/vec.js";
import { type MovingScene, pointCount, type Scene } from "./scene.js";

export interface SceneFrames {
  /** Ascending. */
  readonly times: Float64Array;
  /** One row after another. */
  readonly rows: Float32Array;
}

/** Numbers a row. */
export const rowWidth = (scene: Pick<Scene, "rest" | "fields">): number =>
  pointCount(scene) * (6 + scene.fields.length);

export interface RowParts {
  readonly displacements: Float32Array;
  readonly velocities: Float32Array;
  /** One for each field. */
  readonly values: readonly Float32Array[];
}

/** The parts of a row, as views on it. */
export function partsOfRow(scene: Pick<Scene, "rest" | "fields">, row: Float32Array): RowParts {
  const n = pointCount(scene);
  return {
    displacements: row.subarray(0, 3 * n),
    velocities: row.subarray(3 * n, 6 * n),
    values: scene.fields.map((_, k) => row.subarray((6 + k) * n, (7 + k) * n)),
  };
}

export function writeRow(moving: MovingScene, t: number, q: Vec, v: Vec, row: Float32Array): void {
  const { displacements, velocities, values } = partsOfRow(moving.scene, row);
  moving.displacements(t, q, v, displacements);
  moving.velocities(t, q, v, velocities);
  for (let k = 0; k < values.length; k++) moving.values(k, t, q, v, values[k]);
}

/** The row at a time, linear between those around it; before the first and after the last it stays. In a periodic box points take the short
 *  way. Returns the number of the row before it, −1 where there are none. */
export function rowAt(scene: Scene, { times, rows }: SceneFrames, t: number, out: Float32Array): number {
  if (times.length === 0) return -1;
  const k = before(times, t);
  const width = out.length;
  const from = rows.subarray(k * width, (k + 1) * width);
  const span = (times[k + 1] ?? t) - times[k];
  const share = k + 1 < times.length && span > 0 ? Math.min(1, Math.max(0, (t - times[k]) / span)) : 0;
  if (share === 0) {
    out.set(from);
    return k;
  }
  const to = rows.subarray((k + 1) * width, (k + 2) * width);
  for (let i = 0; i < width; i++) out[i] = from[i] + share * (to[i] - from[i]);
  if (scene.box !== null) {
    const end = 3 * pointCount(scene);
    for (let i = 0; i < end; i++) {
      const side = scene.box[i % 3] ?? 0;
      const apart = to[i] - from[i];
      if (side > 0 && Math.abs(apart) > side / 2) {
        const at = from[i] + share * (apart - side * Math.sign(apart));
        out[i] = at - side * Math.floor(at / side);
      }
    }
  }
  return k;
}

/** The last place whose time is not later; 0 if all are. */
function before(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The largest number of a part of all rows, for scales that stay the same while a motion is shown. */
export function largestIn(
  scene: Scene,
  { times, rows }: SceneFrames,
  part: "displacements" | "velocities" | number,
): number {
  const width = rowWidth(scene);
  let most = 0;
  for (let k = 0; k < times.length; k++) {
    const row = partsOfRow(scene, rows.subarray(k * width, (k + 1) * width));
    if (typeof part === "number") {
      for (const value of row.values[part]) most = Math.max(most, Math.abs(value));
      continue;
    }
    const vectors = row[part];
    for (let i = 0; i < vectors.length; i += 3) {
      most = Math.max(most, Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]));
    }
  }
  return most;
}

/** How a point moved: its displacements along x, y and z over the times. */
export function pathOf(scene: Scene, { times, rows }: SceneFrames, point: number): readonly Float64Array[] {
  const width = rowWidth(scene);
  return [0, 1, 2].map((c) => Float64Array.from(times, (_, k) => rows[k * width + 3 * point + c]));
}

export interface Bounds {
  readonly least: readonly [number, number, number];
  readonly most: readonly [number, number, number];
}

/** How many rows bounds look at. */
const LOOKED_AT = 100;

/** The box around everything that is drawn: the points at all times, their displacements magnified, a periodic box, the curve of V. */
export function boundsOf(scene: Scene, all: readonly SceneFrames[], factor: number): Bounds {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const add = (x: number, c: number) => {
    if (x < least[c]) least[c] = x;
    if (x > most[c]) most[c] = x;
  };
  const { rest, box, background } = scene;
  for (let i = 0; i < rest.length; i++) if (scene.magnifiable || all.length === 0) add(rest[i], i % 3);
  const width = rowWidth(scene);
  for (const { times, rows } of all) {
    const step = Math.max(1, Math.floor(times.length / LOOKED_AT));
    for (let k = 0; k < times.length; k += step) {
      for (let i = 0; i < rest.length; i++) add(rest[i] + factor * rows[k * width + i], i % 3);
    }
  }
  box?.forEach((side, c) => {
    add(0, c);
    add(side, c);
  });
  for (const { kind, points } of background) {
    if (kind !== "contour") for (let i = 0; i < points.length; i++) add(points[i], i % 3);
  }
  return { least, most };
}
