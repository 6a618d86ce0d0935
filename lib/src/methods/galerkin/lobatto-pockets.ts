/** Where galerkin amplifies an undamped mode: intervals of h ω between which its step is stable.
 *
 *  On q'' = −ω² q a step of a symmetric and symplectic method has the eigenvalues e^{±iθ}, cos θ = R = ∂q₁/∂q₀, and is stable
 *  where |R| < 1. The exact R = cos hω touches ±1 at multiples of π: there, and wherever R turns around close to ±1, narrow
 *  pockets are looked for on purpose. */

import type { Pocket } from "../../stepping/stable-steps.js";
import { lobattoTableau } from "../../stepping/stages/lobatto-tableau.js";

/** Beyond this h ω, three steps a period, a motion is not resolved by any degree offered: one pocket without end. */
const END = 20;
const SCAN = 1 / 256;
/** R is computed to some 1e-14 of its terms. */
const VISIBLE = 1e-13;

const known = new Map<number, readonly Pocket[]>();

export function lobattoPockets(degree: number): readonly Pocket[] {
  const pockets = known.get(degree) ?? pocketsOf(halfTrace(degree));
  known.set(degree, pockets);
  return pockets;
}

/** R(hω) of the Lobatto pair with s + 1 stages. */
export function halfTrace(degree: number): (z: number) => number {
  const tableau = lobattoTableau(degree);
  const [nodes, weights] = [tableau.nodes.value, tableau.weights.value];
  const [velocity, position] = [tableau.velocity.value, tableau.position.value];
  const reach = nodes.map((_, j) => weights.reduce((sum, b, k) => sum + b * velocity[k][j], 0));
  const inner = nodes.length - 2;
  return (z) => {
    const x = z * z;
    // From q₀ = 1, v₀ = 0 with h = 1: A₀ = −x, and A_i + x Σ (a â)_ij A_j = −x (1 − (a â)_i0 x) inside.
    const rows = Array.from({ length: inner }, (_, i) => [
      ...Array.from({ length: inner }, (_, j) => (i === j ? 1 : 0) + x * position[i + 1][j + 1]),
      -x * (1 - position[i + 1][0] * x),
    ]);
    return eliminated(rows).reduce((q, A, i) => q + reach[i + 1] * A, 1 - reach[0] * x);
  };
}

/** The solution of a few equations, each row with its right side at the end. */
function eliminated(rows: number[][]): number[] {
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

function pocketsOf(R: (z: number) => number): Pocket[] {
  const excess = (z: number) => Math.abs(R(z)) - 1 - VISIBLE;
  const pockets: Pocket[] = [];
  let from: number | null = null;
  for (let z = SCAN; z < END; z += SCAN) {
    const [before, here] = [excess(z - SCAN), excess(z)];
    if (before <= 0 && here > 0) from = crossing(excess, z - SCAN, z);
    else if (before > 0 && here <= 0 && from !== null) {
      pockets.push({ from, to: crossing(excess, z, z - SCAN) });
      from = null;
    } else if (here <= 0 && here >= before && here >= excess(z + SCAN)) {
      // R turns around just inside: its extremum may be just outside.
      const top = summit(excess, z - SCAN, z + SCAN);
      if (excess(top) > 0) {
        pockets.push({ from: crossing(excess, z - SCAN, top), to: crossing(excess, z + SCAN, top) });
      }
    }
  }
  return [...pockets, { from: from ?? END, to: Number.POSITIVE_INFINITY }];
}

/** Where f changes its sign, not positive at `low` and positive at `high`. */
function crossing(f: (z: number) => number, low: number, high: number): number {
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (f(middle) > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/** Where f is largest, by thirds. */
function summit(f: (z: number) => number, low: number, high: number): number {
  for (let k = 0; k < 80; k++) {
    const third = (high - low) / 3;
    if (f(low + third) < f(high - third)) low += third;
    else high -= third;
  }
  return (low + high) / 2;
}
