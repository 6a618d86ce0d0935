/** The energy of systems that are written as expressions over 10⁶ steps: a minute. */
import { describe, expect, test } from "vitest";
import { longSteps, walk, written } from "./expressions.js";

describe.each(written)("$name", (system) => {
  test.each([0.001, 0.01, 0.1])("10⁶ steps of %d of the shortest period", (periods) => {
    const size = walk(system, periods, 1_000_000);
    console.log(`${system.name}, ${periods} periods: ${size.toFixed(3)} ulps × √n`);
    // A walk with steps of twenty ulps.
    expect(size).toBeLessThan(20);
  });

  test.each([0.3, 1, 3, 10, 30])(
    "10⁴ steps of %d periods keep it to a hundred roundings each, or fail by name",
    (periods) => {
      const { status, failure, accepted, worst } = longSteps(system, periods, 10_000);
      console.log(`${system.name}, ${periods} periods: ${accepted} steps, ${worst.toFixed(1)} roundings, ${status}`);
      expect(worst).toBeLessThan(100);
      if (status !== "completed") expect(failure).toMatchObject({ kind: "newton", solvable: expect.any(Number) });
    },
  );
});
