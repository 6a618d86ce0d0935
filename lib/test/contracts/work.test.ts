import { expect, test, vi } from "vitest";
import type { FixedStepMethod } from "../../src/core/method.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { problemOf, sample } from "./cases.js";
import { trials } from "./problems.js";
import { work } from "./work.js";

vi.mock(import("../../src/linalg/factorization.js"), async (original) =>
  (await import("./factored.js")).countedAnalyze(await original()),
);
vi.mock(import("../../src/linalg/sparse/cholesky.js"), async (original) =>
  (await import("./factored.js")).countedCholesky(await original()),
);

sample("work", work);

test("a force that is evaluated behind the system's back is found out", () => {
  const trial = trials.find(({ name }) => name === "three unknowns, full mass");
  if (trial === undefined) throw new Error("no such problem");
  const honest = midpoint();
  const method: FixedStepMethod = {
    ...honest,
    prepare(problem, h, ledger) {
      const stepper = honest.prepare(problem, h, ledger);
      return { ...stepper, work: { ...stepper.work, gradients: 1 } };
    },
  };
  const judged = () =>
    work({ scheme: { name: "toy", method }, trial, form: "where-it-pays", problem: problemOf(trial) });
  expect(judged).toThrow();
});
