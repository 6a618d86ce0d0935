/** What cancels in the forces of a hyperelastic solid: its stress is the difference of terms of the size of the shear modulus, which all but
 *  vanishes for small strains, while the rounding of these terms stays. At a node they add up to Σ volume × 2μ |∂N/∂X|. */
import { hypot } from "../../core/elementary.js";
import type { ElementSet } from "../elements/element-set.js";

/** At the node where it is largest; 0 for linear elastic material, whose stress is proportional to the strain. */
export function cancellingForces(sets: readonly ElementSet[], nodeCount: number): number {
  const sums = new Float64Array(nodeCount);
  for (const { material, shape, dimension, points, gradients, volumes, nodes } of sets) {
    if (material.energy === null) continue;
    const elements = nodes.length / shape.nodes;
    for (let e = 0, point = 0; e < elements; e++) {
      for (let p = 0; p < points; p++, point++) {
        for (let a = 0; a < shape.nodes; a++) {
          const g = (point * shape.nodes + a) * dimension;
          const third = dimension === 3 ? gradients[g + 2] : 0;
          const slope = hypot(gradients[g], gradients[g + 1], third);
          sums[nodes[e * shape.nodes + a]] += 2 * material.mu * volumes[point] * slope;
        }
      }
    }
  }
  return sums.reduce((most, each) => Math.max(most, each), 0);
}
