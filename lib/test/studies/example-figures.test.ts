/** Every example of a study, with fewer cases, and what its figures have to show. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Json } from "../../src/formats/json.js";
import { studyFigure } from "../../src/report/figures/study/index.js";
import { FIGURES, loadStudy, prepareStudy, tableOf } from "../../src/studies/index.js";

const folder = new URL("../../../examples/studies/", import.meta.url);
const kinds = new Set<string>();

function drawn(name: string, changes: Readonly<Record<string, Json>>) {
  const study = loadStudy(readFileSync(new URL(name, folder), "utf8"), {
    file: name,
    readFile: (file) => readFileSync(new URL(file, folder)),
    listFolder: (below) => readdirSync(new URL(`./${below}`, folder)),
    overrides: Object.entries(changes).map(([key, data]) => ({
      option: key,
      path: ["study", ...key.split(" ")],
      text: { data },
    })),
  });
  const prepared = prepareStudy(study.bundle);
  const rows = Array.from({ length: study.count }, (_, i) => prepared.run(study.caseAt(i)));
  const table = tableOf(study.columns, rows, study.bundle.text);
  expect(table.column("outcome")).not.toContain("failed");
  const figures = study.figures.map((figure) => {
    kinds.add(figure.kind);
    return studyFigure(figure, table, study.bundle.files);
  });
  return { table, panels: figures.map(({ panels: [panel] }) => panel), figures };
}

test("convergence: the orders are those of the methods, and the plateau is left out", () => {
  const { panels } = drawn("convergence.yaml", {});
  const orders = panels[0].series.map(({ name }) => Number(name.split(": ")[1]));
  // Slopes of errors that are not quite asymptotic at the long steps.
  [2, 2, 4, 4, 6].forEach((order, k) => {
    expect(Math.abs(orders[k] - order)).toBeLessThan(0.15);
  });
  expect(panels[1].x.label).toBe("gradients");
});

test("resonance: the stronger the drive, the higher the frequency of the largest answer", () => {
  const { panels } = drawn("resonance.yaml", {
    "vary frequency": { from: 0.9, to: 1.9, count: 6 },
    "vary drive": { from: 0.1, to: 1, count: 2 },
  });
  const values = Array.from(panels[0].cells?.values ?? []) as number[];
  const best = [0, 1].map((row) => values.slice(6 * row, 6 * row + 6)).map((row) => row.indexOf(Math.max(...row)));
  expect(best[1]).toBeGreaterThan(best[0]);
});

test("poincare: points of a regular orbit lie on a curve that goes around, those of a chaotic one anywhere", () => {
  const { panels, figures } = drawn("poincare.yaml", { "vary y0": [0.2, -0.2], "model time end": 400 });
  expect(figures[0].note).toMatch(/^2 orbits, \d+ crossings\.$/);
  // Around the fixed point near y = 0.3, by the angle: the distance from it rises and falls twice along an oval, and all the time in a cloud.
  const travel = panels[0].series.map(({ x, y }) => {
    const points = Array.from(x, (each, k) => ({ dx: (each ?? Number.NaN) - 0.3, dy: y[k] ?? Number.NaN }))
      .filter(({ dx, dy }) => Number.isFinite(dx + dy))
      .sort((a, b) => Math.atan2(a.dy, a.dx) - Math.atan2(b.dy, b.dx));
    const radii = points.map(({ dx, dy }) => Math.hypot(dx, dy));
    const way = radii.reduce((sum, r, k) => sum + Math.abs(r - radii[(k + 1) % radii.length]), 0);
    return way / (Math.max(...radii) - Math.min(...radii));
  });
  expect(travel[0]).toBeLessThan(5);
  expect(travel[1]).toBeGreaterThan(10);
});

test("lyapunov: order at y = 0.15, chaos at y = −0.2", () => {
  const { table } = drawn("lyapunov.yaml", { "vary y0": [0.15, -0.2], "vary vy0": [0, 0.02] });
  const megno = table.column("megno") as ArrayLike<number>;
  for (const k of [0, 1]) expect(megno[k]).toBeLessThan(3);
  for (const k of [2, 3]) expect(megno[k]).toBeGreaterThan(6);
});

test("earthquakes: curves of ten records, and a fragility that rises earlier for the lower limit", () => {
  const { figures, panels } = drawn("earthquakes.yaml", {
    "vary pga": { from: 0.1, to: 0.4, count: 4 },
    "model time step": 0.04,
  });
  expect(panels[0].series).toHaveLength(13);
  const medians = (figures[1].notices ?? []).map((words) => Number(/median ([\d.]+)/.exec(words)?.[1]));
  expect(medians[0]).toBeLessThan(medians[1]);
  expect(panels[2].series).toHaveLength(13);
});

test("there is an example of every kind of figure", () => {
  expect([...kinds].sort()).toEqual([...FIGURES].sort());
});
