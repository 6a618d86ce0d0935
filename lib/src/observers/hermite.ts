/** A polynomial through positions at several times, with their velocities and, where they are known, their accelerations: Hermite's, in Newton's form
 *  with nodes that are repeated. Time is τ, 0 at the first node and 1 at the second, so that the step between them is [0, 1]. With k nodes of
 *  m values each it is off by O(h^{k m}) in the position and O(h^{k m − 1}) in the velocity, for motions that are as smooth. */
import type { Vec } from "../core/vec.js";

export interface HermiteNode {
  readonly t: number;
  readonly q: Vec;
  readonly v: Vec;
  /** Absent: two values a node. The same for all nodes. */
  readonly a?: Vec;
}

export interface Hermite {
  /** Position and velocity at τ, into q and v. */
  at(tau: number, q: Vec, v: Vec): void;
}

export function hermite(nodes: readonly HermiteNode[]): Hermite {
  const [first, second] = nodes;
  const h = second.t - first.t;
  const values = first.a === undefined ? 2 : 3;
  const dof = first.q.length;
  const size = values * nodes.length;
  const tau = Float64Array.from({ length: size }, (_, k) => (nodes[Math.floor(k / values)].t - first.t) / h);
  const coefficients = new Float64Array(size * dof);
  const table = new Float64Array(size);
  for (let i = 0; i < dof; i++) {
    for (let k = 0; k < size; k++) table[k] = nodes[Math.floor(k / values)].q[i];
    coefficients[i * size] = table[0];
    for (let order = 1; order < size; order++) {
      for (let k = 0; k + order < size; k++) {
        const node = nodes[Math.floor(k / values)];
        const apart = tau[k + order] - tau[k];
        // Where all nodes of the difference are one: the derivative there, divided by the factorial.
        if (apart !== 0) table[k] = (table[k + 1] - table[k]) / apart;
        else table[k] = order === 1 ? h * node.v[i] : ((h * h) / 2) * (node.a as Vec)[i];
      }
      coefficients[i * size + order] = table[0];
    }
  }
  return {
    at(x, q, v) {
      for (let i = 0; i < dof; i++) {
        let value = 0;
        let slope = 0;
        for (let k = size - 1; k >= 0; k--) {
          slope = slope * (x - tau[k]) + value;
          value = value * (x - tau[k]) + coefficients[i * size + k];
        }
        q[i] = value;
        v[i] = slope / h;
      }
    },
  };
}
