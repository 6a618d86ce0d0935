/** The energy that an element gains when one coordinate of one node moves, and what that changes by when another one does. At every integration point one
 *  row of F changes, F_i → F_i + d with d = step g_a, and with it, m = F_i + d/2 being the middle,
 *
 *      ΔE = sym(m ⊗ d),    ΔI₁ = 2 tr ΔE,    ΔI₂ = 4 (tr ΔE (1 + tr Ē) − Ē:ΔE),  Ē = E + ΔE/2,    ΔJ = (cof F)_i·d.
 *
 *  All of them are products with d: nothing cancels. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "../materials/material.js";
import { firstInvariant, greenStrain, secondInvariant, volumeChange } from "../materials/strain.js";
import type { ElementSet } from "./element-set.js";
import type { EnergyTerm } from "./energy-term.js";

export function rowDifferences(
  { shape, dimension, points, gradients, volumes }: ElementSet,
  energy: StoredEnergy,
): Required<Pick<EnergyTerm, "difference" | "mixed">> {
  const { nodes } = shape;
  const { ofSecond } = energy;
  const width = nodes * dimension;
  const H = new Float64Array(9);
  const E = new Float64Array(6);
  const d = new Float64Array(3);
  /** How much I₁, I₂ and J gain. */
  const gains = new Float64Array(3);

  /** H = Σ u_a ⊗ g_a, from the differences of the nodes to the first, where the gradients begin at `at`. */
  const deform = (u: Vec, at: number) => {
    for (let i = 0; i < dimension; i++) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let a = 1, g = at + dimension; a < nodes; a++, g += dimension) {
        const move = u[a * dimension + i] - u[i];
        x += move * gradients[g];
        y += move * gradients[g + 1];
        if (dimension === 3) z += move * gradients[g + 2];
      }
      H[3 * i] = x;
      H[3 * i + 1] = y;
      H[3 * i + 2] = z;
    }
  };
  /** Coordinate k moves by `step`: the change d of its row of F, which is returned. */
  const rowOf = (at: number, k: number, step: number): number => {
    const row = k % dimension;
    const g = at + k - row;
    d[0] = step * gradients[g];
    d[1] = step * gradients[g + 1];
    if (dimension === 3) d[2] = step * gradients[g + 2];
    return row;
  };
  /** gains = those of a change d of the row; E belongs to H. */
  const gain = (row: number) => {
    const x = d[0];
    const y = d[1];
    const z = d[2];
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
    const length = x * x + y * y + z * z;
    const trace = own + H[3 * row] * x + H[3 * row + 1] * y + H[3 * row + 2] * z + length / 2;
    gains[0] = 2 * trace;
    gains[2] = (a1 * b2 - a2 * b1) * x + (a2 * b0 - a0 * b2) * y + (a0 * b1 - a1 * b0) * z;
    if (!ofSecond) return;
    const m0 = H[3 * row] + (row === 0 ? 1 : 0) + x / 2;
    const m1 = H[3 * row + 1] + (row === 1 ? 1 : 0) + y / 2;
    const m2 = H[3 * row + 2] + (row === 2 ? 1 : 0) + z / 2;
    // E:ΔE = m·E d, and ΔE:ΔE = ½ (m² d² + (m·d)²).
    const withE =
      m0 * (E[0] * x + E[3] * y + E[5] * z) +
      m1 * (E[3] * x + E[1] * y + E[4] * z) +
      m2 * (E[5] * x + E[4] * y + E[2] * z);
    const squares = (m0 * m0 + m1 * m1 + m2 * m2) * length + trace * trace;
    gains[1] = 4 * (trace * (1 + E[0] + E[1] + E[2] + trace / 2) - withE - squares / 4);
  };

  return {
    difference(e, u, k, step) {
      let sum = 0;
      for (let point = e * points; point < (e + 1) * points; point++) {
        deform(u, point * width);
        if (ofSecond) greenStrain(H, E);
        gain(rowOf(point * width, k, step));
        const i2 = ofSecond ? secondInvariant(E) : 0;
        sum += volumes[point] * energy.difference(firstInvariant(H), i2, volumeChange(H), gains[0], gains[1], gains[2]);
      }
      return sum;
    },
    mixed(e, u, k, l, step, way) {
      let sum = 0;
      for (let point = e * points; point < (e + 1) * points; point++) {
        const at = point * width;
        deform(u, at);
        if (ofSecond) greenStrain(H, E);
        const i1 = firstInvariant(H);
        const i2 = ofSecond ? secondInvariant(E) : 0;
        const j = volumeChange(H);
        gain(rowOf(at, k, step));
        const before = energy.difference(i1, i2, j, gains[0], gains[1], gains[2]);
        const row = rowOf(at, l, way);
        gain(row);
        const d1 = gains[0];
        const d2 = gains[1];
        const dj = gains[2];
        for (let J = 0; J < 3; J++) H[3 * row + J] += d[J];
        if (ofSecond) greenStrain(H, E);
        gain(rowOf(at, k, step));
        sum += volumes[point] * (energy.difference(i1 + d1, i2 + d2, j + dj, gains[0], gains[1], gains[2]) - before);
      }
      return sum;
    },
  };
}
