/** The energies of a body whose supports move are those of the body, its supports included, however the free coordinates are counted. */
import { describe, expect, test } from "vitest";
import type { LedgerBalance } from "../../src/core/ledger.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { wholeEnergyOf } from "../../src/core/whole.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { hht } from "../../src/methods/hht.js";
import { newmark } from "../../src/methods/newmark.js";
import { modelled } from "../contracts/bodies.js";

/** Two bars in line, a - b - c, of stiffness 50 and mass 2 each, lumped; c carries 3 more and a moves along 0.2 sin 3t. */
const bars = (damping: object) =>
  modelled({
    system: {
      frame: {
        joints: "hinged",
        mass: "lumped",
        nodes: { a: [0, 0], b: [2, 0], c: [4, 0] },
        members: [
          { from: "a", to: "b" },
          { from: "b", to: "c" },
        ],
        sections: { bar: { A: 0.01, I: 1, E: 1e4, density: 100 } },
        supports: [
          { on: ["a", "b", "c"], fix: ["y"] },
          { on: "a", move: { x: "0.2*sin(3*t)" } },
        ],
        masses: [{ on: "c", mass: 3 }],
        ...damping,
      },
    },
  });

const [K, MASS] = [50, [1, 2, 4]];

/** The same by the textbook, with the classical Runge–Kutta method: C = α M + β K, and the force that moves a. */
function byHand(end: number, alpha: number, beta: number): Omit<LedgerBalance, "algorithmic" | "residual"> {
  const path = (t: number) => [0.2 * Math.sin(3 * t), 0.6 * Math.cos(3 * t), -1.8 * Math.sin(3 * t)];
  const elastic = (x: readonly number[]) => [K * (x[0] - x[1]), K * (2 * x[1] - x[0] - x[2]), K * (x[2] - x[1])];
  const damped = (v: readonly number[]) => elastic(v).map((force, i) => beta * force + alpha * MASS[i] * v[i]);
  // b, c, their velocities, work of the support, dissipation.
  const rate = (t: number, y: readonly number[]) => {
    const [s, speed, acceleration] = path(t);
    const v = [speed, y[2], y[3]];
    const forces = elastic([s, y[0], y[1]]).map((force, i) => force + damped(v)[i]);
    const reaction = MASS[0] * acceleration + forces[0];
    const power = damped(v).reduce((sum, force, i) => sum + force * v[i], 0);
    return [y[2], y[3], -forces[1] / MASS[1], -forces[2] / MASS[2], reaction * speed, power];
  };
  const steps = 4000;
  const h = end / steps;
  let y: number[] = [0, 0, 0, 0, 0, 0];
  const along = (k: readonly number[], share: number) => y.map((x, i) => x + share * h * k[i]);
  for (let n = 0; n < steps; n++) {
    const a = rate(n * h, y);
    const b = rate((n + 0.5) * h, along(a, 0.5));
    const c = rate((n + 0.5) * h, along(b, 0.5));
    const d = rate((n + 1) * h, along(c, 1));
    y = y.map((x, i) => x + (h * (a[i] + 2 * b[i] + 2 * c[i] + d[i])) / 6);
  }
  const [s, speed] = path(end);
  const kinetic = (MASS[0] * speed ** 2 + MASS[1] * y[2] ** 2 + MASS[2] * y[3] ** 2 - MASS[0] * 0.36) / 2;
  const potential = (K * ((y[0] - s) ** 2 + (y[1] - y[0]) ** 2)) / 2;
  return { kinetic, potential, work: y[4], dissipation: y[5] };
}

describe.each([
  { name: "undamped", damping: {}, alpha: 0, beta: 0 },
  { name: "Rayleigh damping", damping: { damping: { rayleigh: [0.3, 0.02] } }, alpha: 0.3, beta: 0.02 },
])("bars moved at one end, $name", ({ damping, alpha, beta }) => {
  const exact = byHand(2.5, alpha, beta);
  const problem = bars(damping);

  // Dissipation is summed by the trapezoidal rule over the steps, and those of dop853 are long.
  test.each([
    { method: gauss({ stages: 2 }), time: { step: 0.005, steps: 500 }, within: 2e-5 },
    { method: newmark(), time: { step: 0.0025, steps: 1000 }, within: 1e-4 },
    { method: dop853({ tolerance: 1e-12 }), time: { end: 2.5, interval: 0.1 }, within: 5e-3 },
  ])("$method.id", ({ method, time, within }) => {
    const { ledger } = run(problem, method, { time, ledger: true });
    const { kinetic, potential, work, dissipation, algorithmic, residual } = ledger as LedgerBalance;
    for (const part of ["kinetic", "potential", "work", "dissipation"] as const) {
      expect(Math.abs((ledger as LedgerBalance)[part] - exact[part]), part).toBeLessThan(within * exact.work);
    }
    const rest = kinetic + potential - (work - dissipation - algorithmic + (residual ?? 0));
    expect(Math.abs(rest)).toBeLessThan(1e-12 * work);
  });
});

