/** Energy–momentum on systems that are written as expressions: the energy is kept to a walk of rounding errors, however they are
 *  written. A sample; 10⁶ steps are in energy-of-expressions.long.test.ts. */
import { describe, expect, test } from "vitest";
import { longSteps, walk, written } from "./expressions.js";

describe.each(written)("$name", (system) => {
  test.each([0.001, 0.01, 0.1])("steps of %d of the shortest period", (periods) => {
    // A walk with steps of twenty ulps.
    expect(walk(system, periods, 20_000)).toBeLessThan(20);
  });

  test.each([0.3, 1, 3, 10, 30])(
    "steps of %d periods keep it to a hundred roundings each, or fail by name",
    (periods) => {
      const { status, failure, worst } = longSteps(system, periods, 300);
      expect(worst).toBeLessThan(100);
      if (status !== "completed") expect(failure).toMatchObject({ kind: "newton", solvable: expect.any(Number) });
    },
  );
});
