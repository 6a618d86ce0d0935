import { describe, expect, test } from "vitest";
import { slopeOf } from "../../src/analysis/order.js";
import { InputError } from "../../src/core/failure.js";
import type { Method } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { newmark } from "../../src/methods/newmark.js";
import { rk4 } from "../../src/methods/rk4.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { startingFrom } from "../../src/models/model.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { type Crossings, poincareSection, type SectionOptions } from "../../src/observers/poincare-section.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { modelled } from "../contracts/bodies.js";

/** Two oscillators side by side, V = ½ x² + ½ ω² y²: x = sin t, y = cos ωt. The section x = 0 upwards is crossed at t = 2πk, in
 *  y = cos 2πkω and vy = −ω sin 2πkω: points of an ellipse, a turn of 2πω apart. */
const omega = Math.SQRT2;
const pair = startingFrom(
  potentialSystem({
    labels: ["x", "y"],
    mass: diagonalMass(Float64Array.of(1, 1)),
    potential: (q) => (q[0] * q[0] + omega * omega * q[1] * q[1]) / 2,
    gradient(q, out) {
      out[0] = q[0];
      out[1] = omega * omega * q[1];
    },
    tangent: { pattern: fullPattern(2), values: (_q, out) => out.set([1, 0, 0, omega * omega]) },
    discreteGradient: null,
  }),
  [0, 1],
  [1, 0],
);

const onX: SectionOptions = { surface: (s) => s.q[0] };

function section(problem: Problem, method: Method, step: number, end: number, options = onX): Crossings {
  const time = method.clock === "fixed" ? { step, steps: Math.round(end / step) } : { end };
  const observe = { section: poincareSection(problem, { order: method.claims.order, ...options }) };
  return run(problem, method, { time, observe }).observed.section;
}

/** The largest error of (t, y, vy) over the crossings of the pair. */
const errorOf = ({ t, q, v }: Crossings) =>
  Math.max(
    ...Array.from(t, (time, k) => {
      const exact = 2 * Math.PI * (k + 1);
      const error = [time - exact, q[k][1] - Math.cos(omega * exact), v[k][1] + omega * Math.sin(omega * exact)];
      return Math.max(...error.map(Math.abs));
    }),
  );

describe("two oscillators, whose section is known", () => {
  test("up, down and both, and not the start", () => {
    const end = 40; // six full turns and a bit: 6.37 turns
    const up = section(pair, dop853({ tolerance: 1e-13 }), 0, end);
    const down = section(pair, dop853({ tolerance: 1e-13 }), 0, end, { ...onX, direction: "down" });
    const both = section(pair, dop853({ tolerance: 1e-13 }), 0, end, { ...onX, direction: "both" });
    expect(up.t).toHaveLength(6);
    expect(down.t).toHaveLength(6);
    expect(Array.from(both.t)).toEqual([...up.t, ...down.t].sort((a, b) => a - b));
    down.t.forEach((t, k) => {
      expect(t).toBeCloseTo((2 * k + 1) * Math.PI, 10);
    });
    // Global errors of a tolerance of 1e-13 over 40 units of time, and those of the location between steps of about 0.4.
    expect(errorOf(up)).toBeLessThan(1e-10);
    // On the surface to rounding.
    for (const q of up.q) expect(Math.abs(q[0])).toBeLessThan(4e-16);
  });

  const methods: readonly [string, Method, number][] = [
    ["central-difference", centralDifference(), 0.1],
    ["newmark", newmark(), 0.1],
    ["rk4", rk4(), 0.2],
    ["yoshida(order=6)", yoshida({ order: 6 }), 0.2],
    ["gauss(stages=3)", gauss({ stages: 3 }), 0.4],
    ["gauss(stages=4)", gauss({ stages: 4 }), 0.8],
  ];
  test.each(methods)("%s: crossings converge with the order of the method", (_, method, coarse) => {
    const steps = [1, 2, 4].map((parts) => coarse / parts);
    const errors = steps.map((step) => errorOf(section(pair, method, step, 24)));
    const order = slopeOf(steps.map((h, k) => ({ x: Math.log(h), y: Math.log(errors[k]) })));
    // Half an order: three steps that are not quite asymptotic, and crossings at other places within the step each time.
    expect(order).toBeGreaterThan(method.claims.order - 0.5);
  });

  /** The error of the location alone: the states are those of the exact motion. Over 30 turns crossings lie everywhere within a step. */
  const locationError = (problem: Problem, order: number, h: number) => {
    const observer = poincareSection(problem, { ...onX, order });
    for (let n = 0; n * h < 190; n++) {
      const t = n * h;
      const q = Float64Array.of(Math.sin(t), Math.cos(omega * t));
      const v = Float64Array.of(Math.cos(t), -omega * Math.sin(omega * t));
      observer.observe({ n, t, q, v, memory: [] }, () => null);
    }
    return errorOf(observer.finish());
  };
  test.each([
    [5, 0.2],
    [8, 0.4],
    [11, 0.8],
  ])("along the exact motion it is of order %i with 2, 3, 4 states", (order, h) => {
    const measured = Math.log2(locationError(pair, order, h) / locationError(pair, order, h / 2));
    expect(Math.abs(measured - order)).toBeLessThan(0.6); // two steps, at which crossings lie at different places
  });

  test("where accelerations are not functions of the state, q and v give the orders 3 and 5 with 2 and 3 states", () => {
    const rough = { ...pair, system: { ...pair.system, friction: { contacts: [] } } };
    for (const order of [3, 5]) {
      const measured = Math.log2(locationError(rough, order, 0.2) / locationError(rough, order, 0.1));
      expect(Math.abs(measured - order)).toBeLessThan(0.6);
    }
  });
});

