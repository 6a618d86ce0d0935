import { describe, expect, test } from "vitest";
import { type FixedStepMethod, refusal } from "../../src/core/method.js";
import { begin } from "../../src/core/run.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { allocation } from "./allocation.js";
import { problemOf, sample } from "./cases.js";
import { keptPerStep, madePerStep } from "./heap.js";
import { trials } from "./problems.js";
import { fixedSchemes, schemes } from "./schemes.js";

sample("allocation", allocation);

const named = (name: string) => trials.find((trial) => trial.name === name) as (typeof trials)[number];

/** The method with something done in every step. */
const doing = (method: FixedStepMethod, extra: (n: number) => unknown): FixedStepMethod => ({
  ...method,
  prepare(problem, h, ledger) {
    const stepper = method.prepare(problem, h, ledger);
    return {
      ...stepper,
      step(s) {
        extra(s.n);
        return stepper.step(s);
      },
    };
  },
});

describe("vectors that a step makes are found out", () => {
  const trial = named("five unknowns, full mass");
  const judged = (method: FixedStepMethod) => () =>
    allocation({ scheme: { name: "toy", method }, trial, form: "where-it-pays", problem: problemOf(trial) });
  const honest = midpoint();
  const x = new Float64Array(8);

  test("none", () => {
    expect(judged(honest)).not.toThrow();
  });
  test.each([
    { name: "a vector", extra: () => new Float64Array(2) },
    { name: "a view", extra: () => x.subarray(2, 4) },
    { name: "a copy", extra: () => x.slice() },
    { name: "a list of integers, now and then", extra: (n: number) => (n % 10 === 0 ? new Int32Array(1) : null) },
  ])("$name", ({ extra }) => {
    expect(judged(doing(honest, extra))).toThrow();
  });
});

/** Bytes a step. Functions hand numbers to each other in boxes of 12 to 16 bytes, as many as the compiler thinks fit: 2 to 550 bytes were measured on
 *  this system. A list or an object for every term of a sum makes thousands. */
const BOXES = 1000;

describe("nothing is kept of a step, and no objects are made", () => {
  const trial = named("central sextic");
  const problem = problemOf(trial);
  const [families, ownClock] = [fixedSchemes, schemes.filter(({ method }) => method.clock === "own")].map((list) =>
    list.filter(({ method }, i) => method.id !== list[i - 1]?.method.id && refusal(method, problem.system) === null),
  );

  test.each(families)("$name", ({ method }) => {
    const runner = begin(problem, method, { time: { step: trial.step / 4, steps: 1_000_000 } });
    // The smallest object takes some ten bytes.
    expect(keptPerStep(runner, 10_000)).toBeLessThan(2);
    expect(runner.status).toBe("running");
  });

  test.each(ownClock)("$name makes no objects", ({ method }) => {
    const runner = begin(problem, method, { time: { end: 1e6 } });
    expect(madePerStep(runner, { warm: 20_000, window: 500 })).toBeLessThan(BOXES);
    expect(runner.status).toBe("running");
  });

  test.each(families)("$name makes no objects", ({ method }) => {
    const runner = begin(problem, method, { time: { step: trial.step / 4, steps: 1_000_000 } });
    expect(madePerStep(runner, { warm: 10_000, window: 500 })).toBeLessThan(BOXES);
    expect(runner.status).toBe("running");
  });

  test("objects that are dropped at once are found out", () => {
    const [{ method }] = families;
    let seen = 0;
    const wasteful = doing(method as FixedStepMethod, (n) => {
      const rows = Array.from({ length: 12 }, (_, i) => ({ i, weight: n + i + 0.5 }));
      for (const { weight } of rows) seen += weight;
    });
    const runner = begin(problem, wasteful, { time: { step: trial.step / 4, steps: 1_000_000 } });
    expect(madePerStep(runner, { warm: 10_000, window: 500 })).toBeGreaterThan(400);
    expect(seen).toBeGreaterThan(0);
  });

  test("a run that keeps its states is found out", () => {
    const [{ method }] = fixedSchemes;
    const runner = begin(problem, method, { time: { step: trial.step / 4, steps: 1_000_000 } });
    const states: unknown[] = [];
    const hoarder = {
      advance(steps: number) {
        for (let i = 0; i < steps; i++) {
          runner.advance(1);
          states.push({ t: runner.state.t + 0.5 });
        }
        return true;
      },
    };
    expect(keptPerStep(hoarder, 10_000)).toBeGreaterThan(10);
    expect(states).toHaveLength(50_000);
  });
});
