/** W2: atoms under the Lennard-Jones law, in units of σ, ε and the mass of an atom.
 *
 *  melt: 4,000 of them, on an fcc lattice of density 0.8442 in a periodic box, with velocities of temperature 1.44; the law ends at 2.5.
 *  cluster: seven argon atoms in the plane, all pairs [hairer2006, table I.4.1].
 *
 *  Everybody takes the same steps of Störmer and Verlet from the same start. */
import { congruence } from "noether";

export interface Start {
  readonly dimension: number;
  /** The side of a periodic box; 0 in free space. */
  readonly side: number;
  readonly cutoff: number;
  readonly step: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export interface Outcome {
  readonly steps: number;
  readonly seconds: number;
  /** Before the first step, an atom. */
  readonly potential: number;
  /** Σ q_k sin k after `COMPARED` steps. */
  readonly sample: number;
  /** |H − H₀|/|H₀| at the end. */
  readonly energyError: number;
  readonly [more: string]: unknown;
}

/** Neighbours that are 10⁻¹⁵ apart are not so for long: after so many steps peers are compared. */
export const COMPARED = 20;

const CELLS = 10;
const DENSITY = 0.8442;
const TEMPERATURE = 1.44;

function melt(): Start {
  const count = 4 * CELLS ** 3;
  const side = Math.cbrt(count / DENSITY);
  const q = new Float64Array(3 * count);
  const corners = [
    [0, 0, 0],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, 0],
  ] as const;
  let end = 0;
  for (let cell = 0; cell < CELLS ** 3; cell++) {
    const at = [cell % CELLS, Math.floor(cell / CELLS) % CELLS, Math.floor(cell / CELLS ** 2)] as const;
    for (const corner of corners)
      for (const a of [0, 1, 2] as const) q[end++] = ((at[a] + corner[a] / 2) * side) / CELLS;
  }
  return { dimension: 3, side, cutoff: 2.5, step: 0.005, q, v: velocities(count) };
}

/** Sums of twelve numbers from a linear congruence, without a motion of the whole. */
function velocities(count: number): Float64Array {
  const random = congruence(2026);
  const v = Float64Array.from({ length: 3 * count }, () => {
    let sum = -6;
    for (let k = 0; k < 12; k++) sum += random();
    return sum;
  });
  for (let a = 0; a < 3; a++) {
    let mean = 0;
    for (let k = a; k < v.length; k += 3) mean += v[k]! / count;
    for (let k = a; k < v.length; k += 3) v[k]! -= mean;
  }
  const squares = v.reduce((sum, x) => sum + x * x, 0);
  const scale = Math.sqrt((TEMPERATURE * (3 * count - 3)) / squares);
  return v.map((x) => scale * x);
}

/** nm and nm/ns. */
const ARGON = [
  [0, 0, -30, -20],
  [0.02, 0.39, 50, -90],
  [0.34, 0.17, -70, -60],
  [0.36, -0.21, 90, 40],
  [-0.02, -0.4, 80, 90],
  [-0.35, -0.16, -40, 100],
  [-0.31, 0.21, -80, -60],
] as const;
/** nm, and σ √(m/ε) in ns. */
const [SIGMA, UNIT] = [0.341, 2.1595867e-3];

const cluster = (): Start => ({
  dimension: 2,
  side: 0,
  cutoff: Infinity,
  step: 1e-5 / UNIT,
  q: Float64Array.from(ARGON.flatMap(([x, y]) => [x / SIGMA, y / SIGMA])),
  v: Float64Array.from(ARGON.flatMap(([, , x, y]) => [(x * UNIT) / SIGMA, (y * UNIT) / SIGMA])),
});

export const starts: Readonly<Record<string, () => Start>> = { melt, cluster };

export const sampleOf = (q: Float64Array): number => q.reduce((sum, x, k) => sum + x * Math.sin(k), 0);
