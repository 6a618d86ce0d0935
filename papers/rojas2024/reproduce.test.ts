/** Every claim has the verdict that the README's table states. */
import { expect, test } from "vitest";
import { rojas2024 } from "./reproduce.js";
import { agrees, computed } from "./table-2.js";

const outcomes = new Map(rojas2024.items.map((item) => [item.id, item.reproduce()]));
const claims = (id: string) => outcomes.get(id)?.claims ?? [];

test.each(rojas2024.items.map(({ id }) => id))("%s: claims and figures are sound", (id) => {
  expect(claims(id).length).toBeGreaterThan(0);
  for (const { verdict, where, says, ours, remark } of claims(id)) {
    // What differs is a finding about the paper only if it is explained.
    if (verdict !== "reproduced") expect(remark, `${where}: ${says}; here ${ours}`).not.toBe("");
  }
  for (const { figure } of outcomes.get(id)?.figures ?? []) {
    for (const { series } of figure.panels) for (const { x, y } of series) expect(x.length).toBe(y.length);
  }
});

test("all figures are reproduced", () => {
  for (const { id } of rojas2024.items.filter((item) => item.id.startsWith("figure"))) {
    for (const { verdict, says, ours } of claims(id))
      expect(verdict, `${id}: ${says}; here ${ours}`).toBe("reproduced");
  }
});

test("the misprints of the text are seen to be misprints", () => {
  const verdicts = (id: string) => claims(id).map(({ verdict }) => verdict);
  expect(verdicts("section-3")).toEqual(["reproduced", "misprint", "misprint"]);
  expect(verdicts("section-4")).toEqual(["reproduced", "misprint", "reproduced", "not stated", "misprint"]);
});

test("66 of the 72 cells of Table 2 agree within 1.2 %, and the other six are the named ones", () => {
  const off = computed().flatMap(({ row, ours }) =>
    ours.flatMap((value, k) =>
      agrees(row.cells[k] ?? 0, value) ? [] : [`T = ${row.periods}, ${row.scheme} ${row.of}, column ${k + 1}`],
    ),
  );
  expect(off).toEqual([
    "T = 1, RK4 p, column 2",
    "T = 1, RK4 q, column 2",
    "T = 1, RK4 q, column 3",
    "T = 10, Newmark p, column 3",
    "T = 10, RK4 p, column 3",
    "T = 10, RK4 q, column 3",
  ]);
  expect(claims("table-2").filter(({ verdict }) => verdict === "differs")).toEqual([]);
  // Six cells, and the two orders that were computed from wrong ones.
  expect(claims("table-2").filter(({ verdict }) => verdict === "misprint")).toHaveLength(8);
});

test("our cells are those of an independent computation", () => {
  const cell = (periods: number, scheme: string, of: string, k: number) =>
    computed().find(({ row }) => row.periods === periods && row.scheme === scheme && row.of === of)?.ours[k];
  // Relative 1e-9: errors are differences of numbers of size 1, the smallest of them 1e-6.
  const close = (ours: number | undefined, known: number) =>
    expect(Math.abs((ours ?? 0) / known - 1)).toBeLessThan(1e-9);
  close(cell(1, "Newmark", "q", 0), 0.342506635986142);
  close(cell(1, "Simpson", "p", 2), 2.5714210839472e-6);
  close(cell(10, "RK4", "q", 2), 0.00217197731763852);
  close(cell(100, "Simpson", "q", 0), 0.237348820378887);
});
