/** The chain by hand in JavaScript: Störmer–Verlet, the midpoint rule by Newton's iteration with a tridiagonal elimination, and Gauss collocation
 *  with two stages by fixed-point iteration. */
import { cpuSeconds } from "../line.js";
import { COMPARED, energy, STEP as h, type Motion, type Outcome, sampleOf, start } from "./problem.js";

type Vec = Float64Array;
type Loop = (motion: Motion, steps: number) => void;

/** out = −∇V. */
function force(q: Vec, out: Vec): void {
  const n = q.length;
  let e = q[0]!;
  let left = e * (1 + e * e);
  for (let i = 0; i < n; i++) {
    e = (i + 1 < n ? q[i + 1]! : 0) - q[i]!;
    const right = e * (1 + e * e);
    out[i] = right - left;
    left = right;
  }
}

const verlet: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const f = new Float64Array(n);
  force(q, f);
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) {
      v[i]! += (h / 2) * f[i]!;
      q[i]! += h * v[i]!;
    }
    force(q, f);
    for (let i = 0; i < n; i++) v[i]! += (h / 2) * f[i]!;
  }
};

/** The midpoint m solves m = q + h/2 v − h²/4 ∇V(m); the iteration ends at a correction of 1e-12. */
const midpoint: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const [b, m, f, diagonal, above] = Array.from({ length: 5 }, () => new Float64Array(n)) as [Vec, Vec, Vec, Vec, Vec];
  const c = (h * h) / 4;
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) {
      b[i] = q[i]! + (h / 2) * v[i]!;
      m[i] = b[i]!;
    }
    let size = 1;
    while (size > 1e-12) {
      force(m, f);
      // Elimination of the tridiagonal 1 + c K, row by row as its entries are made.
      let left = 1 + 3 * m[0]! * m[0]!;
      for (let i = 0; i < n; i++) {
        const e = (i + 1 < n ? m[i + 1]! : 0) - m[i]!;
        const right = 1 + 3 * e * e;
        diagonal[i] = 1 + c * (left + right);
        f[i] = m[i]! - b[i]! - c * f[i]!;
        if (i > 0) {
          const factor = above[i - 1]! / diagonal[i - 1]!;
          diagonal[i]! -= factor * above[i - 1]!;
          f[i]! -= factor * f[i - 1]!;
        }
        above[i] = -c * right;
        left = right;
      }
      size = 0;
      let next = 0;
      for (let i = n - 1; i >= 0; i--) {
        next = (f[i]! - (i + 1 < n ? above[i]! * next : 0)) / diagonal[i]!;
        m[i]! -= next;
        size = Math.max(size, Math.abs(next));
      }
    }
    for (let i = 0; i < n; i++) {
      v[i]! += (4 / h) * (m[i]! - b[i]!);
      q[i] = 2 * m[i]! - q[i]!;
    }
  }
};

const gauss: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const r = Math.sqrt(3);
  const [c1, c2] = [1 / 2 - r / 6, 1 / 2 + r / 6];
  const [a11, a12, a21, a22] = [1 / 4, 1 / 4 - r / 6, 1 / 4 + r / 6, 1 / 4];
  // The squares of the matrix a, for positions.
  const [p11, p12] = [a11 * a11 + a12 * a21, a11 * a12 + a12 * a22];
  const [p21, p22] = [a21 * a11 + a22 * a21, a21 * a12 + a22 * a22];
  const [A, B, Q, R, f] = Array.from({ length: 5 }, () => new Float64Array(n)) as [Vec, Vec, Vec, Vec, Vec];
  for (let k = 0; k < steps; k++) {
    let size = 1;
    while (size > 1e-12) {
      for (let i = 0; i < n; i++) {
        Q[i] = q[i]! + h * (c1 * v[i]! + h * (p11 * A[i]! + p12 * B[i]!));
        R[i] = q[i]! + h * (c2 * v[i]! + h * (p21 * A[i]! + p22 * B[i]!));
      }
      size = 0;
      force(Q, f);
      for (let i = 0; i < n; i++) {
        size = Math.max(size, h * h * Math.abs(f[i]! - A[i]!));
        A[i] = f[i]!;
      }
      force(R, f);
      for (let i = 0; i < n; i++) {
        size = Math.max(size, h * h * Math.abs(f[i]! - B[i]!));
        B[i] = f[i]!;
      }
    }
    for (let i = 0; i < n; i++) {
      q[i]! += h * (v[i]! + h * (((a11 + a21) / 2) * A[i]! + ((a12 + a22) / 2) * B[i]!));
      v[i]! += (h / 2) * (A[i]! + B[i]!);
    }
  }
};

export const loops: Readonly<Record<string, Loop>> = { "central-difference": verlet, midpoint, gauss };

export function measureLoop(method: string, n: number, steps: number): Outcome {
  const loop = loops[method]!;
  // Once before, so that the compiler's time does not count.
  loop(start(n), Math.max(COMPARED, Math.min(steps, Math.ceil(2e6 / n))));
  const motion = start(n);
  const before = energy(motion);
  const seconds = cpuSeconds(() => loop(motion, steps));
  const short = start(n);
  loop(short, COMPARED);
  return { steps, seconds, sample: sampleOf(short), energyError: Math.abs(energy(motion) - before) / before };
}
