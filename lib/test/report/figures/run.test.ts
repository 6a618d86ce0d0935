import { expect, it } from "vitest";
import type { Columns } from "../../../src/report/figures/columns.js";
import { runFigure } from "../../../src/report/figures/run.js";
import { svgOf } from "../../../src/report/svg.js";
import { orbit, sampled, time } from "./sample.js";

const titles = (columns: Columns) => runFigure(columns).panels.map(({ title }) => title);

it("shows motion, energy and orbit", () => {
  expect(runFigure(orbit, "Kepler")).toMatchObject({ title: "Kepler" });
  expect(titles(orbit)).toEqual(["Motion", "Energy", "Orbit"]);
});

it("shows the ledger when energy comes or goes", () => {
  expect(titles([...orbit, sampled("dissipation", "ledger", (t) => t)])).toContain("Energy ledger");
});

it("shows the motion alone when nothing else was recorded", () => {
  expect(titles([time, sampled("x", "position", Math.cos)])).toEqual(["Motion"]);
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
