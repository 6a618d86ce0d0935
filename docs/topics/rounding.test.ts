/** The page on rounding says what was measured, and what was measured is a walk. */
import { readFileSync } from "node:fs";
import { svgOf } from "noether/report";
import { expect, it } from "vitest";
import { brouwerFigure, brouwerTable, isPlain, measurementsFrom } from "../../bench/src/brouwer/report.js";
import { root } from "../pages.js";

const measurements = measurementsFrom(readFileSync(`${root}bench/results/brouwer.jsonl`, "utf8"));
const compensated = measurements.filter((one) => !isPlain(one));

it("has the figure and the table of the measurements", async () => {
  const page = readFileSync(`${root}docs/topics/rounding.md`, "utf8");
  expect(page, "node bench/dist/brouwer/draw.js").toContain(brouwerTable(measurements));
  const figure = readFileSync(`${root}docs/figures/brouwer.svg`, "utf8");
  expect(await svgOf(brouwerFigure(measurements))).toBe(figure);
});

it.each(compensated)("$method walks on $problem, $steps steps", ({ growth }) => {
  for (const [name, { exponent, standard_error }] of Object.entries(growth)) {
    // The bound of lib/test/methods/brouwer.ts.
    expect(exponent, name).toBeLessThan(0.5 + 3 * standard_error + 0.1);
  }
});
