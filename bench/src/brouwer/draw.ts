/** node bench/dist/brouwer/draw.js: docs/figures/brouwer.svg and the table in docs/topics/rounding.md, from results/brouwer.jsonl. */
import { readFileSync, writeFileSync } from "node:fs";
import { svgOf } from "noether/report";
import { brouwerFigure, brouwerTable, measurementsFrom } from "./report.js";

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
const measurements = measurementsFrom(readFileSync(at("bench/results/brouwer.jsonl"), "utf8"));
writeFileSync(at("docs/figures/brouwer.svg"), await svgOf(brouwerFigure(measurements)));
const page = readFileSync(at("docs/topics/rounding.md"), "utf8");
const [begin, end] = ["<!-- measured -->\n\n", "\n<!-- end -->"];
const before = page.slice(0, page.indexOf(begin) + begin.length);
writeFileSync(at("docs/topics/rounding.md"), before + brouwerTable(measurements) + page.slice(page.indexOf(end)));
