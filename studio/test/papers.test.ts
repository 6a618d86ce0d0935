/** What the papers' pages show from the start is what the code computes. */
import type { Figure } from "noether/report";
import { type Item, type Reproduction, reproductions } from "noether-papers";
import { expect, test } from "vitest";
import { allPapers, paperContent } from "../build/papers.js";
import { thumbnailOf } from "../build/thumbnail.js";
import type { PaperContent } from "../src/content/facts.js";

const script = new URL("../../scripts/paper-figures.mjs", import.meta.url).href;
const { contentOf } = (await import(script)) as {
  contentOf(paper: Reproduction, isWanted: (item: Item) => boolean): PaperContent;
};

test("every paper has its page, with every item that is not long", () => {
  expect(allPapers().map(({ key }) => key)).toEqual(reproductions.map(({ key }) => key));
  for (const { key, items } of reproductions) {
    const computed = paperContent(key).items.map(({ id }) => id);
    expect(computed, `${key}: run node scripts/paper-figures.mjs ${key}`).toEqual(
      items.filter(({ long }) => !long).map(({ id }) => id),
    );
    for (const { figures } of paperContent(key).items) {
      for (const { figure } of figures) expect(thumbnailOf(figure)).not.toMatch(/NaN|Infinity/);
    }
  }
});

/** Items that take a moment; papers.long.test.ts has all. */
const QUICK = [
  "krenk2014/figure-4",
  "krenk2014/figure-8",
  "krenk2014/figure-10",
  "rojas2024/figure-2",
  "rojas2024/figure-5",
  "takacs2024/figures-1-2",
  "takacs2024/figures-5-6",
  "gonzalez2010/figure-1",
  "gonzalez2010/table-1",
  "kane2000/friction-shadow",
];

test("items that are quick come out as they were", () => {
  for (const paper of reproductions) {
    const isQuick = (item: Item) => QUICK.includes(`${paper.key}/${item.id}`);
    const anew = contentOf(paper, isQuick).items;
    expect(anew.length).toBeGreaterThan(0);
    for (const item of anew) {
      const before = paperContent(paper.key).items.find(({ id }) => id === item.id);
      const told = (claims: typeof item.claims) => claims.map(({ where, says, verdict }) => ({ where, says, verdict }));
      expect(told(before?.claims ?? []), `${paper.key}/${item.id}`).toEqual(told(item.claims));
      item.figures.forEach(({ name, figure }, i) => {
        expect(before?.figures[i]?.name).toBe(name);
        expect(apart(before?.figures[i]?.figure as Figure, figure), `${paper.key}/${name}`).toBeLessThan(1e-3);
      });
    }
  }
});

test("figures that can be varied are the paper's at the paper's settings", () => {
  const all = reproductions.flatMap(({ items }) => items.filter(({ vary }) => vary !== undefined));
  expect(all.length).toBeGreaterThanOrEqual(12);
  for (const { vary, id } of all) {
    for (const { least, most, value } of vary?.settings ?? [])
      expect([least, value, most], id).toEqual([least, value, most].sort((a, b) => a - b));
  }
  const energy = reproductions
    .flatMap(({ items }) => items)
    .find(({ id, vary }) => id === "figure-10" && vary !== undefined);
  const [own] = energy?.reproduce().figures ?? [];
  expect(energy?.vary?.figure(0.02, 0.02).panels[0]?.series).toEqual(own?.figure.panels[0]?.series);
});

/** The largest difference of two figures, as a part of what their axes show. */
function apart(a: Figure, b: Figure): number {
  return Math.max(
    0,
    ...a.panels.flatMap(({ series }, p) =>
      (["x", "y"] as const).map((axis) => {
        const [first, second] = [series, b.panels[p]?.series ?? []].map((all) =>
          all.flatMap((one) => Array.from(one[axis])),
        );
        if (first?.length !== second?.length) return Number.POSITIVE_INFINITY;
        const finite = (first ?? []).filter((value): value is number => value !== null);
        const span = Math.max(...finite) - Math.min(...finite) || 1;
        return Math.max(0, ...(first ?? []).map((value, i) => Math.abs((value ?? 0) - (second?.[i] ?? 0)) / span));
      }),
    ),
  );
}
