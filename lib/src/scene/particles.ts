/** Particles: balls where the coordinates say, in a periodic box those of the images inside it. */
import type { View } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { movingScene } from "./moving-scene.js";
import type { MovingScene } from "./scene.js";

export interface ParticleScene {
  readonly dimension: 1 | 2 | 3;
  /** One a particle. */
  readonly masses: ArrayLike<number>;
  /** Where results have other coordinates than the ones integrated. */
  readonly view: View | null;
  /** Pairs of particles joined by springs. */
  readonly bonds?: readonly (readonly [number, number])[];
  readonly box?: readonly number[] | null;
  /** Of a particle of ordinary mass. */
  readonly radius?: number | null;
  readonly names?: readonly string[];
}

export function particleScene(parts: ParticleScene): MovingScene {
  const { dimension, masses, view, bonds = [], box = null, radius = null } = parts;
  const count = masses.length;
  const full = { q: new Float64Array(dimension * count), v: new Float64Array(dimension * count) };
  const expanded = (t: number, q: Vec, v: Vec) => {
    if (view === null) {
      full.q.set(q);
      full.v.set(v);
    } else view.expand({ t, q, v }, full.q, full.v);
    return full;
  };
  const write = (x: Vec, out: Float32Array, sides: readonly number[] | null) => {
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < 3; c++) {
        let at = c < dimension ? x[dimension * i + c] : 0;
        if (sides !== null && c < dimension) at -= sides[c] * Math.floor(at / sides[c]);
        out[3 * i + c] = at;
      }
    }
  };
  return movingScene({
    dimension,
    rest: new Float32Array(3 * count),
    names: parts.names ?? Array.from({ length: count }, (_, i) => `particle ${i}`),
    coordinates: Int32Array.from({ length: 3 * count }, (_, i) =>
      i % 3 < dimension ? dimension * Math.floor(i / 3) + (i % 3) : -1,
    ),
    balls: { points: Uint32Array.from({ length: count }, (_, i) => i), sizes: sizesOf(masses), radius },
    links: bonds.length === 0 ? [] : [{ kind: "spring", ends: Uint32Array.from(bonds.flat()) }],
    box,
    trails:
      dimension === 1 || count > MOST_TRAILS ? new Uint32Array(0) : Uint32Array.from({ length: count }, (_, i) => i),
    displacements: (t, q, v, out) => write(expanded(t, q, v).q, out, box),
    velocities: (t, q, v, out) => write(expanded(t, q, v).v, out, null),
  });
}

/** More paths than this are a tangle. */
const MOST_TRAILS = 64;

/** Masses over many orders stay visible: the sixth root of mass over the geometric mean, within bounds. */
function sizesOf(masses: ArrayLike<number>): Float32Array {
  let sum = 0;
  for (let i = 0; i < masses.length; i++) sum += Math.log(masses[i]);
  const mean = sum / masses.length;
  return Float32Array.from(masses, (mass) => Math.min(2, Math.max(0.6, Math.exp((Math.log(mass) - mean) / 6))));
}

/** Where the image of point b that is nearest to point a is; the same as b where there is no box. Positions are three numbers a point. */
export function nearestImage(
  box: readonly number[] | null,
  positions: Float32Array,
  a: number,
  b: number,
  out: Float32Array,
): void {
  for (let c = 0; c < 3; c++) {
    const side = box?.[c] ?? 0;
    const apart = positions[3 * b + c] - positions[3 * a + c];
    out[c] = positions[3 * b + c] - (side > 0 ? side * Math.floor(apart / side + 0.5) : 0);
  }
}
