/** The share of solvable steps that are solved, a method: prints a table. Steps of 0.3 to 30 periods, in one and two coordinates. */
import { afterAll, expect, test } from "vitest";
import { entrants } from "./entrants.js";
import { lineAuthors, planeAuthors } from "./problems.js";
import { searches } from "./searches.js";
import { type Count, counted } from "./solved.js";

const lines: string[] = [];
const searched = entrants.filter(({ name }) => name in searches);

test.each(searched.map((entrant) => [entrant.name, entrant] as const))("%s", (name, entrant) => {
  const line = counted(entrant, searches[name], lineAuthors, 200);
  const plane = counted(entrant, searches[name], planeAuthors, 60);
  const cells = ({ solvable, solved, gaveUp, refused, hopeless }: Count) =>
    [`${solved}/${solvable}`, `${gaveUp}`, `${refused}`, `${hopeless}`].map((cell) => cell.padStart(10)).join("");
  lines.push(`${name.padEnd(36)}${cells(line)}   ${cells(plane)}`);
  // What was measured is in docs/topics/nonlinear-solver.md; the quartic form has no solution near many of these steps.
  const share = (line.solved + plane.solved) / (line.solvable + plane.solvable);
  expect(share, "the share of solvable steps that were solved").toBeGreaterThan(name.includes("quartic") ? 0.9 : 0.98);
});

afterAll(() => {
  const heading = ["solved", "gave up", "refused", "hopeless"].map((cell) => cell.padStart(10)).join("");
  console.log([`${"method".padEnd(36)}${heading}   ${heading}`, ...lines].join("\n"));
});
