import { describe, expect, test } from "vitest";
import type { Method } from "../../src/core/method.js";
import { begin, march, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import type { Time } from "../../src/core/time.js";
import { bathe } from "../../src/methods/bathe.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { energyStepping } from "../../src/methods/energy-stepping.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { extremes } from "../../src/observers/extremes.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { inPotential, spring } from "../methods/oscillator.js";

const steps = (step: number, count: number): Time => ({ step, steps: count });
const finite = (values: Iterable<number>) => [...values].every(Number.isFinite);

describe("a motion that explodes ends the run as failed", () => {
  test("with the last good state, and no frame beyond it", () => {
    const { status, failure, last, observed, ledger } = run(spring(), centralDifference(), {
      time: steps(2.5, 1000),
      ledger: true,
      observe: (invariants) => ({ motion: trajectory(3), energy: extremes(invariants) }),
    });
    expect(status).toBe("failed");
    expect(failure).toMatchObject({ kind: "growth", start: 0.5, supplied: 0, bound: 5.5 });
    const { energy, t } = failure as { energy: number; t: number };
    expect(energy).toBeGreaterThan(5.5);
    expect(energy).toBeLessThan(1e3);
    expect(last.t).toBe(t - 2.5);
    expect(observed.motion.t.at(-1)).toBeLessThanOrEqual(last.t);
    expect(observed.energy[0].max).toBeLessThanOrEqual(5.5);
    expect(finite([...last.q, ...last.v, ...Object.values(ledger ?? {}).map(Number)])).toBe(true);
  });

  test("at the same step, whoever looks", () => {
    const silent = run(spring(), centralDifference(), { time: steps(2.02, 5000) });
    const watched = run(spring(), centralDifference(), { time: steps(2.02, 5000), observe: { all: trajectory() } });
    expect(silent.status).toBe("failed");
    expect(watched.last).toEqual(silent.last);
    const sliced = begin(spring(), centralDifference(), { time: steps(2.02, 5000) });
    while (sliced.advance(7));
    expect(sliced.result().last).toEqual(silent.last);
  });

  // The bound used to depend on how often the run was looked at: the first failed at 20 or at 32.
  test.each([
    [0.5, 1],
    [0.1, 3],
    [0.3, 2],
    [2, 1],
  ])("at the same step, where the energy swings through the bound (from %d, %d)", (q, v) => {
    const problem = inPotential(
      {
        value: (x) => 1 - Math.cos(5 * x) + x ** 2 / 10,
        slope: (x) => 5 * Math.sin(5 * x) + x / 5,
        bend: (x) => 25 * Math.cos(5 * x) + 0.2,
      },
      q,
      v,
    );
    const silent = run(problem, midpoint(), { time: steps(0.5, 4000) });
    for (const every of [1, 3, 20]) {
      const { status, last, observed } = run(problem, midpoint(), {
        time: steps(0.5, 4000),
        observe: { motion: trajectory(every) },
      });
      expect({ status, last }).toEqual({ status: silent.status, last: silent.last });
      expect(observed.motion.t.length).toBe(1 + Math.floor(last.n / every));
    }
    const sliced = begin(problem, midpoint(), { time: steps(0.5, 4000), observe: { motion: trajectory() } });
    for (let slice = 1; sliced.advance(slice); slice = 1 + (slice % 13));
    expect(sliced.result().last).toEqual(silent.last);
  });

  test("also by the slow gain of a scheme that feeds it, and beyond the range of numbers", () => {
    const fed = run(spring(), newmark({ gamma: 0.45 }), { time: steps(0.5, 5000) });
    expect(fed.failure).toMatchObject({ kind: "growth" });
    const sudden = run(spring(), centralDifference(), { time: steps(1e200, 5) });
    expect(sudden.status).toBe("failed");
    expect(finite([...sudden.last.q, ...sudden.last.v])).toBe(true);
  });

  // Beyond the poles of tan x the force is a number and V = −3 log cos x + x²/20 is none; two poles further it is one again.
  test.each([
    ["midpoint", 0.1, 8, 0.7, midpoint()],
    ["midpoint", 0.3, 3, 0.5, midpoint()],
    ["bathe", 0.1, 4, 0.7, bathe()],
  ])(
    "also in a state between two looks, where the ledger is kept: %s from %d, %d, steps of %d",
    (_name, q, v, step, method) => {
      const curve = {
        value: (x: number) => -3 * Math.log(Math.cos(x)) + x ** 2 / 20,
        slope: (x: number) => 3 * Math.tan(x) + x / 10,
        bend: (x: number) => 3 / Math.cos(x) ** 2 + 0.1,
      };
      const { failure, observed, ledger } = run(inPotential(curve, q, v), method, {
        time: steps(step, 200),
        observe: { motion: trajectory() },
        ledger: true,
      });
      expect(failure).toMatchObject({ kind: "growth", energy: Number.NaN });
      expect(finite(observed.motion.q.map((x) => curve.value(x[0])))).toBe(true);
      expect(finite(Object.values(ledger ?? {}).map(Number))).toBe(true);
    },
  );

  test("unless somebody wants to see it", () => {
    const { status, last } = run(spring(), centralDifference(), { time: steps(2.5, 300), growth: "report" });
    expect(status).toBe("completed");
    expect(Math.abs(last.q[0])).toBeGreaterThan(1e50);
  });

  test("and before a stop that only an explosion would reach", () => {
    const stop = ({ q }: { readonly q: Float64Array }) => Math.abs(q[0]) > 1e6;
    expect(run(spring(), centralDifference(), { time: steps(2.5, 300), stop }).status).toBe("failed");
  });
});

const ends = (problem: Problem, step: number, count: number, method: Method = centralDifference()) =>
  run(problem, method, { time: steps(step, count) }).status;

describe("no false alarm", () => {
  test("an energy that swings next to the limit of stability", () => {
    // 1/(1 − h²ω²/4): a hundred times what the motion starts with, all of it kinetic.
    expect(ends(spring({ q: 0, v: 1 }), 1.99, 3000)).toBe("completed");
    expect(ends(spring({ q: 0, v: 1 }), 3.4, 3000, newmark({ beta: 1 / 6 }))).toBe("completed");
  });

  test("a fall from rest and from an energy of 0, and back", () => {
    const swing = { value: Math.sin, slope: Math.cos, bend: (x: number) => -Math.sin(x) };
    expect(ends(inPotential(swing, 0, 0), 0.5, 3000)).toBe("completed");
    expect(ends(inPotential({ value: (x) => -x, slope: () => -1, bend: () => 0 }, 0, 0), 1, 1000)).toBe("completed");
  });

  test("a motion that is lost in the rounding errors of its potential", () => {
    const shallow = {
      value: (x: number) => 1e12 * (Math.cosh(x) - 1),
      slope: (x: number) => 1e12 * Math.sinh(x),
      bend: (x: number) => 1e12 * Math.cosh(x),
    };
    expect(ends(inPotential(shallow, 0, 1e-6), 1e-6, 3000)).toBe("completed");
  });

  test("loads that work, from nothing, and damping that drives", () => {
    const pushed = spring({ q: 0, v: 0 });
    const load = {
      addTo(t: number, _q: unknown, _v: unknown, out: Float64Array) {
        out[0] += Math.sin(t);
      },
    };
    const resonant = { ...pushed.system, load: { ...load, byPosition: null, byVelocity: null }, kind: "nonlinear" };
    expect(ends({ ...pushed, system: resonant as never }, 0.1, 5000)).toBe("completed");
    expect(ends({ ...pushed, system: resonant as never }, 0.1, 5000, newmark())).toBe("completed");
    expect(ends(spring({ c: -0.02 }), 0.1, 5000, newmark())).toBe("completed");
  });

  test("methods that conserve the energy of a potential of their own, however coarse", () => {
    const close = inPotential({ value: (x) => (x * x) / 2, slope: (x) => x, bend: () => 1 }, 0.01, 0);
    for (const method of [forceStepping({ grid: 1 }), energyStepping({ energyStep: 0.1 })]) {
      expect(run(close, method, { time: { end: 20, interval: 0.1 } }).status, method.id).not.toBe("failed");
    }
  });
});

test("a run that goes on from a snapshot fails where the whole run does", () => {
  const options = { time: steps(2.02, 5000) };
  const first = begin(spring(), centralDifference(), options);
  first.advance(5);
  const rest = run(spring(), centralDifference(), { ...options, from: first.snapshot() });
  expect(rest.last).toEqual(run(spring(), centralDifference(), options).last);
});

/** Grows slowly, with a look of the guard at 8 and at 16 steps. */
const growing = () => ({ time: steps(2.005, 5000) });

test("wherever the snapshot was taken, and after states that the guard has not looked at", () => {
  const whole = run(spring(), centralDifference(), growing());
  expect(whole.status).toBe("failed");
  for (const at of [3, 9, 11, 13, 14, 15]) {
    const first = begin(spring(), centralDifference(), growing());
    first.advance(at);
    const rest = run(spring(), centralDifference(), { ...growing(), from: first.snapshot() });
    expect([rest.steps, rest.failure, rest.last], `${at}`).toEqual([whole.steps, whole.failure, whole.last]);
  }
});

test("a snapshot counts the work up to its state, not of steps that are taken again", () => {
  const options = { time: steps(0.01, 1500) };
  const whole = run(spring(), newmark(), options);
  const first = begin(spring(), newmark(), { ...options, observe: { motion: trajectory() } });
  first.advance(700);
  const from = first.snapshot();
  expect(from.state.n).toBe(512);
  const exact = begin(spring(), newmark(), { ...options, growth: "report" });
  exact.advance(512);
  expect(from.work).toEqual(exact.snapshot().work);
  expect(first.result().work.gradients).toBeGreaterThan(from.work.gradients);
  expect(run(spring(), newmark(), { ...options, from }).last).toEqual(whole.last);
});

describe("what observers see waits for the guard", () => {
  test("in order, and nothing is looked at for it", () => {
    let values = 0;
    const { system, ...start } = spring();
    const counted = {
      ...start,
      system: {
        ...system,
        potential(q: Float64Array) {
          values++;
          return system.potential(q);
        },
      },
    };
    const seen: number[] = [];
    const runner = begin(counted as Problem, centralDifference(), {
      time: steps(0.01, 600),
      observe: {
        all: {
          observe({ n, t }) {
            expect(t).toBe(n * 0.01);
            seen.push(n);
          },
          finish: () => null,
        },
      },
    });
    while (runner.advance(50));
    expect(runner.status).toBe("completed");
    expect(seen).toEqual(Array.from({ length: 601 }, (_, n) => n));
    // At the start, at 1, 2, 4, … 512, and at the end.
    expect(values).toBeLessThan(16);
  });

  test("and asking for the result shows what there is", () => {
    const runner = begin(spring(), centralDifference(), { time: steps(0.01, 5000), observe: { motion: trajectory() } });
    runner.advance(700);
    expect(runner.state.n).toBe(700);
    expect(runner.result().observed.motion.t.length).toBe(701);
  });

  test("a snapshot is of a state up to which all have seen everything", () => {
    const options = { time: steps(0.01, 1500), observe: { motion: trajectory() } };
    const whole = run(spring(), centralDifference(), { ...options, observe: { motion: trajectory() } });
    const first = begin(spring(), centralDifference(), options);
    first.advance(700);
    const snapshot = first.snapshot();
    expect(snapshot.state.n).toBe(512);
    expect(snapshot.frames).toBe(512);
    const rest = run(spring(), centralDifference(), { ...options, observe: { motion: trajectory() }, from: snapshot });
    expect(rest.last).toEqual(whole.last);
    expect(rest.observed.motion.q[0]).toEqual(whole.observed.motion.q[513]);
  });

  /** The numbers of the steps that it is shown, in the order in which it is. */
  const numbers = (on: "frames" | "times" = "frames") => {
    const seen: number[] = [];
    return { on, observe: ({ n }: { readonly n: number }) => seen.push(n), finish: () => seen };
  };
  const upTo = (n: number) => Array.from({ length: n + 1 }, (_, i) => i);

  test("no step is shown twice, and the run ends at the same step, if the result is asked for on the way", () => {
    const whole = run(spring(), centralDifference(), growing());
    for (const slice of [1, 3, 7, 14]) {
      const runner = begin(spring(), centralDifference(), { ...growing(), observe: { seen: numbers() } });
      while (runner.advance(slice)) {
        const { observed, last } = runner.result();
        expect(observed.seen).toEqual(upTo(observed.seen.length - 1));
        expect(observed.seen.length).toBeLessThanOrEqual(last.n + 1);
      }
      const { observed, steps: taken } = runner.result();
      expect(taken).toBe(whole.steps);
      expect(observed.seen).toEqual(upTo(taken));
    }
  });

  test("under loads, whose work belongs to the state that is shown", () => {
    const load = {
      addTo(t: number, _q: unknown, _v: unknown, out: Float64Array) {
        out[0] += Math.sin(t);
      },
      byPosition: null,
      byVelocity: null,
    };
    const { system, ...start } = spring({ q: 0, v: 0 });
    const problem = { ...start, system: { ...system, load, kind: "nonlinear" } } as unknown as Problem;
    const whole = run(problem, centralDifference(), { time: steps(0.1, 300) });
    const runner = begin(problem, centralDifference(), { time: steps(0.1, 300), observe: { seen: numbers() } });
    while (runner.advance(7)) expect(runner.result().observed.seen).toEqual(upTo(runner.state.n));
    expect(runner.result().last).toEqual(whole.last);
    expect(runner.result().observed.seen).toEqual(upTo(300));
  });

  test("also where times are all that is looked at", () => {
    const { steps: taken, observed } = run(spring(), centralDifference(), {
      ...growing(),
      observe: { times: numbers("times") },
    });
    expect(taken).toBeGreaterThan(8);
    expect(observed.times).toEqual(upTo(taken));
  });

  test("march yields states of the motion only, once, and the run ends at the same step", () => {
    const whole = run(spring(), centralDifference(), growing());
    for (const every of [1, 2, 5]) {
      const motion = march(spring(), centralDifference(), growing(), every);
      const seen: number[] = [];
      let next = motion.next();
      for (; !next.done; next = motion.next()) seen.push(next.value.n);
      expect(next.value.last).toEqual(whole.last);
      expect(seen).toEqual(upTo(Math.floor(whole.steps / every)).map((k) => k * every));
    }
  });

  test("march leaves no state out where the energy swings through the bound and comes back", () => {
    const seen = Array.from(
      march(spring({ q: 0, v: 1 }), centralDifference(), { time: steps(1.99, 300) }),
      ({ n, t, q }) => [n, t, q[0]],
    );
    const { observed } = run(spring({ q: 0, v: 1 }), centralDifference(), {
      time: steps(1.99, 300),
      observe: { motion: trajectory() },
    });
    expect(seen.map(([n]) => n)).toEqual(upTo(300));
    expect(seen.map(([, , x]) => x)).toEqual(Array.from(observed.motion.q, ([x]) => x));
  });

  test("an observer that throws leaves the run where it was, and the others their states", () => {
    const seen: number[] = [];
    let broken = true;
    const observe = ({ n }: { readonly n: number }) => {
      if (n === 5 && broken) throw new Error("the disk is full");
      seen.push(n);
    };
    const runner = begin(spring(), centralDifference(), {
      time: steps(0.1, 64),
      observe: { all: { observe, finish: () => null } },
    });
    expect(() => runner.advance(20)).toThrow(/disk is full/);
    expect(runner.state.n).toBe(8);
    expect(runner.state.t).toBe(8 * 0.1);
    broken = false;
    while (runner.advance(20));
    expect(seen).toEqual([0, 1, 2, 3, 4, ...upTo(64).slice(6)]);
    expect(runner.result().last).toEqual(run(spring(), centralDifference(), { time: steps(0.1, 64) }).last);
  });
});
