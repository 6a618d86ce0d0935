import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Problem, TimeLoad } from "../../src/core/system.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromDiagonal, fromRows, toRows } from "../../src/linalg/matrix.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { linearSystem } from "../../src/systems/linear.js";
import { tableLoad, timeLoad } from "../../src/systems/loads.js";
import { condensedLinear } from "../../src/systems/massless.js";

/** Wall – k – joint – k – mass: the joint weighs nothing. */
const stiffness = fromRows([
  [20, -10],
  [-10, 10],
]);
const chain = { mass: fromDiagonal([0, 2]), stiffness, labels: ["joint", "mass"] };
const push = timeLoad((t, out) => {
  out[0] += 3 * Math.sin(0.7 * t);
  out[1] += Math.cos(t);
});

test("two springs in series act as one of half the stiffness", () => {
  const { system, view, retained } = condensedLinear(chain);
  expect([...retained]).toEqual([1]);
  expect(system.labels).toEqual(["mass"]);
  expect(system.potential(Float64Array.of(2))).toBeCloseTo(0.5 * 5 * 4, 13);
  expect(system.invariants.map(({ name }) => name)).toEqual(["energy"]);
  const q = new Float64Array(2);
  const v = new Float64Array(2);
  view.expand({ t: 0, q: Float64Array.of(2), v: Float64Array.of(6) }, q, v);
  expect(view.labels).toEqual(["joint", "mass"]);
  expect([...q]).toEqual([1, 2]);
  expect([...v]).toEqual([3, 6]);
});

test("with a load on the massless joint, the motion is the limit of a vanishing mass", () => {
  const condensed = condensedLinear({ ...chain, load: push });
  const end = 2;
  const tolerance = 1e-12;
  const reduced = run(
    { system: condensed.system, t0: 0, q0: Float64Array.of(0.5), v0: Float64Array.of(0) },
    dop853({ tolerance }),
    {
      time: { end },
    },
  );
  const q = new Float64Array(2);
  const v = new Float64Array(2);
  condensed.view.expand(reduced.last, q, v);

  // The joint of mass ε starts on the static solution, also in velocity; what remains of its own motion is O(ε).
  const epsilon = 1e-6;
  const q0 = new Float64Array(2);
  const v0 = new Float64Array(2);
  condensed.view.expand({ t: 0, q: Float64Array.of(0.5), v: Float64Array.of(0) }, q0, v0);
  const whole: Problem = {
    system: linearSystem({ mass: diagonalMass([epsilon, 2]), stiffness, load: push }),
    t0: 0,
    q0,
    v0,
  };
  const full = run(whole, dop853({ tolerance: 1e-10 }), { time: { end } });
  expect(Math.abs(full.last.q[0] - q[0])).toBeLessThan(10 * epsilon);
  expect(Math.abs(full.last.q[1] - q[1])).toBeLessThan(10 * epsilon);
  // Velocities of the joint's own vibration, amplitude O(ε) times its frequency √(20/ε).
  expect(Math.abs(full.last.v[0] - v[0])).toBeLessThan(10 * Math.sqrt(20 * epsilon));
});

test("the velocity shown is the derivative of the position shown", () => {
  const { view } = condensedLinear({ ...chain, load: push });
  const at = (t: number) => {
    // A motion of the mass, and what the joint makes of it.
    const q = new Float64Array(2);
    const v = new Float64Array(2);
    view.expand({ t, q: Float64Array.of(Math.sin(t)), v: Float64Array.of(Math.cos(t)) }, q, v);
    return { q: q[0], v: v[0] };
  };
  const step = 1e-4;
  // Second-order difference: 1e-8, and the rate of the load by differences: 1e-10.
  expect((at(1 + step).q - at(1 - step).q) / (2 * step)).toBeCloseTo(at(1).v, 7);
});

