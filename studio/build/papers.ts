/** The papers: what they show, what each item of `noether reproduce` is about, and what scripts/paper-figures.mjs has computed of it. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contents, reproductions } from "noether-papers";
import type { Citation, PaperContent, PaperFacts } from "../src/content/facts.js";
import { citationsOf } from "./methods.js";

const read = new Map<string, PaperContent>();

export function paperContent(key: string): PaperContent {
  const known = read.get(key) ?? contentOf(key);
  read.set(key, known);
  return known;
}

function contentOf(key: string): PaperContent {
  const path = fileURLToPath(new URL(`../papers/${key}.json`, import.meta.url));
  return JSON.parse(readFileSync(path, "utf8")) as PaperContent;
}

export function allPapers(): PaperFacts[] {
  return reproductions.map(({ key, title, items }) => {
    const verdicts = { reproduced: 0, misprint: 0, differs: 0, "not stated": 0 };
    for (const { claims } of paperContent(key).items) for (const { verdict } of claims) verdicts[verdict]++;
    return {
      key,
      title,
      citation: citationsOf([key])[0] as Citation,
      items: items.map((item) => ({
        id: item.id,
        title: item.title,
        long: item.long ?? false,
        settings: item.vary?.settings ?? [],
      })),
      shows: Object.entries(contents[key] ?? {}).map(([name, shown]) => ({
        name,
        items: "items" in shown ? shown.items : [],
        left: "left" in shown ? shown.left : null,
      })),
      verdicts,
    };
  });
}
