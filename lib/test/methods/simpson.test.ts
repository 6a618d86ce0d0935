import { expect, test } from "vitest";
import { convergence } from "../../src/analysis/order.js";
import { symplecticDefect } from "../../src/analysis/structure.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromRows, toRows } from "../../src/linalg/matrix.js";
import { dop853 } from "../../src/methods/dop853.js";
import { galerkin, galerkinStepper } from "../../src/methods/galerkin.js";
import { simpsonForm } from "../../src/methods/simpson/form.js";
import { simpson } from "../../src/methods/simpson.js";
import { startingFrom } from "../../src/models/model.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";
import { extremes } from "../../src/observers/extremes.js";
import { lobattoTableau } from "../../src/stepping/stages/lobatto-tableau.js";
import { canonicalForm } from "../../src/stepping/symplectic-forms.js";
import { linearSystem } from "../../src/systems/linear.js";
import { loadOf } from "../../src/systems/loads.js";
import { doublePendulum, frequencies } from "./double-pendulum.js";
import { spring } from "./oscillator.js";

const FORMS = ["one-factor", "midpoint", "eliminated"] as const;
const after = (problem: Problem, form: (typeof FORMS)[number], step: number, steps: number) =>
  run(problem, simpson({ form }), { time: { step, steps } }).last;

/** C and F of no particular kind. */
const dampedAndForced = (): Problem => {
  const rows = (a: number, b: number, c: number) =>
    fromRows([
      [a, b],
      [b, c],
    ]);
  const load = loadOf([(t) => Math.sin(1.3 * t), (t) => 0.5 * Math.cos(0.7 * t)]);
  const system = linearSystem({
    mass: diagonalMass([2, 1]),
    stiffness: rows(6, -2, 4),
    damping: rows(0.3, -0.1, 0.5),
    load,
  });
  return startingFrom(system, [0.4, -0.2], [0.3, 0.6]);
};

/** The least-squares slopes of the three finest of five errors, in q and in v. */
function orders(problem: Problem, method: FixedStepMethod, end: number, step: number): [number, number] {
  const reference = run(problem, dop853({ tolerance: 1e-13 }), { time: { end } }).last;
  const { positionOrder, velocityOrder } = convergence(problem, method, {
    end,
    step,
    refinements: 4,
    reference,
    floor: 1e-11,
  });
  return [positionOrder, velocityOrder];
}

test("one step by hand", () => {
  // ω = 1, h = 1, q₀ = 1, v₀ = 0: A = −(1 − 1/12)/(1 + 1/24) = −22/25, q₁ = 1 − 1/6 − 22/75, v₁ = −(1 + 4·22/25 + q₁)/6.
  const { last } = run(spring(), simpson(), { time: { step: 1, steps: 1 } });
  const q1 = 1 - 1 / 6 - 22 / 75;
  expect(last.q[0]).toBeCloseTo(q1, 15);
  expect(last.v[0]).toBeCloseTo(-(1 + 88 / 25 + q1) / 6, 15);
});

test.each(FORMS)("the paper's pendulum, %s: an independent computation with 25 digits", (form) => {
  const ten = after(doublePendulum(), form, 0.1, 10);
  const hundred = after(doublePendulum(), form, 0.1, 100);
  // 1e-13: a hundred steps, each rounding numbers below 1 several times.
  expect(ten.q[0]).toBeCloseTo(-0.089987980601639944, 13);
  expect(ten.q[1]).toBeCloseTo(0.177785539570341431, 13);
  expect(hundred.q[0]).toBeCloseTo(0.079548417373761195, 12);
  expect(hundred.q[1]).toBeCloseTo(-0.410029501433837027, 12);
});

test("the form φ: its value, and nothing lost in 10⁴ steps, at steps of any size", () => {
  const problem = doublePendulum();
  for (const step of [0.1, 0.01, 0.35]) {
    const { observed } = run(problem, simpson(), {
      time: { step, steps: 10_000 },
      observe: (invariants) => ({ invariants: extremes(invariants) }),
    });
    expect(observed.invariants.map(({ name }) => name)).toEqual(["energy", "simpson-form"]);
    const [energy, form] = observed.invariants;
    if (step === 0.1) expect(form.initial).toBeCloseTo(0.0146633134905569407, 16);
    // Ten ulps a step, of either sign, of terms that are up to ten times φ where it is not definite.
    expect((form.max - form.min) / form.initial).toBeLessThan(100 * Number.EPSILON * Math.sqrt(10_000));
    expect((energy.max - energy.min) / energy.initial).toBeGreaterThan(1e-7);
  }
});

