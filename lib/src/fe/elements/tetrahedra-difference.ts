/** The energy that a linear tetrahedron gains when one coordinate of one node moves. One row of F changes, F_i → F_i + d with d = step g_a:
 *  I₁ is quadratic in that row and J linear, so that both differences are exact products, without cancellation. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "../materials/material.js";
import type { EnergyTerm } from "./energy-term.js";
import type { Tetrahedra } from "./tetrahedra.js";

/** For energies that do not read the second invariant. */
export function tetrahedralDifference(
  { gradients, volumes }: Omit<Tetrahedra, "offsets">,
  energy: StoredEnergy,
): EnergyTerm["difference"] {
  return (e: number, u: Vec, k: number, step: number): number => {
    const at = 12 * e;
    const bx = u[3] - u[0];
    const by = u[4] - u[1];
    const bz = u[5] - u[2];
    const cx = u[6] - u[0];
    const cy = u[7] - u[1];
    const cz = u[8] - u[2];
    const dx = u[9] - u[0];
    const dy = u[10] - u[1];
    const dz = u[11] - u[2];
    const b0 = gradients[at + 3];
    const b1 = gradients[at + 4];
    const b2 = gradients[at + 5];
    const c0 = gradients[at + 6];
    const c1 = gradients[at + 7];
    const c2 = gradients[at + 8];
    const d0 = gradients[at + 9];
    const d1 = gradients[at + 10];
    const d2 = gradients[at + 11];
    const h00 = bx * b0 + cx * c0 + dx * d0;
    const h01 = bx * b1 + cx * c1 + dx * d1;
    const h02 = bx * b2 + cx * c2 + dx * d2;
    const h10 = by * b0 + cy * c0 + dy * d0;
    const h11 = by * b1 + cy * c1 + dy * d1;
    const h12 = by * b2 + cy * c2 + dy * d2;
    const h20 = bz * b0 + cz * c0 + dz * d0;
    const h21 = bz * b1 + cz * c1 + dz * d1;
    const h22 = bz * b2 + cz * c2 + dz * d2;
    const i1 =
      2 * (h00 + h11 + h22) +
      (h00 * h00 + h01 * h01 + h02 * h02) +
      (h10 * h10 + h11 * h11 + h12 * h12) +
      (h20 * h20 + h21 * h21 + h22 * h22);
    // det(1 + H) − 1 = tr H + the principal minors + det H.
    const m0 = h11 * h22 - h12 * h21;
    const m1 = h12 * h20 - h10 * h22;
    const m2 = h10 * h21 - h11 * h20;
    const j =
      h00 + h11 + h22 + (h00 * h11 - h01 * h10) + (h00 * h22 - h02 * h20) + m0 + (h00 * m0 + h01 * m1 + h02 * m2);
    const way = at + 3 * Math.floor(k / 3);
    const x = step * gradients[way];
    const y = step * gradients[way + 1];
    const z = step * gradients[way + 2];
    const square = x * x + y * y + z * z;
    let along: number;
    let volume: number;
    if (k % 3 === 0) {
      along = (1 + h00) * x + h01 * y + h02 * z;
      volume = (1 + h11 + h22 + m0) * x + (m1 - h10) * y + (m2 - h20) * z;
    } else if (k % 3 === 1) {
      along = h10 * x + (1 + h11) * y + h12 * z;
      volume =
        (h02 * h21 - h01 * (1 + h22)) * x +
        (1 + h00 + h22 + (h00 * h22 - h02 * h20)) * y +
        (h01 * h20 - (1 + h00) * h21) * z;
    } else {
      along = h20 * x + h21 * y + (1 + h22) * z;
      volume =
        (h01 * h12 - h02 * (1 + h11)) * x +
        (h02 * h10 - (1 + h00) * h12) * y +
        (1 + h00 + h11 + (h00 * h11 - h01 * h10)) * z;
    }
    return volumes[e] * energy.difference(i1, 0, j, 2 * along + square, 0, volume);
  };
}
