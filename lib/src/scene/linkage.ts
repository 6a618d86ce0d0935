/** Masses that are where a few coordinates say, joined to one another and to points that do not move: pendulums, springs, orbits. */
import { maxOf, type Vec } from "../core/vec.js";
import { movingScene } from "./moving-scene.js";
import type { Links, MovingScene, Scene } from "./scene.js";

export interface Linkage extends Partial<Pick<Scene, "dimension" | "axes" | "magnifiable" | "members" | "spatial">> {
  /** Points that stay where they are, counted first: three numbers each. */
  readonly fixed?: readonly Triple[];
  /** Do fixed points have a support, or are they marks such as a sun? A support by default. */
  readonly supported?: boolean;
  readonly moving: readonly Mover[];
  /** Where the moving points are, three numbers each. */
  place(q: Vec, out: Vec): void;
  /** How fast they move; absent: place is linear in q. */
  rate?(q: Vec, v: Vec, out: Vec): void;
  readonly links?: readonly { readonly kind: Links["kind"]; readonly ends: readonly (readonly [number, number])[] }[];
}

export type Triple = readonly [number, number, number];

export interface Mover {
  readonly name: string;
  /** Its coordinates in the order of the directions; −1 where a direction has none of its own. */
  readonly coordinates: readonly number[];
  /** Where it is drawn from; the origin by default. */
  readonly rest?: Triple;
  /** 1 by default; 0: no ball. */
  readonly size?: number;
  /** Is its path drawn? It is by default, on a line it is not. */
  readonly trail?: boolean;
}

export function linkage(parts: Linkage): MovingScene {
  const { dimension = 2, fixed = [], supported = true, moving, place, links = [] } = parts;
  const first = fixed.length;
  const now = new Float64Array(3 * moving.length);
  const still = new Float64Array(3 * moving.length);
  const linearRate = (_q: Vec, v: Vec, out: Vec) => {
    place(v, out);
    for (let i = 0; i < out.length; i++) out[i] -= still[i];
  };
  const rate = parts.rate ?? linearRate;
  const write = (out: Float32Array) => {
    out.fill(0);
    out.set(now, 3 * first);
  };
  const coordinates = new Int32Array(3 * (first + moving.length)).fill(-1);
  moving.forEach((point, k) => {
    coordinates.set(point.coordinates, 3 * (first + k));
  });
  const own = [...moving.keys()];
  const places = (chosen: readonly number[]) => Uint32Array.from(chosen, (k) => first + k);
  const balls = own.filter((k) => moving[k].size !== 0);
  // Zeros for the linear part: where the points are at q = 0.
  const most = maxOf(coordinates, -1);
  if (parts.rate === undefined) place(new Float64Array(most + 1), still);
  return movingScene({
    ...(parts.axes === undefined ? {} : { axes: parts.axes }),
    ...(parts.spatial === undefined ? {} : { spatial: parts.spatial }),
    ...(parts.members === undefined ? {} : { members: parts.members }),
    dimension,
    magnifiable: parts.magnifiable ?? false,
    rest: [...fixed.flat(), ...moving.flatMap(({ rest = [0, 0, 0] }) => rest)],
    names: [
      ...fixed.map((_, k) => (first === 1 ? "fixed point" : `fixed point ${k + 1}`)),
      ...moving.map((m) => m.name),
    ],
    coordinates,
    balls: {
      points: Uint32Array.from([...(supported ? [] : fixed.keys()), ...places(balls)]),
      sizes: Float32Array.from([...(supported ? [] : fixed.map(() => 1.8)), ...balls.map((k) => moving[k].size ?? 1)]),
      radius: null,
    },
    supports: supported
      ? {
          points: Uint32Array.from(fixed.keys()),
          fixed: new Uint8Array(first).fill(0b111111),
          prescribed: new Uint8Array(first),
        }
      : { points: new Uint32Array(0), fixed: new Uint8Array(0), prescribed: new Uint8Array(0) },
    links: links.flatMap(({ kind, ends }) =>
      ends.length === 0 ? [] : [{ kind, ends: Uint32Array.from(ends.flat()) }],
    ),
    trails: places(own.filter((k) => moving[k].trail ?? dimension > 1)),
    displacements(_t, q, _v, out) {
      place(q, now);
      write(out);
    },
    velocities(_t, q, v, out) {
      rate(q, v, now);
      write(out);
    },
  });
}

/** A mass on a line, on a spring from a wall that is so far away. */
export function springOnWall(name: string, length: number): MovingScene {
  return linkage({
    dimension: 1,
    axes: [name],
    fixed: [[-length, 0, 0]],
    moving: [{ name: "mass", coordinates: [0] }],
    place(q, out) {
      out[0] = q[0];
    },
    links: [{ kind: "spring", ends: [[0, 1]] }],
  });
}
