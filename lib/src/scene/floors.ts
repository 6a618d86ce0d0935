/** A building of rigid floors on columns that bend: every floor moves sideways, its columns stay upright at both ends. */
import { movingScene } from "./moving-scene.js";
import { polylines } from "./polylines.js";
import type { MovingScene, SceneVectors } from "./scene.js";

/** As is usual, m. */
const STOREY = 3;
/** Pieces of a column, and of all of them together. */
const PIECES = 10;
const PIECES_IN_ALL = 10_000;

export function floorsOnColumns(storeys: number): MovingScene {
  const width = Math.max(1.5 * STOREY, Math.min(2 * STOREY, (storeys * STOREY) / 2));
  const pieces = Math.max(2, Math.min(PIECES, Math.floor(PIECES_IN_ALL / storeys)));
  // The middle of every floor; its ends; then the columns, from below, at both sides.
  const rest: number[] = [];
  const names: string[] = [];
  /** Of every point: the floor above it, and what part of that floor's way it goes, the rest with the floor below. */
  const floor: number[] = [];
  const part: number[] = [];
  const add = (name: string, x: number, y: number, above: number, share: number): number => {
    names.push(name);
    floor.push(above);
    part.push(share);
    return rest.push(x, y, 0) / 3 - 1;
  };
  const middles = Array.from({ length: storeys }, (_, i) => add(`floor ${i + 1}`, 0, STOREY * (i + 1), i, 1));
  const lines: number[][] = [];
  for (let i = 0; i < storeys; i++) {
    lines.push([-1, 1].map((side) => add(`floor ${i + 1}`, (side * width) / 2, STOREY * (i + 1), i, 1)));
    for (const side of [-1, 1]) {
      lines.push(
        Array.from({ length: pieces + 1 }, (_, k) => {
          const xi = k / pieces;
          return add(`storey ${i + 1}`, (side * width) / 2, STOREY * (i + xi), i, xi * xi * (3 - 2 * xi));
        }),
      );
    }
  }
  const feet = [1, 2].map((line) => lines[line][0]);
  const write = (x: Float64Array, out: Float32Array) => {
    out.fill(0);
    for (let p = 0; p < floor.length; p++) {
      const below = floor[p] > 0 ? x[floor[p] - 1] : 0;
      out[3 * p] = below + part[p] * (x[floor[p]] - below);
    }
  };
  const displacements: SceneVectors = (_t, q, _v, out) => write(q, out);
  return movingScene({
    dimension: 2,
    magnifiable: true,
    rest,
    names,
    coordinates: Int32Array.from({ length: rest.length }, (_, i) =>
      i % 3 === 0 && part[i / 3] === 1 ? floor[i / 3] : -1,
    ),
    balls: { points: Uint32Array.from(middles), sizes: new Float32Array(storeys).fill(1), radius: null },
    members: polylines(lines),
    supports: {
      points: Uint32Array.from(feet),
      fixed: new Uint8Array(2).fill(0b111111),
      prescribed: new Uint8Array(2),
    },
    displacements,
    velocities: (_t, _q, v, out) => write(v, out),
  });
}
