/** `noether convert IN OUT`: matrices (.mtx, .csv, .json), tables (.csv, .txt, .json), records (.at2, .csv) and results
 *  (.h5, .csv, .json). */
import { existsSync } from "node:fs";
import { extname } from "node:path";
import { Command } from "commander";
import { InputError } from "noether";
import { contentOf } from "../conversion/read.js";
import { writeContent } from "../conversion/write.js";

export function command(): Command {
  return new Command("convert")
    .description("Matrices, tables, records and results from one format to another, by the endings of the names.")
    .argument("<in>", ".mtx, .csv, .txt, .json, .at2 or .h5")
    .argument(
      "<out>",
      "matrix: .mtx .csv .json; table: .csv .txt .json; record: .at2 .csv .json; result: .h5 .csv .json",
    )
    .option("--force", "overwrite an older file")
    .option("--quiet", "print nothing")
    .action(convert);
}

async function convert(from: string, to: string, { force = false, quiet }: { force?: boolean; quiet?: true }) {
  if (!force && existsSync(to)) {
    throw new InputError("exists already; choose another name, or add --force to overwrite it", { file: to });
  }
  const content = await contentOf(from, extname(to).toLowerCase());
  await writeContent(content, to, force);
  if (!quiet) process.stdout.write(`${content.kind} ${from} → ${to}\n`);
}
