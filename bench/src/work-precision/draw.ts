/** node bench/dist/work-precision/draw.js: docs/figures/work-precision.svg and the tables in docs/topics/higher-order.md, computed anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { svgOf } from "noether/report";
import { workPrecisionFigure, workPrecisionTable } from "./report.js";
import { studies } from "./study.js";

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);
const found = studies();
writeFileSync(at("docs/figures/work-precision.svg"), await svgOf(workPrecisionFigure(found)));
const page = readFileSync(at("docs/topics/higher-order.md"), "utf8");
const [begin, end] = ["<!-- measured -->\n\n", "\n<!-- end -->"];
const before = page.slice(0, page.indexOf(begin) + begin.length);
const tables = found.map((study) => `**${study.title}**\n\n${workPrecisionTable(study)}`).join("\n");
writeFileSync(at("docs/topics/higher-order.md"), before + tables + page.slice(page.indexOf(end)));