const BEAM = { size: [1, 0.1, 0.1], cells: [4, 1, 1] };
/** A beam of 10 kg that is towed by its left end, so slowly that it hardly deforms. */
const towed = (model: string, damping: object): Problem =>
  modelled({
    system: {
      solid: {
        mesh: { box: { ...BEAM, element: "hex8" } },
        material: { model, E: 2e9, nu: 0, density: 1000 },
        supports: [
          { on: "left", move: { x: "0.005*t^2" } },
          { on: "left", fix: ["y", "z"] },
        ],
        ...damping,
      },
    },
  });

describe.each([{ model: "linear-elastic" }, { model: "neo-hookean" }])("a towed beam, $model", ({ model }) => {
  test.each([
    { name: "undamped", damping: {} },
    { name: "damped in proportion to its stiffness", damping: { damping: { rayleigh: [0, 1e-4] } } },
  ])("$name: it has the kinetic energy of its mass, and hardly anything else", ({ damping }) => {
    const problem = towed(model, damping);
    const { ledger, last } = run(problem, newmark(), { time: { step: 0.01, steps: 200 }, ledger: true });
    const { kinetic, potential, work, dissipation } = ledger as LedgerBalance;
    const expected = (10 * 0.02 ** 2) / 2;
    // It swings along its length a little: sound takes 0.7 ms through it, of 2 s.
    expect(Math.abs(kinetic / expected - 1)).toBeLessThan(2e-3);
    expect(Math.abs(work / expected - 1)).toBeLessThan(2e-3);
    expect(Math.abs(potential)).toBeLessThan(1e-5 * expected);
    expect(Math.abs(dissipation)).toBeLessThan(1e-5 * expected);
    expect(wholeEnergyOf(problem.system).value(last.t, last.q, last.v)).toBeCloseTo(kinetic + potential, 12);
    expect(problem.system.invariants).toEqual([]);
  });
});

test("a run that is interrupted has the same ledger", () => {
  const problem = bars({ damping: { rayleigh: [0.3, 0.02] } });
  const options = (steps: number) => ({ time: { step: 0.01, steps }, ledger: true });
  const whole = run(problem, hht(), options(60));
  const half = begin(problem, hht(), options(60));
  half.advance(23);
  expect(run(problem, hht(), { ...options(60), from: half.snapshot() }).ledger).toEqual(whole.ledger);
});

describe("a cantilever without inertia in its rotations", () => {
  const lumped = (more: object, start: object = {}) =>
    modelled({
      system: {
        frame: {
          mass: "lumped",
          nodes: { a: [0, 0], b: [1, 0] },
          members: [{ from: "a", to: "b" }],
          sections: { beam: { A: 0.01, I: 1e-4, E: 1e8, density: 100 } },
          masses: [{ on: "b", mass: 10 }],
          ...more,
        },
      },
      ...start,
    });

  test("that is towed, damped in proportion to its stiffness, stays straight", () => {
    const problem = lumped(
      {
        supports: [
          { on: "a", fix: ["x", "rz"] },
          { on: "a", move: { y: "0.5*t" } },
        ],
        damping: { rayleigh: [0, 0.02] },
      },
      { start: { v: { uy_b: 0.5 } } },
    );
    const { ledger, last } = run(problem, newmark(), { time: { step: 0.01, steps: 100 }, ledger: true });
    const { kinetic, potential, work, dissipation } = ledger as LedgerBalance;
    // Of 1.4 J, in a hundred steps.
    for (const part of [kinetic, potential, work, dissipation]) expect(Math.abs(part)).toBeLessThan(1e-9);
    const { view } = problem;
    const [q, v] = [0, 1].map(() => new Float64Array(view?.labels.length ?? 0));
    view?.expand(last, q, v);
    expect(Math.abs(q[view?.labels.indexOf("rz_b") ?? Number.NaN])).toBeLessThan(1e-12);
  });

  test("has no rate of rotation from across a jump of the moment", () => {
    const { view, system } = lumped({
      supports: [{ on: "a", fix: "all" }],
      loads: [{ on: "b", moment: "if(t >= 0.5, 100, 0)" }],
    });
    const rest = new Float64Array(system.dof);
    const [q, v] = [0, 1].map(() => new Float64Array(view?.labels.length ?? 0));
    view?.expand({ t: 0.5, q: rest, v: rest }, q, v);
    // With its end fixed in place, 100 N m turn it by M l/(4 EI), at once; the load does not change from there on.
    expect(q[view?.labels.indexOf("rz_b") ?? Number.NaN]).toBeCloseTo(100 / (4 * 1e4), 12);
    expect([...v]).toEqual([0, 0, 0]);
  });
});

