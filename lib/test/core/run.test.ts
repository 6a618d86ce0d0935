import { expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import type { FixedStepMethod, OwnClockMethod } from "../../src/core/method.js";
import type { Notice } from "../../src/core/notice.js";
import type { Observer } from "../../src/core/observer.js";
import { begin, march, orThrow, run } from "../../src/core/run.js";
import type { Force, Invariant } from "../../src/core/system.js";
import { decodeCheckpoint, encodeCheckpoint } from "../../src/formats/checkpoint.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { dop853 } from "../../src/methods/dop853.js";
import { newmark } from "../../src/methods/newmark.js";
import { extremes } from "../../src/observers/extremes.js";
import { probe } from "../../src/observers/probe.js";
import { stepSizes } from "../../src/observers/step-sizes.js";
import { inPotential, spring, unsolvable } from "../methods/oscillator.js";

const steps = (every: number): Observer<number[]> => {
  const seen: number[] = [];
  return { every, observe: (s) => seen.push(s.n), finish: () => seen };
};

test("time is t0 + n h, not a sum of steps", () => {
  const problem = { ...spring(), t0: 3 };
  const { last } = run(problem, centralDifference(), { time: { step: 0.1, steps: 50_000 } });
  expect(last.t).toBe(3 + 50_000 * 0.1);
});

test("observers look at the start and at every multiple of their stride", () => {
  const { observed } = run(spring(), centralDifference(), {
    time: { step: 0.1, steps: 13 },
    observe: { all: steps(1), thirds: steps(3), fours: steps(4) },
  });
  expect(observed.all).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(observed.thirds).toEqual([0, 3, 6, 9, 12]);
  expect(observed.fours).toEqual([0, 4, 8, 12]);
});

test("a run advances in slices of any size and comes to the same end", () => {
  const whole = run(spring(), newmark(), { time: { step: 0.1, steps: 100 } });
  const runner = begin(spring(), newmark(), { time: { step: 0.1, steps: 100 } });
  let slices = 0;
  while (runner.advance(7)) slices++;
  expect(slices).toBe(14);
  expect(runner.result().last).toEqual(whole.last);
  expect(runner.advance(5)).toBe(false);
});

test("march yields the states one after another, the last one once", () => {
  const seen = [...march(spring(), centralDifference(), { time: { step: 0.1, steps: 5 } }, 2)].map((s) => s.n);
  expect(seen).toHaveLength(4);
  expect([...march(spring(), centralDifference(), { time: { step: 0.1, steps: 0 } })]).toHaveLength(1);
});

test("stop ends the run at the first state for which it is true, also at the start", () => {
  const stop = (s: { q: Float64Array }) => s.q[0] < 0;
  const { status, last, steps: taken } = run(spring(), newmark(), { time: { step: 0.1, steps: 100 }, stop });
  expect(status).toBe("stopped");
  expect(last.q[0]).toBeLessThan(0);
  expect(taken).toBe(16);
  expect(run(spring({ q: -1 }), newmark(), { time: { step: 0.1, steps: 100 }, stop }).steps).toBe(0);
});

test("a method with its own clock computes states only where somebody looks at one", () => {
  const plain = dop853() as OwnClockMethod;
  const counted = (on: "steps" | "times") => {
    let [computed, seen] = [0, 0];
    const counting: OwnClockMethod = {
      ...plain,
      prepare(problem, ledger) {
        const stepper = plain.prepare(problem, ledger);
        const at: typeof stepper.at = (t, q, v) => {
          computed++;
          stepper.at(t, q, v);
        };
        return { ...stepper, at };
      },
    };
    const watch = { on, observe: () => seen++, finish: () => null };
    const { steps, last } = run(spring(), counting, { time: { end: 10, interval: 5 }, observe: { watch } });
    return { computed, seen, steps, last };
  };
  const [all, times] = [counted("steps"), counted("times")];
  expect(all.seen).toBe(all.steps + 1);
  expect(times.seen).toBe(times.steps + 1);
  expect(all.computed).toBeGreaterThan(all.steps);
  // The start, two frames and the end.
  expect(times.computed).toBe(4);
  expect([...times.last.q, times.last.t]).toEqual([...all.last.q, all.last.t]);
});

test("stop under a method with its own clock ends at the frame that shows it", () => {
  const stop = (s: { q: Float64Array }) => s.q[0] < 0.5;
  const { status, last } = run(spring(), dop853(), { time: { end: 10, interval: 0.01 }, stop });
  expect(status).toBe("stopped");
  expect(last.t).toBeCloseTo(1.05, 9); // the first frame after π/3
});

test("a failed run keeps the last good state and says why; orThrow throws", () => {
  const problem = inPotential(unsolvable, 0, 0);
  const result = run(problem, newmark(), { time: { step: 1, steps: 3 }, ledger: true, observe: { n: steps(1) } });
  expect(result.status).toBe("failed");
  expect(result.observed.n).toEqual([0]);
  expect(result.ledger).toMatchObject({ kinetic: 0, potential: 0, work: 0 });
  expect(() => orThrow(result)).toThrow(/failed at t = 0/);
  expect(orThrow(run(spring(), newmark(), { time: { step: 1, steps: 3 } })).steps).toBe(3);
});

test.each([
  [{ step: 0, steps: 3 }, /the step is 0/],
  [{ step: Number.NaN, steps: 3 }, /the step is NaN/],
  [{ step: 0.1, steps: 2.5 }, /steps is 2.5/],
  [{ step: 0.1, steps: Number.NaN }, /steps is NaN/],
  [{ end: 3 }, /takes fixed steps/],
])("a wrong time is refused: %o", (time, message) => {
  expect(() => run(spring(), newmark(), { time })).toThrow(message);
});

test.each([
  [{ step: 0.1, steps: 3 }, /chooses its own steps/],
  [{ end: Number.NaN }, /end is NaN/],
  [{ end: -1 }, /end is -1/],
  [{ end: 1, interval: 0 }, /interval is 0/],
])("and for methods with their own clock: %o", (time, message) => {
  expect(() => run(spring(), dop853(), { time })).toThrow(message);
});

test("a stride that is no stride and a snapshot of something else are refused", () => {
  expect(() => run(spring(), newmark(), { time: { step: 1, steps: 1 }, observe: { x: steps(0) } })).toThrow(
    /every is 0/,
  );
  const from = begin(spring(), newmark(), { time: { step: 1, steps: 1 } }).snapshot();
  expect(() => run(spring(), dop853(), { time: { end: 1 }, from })).toThrow(/another system or another method/);
});

test("observers of steps see every accepted step, whatever the frames", () => {
  const problem = spring();
  const { observed, steps: taken } = run(problem, dop853({ tolerance: 1e-13 }), {
    time: { end: 20, interval: 5 },
    observe: {
      energy: extremes(problem.system.invariants),
      frames: probe((s) => s.t),
      steps: { on: "steps" as const, ...steps(1) },
    },
  });
  expect([...observed.frames.values]).toEqual([0, 5, 10, 15, 20]);
  expect(observed.steps).toHaveLength(taken + 1);
  expect(observed.energy[0].max - observed.energy[0].min).toBeLessThan(1e-11);
});

test("what a scheme announces reaches the observers and the caller; its check is asked before the run", () => {
  const plain = newmark();
  const announcing = (check: () => Notice[]): FixedStepMethod => ({
    ...plain,
    prepare: (problem, h, ledger) => ({
      ...plain.prepare(problem, h, ledger),
      invariants: [{ name: "constant", value: () => 1 }],
      notices: [{ code: "one", message: "first" }],
      check,
    }),
  });
  const time = { step: 0.1, steps: 3 };
  const observe = (invariants: readonly Invariant[]) => ({ all: extremes(invariants) });
  const runner = begin(
    spring(),
    announcing(() => [{ code: "two", message: "second" }]),
    { time, observe },
  );
  expect(runner.notices.map(({ message }) => message)).toEqual(["first", "second"]);
  expect(runner.invariants.map(({ name }) => name)).toEqual(["energy", "constant"]);
  expect(runner.result().observed.all.map(({ name }) => name)).toEqual(["energy", "constant"]);
  const refusing = announcing(() => {
    throw new InputError("unstable");
  });
  expect(() => begin(spring(), refusing, { time })).toThrow(/unstable/);
});

/** Thousands of frames lie inside one step of this method. */
const fine = () => ({ time: { end: 20, interval: 1e-3 }, observe: { t: probe((s) => s.t) } });

test("frames inside a step are shown in slices, and the same ones", () => {
  const whole = run(spring(), dop853({ tolerance: 1e-3 }), fine());
  const runner = begin(spring(), dop853({ tolerance: 1e-3 }), fine());
  let [slices, frames, most] = [0, 1, 0];
  for (let more = true; more; slices++) {
    more = runner.advance(1000, 100);
    const seen = runner.result().observed.t.t.length;
    most = Math.max(most, seen - frames);
    frames = seen;
  }
  expect(most).toBe(100);
  expect(slices).toBeGreaterThanOrEqual(200);
  expect(runner.result()).toEqual(whole);
  expect(whole.observed.t.t).toHaveLength(20_001);
  expect(whole.steps).toBeLessThan(200);
});

test("a run that is interrupted among the frames of a step shows the others when it goes on", () => {
  const observe = () => ({
    extremes: extremes(spring().system.invariants),
    sizes: stepSizes(),
    t: probe((s) => s.t),
  });
  const options = { time: fine().time, ledger: true };
  const whole = run(spring(), dop853({ tolerance: 1e-3 }), { ...options, observe: observe() });
  const first = begin(spring(), dop853({ tolerance: 1e-3 }), { ...options, observe: observe() });
  while (first.state.t < 7) first.advance(10, 33);
  const bytes = encodeCheckpoint({ run: {}, notes: {}, snapshot: first.snapshot() });
  const { snapshot: from } = decodeCheckpoint(bytes);
  expect(from.open).toBe(true);
  const second = run(spring(), dop853({ tolerance: 1e-3 }), { ...options, observe: observe(), from });
  expect(second.last).toEqual(whole.last);
  expect(second.ledger).toEqual(whole.ledger);
  expect(second.observed.extremes).toEqual(whole.observed.extremes);
  expect(second.observed.sizes).toEqual(whole.observed.sizes);
  const again = [...first.result().observed.t.t.slice(0, from.frames + 1), ...second.observed.t.t];
  expect(again).toEqual([...whole.observed.t.t]);
});

test("a method with its own clock that fails names the time of its last step, wherever the last frame was", () => {
  const collision = inPotential(
    { value: (x) => -1 / Math.abs(x), slope: (x) => Math.sign(x) / (x * x), bend: (x) => -2 / Math.abs(x * x * x) },
    1,
    0,
  );
  const { status, last, observed, ledger } = run(collision, dop853(), {
    time: { end: 3, interval: 1 },
    ledger: true,
    observe: { t: probe((s) => s.t) },
  });
  expect(status).toBe("failed");
  // A fall from 1 to the centre of −1/|x| takes π/(2√2).
  expect(last.t).toBeCloseTo(Math.PI / Math.sqrt(8), 6);
  expect(Math.abs(last.q[0])).toBeLessThan(1e-3);
  expect([...observed.t.t]).toEqual([0, 1]);
  expect(ledger?.kinetic).toBeCloseTo(last.v[0] ** 2 / 2, 12);
});

test("a step that is lost in the time, and a start of infinite energy, are refused", () => {
  const late = { ...spring(), t0: 1e17 };
  expect(() => run(late, newmark(), { time: { step: 1, steps: 3 } })).toThrow(/time\.step: a step of 1 is lost/);
  expect(() => run(late, dop853(), { time: { end: 2e17, interval: 1 } })).toThrow(/time\.interval/);
  expect(run({ ...late, t0: 1e15 }, newmark(), { time: { step: 1, steps: 3 } }).last.t).toBe(1e15 + 3);
  const far = { ...spring(), q0: Float64Array.of(1e200) };
  expect(() => run(far, newmark(), { time: { step: 1, steps: 3 } })).toThrow(
    /potential energy of the start is Infinity/,
  );
  const fast = { ...spring(), v0: Float64Array.of(1e200) };
  expect(() => run(fast, newmark(), { time: { step: 1, steps: 3 } })).toThrow(
    /kinetic energy of the start is Infinity/,
  );
  expect(run(far, newmark(), { time: { step: 1, steps: 3 }, growth: "report" }).status).toBe("completed");
});

test("a load that is no number is blamed, not the position that follows from it", () => {
  const load: Force = {
    addTo(t, _q, _v, out) {
      out[0] += Math.log(t);
    },
    byPosition: null,
    byVelocity: null,
  };
  const problem = inPotential({ value: (x) => x * x, slope: (x) => 2 * x, bend: () => 2 }, 1, 0, load);
  const { failure } = run(problem, centralDifference(), { time: { step: 0.1, steps: 3 } });
  expect(failure).toEqual({ kind: "not-finite", dof: 0, term: "load" });
});

test("a snapshot of which lengths or times do not fit is refused", () => {
  const options = { time: { step: 0.1, steps: 9 }, ledger: true, observe: { e: extremes(spring().system.invariants) } };
  const runner = begin(spring(), newmark(), options);
  runner.advance(4);
  const { state, ...rest } = runner.snapshot();
  const from = (change: object) => ({ state, ...rest, ...change });
  const resumed = (change: object) => () => run(spring(), newmark(), { ...options, from: from(change) });
  expect(resumed({})().steps).toBe(9);
  expect(resumed({ ledger: new Float64Array(9) })).toThrow(/the ledger has 9 numbers in the snapshot, and 8 here/);
  expect(resumed({ growth: new Float64Array(3) })).toThrow(/has 3 numbers/);
  expect(resumed({ observers: { e: new Float64Array(6) } })).toThrow(/e has 6 numbers in the snapshot, and 5 here/);
  expect(resumed({ state: { ...state, n: 5 } })).toThrow(/is at t = 0\.4 after 5 steps, which is t = 0\.5 of this run/);
  expect(resumed({ state: { ...state, t: Number.NaN } })).toThrow(/is at t = NaN after 4 steps/);
});

test.each([
  ["at the last step", 5, { step: 0.1, steps: 5 }],
  ["before it", 3, { step: 0.1, steps: 5 }],
])("a run whose observer throws %s still comes to an end", (_, n, time) => {
  for (const growth of ["fail", "report"] as const) {
    let thrown = false;
    const thrower: Observer<null> = {
      observe(s) {
        if (s.n !== n || thrown) return;
        thrown = true;
        throw new RangeError("no room");
      },
      finish: () => null,
    };
    const runner = begin(spring(), centralDifference(), { time, observe: { thrower }, growth });
    const drain = () => {
      for (let slices = 0; runner.advance(1); slices++) if (slices > 10) throw new Error("it does not end");
    };
    expect(drain).toThrow(RangeError);
    drain();
    expect(runner.status).toBe("completed");
    expect(runner.state.n).toBe(5);
  }
});