test("φ from one factor is φ of the paper's X and Y", () => {
  const { system, q0 } = doublePendulum();
  if (system.kind !== "linear") throw new Error("it is linear");
  const [h, M, K] = [0.1, toRows(system.mass.matrix), toRows(system.stiffness)];
  const X = entries((i, j) => (2 / h) * M[i][j] - (h / 6) * K[i][j]);
  // L = I − h²M⁻¹K/8 = M⁻¹ (M − h²K/8), hence K L⁻¹ = K (M − h²K/8)⁻¹ M.
  const KL = product(product(K, inverse2(entries((i, j) => M[i][j] - ((h * h) / 8) * K[i][j]))), M);
  const Y = entries((i, j) => (h / 3) * (KL[i][j] + K[i][j] / 2));
  const zeta = solve2(inverse2(X).map((row, i) => row.map((value, j) => value + inverse2(Y)[i][j])));
  const phi = q0.reduce((sum, qi, i) => sum + (qi * q0.reduce((s, qj, j) => s + zeta[i][j] * qj, 0)) / 2, 0);
  expect(simpsonForm(system, 0.1).value(0, q0, new Float64Array(2))).toBeCloseTo(phi, 16);
});

const inverse2 = ([[a, b], [c, d]]: number[][]): number[][] => {
  const det = a * d - b * c;
  return [
    [d / det, -b / det],
    [-c / det, a / det],
  ];
};
const solve2 = inverse2;
const entries = (at: (i: number, j: number) => number) => [0, 1].map((i) => [0, 1].map((j) => at(i, j)));
const product = (A: number[][], B: number[][]) => entries((i, j) => A[i][0] * B[0][j] + A[i][1] * B[1][j]);

test.each(FORMS)("%s is symplectic to rounding, also beyond the paper's sufficient condition", (form) => {
  // h = 0.35 lies in the second range of stability, where Y is not positive definite.
  for (const step of [0.1, 0.24, 0.35]) {
    const method = simpson({ form });
    expect(symplecticDefect(doublePendulum(), method, step, canonicalForm)).toBeLessThan(5e-14);
  }
});

test("stability: sharp at h ω = 2√2, again stable between √12 and √24", () => {
  const problem = doublePendulum();
  const limit = Math.sqrt(8) / frequencies[1];
  const outcome = (step: number) => () => begin(problem, simpson(), { time: { step, steps: 1 } });
  expect(outcome(0.999 * limit)).not.toThrow();
  expect(outcome(1.001 * limit)).toThrow(/amplifies one mode of 2; the highest frequency is 11\.6\d* rad\/s/);
  expect(outcome(Math.sqrt(12.1) / frequencies[1])).not.toThrow();
  expect(outcome(Math.sqrt(24.1) / frequencies[1])).toThrow(/steps below 0\.243\d* are stable/);
  // The verdicts are true: unchecked, the motion stays where it is in one case and grows in the other.
  const growth = (step: number) => {
    const stepper = galerkinStepper(problem, step, lobattoTableau(2), null);
    const s = { n: 0, t: 0, q: problem.q0.slice(), v: problem.v0.slice(), memory: stepper.memory };
    for (; s.n < 2000; s.n++) stepper.step(s);
    return Math.abs(s.q[1]);
  };
  expect(growth(0.999 * limit)).toBeLessThan(10);
  expect(growth(1.001 * limit)).toBeGreaterThan(1e6);
  expect(growth(Math.sqrt(12.1) / frequencies[1])).toBeLessThan(10);
  expect(growth(Math.sqrt(24.1) / frequencies[1])).toBeGreaterThan(1e6);
});

test("where damping may hold a mode, or the system is not linear, there is a notice instead", () => {
  const noticesOf = (problem: Problem, step: number) => begin(problem, simpson(), { time: { step, steps: 1 } }).notices;
  expect(noticesOf(spring({ c: 0.1 }), 3)).toMatchObject([
    { message: expect.stringMatching(/unless its damping holds them/) },
  ]);
  expect(noticesOf(pendulum({ angle: 0.1 }), 1)).toMatchObject([
    { message: expect.stringMatching(/as it is at the start/) },
  ]);
  expect(noticesOf(pendulum({ angle: 0.1 }), 0.1)).toEqual([]);
});

