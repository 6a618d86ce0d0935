import { expect, it } from "vitest";
import { convergenceFigure } from "../../../src/report/figures/convergence.js";

const steps = [0.2, 0.1, 0.05, 0.025];
const errors = (order: number, factor = 1) => steps.map((step) => factor * step ** order);

it("draws errors against steps, both logarithmic, with one triangle an order", () => {
  const [panel] = convergenceFigure([
    { method: "midpoint", order: 2, steps, errors: errors(2) },
    { method: "newmark", order: 2, steps, errors: errors(2, 3) },
    { method: "gauss", order: 4, steps, errors: errors(4) },
    { method: "unknown", steps, errors: errors(3) },
  ]).panels;
  expect([panel.x.scale, panel.y.scale]).toEqual(["log", "log"]);
  expect(panel.series.map(({ name }) => name)).toEqual(["midpoint", "newmark", "gauss", "unknown"]);
  expect(panel.slopes?.map(({ order }) => order)).toEqual([2, 4]);
});

it("keeps the triangle under the line", () => {
  const [panel] = convergenceFigure([{ method: "midpoint", order: 2, steps, errors: errors(2) }]).panels;
  const [{ order, x, y }] = panel.slopes ?? [];
  expect(y).toBeLessThan(x[0] ** 2);
  expect(y * (x[1] / x[0]) ** order).toBeLessThan(x[1] ** 2);
});

it("needs two errors for a triangle", () => {
  const [panel] = convergenceFigure([{ method: "exact", order: 2, steps: [0.1, 0.05], errors: [1e-3, 0] }]).panels;
  expect(panel.slopes).toEqual([]);
});
