/** `noether reproduce [PAPER[/ITEM]]`: figures and tables of the papers recomputed; what they say, what comes out, the verdict. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { didYouMean, InputError } from "noether";
import { figureJson, svgOf } from "noether/report";
import { type Claim, type Item, type Outcome, type Reproduction, reproductions } from "noether-papers";
import { onOutput } from "../colour.js";
import { makeFolder, refuseOutputFolder, writeFile } from "../files.js";
import { progressBar } from "../progress.js";
import { htmlPage, markdownPage, type Recomputed } from "../reproduction/pages.js";

interface Options {
  readonly out: string;
  readonly long?: true;
  readonly json?: true;
  readonly force?: true;
  readonly quiet?: true;
}

export function command(): Command {
  const known = reproductions.map(({ key }) => key).join(", ");
  return new Command("reproduce")
    .description("Recompute the figures and tables of the papers, with a verdict on every claim.")
    .argument("[what]", `a paper (${known}), or one item of it: kane2000/figure-2 (default: all papers)`)
    .option("-o, --out <folder>", "where figures (SVG and data) and the pages go", "reproduction")
    .option("--long", "also what takes longer than some seconds")
    .option("--json", "print one JSON document")
    .option("--force", "write into a folder that exists")
    .option("--quiet", "no progress bar")
    .action(reproduce);
}

async function reproduce(what: string | undefined, { out, long, json, force, quiet }: Options): Promise<void> {
  const chosen = chosenFrom(what, long ?? false);
  if (!force && existsSync(out)) {
    throw new InputError("exists already; choose another --out, or add --force to write into it", { file: out });
  }
  refuseOutputFolder(out, [], true);
  const count = chosen.reduce((sum, { items }) => sum + items.length, 0);
  const progress = progressBar("reproduce", quiet ?? false);
  const papers: Recomputed[] = [];
  let done = 0;
  for (const { paper, items } of chosen) {
    const outcomes: { item: Item; outcome: Outcome }[] = [];
    for (const item of items) {
      outcomes.push({ item, outcome: item.reproduce() });
      progress.show(++done / count);
    }
    papers.push({ paper, outcomes });
    if (!json) {
      progress.clear();
      process.stdout.write(asText(paper, outcomes));
    }
  }
  progress.clear();
  await writeAll(papers, out);
  if (json) process.stdout.write(`${JSON.stringify(papers.map(asData), null, 2)}\n`);
  else process.stdout.write(`${join(out, "index.html")}\n`);
  if (papers.some(({ outcomes }) => outcomes.some(({ outcome }) => outcome.claims.some(fails)))) process.exitCode = 1;
}

/** `differs` without a word of explanation is a failure of this program; with one it is a finding about the paper. */
const fails = ({ verdict, remark }: Claim) => verdict === "differs" && remark === "";

function chosenFrom(what: string | undefined, long: boolean): { paper: Reproduction; items: readonly Item[] }[] {
  const usual = (paper: Reproduction) => paper.items.filter((item) => long || item.long !== true);
  if (what === undefined) return reproductions.map((paper) => ({ paper, items: usual(paper) }));
  const [key = "", id] = what.split("/");
  const paper = named(key, reproductions, (each) => each.key, "paper");
  return [{ paper, items: id === undefined ? usual(paper) : [named(id, paper.items, (each) => each.id, "item")] }];
}

function named<T>(name: string, all: readonly T[], nameOf: (each: T) => string, what: string): T {
  const found = all.find((each) => nameOf(each) === name);
  if (found !== undefined) return found;
  const names = all.map(nameOf);
  throw new InputError(`there is no ${what} "${name}".${didYouMean(name, names)} Accepted: ${names.join(", ")}`);
}

async function writeAll(papers: readonly Recomputed[], out: string): Promise<void> {
  makeFolder(out);
  const drawn = new Map<string, string>();
  for (const { paper, outcomes } of papers) {
    makeFolder(join(out, paper.key));
    for (const { outcome } of outcomes) {
      for (const { name, figure } of outcome.figures) {
        const svg = await svgOf(figure);
        drawn.set(`${paper.key}/${name}`, svg);
        writeFile(join(out, paper.key, `${name}.svg`), svg, true);
        writeFile(join(out, paper.key, `${name}.json`), figureJson(figure), true);
      }
    }
    writeFile(join(out, `${paper.key}.md`), markdownPage({ paper, outcomes }), true);
  }
  writeFile(join(out, "index.html"), htmlPage(papers, drawn), true);
}

const COLOURS: Readonly<Record<Claim["verdict"], (text: string) => string>> = {
  reproduced: onOutput.green,
  misprint: onOutput.yellow,
  differs: onOutput.red,
  "not stated": onOutput.dim,
};

/** A claim a paragraph: tables of sentences are wider than terminals. */
function asText({ key, title }: Reproduction, outcomes: Recomputed["outcomes"]): string {
  const paragraphs = outcomes.flatMap(({ item, outcome }) => [
    onOutput.bold(`${key}/${item.id}  ${item.title}`),
    ...outcome.claims.map(({ where, says, paper, ours, verdict, remark }) =>
      [
        `${where}: ${COLOURS[verdict](verdict)}`,
        `  the paper  ${says}${paper === null ? "" : `: ${paper}`}`,
        `  here       ${ours}`,
        ...(remark === "" ? [] : [`  remark     ${remark}`]),
      ].join("\n"),
    ),
  ]);
  return `${onOutput.bold(title)} [${key}]\n\n${paragraphs.join("\n\n")}\n\n`;
}

function asData({ paper, outcomes }: Recomputed) {
  return {
    paper: paper.key,
    title: paper.title,
    items: outcomes.map(({ item, outcome }) => ({
      id: item.id,
      title: item.title,
      claims: outcome.claims,
      figures: outcome.figures.map(({ name }) => `${paper.key}/${name}.svg`),
    })),
  };
}
