/** The chain: n unit masses in a row between two walls, joined by n + 1 springs with the energy e²/2 + e⁴/4 each. It starts straight, with
 *  velocities that look random, so that no spring is at rest and no step is easier than others. Everybody takes h = 0.05. */

export const STEP = 0.05;

export interface Motion {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export function start(n: number): Motion {
  return { q: new Float64Array(n), v: Float64Array.from({ length: n }, (_, i) => Math.sin(1 + i * i)) };
}

export function energy({ q, v }: Motion): number {
  let sum = 0;
  for (let i = 0, left = 0; i <= q.length; i++) {
    const e = (q[i] ?? 0) - left;
    sum += (e * e) / 2 + (e * e * e * e) / 4 + (v[i] ?? 0) ** 2 / 2;
    left = q[i] ?? 0;
  }
  return sum;
}

/** Methods that two peers have take the same steps: after so many their positions are compared. */
export const COMPARED = 40;

export interface Outcome {
  readonly steps: number;
  readonly seconds: number;
  /** Before the first step, where that was measured. */
  readonly preparing?: number;
  /** Σ q_i sin i after `COMPARED` steps. */
  readonly sample: number;
  /** |H − H₀|/H₀ at the end. */
  readonly energyError: number;
}

export function sampleOf({ q }: Motion): number {
  return q.reduce((sum, x, i) => sum + x * Math.sin(i), 0);
}
