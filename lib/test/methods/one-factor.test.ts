import { describe, expect, test } from "vitest";
import { convergence, slopeOf } from "../../src/analysis/order.js";
import { uniform } from "../../src/core/random.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem, TimeLoad } from "../../src/core/system.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { oneFactor, pocketsOf } from "../../src/methods/one-factor.js";
import { simpson } from "../../src/methods/simpson.js";
import { startingFrom } from "../../src/models/model.js";
import { timeLoadOf } from "../../src/symbolic/time-load.js";
import { linearSystem } from "../../src/systems/linear.js";
import { loadOf, tableLoad } from "../../src/systems/loads.js";
import { doublePendulum } from "./double-pendulum.js";
import { spring } from "./oscillator.js";

/** Coupled in mass and stiffness, moving from the start. */
const coupled = (load: TimeLoad | null): Problem =>
  startingFrom(
    linearSystem({
      mass: matrixMass(
        fromRows([
          [2, 0.3],
          [0.3, 1],
        ]),
      ),
      stiffness: fromRows([
        [6, -2],
        [-2, 4],
      ]),
      load,
    }),
    [0.4, -0.2],
    [0.3, 0.6],
  );
const smooth = loadOf([(t) => Math.sin(1.3 * t), (t) => 0.5 * Math.cos(0.7 * t)]);

test.each([
  [{}, 6],
  [{ order: 4 as const }, 4],
  [{ c: 1 / 24 }, 4],
  [{ d: 0 }, 4],
  [{ c: 0, d: 0.2 }, 2],
])("%o: order %i in q and v, free and under a smooth load", (parameters, order) => {
  const method = oneFactor(parameters);
  expect(method.claims.order).toBe(order);
  for (const problem of [coupled(null), coupled(smooth)]) {
    const end = 4;
    const reference = run(problem, dop853({ tolerance: 1e-14 }), { time: { end } }).last;
    const { positionOrder, velocityOrder } = convergence(problem, method, {
      end,
      step: order === 6 ? 0.4 : 0.1,
      refinements: 6,
      ratio: Math.SQRT2,
      reference,
      floor: 3e-13,
    });
    expect(Math.abs(positionOrder - order)).toBeLessThan(0.1);
    expect(Math.abs(velocityOrder - order)).toBeLessThan(0.1);
  }
});

test("c = d = 1/24 is Simpson's integrator, but for how it tells the velocity", () => {
  // From rest both start alike, w₀ = v₀ = 0: then they are the same two-step form.
  const time = { step: 0.1, steps: 100 };
  const [one, other] = [simpson(), oneFactor({ c: 1 / 24 })].map(
    (method) => run(doublePendulum(), method, { time }).last,
  );
  one.q.forEach((q, i) => {
    // A hundred steps of rounding.
    expect(Math.abs(q - other.q[i])).toBeLessThan(1e-13);
  });
  expect(Math.abs(one.v[0] - other.v[0])).toBeGreaterThan(1e-4);
});

test("δ² of a motion is what the scheme says, for c = d = 1/24 and the paper's pendulum", () => {
  const problem = doublePendulum();
  const h = 0.1;
  const at = (steps: number) => run(problem, simpson(), { time: { step: h, steps } }).last.q;
  const { system } = problem;
  const [first, second, third] = [at(4), at(5), at(6)];
  const difference = third.map((q, i) => q - 2 * second[i] + first[i]);
  const H = (x: Float64Array) => {
    const out = new Float64Array(2);
    system.gradient(x, out);
    system.mass.solve(out, out);
    return out;
  };
  // (1 + x/24) δ²q + x (1 − x/24) q = 0 with x = h²M⁻¹K.
  const ofDifference = H(difference);
  const Hq = H(second);
  const HHq = H(Hq);
  difference.forEach((d, i) => {
    const rest = d + (h * h * ofDifference[i]) / 24 + h * h * Hq[i] - (h ** 4 * HHq[i]) / 24;
    expect(Math.abs(rest)).toBeLessThan(1e-14);
  });
});