describe("Hénon–Heiles", () => {
  const accurate = gauss({ stages: 4 });

  test.each([1 / 12, 1 / 8, 1 / 6 - 1e-9])("at the energy %f every crossing has this energy, and vx > 0", (energy) => {
    const problem = henonHeiles({ energy, y: 0.1, vy: 0.05 });
    const { t, q, v } = section(problem, accurate, 0.2, 300);
    // The period of small motions is 2π.
    expect(t.length).toBeGreaterThan(35);
    t.forEach((time, k) => {
      const [y, vx, vy] = [q[k][1], v[k][0], v[k][1]];
      expect(vx).toBeGreaterThan(0);
      // gauss(4) keeps the energy to about 1e-12 at this step, and the location is of the same order.
      expect(problem.system.invariants[0].value(time, q[k], v[k])).toBeCloseTo(energy, 9);
      // Inside the curve vx = 0 of Hénon and Heiles' figures.
      expect(vy * vy + y * y - (2 / 3) * y ** 3).toBeLessThan(2 * energy);
    });
  });

  test("the periodic orbit on the axis of symmetry comes back to the same point", () => {
    // x = 0 is invariant, so that this orbit crosses y = 0 always at vy = √(2E), wherever steps end.
    const energy = 1 / 12;
    const problem = henonHeiles({ energy, y: 0, vy: Math.sqrt(2 * energy) });
    const { t, v } = section(problem, accurate, 0.2, 60, { surface: (s) => s.q[1] });
    expect(t.length).toBeGreaterThan(7);
    for (const velocity of v) expect(velocity[1]).toBeCloseTo(Math.sqrt(2 * energy), 10);
  });

  test("two methods of high order agree on the section", () => {
    const problem = henonHeiles({ energy: 1 / 12, y: 0.1, vy: 0.05 });
    const one = section(problem, accurate, 0.1, 100);
    const other = section(problem, dop853({ tolerance: 1e-13 }), 0, 100);
    expect(one.t).toHaveLength(other.t.length);
    one.q.forEach((q, k) => {
      expect(Math.abs(q[1] - other.q[k][1])).toBeLessThan(1e-9); // two global errors, on a regular orbit
    });
  });
});

test("a run that goes on from a snapshot misses nothing", () => {
  const method = centralDifference();
  const time = { step: 0.1, steps: 400 };
  const whole = run(pair, method, { time, observe: { s: poincareSection(pair, onX) } }).observed.s;
  for (const seam of [62, 63]) {
    // 2π lies between steps 62 and 63.
    const first = begin(pair, method, { time, observe: { s: poincareSection(pair, onX) } });
    first.advance(seam);
    const snapshot = first.snapshot();
    const observe = { s: poincareSection(pair, { ...onX, from: snapshot.state }) };
    const later = run(pair, method, { time, observe, from: snapshot }).observed.s;
    // What was seen after the snapshot is repeated.
    const earlier = first.result().observed.s.t.filter((t) => t <= snapshot.state.t);
    expect([...earlier, ...later.t]).toEqual([...whole.t]);
  }
});

test("refuses what is no direction and no order", () => {
  const options = { ...onX, direction: "sideways" } as unknown as SectionOptions;
  expect(() => poincareSection(pair, options)).toThrow(InputError);
  expect(() => poincareSection(pair, { ...onX, order: 0 })).toThrow(/order is 0/);
});

describe("beside a jump of the load at a step end", () => {
  /** x'' + 4 x = F from x, v: in closed form. */
  const moved = (F: number, x: number, v: number, t: number): [number, number] => [
    F / 4 + (x - F / 4) * Math.cos(2 * t) + (v / 2) * Math.sin(2 * t),
    v * Math.cos(2 * t) - 2 * (x - F / 4) * Math.sin(2 * t),
  ];
  const exact = (t: number) => (t < 1 ? moved(3, 0, 0.3, t) : moved(-2, ...moved(3, 0, 0.3, 1), t - 1));
  const problem = modelled({
    system: { coordinates: ["x"], mass: 1, potential: "2*x^2", force: ["if(t < 1, 3, -2)"] },
    start: { q: [0], v: [0.3] },
  });

  // In the step before the jump, in the one after it, and in the next.
  test.each([0.95, 0.995, 1.002, 1.05, 1.12])("a crossing at t = %d", (t) => {
    const [x, v] = exact(t);
    const surface: SectionOptions["surface"] = (s) => s.q[0] - x;
    const found = section(problem, gauss({ stages: 3 }), 0.1, 1.2, { surface });
    expect(found.t).toHaveLength(1);
    // gauss is off by 3e-9 at these steps. The step after the jump has two states to go by, 1e-7 in the velocity; as if nothing had jumped it would be 1e-2.
    expect(Math.abs(found.t[0] - t)).toBeLessThan(1e-8);
    expect(Math.abs(found.v[0][0] - v)).toBeLessThan(3e-7);
  });
});
