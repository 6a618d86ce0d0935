import { describe, expect, test } from "vitest";
import type { Ledger } from "../../src/core/ledger.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { problemOf, sample } from "./cases.js";
import { trials } from "./problems.js";
import { quadrature } from "./quadrature.js";

sample("quadrature", quadrature);

/** The midpoint rule with other books. */
const keeping = (enter: (books: Ledger, work: number, dissipation: number) => void): FixedStepMethod => {
  const honest = midpoint();
  return {
    ...honest,
    claims: { ...honest.claims, balance: "open" },
    prepare: (problem, h, ledger) =>
      honest.prepare(
        problem,
        h,
        ledger && { ...ledger, enter: (work, dissipation) => enter(ledger, work, dissipation) },
      ),
  };
};

describe("books that are wrong are found out", () => {
  const trial = trials.find(({ name }) => name === "five unknowns, full mass, driven and damped");
  if (trial === undefined) throw new Error("no such problem");
  const judged = (method: FixedStepMethod) => () =>
    quadrature({ scheme: { name: method.id, method }, trial, form: "where-it-pays", problem: problemOf(trial) });

  test("the same books pass", () => {
    expect(judged(keeping((books, work, dissipation) => books.enter(work, dissipation, 0)))).not.toThrow();
  });
  test.each([
    { name: "no work", enter: (books: Ledger, _work: number, dissipation: number) => books.enter(0, dissipation, 0) },
    { name: "no dissipation", enter: (books: Ledger, work: number) => books.enter(work, 0, 0) },
    {
      name: "work of the wrong sign",
      enter: (books: Ledger, work: number, dissipation: number) => books.enter(-work, dissipation, 0),
    },
    {
      name: "a twentieth of the work too little",
      enter: (books: Ledger, work: number, dissipation: number) => books.enter(0.95 * work, dissipation, 0),
    },
    {
      name: "both exchanged",
      enter: (books: Ledger, work: number, dissipation: number) => books.enter(dissipation, work, 0),
    },
  ])("$name", ({ enter }) => {
    expect(judged(keeping(enter))).toThrow();
  });
});
