/** Galerkin variational integrators on Lobatto points; Simpson's is the one of degree two.   [rojas2024], [hairer2006, ch. II.1.4]
 *
 *      M A_i + G(t₀ + c_i h, Q_i, V_i) = 0,    V_i = v₀ + h Σ â_ij A_j,    Q_i = q₀ + c_i h v₀ + h² Σ (a â)_ij A_j
 *      Δv = h Σ b_i A_i,      Δq = h v₀ + h² Σ (bᵀâ)_i A_i
 *
 *  a of IIIA, â of IIIB. The memory has A_s, the acceleration at the end; where no force reads the velocity that of the step before is
 *  A₀. One or two accelerations more follow from Δv and Δq; degree three with velocities in the forces leaves three open, and is
 *  not audited. */
import { readsVelocity } from "../../../src/core/system.js";
import { opposing } from "../forces.js";
import { known, madeOf, type Rounded, sum } from "../rounded.js";
import { type Audit, inertia, type Step } from "../step.js";

type Table = readonly (readonly number[])[];

interface Pair {
  readonly c: readonly number[];
  readonly b: readonly number[];
  /** IIIA */
  readonly a: Table;
  /** IIIB */
  readonly hat: Table;
}

const r5 = Math.sqrt(5);
const PAIRS: Readonly<Record<number, Pair>> = {
  2: {
    c: [0, 1 / 2, 1],
    b: [1 / 6, 2 / 3, 1 / 6],
    a: [
      [0, 0, 0],
      [5 / 24, 1 / 3, -1 / 24],
      [1 / 6, 2 / 3, 1 / 6],
    ],
    hat: [
      [1 / 6, -1 / 6, 0],
      [1 / 6, 1 / 3, 0],
      [1 / 6, 5 / 6, 0],
    ],
  },
  3: {
    c: [0, (5 - r5) / 10, (5 + r5) / 10, 1],
    b: [1 / 12, 5 / 12, 5 / 12, 1 / 12],
    a: [
      [0, 0, 0, 0],
      [(11 + r5) / 120, (25 - r5) / 120, (25 - 13 * r5) / 120, (-1 + r5) / 120],
      [(11 - r5) / 120, (25 + 13 * r5) / 120, (25 + r5) / 120, (-1 - r5) / 120],
      [1 / 12, 5 / 12, 5 / 12, 1 / 12],
    ],
    hat: [
      [1 / 12, (-1 - r5) / 24, (-1 + r5) / 24, 0],
      [1 / 12, (25 + r5) / 120, (25 - 13 * r5) / 120, 0],
      [1 / 12, (25 + 13 * r5) / 120, (25 - r5) / 120, 0],
      [1 / 12, (11 - r5) / 24, (11 + r5) / 24, 0],
    ],
  },
};

export const determined = (degree: number, velocities: boolean): boolean => degree + (velocities ? 1 : 0) <= 3;

export const auditLobatto =
  (degree: number): Audit =>
  (step, report) => {
    const { c, b, a, hat } = PAIRS[degree];
    const { h, q0, v0, dq, dv } = step;
    const position = a.map((row) => row.map((_, j) => row.reduce((total, aik, k) => total + aik * hat[k][j], 0)));
    const reach = b.map((_, j) => b.reduce((total, bk, k) => total + bk * hat[k][j], 0));
    const A = accelerations(step, b, reach);
    report("Δv = h Σ b A", sum([1, dv], ...A.map((Ai, i) => [-h * b[i], Ai] as const)));
    report("Δq = h v + h² Σ bᵀâ A", sum([1, dq], [-h, v0], ...A.map((Ai, i) => [-h * h * reach[i], Ai] as const)));
    c.forEach((ci, i) => {
      const reached = sum([1, q0], [ci * h, v0], ...A.map((Aj, j) => [h * h * position[i][j], Aj] as const));
      // An acceleration that is remembered was solved for where the step before ended, with the rounding of its way there.
      const Q = i === 0 && !readsVelocity(step.system) ? madeOf(reached, [h, v0]) : reached;
      const V = sum([1, v0], ...A.map((Aj, j) => [h * hat[i][j], Aj] as const));
      report(`M A${i} + G${i} = 0`, sum([1, inertia(step, A[i])], [1, opposing(step, step.at(ci), Q, V)]));
    });
  };

function accelerations(step: Step, b: readonly number[], reach: readonly number[]): Rounded[] {
  const { system, h, v0, dq, dv, before, after } = step;
  const s = b.length - 1;
  const last = known(after[0]);
  const first = readsVelocity(system) ? null : known(before[0]);
  const open = b.map((_, i) => i).filter((i) => i < s && !(i === 0 && first !== null));
  const settled: (readonly [number, Rounded])[] = [[s, last], ...(first === null ? [] : [[0, first] as const])];
  const ofVelocity = sum([1 / h, dv], ...settled.map(([i, Ai]) => [-b[i], Ai] as const));
  const ofPosition = sum([1 / (h * h), dq], [-1 / h, v0], ...settled.map(([i, Ai]) => [-reach[i], Ai] as const));
  const A = new Map(settled);
  const [i, j] = open;
  if (open.length === 1) A.set(i, sum([1 / b[i], ofVelocity]));
  else {
    const determinant = b[i] * reach[j] - b[j] * reach[i];
    A.set(i, sum([reach[j] / determinant, ofVelocity], [-b[j] / determinant, ofPosition]));
    A.set(j, sum([-reach[i] / determinant, ofVelocity], [b[i] / determinant, ofPosition]));
  }
  return b.map((_, k) => A.get(k)!);
}