test("stability limits", () => {
  const limit = (c: number, d: number) => pocketsOf(c, d)[0].from;
  expect(limit(1 / 20, 1 / 30)).toBeCloseTo(Math.sqrt(20), 14);
  expect(limit(0, 1 / 12)).toBeCloseTo(Math.sqrt(6), 14);
  expect(limit(1 / 12, 0)).toBeCloseTo(Math.sqrt(12), 7); // a double root: to the square root of rounding
  expect(limit(1 / 24, 1 / 24)).toBeCloseTo(Math.sqrt(8), 14);
  // Just above (2 − √3)/6 Simpson's pocket closes.
  const c = (2 - Math.sqrt(3)) / 6 + 1e-9;
  expect(limit(c, 1 / 12 - c)).toBeCloseTo(4.732, 3);

  const outcome = (step: number) => () => begin(spring(), oneFactor(), { time: { step, steps: 1 } });
  expect(outcome(4.47)).not.toThrow();
  expect(outcome(4.48)).toThrow(/one-factor amplifies one mode of 1/);
  // Near the limit the motion is nonsense, and bounded.
  const { last } = run(spring(), oneFactor(), { time: { step: 4.47, steps: 10_000 } });
  expect(Math.abs(last.q[0])).toBeLessThan(10);
});

/** A record of two seconds that starts and ends in the middle of its motion. */
const recorded = () => {
  const times = Float64Array.from({ length: 5 }, (_, k) => k / 2);
  const values = Float64Array.from(times, (t) => Math.cos(3 * t));
  return coupled(tableLoad({ times, columns: [values, values.map((value) => -0.4 * value)] }));
};

test.each([
  [{}, 6],
  [{ order: 4 as const }, 4],
])("%o keeps its order, %i, under a record whose samples are at step points", (parameters, order) => {
  const problem = recorded();
  const method = oneFactor(parameters);
  expect(begin(problem, method, { time: { step: 0.1, steps: 20 } }).notices).toEqual([]);
  // Linear pieces: gauss with five stages is exact to rounding in forty steps.
  const reference = run(problem, gauss({ stages: 5 }), { time: { step: 0.05, steps: 40 } }).last;
  const { positionOrder, velocityOrder } = convergence(problem, method, {
    end: 2,
    step: order === 6 ? 0.25 : 0.125,
    refinements: 3,
    reference,
    floor: 3e-13,
  });
  expect(Math.abs(positionOrder - order)).toBeLessThan(0.15);
  expect(Math.abs(velocityOrder - order)).toBeLessThan(0.15);
});

describe.each([
  [{}, 6, [8, 16, 32]],
  [{ order: 4 as const }, 4, [16, 32, 64]],
])("%o keeps its order, %i", (parameters, order, parts) => {
  const onFirst = (formula: string) => timeLoadOf({ expressions: [formula, `-0.4*(${formula})`] });
  test.each([
    ["curved up to a jump", onFirst("if(t < 1, t^2, -1)")],
    ["with a jump between curved pieces", onFirst("if(t < 1, exp(t), cos(2*t))")],
    ["a rectified wave", onFirst("abs(sin(pi*t))")],
    ["a ramp that jumps back", onFirst("if(t < 1, t, -t)")],
    ["a function with a list of kinks", loadOf([(t) => (t < 1 ? Math.sin(t) : 2), () => 0], Float64Array.of(1))],
  ])("under a load that is %s, at the kink and beyond it", (_, load) => {
    const problem = coupled(load);
    for (const end of [1, 2]) {
      const exact = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 16, steps: 16 * end } }).last;
      const points = parts.map((steps) => {
        const { last } = run(problem, oneFactor(parameters), { time: { step: 1 / steps, steps: steps * end } });
        const off = [...last.q.map((q, i) => q - exact.q[i]), ...last.v.map((v, i) => v - exact.v[i])];
        return { x: -Math.log(steps), y: Math.log(Math.hypot(...off)) };
      });
      expect(Math.abs(slopeOf(points) - order)).toBeLessThan(0.15);
    }
  });
});

