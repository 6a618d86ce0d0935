/** Study tables as CSV: `# key: value` lines with JSON values (the study's own text, the columns with types and units), a line of column names, one line a
 *  case. A value that is missing is an empty cell. */
import { InputError, type Place } from "../core/failure.js";
import type { Json } from "../formats/json.js";
import { cellOf, cellsOf } from "../formats/table.js";
import { commentIn, commentLine, linesOf, quoted } from "../formats/text.js";
import type { Cell, Row, StudyColumn } from "./study.js";
import { areColumns, type StudyTable, tableOfColumns } from "./table.js";

/** Everything before the first row. */
export function studyCsvHead(columns: readonly StudyColumn[], name: string, text: string): string {
  const about = { name, study: text, columns: columns as unknown as Json };
  const lines = Object.entries(about).map(([key, value]) => commentLine(key, value));
  return `${lines.join("")}${columns.map((column) => cellOf(column.name)).join(",")}\n`;
}

export const studyCsvRow = ({ values }: Pick<Row, "values">): string => `${values.map(textOf).join(",")}\n`;

function textOf(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "string") return value === "" ? "" : cellOf(value.replace(/[\r\n]+/g, " "));
  return Object.is(value, -0) ? "-0" : String(value);
}

export function decodeStudyCsv(text: string, { file }: { readonly file?: string | undefined } = {}): StudyTable {
  const about = new Map<string, Json>();
  let columns: readonly StudyColumn[] | null = null;
  const data: (number[] | string[])[] = [];
  for (const { number: line, text: content } of linesOf(text)) {
    if (columns === null && content.startsWith("# ")) {
      const [key, value] = commentIn(content, { file, line });
      about.set(key, value);
    } else if (columns === null) {
      columns = columnsFrom(about.get("columns"), cellsOf(content), { file, line });
      for (const _ of columns) data.push([]);
    } else if (content !== "") readRow(content, columns, data, { file, line });
  }
  if (columns === null) throw new InputError("has no line of column names; it is not the table of a study", { file });
  const written = about.get("study");
  const parts = columns.map(({ type }, j) =>
    type === "text" ? (data[j] as string[]) : Float64Array.from(data[j] as number[]),
  );
  return tableOfColumns(columns, parts, typeof written === "string" ? written : "");
}

function columnsFrom(found: Json | undefined, names: readonly string[], place: Place): readonly StudyColumn[] {
  if (areColumns(found) && found.length === names.length && found.every(({ name }, i) => name === names[i]))
    return found;
  throw new InputError(
    'the line of column names does not agree with "# columns: […]" before it; it is not the table of a study',
    place,
  );
}

function readRow(
  content: string,
  columns: readonly StudyColumn[],
  data: readonly (number[] | string[])[],
  place: Place,
): void {
  const cells = cellsOf(content);
  if (cells.length !== columns.length)
    throw new InputError(`found ${cells.length} values; accepted: ${columns.length}, one a column`, place);
  columns.forEach(({ name, type }, j) => {
    const cell = cells[j];
    if (type === "text") (data[j] as string[]).push(cell);
    else (data[j] as number[]).push(numberIn(cell, type === "bool", { ...place, key: name }));
  });
}

function numberIn(cell: string, isBool: boolean, place: Place): number {
  if (cell === "" || cell === "NaN") return Number.NaN;
  if (isBool && (cell === "true" || cell === "false")) return cell === "true" ? 1 : 0;
  const value = Number(cell);
  if (!Number.isNaN(value)) return value;
  throw new InputError(`found ${quoted(cell)}; accepted: ${isBool ? "true or false" : "a number"}`, place);
}
