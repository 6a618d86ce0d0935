/** Tables of times and columns, as spreadsheets and scripts write them: separated by commas, semicolons, tabs or blanks,
 *  with or without a line of names, `#` or `%` before comments. */
import { InputError, withPlace } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { expectNumber, type Line, linesOf, numberOf } from "./text.js";

export interface Table {
  /** Ascending. */
  readonly times: Vec;
  readonly columns: readonly Vec[];
  /** Of the columns, without that of the times; null when the file has no line of names. */
  readonly names: readonly string[] | null;
}

export interface TableOptions {
  readonly file?: string | undefined;
  /** How many columns besides the times are wanted (any number ≥ 1 by default). */
  readonly columns?: number | undefined;
}

export function readTable(text: string, { file, columns }: TableOptions = {}): Table {
  return withPlace({ file }, () => tableIn(text, columns));
}

function tableIn(text: string, columns: number | undefined): Table {
  const lines = [...contentOf(text)];
  if (lines.length === 0) throw new InputError("is empty; accepted: lines of a time and one or more values");
  const separate = separatorOf(lines[0].text);
  const first = separate(lines[0].text);
  const named = first.every((cell) => Number.isNaN(numberOf(cell)));
  const rows = named ? lines.slice(1) : lines;
  if (rows.length === 0) throw new InputError("has a line of names and no numbers after it");
  if (first.length < 2) {
    const reason = `found one column; accepted: a time and one or more values in every line`;
    throw new InputError(reason, { line: lines[0].number });
  }
  if (columns !== undefined && first.length !== columns + 1) {
    const reason = `found ${first.length} columns; accepted: ${columns + 1}, the time and ${columns} more`;
    throw new InputError(reason, { line: lines[0].number });
  }

  const table = first.map(() => new Float64Array(rows.length));
  rows.forEach((line, i) => {
    const cells = separate(line.text);
    if (cells.length !== first.length) {
      const reason = `found ${cells.length} columns, and ${first.length} in the lines before; accepted: as many in every line`;
      throw new InputError(reason, { line: line.number });
    }
    cells.forEach((cell, j) => {
      table[j][i] = expectNumber(cell, { line: line.number, key: `column ${j + 1}` });
    });
    if (i > 0 && !(table[0][i] > table[0][i - 1])) {
      const reason = `the time ${table[0][i]} does not come after ${table[0][i - 1]}; accepted: ascending times`;
      throw new InputError(reason, { line: line.number });
    }
  });
  const [times, ...values] = table;
  return { times, columns: values, names: named ? first.slice(1) : null };
}

export function writeTable({ times, columns, names }: Table): string {
  const head = names === null ? [] : [["t", ...names].map(cellOf).join(",")];
  const rows = Array.from(times, (t, i) => [t, ...columns.map((column) => column[i])].join(","));
  return `${[...head, ...rows].join("\n")}\n`;
}

/** A name as a cell: in quotation marks if it would be misread without them. */
export function cellOf(name: string): string {
  return /[",;#\s]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

/** The cells of a line with commas between them; quotation marks protect commas and, doubled, themselves. */
export function cellsOf(line: string, separator = ","): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = "";
  let inside = false;
  for (let k = 0; k < line.length; k++) {
    const c = line[k];
    if (c === '"' && inside && line[k + 1] === '"') cell += line[++k];
    else if (c === '"') inside = !inside;
    else if (c === separator && !inside) {
      cells.push(cell.trim());
      cell = "";
    } else cell += c;
  }
  return [...cells, cell.trim()];
}

function* contentOf(text: string): Generator<Line, void, undefined> {
  for (const line of linesOf(text)) {
    const content = line.text.trim();
    if (content !== "" && !content.startsWith("#") && !content.startsWith("%")) {
      yield { number: line.number, text: content };
    }
  }
}

/** The first of semicolon, comma and tab that occurs in the first line outside quotation marks, or else blanks. */
function separatorOf(line: string): (line: string) => string[] {
  const bare = line.replace(/"[^"]*"/g, "");
  const separator = [";", ",", "\t"].find((mark) => bare.includes(mark));
  return separator === undefined ? (text) => text.split(/\s+/) : (text) => cellsOf(text, separator);
}
