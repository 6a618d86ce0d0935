/** Tables of text and numbers, for terminals and for Markdown. The numbers of a column share one notation, so that their
 *  points and exponents stand under one another; what is missing is a dash. */
import { maxOf, minOf } from "../core/vec.js";
import { significant } from "./number.js";

export type Cell = string | number | boolean | null;

export interface TableColumn {
  readonly head: string;
  readonly unit?: string;
  /** Significant digits of numbers (default 6). */
  readonly digits?: number;
}

export interface PrintedTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Columns two spaces apart, a rule under the heads, no space at the ends of lines. */
export function textTable(table: PrintedTable): string {
  const { heads, cells, isNumeric, widths } = setTable(table);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, k) => padded(text, widths[k], isNumeric[k]))
      .join("  ")
      .trimEnd();
  return `${[line(heads), widths.map((width) => "─".repeat(width)).join("  "), ...cells.map(line)].join("\n")}\n`;
}

export function markdownTable(table: PrintedTable): string {
  const { heads, cells, isNumeric, widths } = setTable(table, (text) => text.replaceAll("|", "\\|"));
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, k) => padded(text, widths[k], isNumeric[k])).join(" | ")} |`;
  const rule = widths.map((width, k) => (isNumeric[k] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return `${[line(heads), line(rule), ...cells.map(line)].join("\n")}\n`;
}

function setTable({ columns, rows }: PrintedTable, escaped = (text: string) => text) {
  const heads = columns.map(({ head, unit }) =>
    escaped(unit === undefined || unit === "" ? head : `${head} (${unit})`),
  );
  const byColumn = columns.map(({ digits }, k) =>
    setColumn(
      rows.map((row) => row[k] ?? null),
      digits ?? 6,
    ).map(escaped),
  );
  const isNumeric = columns.map((_, k) => rows.some((row) => typeof row[k] === "number"));
  const widths = columns.map((_, k) => maxOf(byColumn[k].map(widthOf), Math.max(widthOf(heads[k]), 3)));
  return { heads, cells: rows.map((_, i) => byColumn.map((texts) => texts[i])), isNumeric, widths };
}

/** One notation a column: whole numbers as they are, everyday sizes fixed, all else scientific. */
function setColumn(cells: readonly Cell[], digits: number): string[] {
  const numbers = cells.filter((cell): cell is number => typeof cell === "number" && Number.isFinite(cell));
  const set = notationOf(numbers, digits);
  return cells.map((cell) => {
    if (cell === null) return "–";
    if (typeof cell === "boolean") return cell ? "yes" : "no";
    if (typeof cell === "string") return cell;
    return Number.isFinite(cell) ? set(cell) : String(cell);
  });
}

function notationOf(numbers: readonly number[], digits: number): (value: number) => string {
  if (numbers.every((value) => Number.isInteger(value) && Math.abs(value) < 1e15)) return String;
  const sizes = numbers.map(Math.abs).filter((size) => size > 0);
  const largest = maxOf(sizes);
  const smallest = minOf(sizes);
  if (largest < 1e6 && smallest >= 1e-3 && largest / smallest < 1e5) {
    // The smallest number gets all its digits, or as many as it needs.
    const needed = maxOf(numbers.map((value) => decimalsOf(significant(value, digits))));
    return (value) => value.toFixed(needed);
  }
  return (value) => (value === 0 ? "0" : evenExponent(value.toExponential(digits - 1)));
}

function decimalsOf(text: string): number {
  return text.includes(".") ? text.length - text.indexOf(".") - 1 : 0;
}

/** 1.5e-7 as 1.5e-07. */
function evenExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

/** Numbers stand at the right, words at the left. */
function padded(text: string, width: number, right: boolean): string {
  const space = " ".repeat(width - widthOf(text));
  return right ? space + text : text + space;
}

/** Characters as they are seen: a letter and the dot above it are one. */
function widthOf(text: string): number {
  return [...text.replace(/\p{M}/gu, "")].length;
}