test("where a support sets off at once, damping has taken all up to there by the old velocity, and of second order", () => {
  const dissipated = (steps: number) => {
    const problem = modelled({
      system: {
        frame: {
          mass: "lumped",
          nodes: { a: [0, 0], b: [2, 0] },
          members: [{ from: "a", to: "b", hinged: "both" }],
          sections: { bar: { A: 0.01, E: 1e4, density: 100 } },
          supports: [
            { on: ["a", "b"], fix: ["y"] },
            { on: "a", move: { x: "0.1*max(0, t - 0.5)" } },
          ],
          masses: [{ on: "b", mass: 3 }],
          damping: { rayleigh: [0, 0.05] },
        },
      },
    });
    const { ledger } = run(problem, gauss({ stages: 2 }), { time: { step: 1 / steps, steps }, ledger: true });
    return ledger?.dissipation ?? Number.NaN;
  };
  // m x″ = −k (x − s) − a1 k (x′ − s′) from rest, s′ = 0.1 from 0.5 on: z = x − s has z′ = −0.1 there.
  const [k, m, a1, u] = [50, 4, 0.05, 0.1];
  const decay = (a1 * k) / (2 * m);
  const omega = Math.sqrt(k / m - decay ** 2);
  const rate = (t: number) => -u * Math.exp(-decay * t) * (Math.cos(omega * t) - (decay / omega) * Math.sin(omega * t));
  const parts = 2000;
  let exact = 0;
  for (let i = 0; i <= parts; i++) {
    const weight = i === 0 || i === parts ? 1 : i % 2 === 1 ? 4 : 2;
    exact += (weight * a1 * k * rate((0.5 * i) / parts) ** 2 * 0.5) / parts / 3;
  }
  const errors = [50, 100, 200].map((steps) => Math.abs(dissipated(steps) - exact));
  expect(errors[0] / errors[1]).toBeCloseTo(4, 0);
  expect(errors[1] / errors[2]).toBeCloseTo(4, 0);
  expect(errors[2]).toBeLessThan(1e-4 * exact);
});

test("what rotations without inertia dissipate behind a moment is the same where a support moves, and stands still", () => {
  const frame = (foot: object[]) =>
    modelled({
      system: {
        frame: {
          mass: "lumped",
          nodes: { a: [0, 0], b: [1, 0] },
          members: [{ from: "a", to: "b" }],
          sections: { beam: { A: 0.01, I: 1e-4, E: 1e8, density: 100 } },
          masses: [{ on: "b", mass: 10 }],
          supports: foot,
          loads: [{ on: "b", moment: "if(t >= 0.5, 100, 0)" }],
          damping: { rayleigh: [0, 1e-5] },
        },
      },
    });
  const ledgerOf = (foot: object[]) =>
    run(frame(foot), newmark(), { time: { step: 0.01, steps: 100 }, ledger: true }).ledger as LedgerBalance;
  const fixed = ledgerOf([{ on: "a", fix: "all" }]);
  const moved = ledgerOf([
    { on: "a", fix: ["x", "rz"] },
    { on: "a", move: { y: "0*t" } },
  ]);
  for (const part of ["kinetic", "potential", "work", "dissipation"] as const)
    expect(moved[part]).toBeCloseTo(fixed[part], 11);
  // With its end in place the jump alone takes ½ M² l/(4 EI) = 0.125 J, within 0.01 ms.
  expect(fixed.dissipation).toBeGreaterThan(0.125);
  expect(fixed.dissipation).toBeLessThan(0.14);
});

describe("damping by modes is that of the motion relative to where the supports carry a body", () => {
  const modal = { damping: { modal: 0.05 } };

  test.each([{ model: "linear-elastic" }, { model: "neo-hookean" }])("a beam of $model that is towed", ({ model }) => {
    const { ledger } = run(towed(model, modal), newmark(), { time: { step: 0.01, steps: 200 }, ledger: true });
    const expected = (10 * 0.02 ** 2) / 2;
    // Its start along the path shakes it a little.
    expect(Math.abs((ledger as LedgerBalance).dissipation)).toBeLessThan(1e-5 * expected);
    expect(Math.abs((ledger as LedgerBalance).work / expected - 1)).toBeLessThan(2e-3);
  });

  test("bars that are moved and swing: as C v of the difference to the support, in coordinates relative to it", () => {
    const moved = run(bars(modal), gauss({ stages: 2 }), { time: { step: 0.005, steps: 500 }, ledger: true });
    // Relative to the support: the same bars on a fixed one, under −m s̈.
    const pushed = (node: string, mass: number) => ({ on: node, force: [`${mass}*1.8*sin(3*t)`, 0] });
    const fixed = bars({
      ...modal,
      supports: [
        { on: ["b", "c"], fix: ["y"] },
        { on: "a", fix: ["x", "y"] },
      ],
      loads: [pushed("b", MASS[1]), pushed("c", MASS[2])],
    });
    // They start with the velocity that the rest has when the support begins to move: −0.6.
    const still = { ...fixed, v0: fixed.v0.map(() => -0.6) };
    const relative = run(still, gauss({ stages: 2 }), { time: { step: 0.005, steps: 500 }, ledger: true });
    for (let i = 0; i < 2; i++)
      expect(moved.last.q[i]).toBeCloseTo(relative.last.q[i] + 0.2 * Math.sin(3 * moved.last.t), 8);
    const [own, other] = [moved.ledger as LedgerBalance, relative.ledger as LedgerBalance];
    // One by the trapezoidal rule, the other by the method's own.
    expect(Math.abs(own.dissipation / other.dissipation - 1)).toBeLessThan(1e-3);
    expect(other.dissipation).toBeGreaterThan(0.1);
  });
});