test("the work of a load that jumps at a step point is booked to second order, and backwards in time it is taken back", () => {
  const problem = coupled(timeLoadOf({ expressions: ["if(t < 1, t^2, -0.5)", "0"] }));
  const work = (steps: number) =>
    run(problem, oneFactor(), { time: { step: 1 / steps, steps: 2 * steps }, ledger: true }).ledger?.work ?? Number.NaN;
  const exact =
    run(problem, gauss({ stages: 5 }), { time: { step: 1 / 16, steps: 32 }, ledger: true }).ledger?.work ?? 0;
  expect(Math.abs(Math.log2((work(16) - exact) / (work(32) - exact)) - 2)).toBeLessThan(0.1);

  // Inside of steps too: 1 is halfway through one of 17, and of 51.
  const inside = (steps: number) =>
    run(problem, oneFactor(), { time: { step: 2 / steps, steps }, ledger: true }).ledger?.work ?? Number.NaN;
  expect(Math.abs(Math.log2((inside(17) - exact) / (inside(51) - exact)) / Math.log2(3) - 2)).toBeLessThan(0.3);

  const there = run(problem, oneFactor(), { time: { step: 1 / 16, steps: 32 } }).last;
  const back = run({ ...problem, t0: 2, q0: there.q, v0: there.v }, oneFactor(), {
    time: { step: -1 / 16, steps: 32 },
  });
  // The start is solved for by conjugate gradients, to rounding.
  back.last.q.forEach((q, i) => {
    expect(Math.abs(q - problem.q0[i])).toBeLessThan(1e-12);
  });
});

describe.each([
  [{}, 6],
  [{ order: 4 as const }, 4],
])("%o across kinks and jumps between step points", (parameters, order) => {
  // In steps four times as short a third is as far from a point as before, in steps.
  test.each([
    ["corners, of order four", "max(0, t - 1/3)*(1 + t)", [4, 6, 8], Math.min(order, 4)],
    ["jumps, of order three", "if(t < 1/3, 1, 2 + t)", [7, 9, 11], 3],
  ] as const)("%s", (_, formula, powers, expected) => {
    const problem = coupled(timeLoadOf({ expressions: [formula, "0"] }));
    const exact = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 24, steps: 24 } }).last;
    const points = powers.map((power) => {
      const { last } = run(problem, oneFactor(parameters), { time: { step: 2 ** -power, steps: 2 ** power } });
      const off = [...last.q.map((q, i) => q - exact.q[i]), ...last.v.map((v, i) => v - exact.v[i])];
      return { x: -power * Math.LN2, y: Math.log(Math.hypot(...off)) };
    });
    expect(Math.abs(slopeOf(points) - expected)).toBeLessThan(0.15);
  });
});

// Derivatives at a step point say nothing about samples between this one and the next; they made this 4e-2, as values at step points do.
test.each([2, 3])("a noisy record with %d samples a step is integrated, not sampled", (samples) => {
  const noise = uniform(7);
  const dt = 0.02;
  const times = Float64Array.from({ length: 301 }, (_, k) => k * dt);
  const values = Float64Array.from(times, (_, k) => (k === 0 ? 0 : 2 * noise() - 1));
  const problem = coupled(tableLoad({ times, columns: [values, values.map((value) => 0.3 * value)] }));
  const exact = run(problem, gauss({ stages: 4 }), { time: { step: dt, steps: 300 } }).last;
  const { last } = run(problem, oneFactor(), { time: { step: samples * dt, steps: 300 / samples } });
  // A kink is off by (hω)⁴/100 of what its slope does in a step, 0.05 of the motion: a hundred of them, with any sign.
  expect(Math.hypot(...last.q.map((q, i) => q - exact.q[i]))).toBeLessThan(1e-4);
});

test("kinks between steps are said to cost the sixth order, and none the fourth", () => {
  const time = { step: 2 / 30, steps: 30 };
  expect(begin(recorded(), oneFactor(), { time }).notices).toMatchObject([
    { message: expect.stringMatching(/the load has kinks between steps, where one-factor is at most of fourth order/) },
  ]);
  expect(begin(recorded(), oneFactor({ order: 4 }), { time }).notices).toEqual([]);
});