test("Rayleigh damping is condensed exactly: the motion is the limit of a vanishing mass", () => {
  const [a0, a1] = [0.3, 0.05];
  const rayleigh = (light: number) =>
    fromRows([
      [a0 * light + a1 * 20, -a1 * 10],
      [-a1 * 10, a0 * 2 + a1 * 10 + 0.2],
    ]);
  const { system, view } = condensedLinear({ ...chain, damping: rayleigh(0) });
  // a0 m + a1 K̂ and the dashpot of 0.2.
  expect(system.viscosity?.values[0]).toBeCloseTo(0.6 + 0.05 * 5 + 0.2, 14);
  const light = 1e-5;
  const q0 = new Float64Array(2);
  const v0 = new Float64Array(2);
  view.expand({ t: 0, q: Float64Array.of(1), v: Float64Array.of(-0.5) }, q0, v0);
  const method = gauss({ stages: 3 });
  const time = { step: 0.01, steps: 150 };
  const reduced = run({ system, t0: 0, q0: Float64Array.of(1), v0: Float64Array.of(-0.5) }, method, { time });
  const whole = linearSystem({ mass: diagonalMass([light, 2]), stiffness, damping: rayleigh(light) });
  const full = run({ system: whole, t0: 0, q0, v0 }, method, { time });
  const q = new Float64Array(2);
  view.expand(reduced.last, q, v0);
  expect(Math.abs(full.last.q[0] - q[0])).toBeLessThan(10 * light);
  expect(Math.abs(full.last.q[1] - q[1])).toBeLessThan(10 * light);
});

describe("a load on the massless joint, with damping in proportion to the stiffness", () => {
  const a1 = 0.05;
  const damping = fromRows([
    [a1 * 20, -a1 * 10],
    [-a1 * 10, a1 * 10],
  ]);
  const still = { q: Float64Array.of(0), v: Float64Array.of(0) };
  const shown = (load: TimeLoad, t: number, from = 0) => {
    const { view } = condensedLinear({ ...chain, damping, load, t0: from });
    const [q, v] = [new Float64Array(2), new Float64Array(2)];
    view.expand({ t, ...still }, q, v);
    return { q: q[0], v: v[0] };
  };

  test("the joint lags: a1 v + q is what the load asks for, and q its history", () => {
    // a1 φ̇ + φ = 3 sin ωt from rest.
    const omega = 7;
    const load = timeLoad((t, out) => {
      out[0] += 3 * Math.sin(omega * t);
    });
    const lag = (t: number) =>
      (3 * (Math.sin(omega * t) - a1 * omega * Math.cos(omega * t) + a1 * omega * Math.exp(-t / a1))) /
      (1 + (a1 * omega) ** 2);
    for (const t of [1e-3, 0.03, 0.4, 1.7, 25]) {
      const { q, v } = shown(load, t);
      expect(Math.abs(q - lag(t) / 20)).toBeLessThan(1e-13);
      expect(Math.abs(q + a1 * v - (3 * Math.sin(omega * t)) / 20)).toBeLessThan(1e-15);
    }
  });

  test("behind a load that jumps, and has settled at the start", () => {
    const load = tableLoad({
      times: [-1, 1, 1.5],
      columns: [
        [4, 4, 4],
        [0, 0, 0],
      ],
    });
    expect(shown(load, 0.7, 0.5).q).toBeCloseTo(4 / 20, 14);
    expect(shown(load, 1.6, 0.5).q).toBeCloseTo((4 * Math.exp(-0.1 / a1)) / 20, 14);
  });

  test("and does not move at the start, where it has settled under a load that changes", () => {
    const load = timeLoad((t, out) => {
      out[0] += 4 + 3 * t;
    });
    expect(shown(load, 0)).toEqual({ q: 4 / 20, v: 0 });
    expect(shown(load, 1e-6).v).toBeCloseTo((3 * 1e-6) / a1 / 20, 9);
  });

  test("with the same digits whichever times were asked for before", () => {
    const { view } = condensedLinear({ ...chain, damping, load: push });
    const [q, v] = [new Float64Array(2), new Float64Array(2)];
    for (let t = 0; t < 9; t += 0.11) view.expand({ t, ...still }, q, v);
    view.expand({ t: 9, ...still }, q, v);
    expect(q[0]).toBe(shown(push, 9).q);
  });
});

test("the ledger has the energy of all coordinates where a load acts on one without mass", () => {
  const K = fromRows([
    [7, -3],
    [-3, 5],
  ]);
  const load = timeLoad((t, out) => {
    out[1] += 4 * Math.sin(3 * t);
  });
  const { system, view } = condensedLinear({
    mass: fromDiagonal([2, 0]),
    stiffness: K,
    load,
    labels: ["x", "y"],
  });
  const problem = { system, t0: 0, q0: Float64Array.of(0), v0: Float64Array.of(0) };
  const { ledger, last } = run(problem, gauss({ stages: 2 }), { time: { step: 0.01, steps: 50 }, ledger: true });
  const [q, v] = [new Float64Array(2), new Float64Array(2)];
  view.expand(last, q, v);
  const { potential, kinetic, work, residual } = ledger as NonNullable<typeof ledger>;
  expect(potential).toBeCloseTo(3.5 * q[0] ** 2 - 3 * q[0] * q[1] + 2.5 * q[1] ** 2, 12);
  expect(potential).toBeCloseTo(1.6029, 4);
  expect(Math.abs(residual as number)).toBeLessThan(1e-14);
  expect(work).toBeCloseTo(kinetic + potential, 12);
});

