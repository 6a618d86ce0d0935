/** Plain rows of numbers, separated by commas, semicolons or blanks: positions of particles, full matrices. */
import { InputError } from "../core/failure.js";
import { expectNumber, linesOf } from "./text.js";

/** All rows of one length; lines that begin with `#` or `%` are comments. */
export function readRows(text: string, { file }: { readonly file?: string | undefined } = {}): number[][] {
  const rows: number[][] = [];
  for (const { text: raw, number: line } of linesOf(text)) {
    const content = raw.trim();
    if (content === "" || content.startsWith("#") || content.startsWith("%")) continue;
    const row = content.split(/\s*[,;]\s*|\s+/).map((word) => expectNumber(word, { file, line }));
    const first = rows[0] ?? row;
    if (row.length !== first.length) {
      const reason = `found ${row.length} numbers, and ${first.length} in the rows before; accepted: as many in every row`;
      throw new InputError(reason, { file, line });
    }
    rows.push(row);
  }
  if (rows.length === 0) throw new InputError("is empty; accepted: rows of numbers", { file });
  return rows;
}

export function writeRows(rows: readonly (readonly number[])[]): string {
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}
