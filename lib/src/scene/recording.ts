/** What a scene keeps of a run: states at equal distances, of which every other one is dropped when there are too many, and the rows that are
 *  drawn. A scene that depends on where the motion goes is made again when it has gone farther than was known. */
import type { Vec } from "../core/vec.js";
import { rowWidth, type SceneFrames, writeRow } from "./frames.js";
import { type MovingScene, pointCount, type Scene } from "./scene.js";
import type { CoordinateBounds } from "./window.js";

export interface SceneState {
  readonly t: number;
  readonly q: Vec;
  readonly v: Vec;
}

export interface SceneRecording {
  observe(s: SceneState): void;
  /** Has the number of states doubled since the last call? */
  readonly isDue: boolean;
  /** The scene and its frames; `last` is among them. */
  frames(last?: SceneState): {
    readonly scene: Scene;
    readonly frames: SceneFrames;
  };
}

interface Kept extends SceneState {
  row: Float32Array | null;
}

const MOST_FRAMES = 2000;
/** Bytes. */
const BUDGET = 48e6;

/** `sceneIn` makes the scene, given the range of the coordinates that the motion has reached. */
export function sceneRecording(
  sceneIn: (range?: CoordinateBounds) => MovingScene,
  { budget = BUDGET, most = MOST_FRAMES }: { readonly budget?: number; readonly most?: number } = {},
): SceneRecording {
  let moving = sceneIn();
  let kept: Kept[] = [];
  let [stride, seen, told] = [1, 0, 0];
  const range: { least: number[]; most: number[] } = { least: [], most: [] };
  const dependsOnRange = moving.scene.background.some(({ kind }) => kind !== "zero");
  const room = (dof: number) =>
    Math.max(2, Math.min(most, Math.floor(budget / (16 * dof + 4 * rowWidth(moving.scene)))));
  const widen = (q: Vec) => {
    for (let i = 0; i < q.length; i++) {
      range.least[i] = Math.min(range.least[i] ?? q[i], q[i]);
      range.most[i] = Math.max(range.most[i] ?? q[i], q[i]);
    }
  };
  const copy = ({ t, q, v }: SceneState): Kept => ({ t, q: q.slice(), v: v.slice(), row: null });
  return {
    observe(s) {
      if (dependsOnRange) widen(s.q);
      if (seen++ % stride !== 0) return;
      kept.push(copy(s));
      if (kept.length <= room(s.q.length)) return;
      kept = kept.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    get isDue() {
      return seen >= 2 * told && kept.length > 0;
    },
    frames(last) {
      told = Math.max(1, seen);
      if (dependsOnRange && kept.length > 0) {
        const next = sceneIn(range);
        if (!sameBackground(next.scene, moving.scene)) for (const each of kept) each.row = null;
        moving = next;
      }
      const all = last === undefined || kept.at(-1)?.t === last.t ? kept : [...kept, copy(last)];
      const width = rowWidth(moving.scene);
      const rows = new Float32Array(width * all.length);
      all.forEach((each, k) => {
        const at = rows.subarray(k * width, (k + 1) * width);
        if (each.row === null) {
          writeRow(moving, each.t, each.q, each.v, at);
          each.row = at.slice();
        } else at.set(each.row);
      });
      return { scene: moving.scene, frames: { times: Float64Array.from(all, ({ t }) => t), rows } };
    },
  };
}

function sameBackground(a: Scene, b: Scene): boolean {
  if (pointCount(a) !== pointCount(b) || a.background.length !== b.background.length) return false;
  return a.background.every(({ points }, k) => points.every((x, i) => x === b.background[k].points[i]));
}
