import { expect, it } from "vitest";
import { compareFigure } from "../../../src/report/figures/compare.js";
import { orbit, sampled, time } from "./sample.js";

const exact = [
  time,
  sampled("x", "position", Math.cos),
  sampled("y", "position", Math.sin),
  sampled("energy", "energy", () => 2),
];

it("draws one coordinate and the largest deviation of the energy so far", () => {
  const { panels } = compareFigure([
    { method: "rk4", columns: orbit },
    { method: "midpoint", columns: exact },
  ]);
  expect(panels.map(({ y }) => y.label)).toEqual(["x", "largest |E − E₀| so far"]);
  expect(panels[1].y.scale).toBe("log");
  const [growing, none] = panels[1].series.map(({ y }) => Array.from(y, Number));
  expect(growing[0]).toBe(growing[2]);
  for (let i = 2; i < growing.length; i++) expect(growing[i]).toBeGreaterThanOrEqual(growing[i - 1]);
  // Never any deviation: half a unit in the last place of 2.
  expect(new Set(none)).toEqual(new Set([2 * 2 ** -53]));
});

it("draws the coordinate that is asked for", () => {
  const { panels, title } = compareFigure([{ method: "rk4", columns: orbit }], { coordinate: "y", title: "Kepler" });
  expect(panels[0].y.label).toBe("y");
  expect(title).toBe("Kepler");
});

it("draws the difference from the first method where loads or dampers exchange energy", () => {
  const work = sampled("work", "ledger", (t) => t);
  const shifted = [time, sampled("x", "position", (t) => Math.cos(t) + 1e-3 * t), work];
  const { panels } = compareFigure([
    { method: "rk4", columns: [...exact, work] },
    { method: "bathe", columns: [...shifted, sampled("energy", "energy", Math.sin)] },
  ]);
  expect(panels[1]).toMatchObject({ title: "Difference from rk4", y: { label: "largest |Δx| so far", scale: "log" } });
  expect(panels[1].series.map(({ name, colour }) => [name, colour])).toEqual([["bathe", 1]]);
  expect(Array.from(panels[1].series[0].y).at(-1)).toBeCloseTo(1e-2, 12);
});

it("leaves out what no run has", () => {
  expect(compareFigure([{ method: "rk4", columns: [time] }]).panels).toEqual([]);
  expect(compareFigure([]).panels).toEqual([]);
});
