/** Matrix Market exchange files [boisvert1996]: `coordinate` and `array`, `real` and `integer`, `general`, `symmetric` and
 *  `skew-symmetric`. Symmetric files are expanded to both triangles; an entry that is given twice is refused. */
import { InputError, withPlace } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import { fromTriplets, transpose } from "../linalg/matrix.js";
import { samePattern } from "../linalg/sparsity.js";
import { countOf, expectNumber, type Line, lineCount, linesOf, quoted } from "./text.js";

export type Symmetry = "general" | "symmetric" | "skew-symmetric";

export interface StoredMatrix {
  /** A rectangular one is the upper left part of a square one whose other entries are missing. */
  readonly matrix: Matrix;
  readonly rows: number;
  readonly columns: number;
  /** How the file stored it. */
  readonly symmetry: Symmetry;
}

export interface MatrixMarketOptions {
  readonly file?: string | undefined;
  /** Refuse a matrix with more rows than columns or the other way round (default true). */
  readonly square?: boolean;
}

export function readMatrixMarket(text: string, { file, square = true }: MatrixMarketOptions = {}): StoredMatrix {
  return withPlace({ file }, () => stored(text, square));
}

function stored(text: string, square: boolean): StoredMatrix {
  const lines = linesOf(text);
  const { layout, symmetry, whole } = banner(lines.next().value ?? { number: 1, text: "" });
  const content = contentOf(lines);
  const end = { line: lineCount(text) };
  const size = content.next().value;
  if (size === undefined) throw new InputError("the file ends before the line with the size of the matrix", end);
  const shape = shapeOf(size, layout, symmetry, square, text.length);
  // What is missed without a line of its own is missed at the end.
  const entries = withPlace(end, () =>
    layout === "array" ? arrayEntries(content, shape, symmetry) : coordinates(content, shape),
  );
  refuseFractions(entries, whole);
  refuseTwice(entries);
  const { row, column, value } = expanded(entries, symmetry);
  const matrix = fromTriplets(Math.max(shape.rows, shape.columns), row, column, value);
  return { matrix, rows: shape.rows, columns: shape.columns, symmetry };
}

/** The text of a matrix; one that is symmetric to the last bit is written as its lower triangle. */
export function writeMatrixMarket({ matrix, rows, columns }: Omit<StoredMatrix, "symmetry">): string {
  const { rowStart, column } = matrix.pattern;
  const symmetric = rows === columns && isSymmetric(matrix);
  const body: string[] = [];
  for (let i = 0; i < rows; i++) {
    for (let p = rowStart[i]; p < rowStart[i + 1]; p++) {
      if (symmetric && column[p] > i) continue;
      body.push(`${i + 1} ${column[p] + 1} ${matrix.values[p].toExponential(16)}`);
    }
  }
  const head = `%%MatrixMarket matrix coordinate real ${symmetric ? "symmetric" : "general"}`;
  return `${[head, `${rows} ${columns} ${body.length}`, ...body].join("\n")}\n`;
}

function isSymmetric(matrix: Matrix): boolean {
  const { pattern, values } = transpose(matrix);
  return samePattern(pattern, matrix.pattern) && values.every((x, k) => x === matrix.values[k]);
}

type Layout = "coordinate" | "array";

interface Shape {
  readonly rows: number;
  readonly columns: number;
  /** Entries the file holds. */
  readonly stored: number;
}

