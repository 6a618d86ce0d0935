/** The page on higher order says what the study finds. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { workPrecisionTable } from "../../bench/src/work-precision/report.js";
import { studies } from "../../bench/src/work-precision/study.js";
import { root } from "../pages.js";

it("has the tables of the study", () => {
  const page = readFileSync(`${root}docs/topics/higher-order.md`, "utf8");
  for (const study of studies())
    expect(page, "node bench/dist/work-precision/draw.js").toContain(workPrecisionTable(study));
});
