/** Nothing of a paper is left out in silence: all of its figures and tables are listed, and the items that recompute them exist. */
import { expect, test } from "vitest";
import { contents } from "./contents.js";
import { reproductions } from "./index.js";

/** As many figures and tables as the papers have. */
const COUNTS = {
  kane2000: [5, 0],
  gonzalez2010: [23, 1],
  krenk2014: [10, 1],
  rojas2024: [8, 2],
  takacs2024: [14, 0],
} as const;

test("every paper has its list", () => {
  expect(Object.keys(contents).sort()).toEqual(reproductions.map(({ key }) => key).sort());
});

test.each(reproductions.map((paper) => [paper.key, paper] as const))("%s", (key, { items }) => {
  const shown = contents[key] ?? {};
  const [figures, tables] = COUNTS[key as keyof typeof COUNTS];
  const numbers = Object.keys(shown).filter((name) => name.startsWith("Figure "));
  expect(numbers).toEqual(Array.from({ length: figures }, (_, k) => `Figure ${k + 1}`));
  expect(Object.keys(shown)).toHaveLength(figures + tables);
  const known = items.map(({ id }) => id);
  for (const [name, each] of Object.entries(shown)) {
    if ("left" in each) expect(each.left.length, name).toBeGreaterThan(10);
    else for (const id of each.items) expect(known, name).toContain(id);
  }
});

test("items whose name is a figure draw it", () => {
  for (const { key, items } of reproductions) {
    for (const { id } of items) {
      const [, number] = /^figure-(\d+)$/.exec(id) ?? [];
      if (number === undefined) continue;
      const shown = contents[key]?.[`Figure ${number}`];
      expect(shown !== undefined && "items" in shown ? shown.items : [], `${key}/${id}`).toContain(id);
    }
  }
});
