/** The chain by hand in JavaScript: Störmer–Verlet, the midpoint rule by Newton's iteration with a tridiagonal elimination, and Gauss collocation
 *  with two stages by fixed-point iteration. `loops` end their iterations at 1e-12 and sum as they are; `toRounding` solves every equation to the rounding of its terms, as the library
 *  does, and compensates its sums. */
import { cpuSeconds } from "../line.js";
import { COMPARED, energy, STEP as h, type Motion, type Outcome, sampleOf, start } from "./problem.js";

type Vec = Float64Array;
export type Loop = (motion: Motion, steps: number) => void;

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

/** x += dx, where c carries what is rounded away. */
function add(x: Vec, c: Vec, i: number, dx: number): void {
  const y = dx + c[i]!;
  const sum = x[i]! + y;
  const added = sum - x[i]!;
  c[i] = x[i]! - (sum - added) + (y - added);
  x[i] = sum;
}

const compensatedVerlet: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const [f, cq, cv] = Array.from({ length: 3 }, () => new Float64Array(n)) as [Vec, Vec, Vec];
  force(q, f);
  // Of the velocity in the middle of the step.
  for (let i = 0; i < n; i++) add(v, cv, i, (h / 2) * f[i]!);
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) add(q, cq, i, h * v[i]!);
    force(q, f);
    for (let i = 0; i < n; i++) add(v, cv, i, h * f[i]!);
  }
  for (let i = 0; i < n; i++) v[i]! -= (h / 2) * f[i]!;
};

/** An equation is solved where no more is left of it than the rounding of its terms: the acceleration, and the forces of the springs on either side. Where that is
 *  out of reach an iteration has come to rest as soon as its corrections are not halved any more. */
const EPSILON = 2 ** -52;

/** The acceleration A solves A + ∇V(q + h/2 v + h²/4 A) = 0; the correction of the iterate that does is taken along. */
const midpointToRounding: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const [b, m, r, A, diagonal, above, cq, cv] = Array.from({ length: 8 }, () => new Float64Array(n)) as Vec[] as [
    Vec,
    Vec,
    Vec,
    Vec,
    Vec,
    Vec,
    Vec,
    Vec,
  ];
  const c = (h * h) / 4;
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) b[i] = q[i]! + (h / 2) * v[i]!;
    let solved = false;
    let before = Number.POSITIVE_INFINITY;
    while (!solved) {
      for (let i = 0; i < n; i++) m[i] = b[i]! + c * A[i]!;
      solved = true;
      let e = m[0]!;
      let left = e * (1 + e * e);
      let stiffness = 1 + 3 * e * e;
      for (let i = 0; i < n; i++) {
        e = (i + 1 < n ? m[i + 1]! : 0) - m[i]!;
        const right = e * (1 + e * e);
        const next = 1 + 3 * e * e;
        r[i] = A[i]! + left - right;
        if (Math.abs(r[i]!) > EPSILON * (Math.abs(A[i]!) + Math.abs(left) + Math.abs(right))) solved = false;
        diagonal[i] = 1 + c * (stiffness + next);
        if (i > 0) {
          const factor = above[i - 1]! / diagonal[i - 1]!;
          diagonal[i]! -= factor * above[i - 1]!;
          r[i]! -= factor * r[i - 1]!;
        }
        above[i] = -c * next;
        left = right;
        stiffness = next;
      }
      let correction = 0;
      let size = 0;
      for (let i = n - 1; i >= 0; i--) {
        correction = (r[i]! - (i + 1 < n ? above[i]! * correction : 0)) / diagonal[i]!;
        A[i]! -= correction;
        size = Math.max(size, Math.abs(correction));
      }
      if (!(size < before / 2)) solved = true;
      before = size;
    }
    for (let i = 0; i < n; i++) {
      add(q, cq, i, h * (v[i]! + (h / 2) * A[i]!));
      add(v, cv, i, h * A[i]!);
    }
  }
};

const gaussToRounding: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const root = Math.sqrt(3);
  const [c1, c2] = [1 / 2 - root / 6, 1 / 2 + root / 6];
  const [a12, a21] = [1 / 4 - root / 6, 1 / 4 + root / 6];
  const [p11, p12, p21, p22] = [1 / 16 + a12 * a21, a12 / 2, a21 / 2, 1 / 16 + a12 * a21];
  const [r1, r2] = [(1 / 4 + a21) / 2, (a12 + 1 / 4) / 2];
  const [A, B, Q, R, cq, cv] = Array.from({ length: 6 }, () => new Float64Array(n)) as [Vec, Vec, Vec, Vec, Vec, Vec];
  /** A = f(Q). By how much has it changed, if by more than rounding? */
  const settle = (Q: Vec, A: Vec): number => {
    let settled = true;
    let largest = 0;
    let e = Q[0]!;
    let left = e * (1 + e * e);
    for (let i = 0; i < n; i++) {
      e = (i + 1 < n ? Q[i + 1]! : 0) - Q[i]!;
      const right = e * (1 + e * e);
      const f = right - left;
      const change = Math.abs(f - A[i]!);
      if (change > EPSILON * (Math.abs(A[i]!) + Math.abs(left) + Math.abs(right))) settled = false;
      if (change > largest) largest = change;
      A[i] = f;
      left = right;
    }
    return settled ? 0 : largest;
  };
  for (let k = 0; k < steps; k++) {
    let solved = false;
    let before = Number.POSITIVE_INFINITY;
    while (!solved) {
      for (let i = 0; i < n; i++) {
        Q[i] = q[i]! + h * (c1 * v[i]! + h * (p11 * A[i]! + p12 * B[i]!));
        R[i] = q[i]! + h * (c2 * v[i]! + h * (p21 * A[i]! + p22 * B[i]!));
      }
      const size = Math.max(settle(Q, A), settle(R, B));
      solved = size === 0 || !(size < before / 2);
      before = size;
    }
    for (let i = 0; i < n; i++) {
      add(q, cq, i, h * (v[i]! + h * (r1 * A[i]! + r2 * B[i]!)));
      add(v, cv, i, (h / 2) * (A[i]! + B[i]!));
    }
  }
};

export const loops: Readonly<Record<string, Loop>> = { "central-difference": verlet, midpoint, gauss };
export const toRounding: Readonly<Record<string, Loop>> = {
  "central-difference": compensatedVerlet,
  midpoint: midpointToRounding,
  gauss: gaussToRounding,
};

export function measureLoop(loop: Loop, n: number, steps: number): Outcome {
  // Once before, so that the compiler's time does not count.
  loop(start(n), Math.max(COMPARED, Math.min(steps, Math.ceil(2e6 / n))));
  const motion = start(n);
  const before = energy(motion);
  const seconds = cpuSeconds(() => loop(motion, steps));
  const short = start(n);
  loop(short, COMPARED);
  return { steps, seconds, sample: sampleOf(short), energyError: Math.abs(energy(motion) - before) / before };
}
