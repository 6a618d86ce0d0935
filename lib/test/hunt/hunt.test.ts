/** A sample of the hunt: no step may be accepted that does not solve its equations, and what cannot be solved fails by name. The
 *  whole of it is hunt.long.test.ts. What it finds is printed, with the seeds that repeat it. */
import { expect, test } from "vitest";
import { entrants } from "./entrants.js";
import { hunt } from "./hunt.js";

/** Ten a method. */
const RUNS = 10 * entrants.length;

test("every accepted step solves the equations of its scheme", () => {
  const tally = hunt(0, RUNS);
  console.log(`${tally.table()}\n\n${tally.findings()}`);
  expect(tally.off.length, "runs with a step that is off").toBe(0);
});
