/** Numbers that say how bad a stress is: von Mises's equivalent, and the principal stresses. Tensors are xx, yy, zz, xy, yz, zx. */
import { hypot } from "../../core/elementary.js";
import type { Vec } from "../../core/vec.js";

export function vonMises(s: Vec, at: number): number {
  const [x, y, z] = [s[at], s[at + 1], s[at + 2]];
  const [xy, yz, zx] = [s[at + 3], s[at + 4], s[at + 5]];
  const normal = (x - y) * (x - y) + (y - z) * (y - z) + (z - x) * (z - x);
  return Math.sqrt(normal / 2 + 3 * (xy * xy + yz * yz + zx * zx));
}

/** The three principal values, the largest first, by Jacobi's rotations: exact also where two of them agree. */
export function principal(s: Vec, at: number, out: Vec, to: number): void {
  const a = [s[at], s[at + 3], s[at + 5], s[at + 3], s[at + 1], s[at + 4], s[at + 5], s[at + 4], s[at + 2]];
  for (let sweep = 0; sweep < 12; sweep++) {
    if (a[1] === 0 && a[2] === 0 && a[5] === 0) break;
    for (const [p, q] of PAIRS) {
      const shear = a[3 * p + q];
      if (shear === 0) continue;
      const theta = (a[4 * q] - a[4 * p]) / (2 * shear);
      const t = Math.sign(theta || 1) / (Math.abs(theta) + hypot(theta, 1));
      const c = 1 / hypot(t, 1);
      rotate(a, p, q, c, t * c);
    }
  }
  const [first, second, third] = [a[0], a[4], a[8]].sort((x, y) => y - x);
  out[to] = first;
  out[to + 1] = second;
  out[to + 2] = third;
}

const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

function rotate(a: number[], p: number, q: number, c: number, s: number): void {
  for (let k = 0; k < 3; k++) {
    const [x, y] = [a[3 * k + p], a[3 * k + q]];
    a[3 * k + p] = c * x - s * y;
    a[3 * k + q] = s * x + c * y;
  }
  for (let k = 0; k < 3; k++) {
    const [x, y] = [a[3 * p + k], a[3 * q + k]];
    a[3 * p + k] = c * x - s * y;
    a[3 * q + k] = s * x + c * y;
  }
  a[3 * p + q] = 0;
  a[3 * q + p] = 0;
}
