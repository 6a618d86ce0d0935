/** Loads that jump where a step ends cost no order; what cannot be helped is spoken of. */
import { describe, expect, test } from "vitest";
import { slopeOf } from "../../src/analysis/order.js";
import { type FixedStepMethod, type Method, refusal, standard } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { TimeLoad } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { methods } from "../../src/methods/all.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { simpson } from "../../src/methods/simpson.js";
import { wbz } from "../../src/methods/wbz.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { timeLoadOf } from "../../src/symbolic/time-load.js";
import { linearSystem } from "../../src/systems/linear.js";
import { patternLoad, sampledSignal } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";

const omega = 1.7;
const oscillator = (load: TimeLoad | null) =>
  startingFrom(linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[omega * omega]]), load }), [0.3], [0.2]);

/** Under the load 1 up to t = 1 and nothing after it. */
function exact(t: number): [number, number] {
  const part = (q: number, v: number, dt: number, F: number): [number, number] => {
    const [c, s, rest] = [Math.cos(omega * dt), Math.sin(omega * dt), F / omega ** 2];
    return [rest + (q - rest) * c + (v / omega) * s, v * c - omega * (q - rest) * s];
  };
  const [q, v] = part(0.3, 0.2, Math.min(t, 1), 1);
  return t <= 1 ? [q, v] : part(q, v, t - 1, 0);
}

/** Of the state in the norm of the energy: phases at which one of q and v is met by chance do not count. */
function order(load: TimeLoad | null, method: Method, end: number): number {
  const steps = method.claims.order > 4 ? [3, 6, 12] : [8, 16, 32, 64];
  const points = steps.map((parts) => {
    const { last } = run(oscillator(load), method, { time: { step: 1 / parts, steps: parts * end } });
    const [q, v] = exact(end);
    return { x: -Math.log(parts), y: Math.log(Math.hypot(omega * (last.q[0] - q), last.v[0] - v)) };
  });
  return slopeOf(points);
}

describe("after a jump a scheme begins anew with the factors that it has", () => {
  const pulses = timeLoadOf({ expressions: ["if(t < 1, 1, if(t < 2, -1, 0.5))", "if(t < 1, t, 0)"] });
  const linear = (damped: boolean) =>
    startingFrom(
      linearSystem({
        mass: scalarMass(2, 1.3),
        stiffness: fromRows([
          [6, -2],
          [-2, 4],
        ]),
        damping: damped
          ? fromRows([
              [0.2, 0],
              [0, 0.1],
            ])
          : null,
        load: pulses,
      }),
      [0.3, -0.2],
      [0.1, 0.4],
    );
  const nonlinear = () => {
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, 1.3),
      ...potentialOf({ coordinates: ["x", "y"], potential: "cosh(x - y) + x^4 + y^2" }),
      load: pulses,
    });
    return startingFrom(system, [0.3, -0.2], [0.1, 0.4]);
  };
  const known = methods
    .flatMap((each) => [standard(each), ...each.variants.map((variant) => each(variant))])
    .filter((method) => method.clock === "fixed");
  const time = { step: 0.125, steps: 20 };

  test("with the same digits as one that is prepared once more", () => {
    let restarted = 0;
    for (const problem of [linear(false), linear(true), nonlinear()]) {
      for (const method of known) {
        if (refusal(method, problem.system) !== null || method.splits === true) continue;
        const anew: FixedStepMethod = {
          ...method,
          prepare(...given) {
            const { restart, ...stepper } = method.prepare(...given);
            if (restart !== undefined) restarted++;
            return stepper;
          },
        };
        for (const ledger of [true, false]) {
          const [one, other] = [method, anew].map((each) => run(problem, each, { time, ledger, growth: "report" }));
          expect([one.status, one.last, one.ledger], method.id).toEqual([other.status, other.last, other.ledger]);
        }
      }
    }
    expect(restarted).toBeGreaterThan(100);
  });

  test("of which a linear system needs one", () => {
    for (const method of [newmark(), midpoint(), generalizedAlpha(), energyMomentum(), hht(), wbz()]) {
      expect(run(linear(true), method, { time }).work.factorizations, method.id).toBe(1);
    }
  });
});

const before = timeLoadOf({ expressions: ["if(t < 1, 1, 0)"] });
const upTo = timeLoadOf({ expressions: ["if(t <= 1, 1, 0)"] });
const record = patternLoad([
  { pattern: Float64Array.of(1), signal: sampledSignal({ times: [0, 0.5, 1], values: [1, 1, 1] }) },
]);