function banner(line: Line): { layout: Layout; symmetry: Symmetry; whole: boolean } {
  const place = { line: line.number };
  const [mark, object, layout, field, symmetry, ...rest] = line.text.trim().toLowerCase().split(/\s+/);
  if (mark !== "%%matrixmarket" || rest.length > 0) {
    const asked = "%%MatrixMarket matrix coordinate real general";
    throw new InputError(
      `found ${quoted(mark.slice(0, 16))}; a Matrix Market file starts with a line like "${asked}"`,
      place,
    );
  }
  if (object !== "matrix") throw new InputError(`holds a ${quoted(object ?? "")}; accepted: a matrix`, place);
  if (layout !== "coordinate" && layout !== "array") {
    throw new InputError(`the layout is ${quoted(layout ?? "")}; accepted: coordinate, array`, place);
  }
  if (field === "complex") throw new InputError("the matrix is complex; accepted: real or integer values", place);
  if (field === "pattern") {
    throw new InputError("the file has only the places of its entries and no values; accepted: real or integer", place);
  }
  if (field !== "real" && field !== "integer" && field !== "double") {
    throw new InputError(`the values are ${quoted(field ?? "")}; accepted: real, integer`, place);
  }
  if (symmetry !== "general" && symmetry !== "symmetric" && symmetry !== "skew-symmetric") {
    const found = quoted(symmetry ?? "");
    throw new InputError(`the symmetry is ${found}; accepted: general, symmetric, skew-symmetric`, place);
  }
  return { layout, symmetry, whole: field === "integer" };
}

function* contentOf(lines: Iterable<Line>): Generator<Line, undefined, undefined> {
  for (const line of lines) {
    const text = line.text.trim();
    if (text !== "" && !text.startsWith("%")) yield { number: line.number, text };
  }
  return undefined;
}

/** The size line, checked against the length of the file before anything is allocated by it. */
function shapeOf(line: Line, layout: Layout, symmetry: Symmetry, square: boolean, length: number): Shape {
  const place = { line: line.number };
  const counts = line.text.split(/\s+/).map(countOf);
  const asked = layout === "array" ? "rows and columns" : "rows, columns and number of entries";
  if (counts.length !== (layout === "array" ? 2 : 3) || counts.some(Number.isNaN)) {
    throw new InputError(`found ${quoted(line.text)} where the size is expected: ${asked}`, place);
  }
  const [rows, columns] = counts;
  if (rows !== columns && (square || symmetry !== "general")) {
    throw new InputError(`the matrix has ${rows} rows and ${columns} columns; accepted: a square one`, place);
  }
  const triangle = symmetry === "symmetric" ? (rows * (rows + 1)) / 2 : (rows * (rows - 1)) / 2;
  const stored = layout === "coordinate" ? counts[2] : symmetry === "general" ? rows * columns : triangle;
  // The shortest entry is "0" or "1 1 0", each followed by the end of its line.
  const room = layout === "array" ? (length + 1) / 2 : (length + 1) / 6;
  if (stored > room) {
    throw new InputError(`announces ${stored} entries, and the file is too short for them`, place);
  }
  // Rows without entries are legal (massless degrees of freedom); millions of them in a short file are a mistake.
  const most = Math.max(1_000_000, length);
  if (rows > most || columns > most) {
    throw new InputError(`announces ${rows} rows and ${columns} columns, and the file is too short for them`, place);
  }
  return { rows, columns, stored };
}

/** The entries in the order of the file, counted from 0, and the lines they stand on. */
interface Entries {
  readonly row: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  readonly line: Int32Array;
}

function entriesFor(count: number): Entries {
  return {
    row: new Int32Array(count),
    column: new Int32Array(count),
    value: new Float64Array(count),
    line: new Int32Array(count),
  };
}

function coordinates(content: Iterator<Line, undefined>, shape: Shape): Entries {
  const entries = entriesFor(shape.stored);
  const index = (word: string, size: number, line: number, what: string): number => {
    const at = countOf(word);
    if (at >= 1 && at <= size) return at - 1;
    throw new InputError(`the ${what} is ${quoted(word)}; accepted: 1 to ${size}`, { line });
  };
  for (let k = 0; k < shape.stored; k++) {
    const line = nextEntry(content, k, shape.stored);
    const words = line.text.split(/\s+/);
    if (words.length !== 3) {
      const found = quoted(line.text);
      throw new InputError(`found ${found}; an entry is a row, a column and a value`, { line: line.number });
    }
    entries.row[k] = index(words[0], shape.rows, line.number, "row");
    entries.column[k] = index(words[1], shape.columns, line.number, "column");
    entries.value[k] = expectNumber(words[2], { line: line.number });
    entries.line[k] = line.number;
  }
  refuseMore(content, shape.stored);
  return entries;
}