test("fourth order in q and v: linear, damped and forced", () => {
  for (const order of orders(dampedAndForced(), simpson(), 4, 0.25)) {
    expect(Math.abs(order - 4)).toBeLessThan(0.1);
  }
});

test("fourth order in q and v: nonlinear, free, and driven and damped", () => {
  const driven = duffing({ damping: 0.2, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 });
  for (const problem of [pendulum({ gravity: 1, angle: 2, rate: 0.3 }), driven]) {
    for (const order of orders(problem, simpson(), 4, 0.25)) {
      expect(Math.abs(order - 4)).toBeLessThan(0.1);
    }
  }
});

test("a pendulum at a large angle: an independent computation", () => {
  const swing = pendulum({ gravity: 1, angle: 2, rate: 0.3 });
  const { last } = run(swing, simpson(), { time: { step: 0.1, steps: 10 } });
  expect(last.q[0]).toBeCloseTo(1.8509572173778326, 13);
  expect(last.v[0]).toBeCloseTo(-0.6076783718010071, 13);
});

test("galerkin of degree 2 is the same method", () => {
  const swing = pendulum({ angle: 2, rate: 0.3 });
  const time = { step: 0.05, steps: 100 };
  const [a, b] = [simpson(), galerkin({ degree: 2 })].map((method) => run(swing, method, { time }).last);
  // A hundred steps of a pendulum that multiplies errors by about ten.
  expect(Math.abs(a.q[0] - b.q[0])).toBeLessThan(1e-12);
});

test("a large damped system is solved block by block, to rounding", () => {
  const building = shearBuilding({ storeys: 300, mass: 1, stiffness: 1, damping: 0.05, peak: 0, displacement: 0.3 });
  const { last, ledger } = run(building, simpson(), { time: { step: 0.5, steps: 20 }, ledger: true });
  const exact = run(building, dop853({ tolerance: 1e-10 }), { time: { end: 10 } }).last;
  const off = last.q.reduce((most, q, i) => Math.max(most, Math.abs(q - exact.q[i])), 0);
  // (hω)⁴/2880 of the fastest phase, 20 rad, and of the motion, 0.3.
  expect(off).toBeLessThan((1 / 2880) * 20 * 0.3);
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-12 * building.system.potential(building.q0));
});

test("the paper's forms say what they are made for", () => {
  expect(() => after(dampedAndForced(), "midpoint", 0.1, 1)).toThrow(/without loads and damping/);
  expect(() => after(pendulum(), "eliminated", 0.1, 1)).toThrow(/is made for linear systems/);
});

test("one factor and one solve a step for linear systems", () => {
  const { work } = run(doublePendulum(), simpson(), { time: { step: 0.1, steps: 100 } });
  // One tangent for the factor, one for the check of stability before the first step.
  expect(work).toEqual({ gradients: 201, tangents: 2, factorizations: 1, iterations: 0 });
});

test.each([
  ["linear", spring({ c: 0.3, q: 1, v: 0.5 })],
  ["nonlinear", duffing({ damping: 0.3, position: 1, velocity: 0.5 })],
])("the ledger of a %s spring: what a dashpot took is what the spring and the mass have lost", (_kind, problem) => {
  const { last, ledger } = run(problem, simpson(), { time: { step: 0.02, steps: 200 }, ledger: true });
  const energy = (q: Float64Array, v: Float64Array) => problem.system.potential(q) + v[0] ** 2 / 2;
  const lost = energy(problem.q0, problem.v0) - energy(last.q, last.v);
  expect(lost).toBeGreaterThan(0.3);
  // h⁴ of the scheme.
  expect(Math.abs((ledger?.dissipation ?? 0) - lost)).toBeLessThan(1e-6);
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-14);
});

test("the ledger of a driven spring: what the load put in is what the spring and the mass have gained", () => {
  const problem = duffing({ damping: 0, force: 0.8, frequency: 1.3, position: 0.2, velocity: 0.1 });
  const { last, ledger } = run(problem, simpson(), { time: { step: 0.02, steps: 150 }, ledger: true });
  const energy = (q: Float64Array, v: Float64Array) => problem.system.potential(q) + v[0] ** 2 / 2;
  const gained = energy(last.q, last.v) - energy(problem.q0, problem.v0);
  expect(gained).toBeGreaterThan(0.1);
  expect(Math.abs((ledger?.work ?? 0) - gained)).toBeLessThan(1e-6);
  expect(Math.abs(ledger?.algorithmic ?? 1)).toBeLessThan(1e-6);
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-14);
});