describe.each([
  ["newmark", newmark(), 2],
  ["central-difference", centralDifference(), 2],
  ["generalized-alpha", generalizedAlpha(), 2],
  ["midpoint", midpoint(), 2],
  ["rk4", rk4(), 4],
  ["simpson", simpson(), 4],
  ["gauss", gauss(), 4],
  ["galerkin of degree 3", galerkin({ degree: 3 }), 6],
  ["newmark, compensated", newmark({ beta: 1 / 6, compensate: "fourth-order" }), 4],
])("%s", (_, method, claimed) => {
  test.each([
    ["beyond a jump", before, 2],
    ["beyond a jump that counts as before", upTo, 2],
    ["to a jump", before, 1],
    ["to the last sample of a record", record, 1],
    ["beyond it", record, 2],
  ])("keeps its order %s", (_, load, end) => {
    expect(Math.abs(order(load, method, end) - claimed)).toBeLessThan(0.15);
  });
});

test("a jump inside of a step is spoken of", () => {
  const runner = begin(oscillator(before), simpson(), { time: { step: 0.3, steps: 10 } });
  expect(runner.notices).toMatchObject([{ code: "load-jumps", message: expect.stringMatching(/jumps at t = 1,/) }]);
  expect(begin(oscillator(before), simpson(), { time: { step: 0.3, steps: 2 } }).notices).toEqual([]);
});

test("so are kinks inside of steps, where the order is above two, and conditions without times", () => {
  const ramp = oscillator(timeLoadOf({ expressions: ["max(0, 1 - abs(t - 1))"] }));
  expect(begin(ramp, gauss(), { time: { step: 0.3, steps: 10 } }).notices).toMatchObject([{ code: "load-kinks" }]);
  expect(begin(ramp, newmark(), { time: { step: 0.3, steps: 10 } }).notices).toEqual([]);
  expect(begin(ramp, gauss(), { time: { step: 0.25, steps: 10 } }).notices).toEqual([]);
  const chirp = oscillator(timeLoadOf({ expressions: ["sign(sin(t^2))"] }));
  expect(begin(chirp, newmark(), { time: { step: 0.25, steps: 10 } }).notices).toMatchObject([
    { code: "load-kinks-unlisted", message: expect.stringMatching(/whose times are not known: where one/) },
  ]);
});

describe("a condition that is harmonic in time", () => {
  const wave = (expression: string) => oscillator(timeLoadOf({ expressions: [expression] }));

  test.each([
    ["newmark", newmark()],
    ["simpson", simpson()],
    ["gauss", gauss()],
    ["generalized-alpha", generalizedAlpha()],
  ] as const)("changes at times that are known: %s keeps its order where these are ends of steps", (_, method) => {
    const switched = wave("0.5*if(t < 1, 1, if(t < 2, -1, 1))");
    for (const same of [
      "0.5*sign(sin(pi*t))",
      "if(cos(pi*t - pi/2) > 0, 0.5, -0.5)",
      "0.5 - if(sin(pi*t) < 0, 1, 0)",
    ]) {
      const time = { step: 0.1, steps: 30 };
      const [ours, theirs] = [wave(same), switched].map((problem) => run(problem, method, { time }).last);
      // The same load, times and sides to rounding.
      expect(Math.abs(ours.q[0] - theirs.q[0]), same).toBeLessThan(1e-13);
      expect(Math.abs(ours.v[0] - theirs.v[0]), same).toBeLessThan(1e-13);
    }
  });

  test("inside of steps its jumps are spoken of like all jumps, beyond the list as unknown", () => {
    const codes = (expression: string, time: { step: number; steps: number }) =>
      begin(wave(expression), newmark(), { time }).notices.map(({ code }) => code);
    expect(codes("sign(sin(pi*t))", { step: 0.25, steps: 16 })).toEqual([]);
    expect(codes("sign(sin(pi*t))", { step: 0.3, steps: 10 })).toEqual(["load-jumps"]);
    // 2,048 periods of 2 s.
    expect(codes("sign(sin(pi*t))", { step: 1, steps: 4100 })).toEqual(["load-kinks-unlisted"]);
    expect(codes("sign(sin(pi*t) - 2)", { step: 0.3, steps: 10 })).toEqual([]);
  });
});

test.each([centralDifference(), centralDifference({ summation: "plain" }), newmark(), midpoint()])(
  "with a ledger $id goes through a jump to the same digits as without one",
  (method) => {
    const time = { step: 1 / 8, steps: 16 };
    const [booked, plain] = [true, false].map((ledger) => run(oscillator(before), method, { time, ledger }));
    expect(booked.status).toBe("completed");
    expect([booked.last.q[0], booked.last.v[0]]).toEqual([plain.last.q[0], plain.last.v[0]]);
    // The load does work up to t = 1, and the balance closes to the rounding of a few terms a step.
    expect(booked.ledger?.work).not.toBe(0);
    expect(Math.abs(booked.ledger?.residual ?? Number.NaN)).toBeLessThan(1e-14);
  },
);
