/** The hunt: more than 20 000 random runs over all implicit methods and problems, with steps from a hundredth of the shortest period
 *  to thirty of them. After every accepted step an auditor that was written apart from the methods evaluates their equations: none
 *  may be off by more than 100 times the rounding of its terms (rounded.ts). Some minutes. */
import { afterAll, expect, test } from "vitest";
import { entrants } from "./entrants.js";
import { hunt, Tally } from "./hunt.js";

const PARTS = 24;
/** Thirty a method. */
const RUNS = 30 * entrants.length;

const all = new Tally();
// The seeds after those of the sample.
test.each(Array.from({ length: PARTS }, (_, part) => part + 1))("part %i", (part) => {
  const before = all.off.length;
  hunt(part * RUNS, (part + 1) * RUNS, all);
  expect(all.off.length - before, "runs with a step that is off").toBe(0);
});

afterAll(() => console.log(`${all.table()}\n\n${all.findings()}`));
