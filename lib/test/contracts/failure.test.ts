import { expect, test } from "vitest";
import type { FixedStepMethod } from "../../src/core/method.js";
import { rk4 } from "../../src/methods/rk4.js";
import { problemOf, sample } from "./cases.js";
import { failure } from "./failure.js";
import { trials } from "./problems.js";

sample("failure", failure);

test("a method that moves before it fails is found out", () => {
  const trial = trials.find(({ name }) => name === "five unknowns, full mass");
  if (trial === undefined) throw new Error("no such problem");
  const honest = rk4();
  const method: FixedStepMethod = {
    ...honest,
    prepare(problem, h, ledger) {
      const stepper = honest.prepare(problem, h, ledger);
      return {
        ...stepper,
        step(s) {
          const found = stepper.step(s);
          if (found !== null) s.q[3] += 1e-15;
          return found;
        },
      };
    },
  };
  const judged = (candidate: FixedStepMethod) => () =>
    failure({ scheme: { name: "toy", method: candidate }, trial, form: "where-it-pays", problem: problemOf(trial) });
  expect(judged(honest)).not.toThrow();
  expect(judged(method)).toThrow();
});
