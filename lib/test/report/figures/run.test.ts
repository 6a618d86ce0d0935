import { expect, it } from "vitest";
import { runFigure } from "../../../src/report/figures/run.js";
import { svgOf } from "../../../src/report/svg.js";
import { orbit, sampled, time } from "./sample.js";

it("shows motion, energy and orbit", () => {
  expect(runFigure(orbit, "Kepler")).toMatchObject({ title: "Kepler" });
  expect(runFigure(orbit).panels.map(({ title }) => title)).toEqual(["Motion", "Energy", "Energy ledger", "Orbit"]);
});

it("shows the motion alone when nothing else was recorded", () => {
  const { panels } = runFigure([time, sampled("x", "position", Math.cos)]);
  expect(panels.map(({ title }) => title)).toEqual(["Motion"]);
});

it("does not turn round-off into wild tick labels", async () => {
  const conserved = [
    time,
    sampled("x", "position", Math.cos),
    sampled("energy", "energy", (t) => 16.5 + (Math.round(t * 10) % 3) * 2 ** -48, 101, "J"),
  ];
  const svg = await svgOf(runFigure(conserved));
  expect(svg).toContain("E − E₀ (10⁻¹⁵ J)");
  expect(svg).not.toMatch(/>[^<]*\d{7,}[^<]*</);
});
