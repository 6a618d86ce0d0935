/** All that the papers' pages show from the start, computed again. */
import { type Item, type Reproduction, reproductions } from "noether-papers";
import { expect, test } from "vitest";
import { paperContent } from "../build/papers.js";
import type { PaperContent } from "../src/content/facts.js";

const script = new URL("../../scripts/paper-figures.mjs", import.meta.url).href;
const { contentOf } = (await import(script)) as {
  contentOf(paper: Reproduction, isWanted: (item: Item) => boolean): PaperContent;
};

test.each(reproductions.map((paper) => ({ key: paper.key, paper })))("$key", ({ key, paper }) => {
  const shape = ({ items }: PaperContent) =>
    items.map(({ id, claims, figures }) => ({
      id,
      claims: claims.map(({ where, says, verdict }) => ({ where, says, verdict })),
      figures: figures.map(({ name, figure }) => ({
        name,
        panels: figure.panels.map(({ title, series }) => ({ title, series: series.map((each) => each.name) })),
      })),
    }));
  expect(shape(paperContent(key)), `run node scripts/paper-figures.mjs ${key}`).toEqual(
    shape(contentOf(paper, () => true)),
  );
});
