/** The energy that a linear tetrahedron gains when one coordinate of one node moves, and what that changes by when another one does. One row of F
 *  changes, F_i → F_i + d with d = step g_a: I₁ is quadratic in that row and J linear, so that both differences are exact products, without
 *  cancellation. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "../materials/material.js";
import { firstInvariant, volumeChange } from "../materials/strain.js";
import type { ElementSet } from "./element-set.js";
import type { EnergyTerm } from "./energy-term.js";

/** For energies that do not read the second invariant. `gradients`: ∂N/∂X, twelve numbers an element. */
export function tetrahedralDifferences(
  { gradients, volumes }: Pick<ElementSet, "gradients" | "volumes">,
  energy: StoredEnergy,
): Required<Pick<EnergyTerm, "difference" | "mixed">> {
  const H = new Float64Array(9);
  const moves = new Float64Array(2);

  /** moves = how much I₁ and J gain when coordinate k moves. */
  const move = (e: number, k: number, step: number) => {
    const row = k % 3;
    const node = 12 * e + k - row;
    const x = step * gradients[node];
    const y = step * gradients[node + 1];
    const z = step * gradients[node + 2];
    // The two rows of F that follow, in turn: their vector product is the row of the cofactor.
    const second = row === 2 ? 0 : row + 1;
    const third = row === 0 ? 2 : row - 1;
    const a0 = H[3 * second] + (second === 0 ? 1 : 0);
    const a1 = H[3 * second + 1] + (second === 1 ? 1 : 0);
    const a2 = H[3 * second + 2] + (second === 2 ? 1 : 0);
    const b0 = H[3 * third] + (third === 0 ? 1 : 0);
    const b1 = H[3 * third + 1] + (third === 1 ? 1 : 0);
    const b2 = H[3 * third + 2] + (third === 2 ? 1 : 0);
    const own = row === 0 ? x : row === 1 ? y : z;
    moves[0] = 2 * (own + H[3 * row] * x + H[3 * row + 1] * y + H[3 * row + 2] * z) + (x * x + y * y + z * z);
    moves[1] = (a1 * b2 - a2 * b1) * x + (a2 * b0 - a0 * b2) * y + (a0 * b1 - a1 * b0) * z;
  };

  return {
    difference(e, u, k, step) {
      deform(u, gradients, e, H);
      move(e, k, step);
      return volumes[e] * energy.difference(firstInvariant(H), 0, volumeChange(H), moves[0], 0, moves[1]);
    },
    mixed(e, u, k, l, step, way) {
      deform(u, gradients, e, H);
      const i1 = firstInvariant(H);
      const j = volumeChange(H);
      move(e, k, step);
      const before = energy.difference(i1, 0, j, moves[0], 0, moves[1]);
      move(e, l, way);
      const d1 = moves[0];
      const dj = moves[1];
      const row = 3 * (l % 3);
      const node = 12 * e + l - (l % 3);
      H[row] += way * gradients[node];
      H[row + 1] += way * gradients[node + 1];
      H[row + 2] += way * gradients[node + 2];
      move(e, k, step);
      return volumes[e] * (energy.difference(i1 + d1, 0, j + dj, moves[0], 0, moves[1]) - before);
    },
  };
}

/** H = Σ u_a ⊗ g_a of element e, from the differences of its nodes to the first. */
function deform(u: Vec, gradients: Vec, e: number, H: Vec): void {
  const k = 12 * e + 3;
  for (let i = 0; i < 3; i++) {
    const x = u[3 + i] - u[i];
    const y = u[6 + i] - u[i];
    const z = u[9 + i] - u[i];
    for (let J = 0; J < 3; J++)
      H[3 * i + J] = x * gradients[k + J] + y * gradients[k + 3 + J] + z * gradients[k + 6 + J];
  }
}
