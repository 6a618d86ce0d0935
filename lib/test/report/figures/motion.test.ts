import { expect, it } from "vitest";
import type { Columns } from "../../../src/report/figures/columns.js";
import { motionFigure } from "../../../src/report/figures/motion.js";
import { orbit, sampled, time } from "./sample.js";

const drawn = (columns: Columns) => motionFigure(columns) ?? expect.fail("nothing drawn");

it("draws the coordinates over time with their unit", () => {
  const { panels, note } = drawn(orbit);
  expect(note).toBeUndefined();
  expect(panels).toHaveLength(1);
  expect(panels[0].x).toEqual({ label: "t", unit: "s", scale: "linear" });
  expect(panels[0].y).toEqual({ label: "x, y", unit: "m", scale: "linear" });
  expect(panels[0].series.map(({ name, colour }) => [name, colour])).toEqual([
    ["x", 0],
    ["y", 1],
  ]);
});

it("gives no unit when coordinates differ in it", () => {
  const mixed = [
    time,
    sampled("x", "position", Math.cos, 101, "m"),
    sampled("angle", "position", Math.sin, 101, "rad"),
  ];
  expect(drawn(mixed).panels[0].y.unit).toBeUndefined();
});

it("shows the six that move most, in their order, and says so", () => {
  const many = Array.from({ length: 30 }, (_, k) =>
    sampled(`q${k}`, "position", (t) => 1000 - k + (k % 4 === 1 ? k : 1) * Math.sin(t)),
  );
  const { panels, note } = drawn([time, ...many]);
  expect(panels[0].series.map(({ name }) => name)).toEqual(["q9", "q13", "q17", "q21", "q25", "q29"]);
  expect(note).toBe("Shown: the 6 of 30 coordinates that move most.");
});

it("counts records when no time was kept", () => {
  const [panel] = drawn([sampled("x", "position", Math.cos, 4)]).panels;
  expect(panel.x.label).toBe("record");
  expect(Array.from(panel.series[0].x)).toEqual([0, 1, 2, 3]);
});

it("draws nothing without coordinates", () => {
  expect(motionFigure([time])).toBeNull();
  expect(motionFigure(orbit, "Kepler")?.title).toBe("Kepler");
});