/** Column after column; of a symmetric matrix the lower triangle, of a skew one without the diagonal. */
function arrayEntries(content: Iterator<Line, undefined>, shape: Shape, symmetry: Symmetry): Entries {
  const entries = entriesFor(shape.stored);
  const first = { general: 0, symmetric: 0, "skew-symmetric": 1 }[symmetry];
  let k = 0;
  for (let j = 0; j < shape.columns; j++) {
    for (let i = symmetry === "general" ? 0 : j + first; i < shape.rows; i++, k++) {
      const line = nextEntry(content, k, shape.stored);
      entries.row[k] = i;
      entries.column[k] = j;
      entries.value[k] = expectNumber(line.text, { line: line.number });
      entries.line[k] = line.number;
    }
  }
  refuseMore(content, shape.stored);
  return entries;
}

function nextEntry(content: Iterator<Line, undefined>, k: number, stored: number): Line {
  const line = content.next().value;
  if (line !== undefined) return line;
  throw new InputError(`the file ends after ${k} of ${stored} entries`);
}

function refuseMore(content: Iterator<Line, undefined>, stored: number): void {
  const line = content.next().value;
  if (line === undefined) return;
  throw new InputError(`goes on after the ${stored} entries it announces`, { line: line.number });
}

/** The other triangle of a symmetric file filled in, each entry right after the one it mirrors, so that the two halves of
 *  an entry given several times are added in the same order and stay equal to the last bit. */
function expanded(entries: Entries, symmetry: Symmetry): Entries {
  if (symmetry === "general") return entries;
  refuseMixedTriangles(entries, symmetry);
  const sign = symmetry === "skew-symmetric" ? -1 : 1;
  const { row, column, value } = entries;
  const offDiagonal = row.reduce((count, i, k) => (i === column[k] ? count : count + 1), 0);
  const all = entriesFor(row.length + offDiagonal);
  let end = 0;
  const put = (i: number, j: number, x: number, line: number) => {
    all.row[end] = i;
    all.column[end] = j;
    all.line[end] = line;
    all.value[end++] = x;
  };
  for (let k = 0; k < row.length; k++) {
    put(row[k], column[k], value[k], entries.line[k]);
    if (row[k] !== column[k]) put(column[k], row[k], sign * value[k], entries.line[k]);
  }
  return all;
}

function refuseFractions({ value, line }: Entries, whole: boolean): void {
  const k = whole ? value.findIndex((x) => !Number.isInteger(x)) : -1;
  if (k < 0) return;
  throw new InputError(`found ${value[k]}; the file says that its values are integer`, { line: line[k] });
}

/** Whether an entry that is given twice is meant to be added, replaced or a mistake, the format does not say. */
function refuseTwice({ row, column, line }: Entries): void {
  const order = Int32Array.from(row, (_, k) => k).sort((a, b) => row[a] - row[b] || column[a] - column[b] || a - b);
  for (let k = 1; k < order.length; k++) {
    const [a, b] = [order[k - 1], order[k]];
    if (row[a] !== row[b] || column[a] !== column[b]) continue;
    const spot = `(${row[b] + 1}, ${column[b] + 1})`;
    throw new InputError(`the entry ${spot} is given twice, in line ${line[a]} and here; accepted: once`, {
      line: line[b],
    });
  }
}

/** A symmetric file holds one triangle; with both it is unclear whether an entry is meant once or twice. */
function refuseMixedTriangles({ row, column, value, line }: Entries, symmetry: Symmetry): void {
  let side = 0;
  for (let k = 0; k < row.length; k++) {
    const here = Math.sign(row[k] - column[k]);
    const spot = `(${row[k] + 1}, ${column[k] + 1})`;
    if (here === 0 && symmetry === "skew-symmetric" && value[k] !== 0) {
      const reason = `entry ${spot} is ${value[k]}; the diagonal of a skew-symmetric matrix is zero`;
      throw new InputError(reason, { line: line[k] });
    }
    if (here !== 0 && side !== 0 && here !== side) {
      const reason = `entry ${spot} lies in the other triangle than the ones before; a ${symmetry} file holds one triangle`;
      throw new InputError(reason, { line: line[k] });
    }
    if (here !== 0) side = here;
  }
}
