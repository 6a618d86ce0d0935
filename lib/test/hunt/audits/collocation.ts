/** The midpoint rule and Gauss collocation.                                      [hairer2006, ch. II, (1.7), Table 1.1]
 *
 *      M A_i + G(t₀ + c_i h, Q_i, V_i) = 0,     V_i = v₀ + h Σ a_ij A_j,   Q_i = q₀ + c_i h v₀ + h² Σ (a²)_ij A_j
 *      Δv = h Σ b_i A_i,      Δq = h v₀ + h² Σ (bᵀa)_i A_i
 *
 *  One stage: Δq = h v̄, M Δv/h + G(t½, q̄, v̄) = 0. Of two stages the end of the step determines both accelerations; of three they
 *  are read in the memory, A₁ … A_s one after another, and the end is checked against them. */
import { opposing } from "../forces.js";
import { known, madeOf, type Rounded, sum } from "../rounded.js";
import { type Audit, inertia, type Step } from "../step.js";

export const auditMidpoint: Audit = (step, report) => {
  const { h, q0, v0, v1, dq, dv } = step;
  report("Δq = h v̄", sum([1, dq], [-h / 2, v0], [-h / 2, v1]));
  const mean = sum([0.5, v0], [0.5, v1]);
  const middle = madeOf(sum([1, q0], [0.5, dq]), [h / 2, mean]);
  report("M Δv/h + G(q̄) = 0", sum([1 / h, inertia(step, dv)], [1, opposing(step, step.at(0.5), middle, mean)]));
};

interface Tableau {
  readonly c: readonly number[];
  readonly b: readonly number[];
  readonly a: readonly (readonly number[])[];
}

const r3 = Math.sqrt(3);
const r15 = Math.sqrt(15);
const TABLEAUX: Readonly<Record<number, Tableau>> = {
  1: { c: [1 / 2], b: [1], a: [[1 / 2]] },
  2: {
    c: [1 / 2 - r3 / 6, 1 / 2 + r3 / 6],
    b: [1 / 2, 1 / 2],
    a: [
      [1 / 4, 1 / 4 - r3 / 6],
      [1 / 4 + r3 / 6, 1 / 4],
    ],
  },
  3: {
    c: [1 / 2 - r15 / 10, 1 / 2, 1 / 2 + r15 / 10],
    b: [5 / 18, 4 / 9, 5 / 18],
    a: [
      [5 / 36, 2 / 9 - r15 / 15, 5 / 36 - r15 / 30],
      [5 / 36 + r15 / 24, 2 / 9, 5 / 36 - r15 / 24],
      [5 / 36 + r15 / 30, 2 / 9 + r15 / 15, 5 / 36],
    ],
  },
};

export const auditGauss =
  (stages: number): Audit =>
  (step, report) => {
    const { c, b, a } = TABLEAUX[stages];
    const { h, q0, v0, dq, dv } = step;
    const squared = a.map((row) => row.map((_, j) => row.reduce((total, aik, k) => total + aik * a[k][j], 0)));
    const reach = b.map((_, j) => b.reduce((total, bk, k) => total + bk * a[k][j], 0));
    const A = accelerations(step, b, reach);
    report("Δv = h Σ b A", sum([1, dv], ...A.map((Ai, i) => [-h * b[i], Ai] as const)));
    report("Δq = h v + h² Σ bᵀa A", sum([1, dq], [-h, v0], ...A.map((Ai, i) => [-h * h * reach[i], Ai] as const)));
    c.forEach((ci, i) => {
      const Q = sum([1, q0], [ci * h, v0], ...A.map((Aj, j) => [h * h * squared[i][j], Aj] as const));
      const V = sum([1, v0], ...A.map((Aj, j) => [h * a[i][j], Aj] as const));
      report(`M A${i + 1} + G${i + 1} = 0`, sum([1, inertia(step, A[i])], [1, opposing(step, step.at(ci), Q, V)]));
    });
  };

function accelerations(
  { system, h, v0, dq, dv, after }: Step,
  b: readonly number[],
  reach: readonly number[],
): Rounded[] {
  if (b.length === 1) return [sum([1 / h, dv])];
  if (b.length > 2) {
    const n = system.dof;
    return b.map((_, i) => known(after[0].slice(i * n, (i + 1) * n)));
  }
  // b·A = Δv/h and reach·A = (Δq − h v₀)/h²
  const ofVelocity = sum([1 / h, dv]);
  const ofPosition = sum([1 / (h * h), dq], [-1 / h, v0]);
  const determinant = b[0] * reach[1] - b[1] * reach[0];
  return [
    sum([reach[1] / determinant, ofVelocity], [-b[1] / determinant, ofPosition]),
    sum([-reach[0] / determinant, ofVelocity], [b[0] / determinant, ofPosition]),
  ];
}