describe("what a joint without mass dissipates behind its load", () => {
  /** A joint of stiffness 20 apart from a mass at rest: all energy is the load's. */
  const ledgerUnder = (load: TimeLoad, a1: number, step: number, steps: number) => {
    const apart = fromDiagonal([20, 10]);
    const damping = fromDiagonal([20 * a1, 10 * a1]);
    const { system } = condensedLinear({ ...chain, stiffness: apart, damping, load });
    const problem = { system, t0: 0, q0: Float64Array.of(0), v0: Float64Array.of(0) };
    return run(problem, gauss({ stages: 2 }), { time: { step, steps }, ledger: true }).ledger;
  };

  test.each([0.3, 1e-2, 1e-4, 1e-7])(
    "a jump of the load: ½ F²/K, also where the lag of %f is far shorter than a step",
    (a1) => {
      const [force, at, end] = [3, 0.5, 1];
      const load = timeLoad((t, out) => {
        out[0] += t < at ? 0 : force;
      }, Float64Array.of(at));
      const left = Math.exp(-(end - at) / a1);
      for (const steps of [10, 7]) {
        const { work, dissipation, potential, residual } = ledgerUnder(load, a1, end / steps, steps) ?? fail();
        // ∫ a1 φ̇²/K, and ½ φ²/K.
        expect(dissipation).toBeCloseTo((force ** 2 * (1 - left * left)) / 2 / 20, 13);
        expect(potential).toBeCloseTo((force ** 2 * (1 - left) ** 2) / 2 / 20, 13);
        expect(work).toBeCloseTo((force ** 2 * (1 - left)) / 20, 13);
        expect(residual).toBe(0);
      }
    },
  );

  test("a load that swings: of second order in the step", () => {
    const [a1, omega] = [0.05, 7];
    const load = timeLoad((t, out) => {
      out[0] += 3 * Math.sin(omega * t);
    });
    // Over whole periods, long after the start, ½ a1 ω² F²/K/(1 + (a1 ω)²) a second.
    const period = (2 * Math.PI) / omega;
    const expected = (period * 0.5 * a1 * omega ** 2 * 9) / 20 / (1 + (a1 * omega) ** 2);
    const errors = [20, 40, 80].map((steps) => {
      const until = (periods: number) =>
        ledgerUnder(load, a1, period / steps, periods * steps)?.dissipation ?? Number.NaN;
      return Math.abs(until(4) - until(3) - expected);
    });
    expect(errors[0] / errors[1]).toBeCloseTo(4, 0);
    expect(errors[1] / errors[2]).toBeCloseTo(4, 0);
    expect(errors[2]).toBeLessThan(2e-3 * expected);
  });

  const fail = (): never => {
    throw new Error("no ledger");
  };
});

describe("refusals", () => {
  test("damping on a massless degree of freedom", () => {
    const damping = fromDiagonal([0.1, 0]);
    expect(() => condensedLinear({ ...chain, damping })).toThrow(/row 0: it has no mass and is damped/);
  });

  test("a dashpot beside damping in proportion to the stiffness is named, not the coordinates that have only that", () => {
    const stiffness = fromRows([
      [3, -1, 0, -1],
      [-1, 4, -1, 0],
      [0, -1, 3, -1],
      [-1, 0, -1, 5],
    ]);
    const [mass, labels] = [fromDiagonal([0, 0, 0, 1]), ["a", "b", "c", "d"]];
    const dampingWith = (place: number) => {
      const rows = toRows(stiffness).map((row) => row.map((k) => 0.02 * k));
      rows[place][place] += 7;
      return fromRows(rows);
    };
    for (const place of [0, 1, 2])
      expect(() => condensedLinear({ mass, stiffness, damping: dampingWith(place), labels })).toThrow(
        `row ${place}: it has no mass and is damped, other than in proportion to the stiffness`,
      );
  });

  test("a massless degree of freedom that nothing holds", () => {
    const loose = fromRows([
      [0, 0],
      [0, 5],
    ]);
    expect(() => condensedLinear({ ...chain, stiffness: loose })).toThrow(
      /row 0: it has no mass and the stiffness does not hold it/,
    );
  });

  test("no mass at all", () => {
    expect(() => condensedLinear({ ...chain, mass: fromDiagonal([0, 0]) })).toThrow(/no degree of freedom has mass/);
  });
});
