/** The cards of Nastran's bulk data: a name and fields, in columns of 8, of 16, or between commas, over as many lines as it takes. */
import { InputError } from "../../core/failure.js";
import { quoted } from "../text.js";
import { restOfLine, type Scan } from "./scan.js";

export interface BulkCard {
  /** In capitals, without the star of large fields. */
  readonly name: string;
  /** The data, from the second field of the card on; continued lines follow one another without gaps or marks. */
  readonly fields: string[];
  readonly line: number;
}

/** The cards between BEGIN BULK (or the start) and ENDDATA, which is the last of them. */
export function* bulkCards(scan: Scan): Generator<BulkCard, void, undefined> {
  let card: BulkCard | null = null;
  let next = "";
  let line = 0;
  const first = findBulk(scan);
  while (scan.at < scan.end) {
    line++;
    const text = withoutComment(restOfLine(scan));
    if (line <= first || text.trim() === "") continue;
    const refused = (reason: string) => new InputError(reason, { file: scan.file, line });
    const { name, mark, fields, last } = fieldsOf(text, refused);
    const expected = next;
    next = last;
    if (name === null) {
      if (card === null) throw refused(`found ${quoted(text)}, which continues no card`);
      if (mark !== "" && expected !== "" && mark !== expected)
        throw refused(
          `found ${quoted(mark)} where ${card.name} goes on with ${quoted(expected)}; put the lines of a card after one another`,
        );
      card.fields.push(...fields);
      continue;
    }
    if (card !== null) yield card;
    card = { name, fields, line };
    if (name === "ENDDATA") break;
  }
  if (card !== null) yield card;
}

/** The line of BEGIN BULK, 0 when there is none. */
function findBulk(scan: Scan): number {
  const start = scan.at;
  let found = 0;
  for (let line = 1; scan.at < scan.end && found === 0; line++) {
    const text = restOfLine(scan);
    if (/^\s*BEGIN\s+(?:BULK|SUPER)/i.test(text)) found = line;
    // Cards of a mesh before it: the file has no executive part.
    else if (/^(?:GRID|C(?:TETRA|HEXA|QUAD4|TRIA3))[\s*,]/i.test(text)) break;
  }
  scan.at = start;
  return found;
}

function withoutComment(text: string): string {
  const at = text.indexOf("$");
  return at < 0 ? text : text.slice(0, at);
}

interface Line {
  /** Null in a continued line. */
  readonly name: string | null;
  /** Of a continued line: what it calls itself. */
  readonly mark: string;
  readonly fields: string[];
  /** Field 10: what the line that continues this one calls itself; empty where nothing is said. */
  readonly last: string;
}

type Refused = (reason: string) => InputError;

function fieldsOf(text: string, refused: Refused): Line {
  if (text.includes(",")) return freeFields(text, refused);
  const columns = text.includes("\t") ? expandTabs(text) : text;
  const head = columns.slice(0, 8).trim();
  const large = head.endsWith("*") || head.startsWith("*");
  const width = large ? 16 : 8;
  const count = large ? 4 : 8;
  const fields: string[] = [];
  for (let k = 0; k < count; k++) fields.push(columns.slice(8 + k * width, 8 + (k + 1) * width).trim());
  return { name: nameOf(head), mark: markOf(head), fields, last: markOf(columns.slice(72, 80).trim()) };
}

/** What stands behind the last field is no data: a mark, or else a mistake. */
function freeFields(text: string, refused: Refused): Line {
  const cells = text.split(",").map((cell) => cell.trim());
  const head = cells[0];
  const count = head.includes("*") ? 4 : 8;
  const fields = Array.from({ length: count }, (_, k) => cells[k + 1] ?? "");
  const [last = "", ...beyond] = cells.slice(count + 1);
  const extra = /^(?:[+*].*)?$/.test(last) ? beyond.find((cell) => cell !== "") : last;
  if (extra !== undefined)
    throw refused(
      `found ${quoted(extra)} behind the ${count} fields of a line; put it into the next one, after a comma`,
    );
  return { name: nameOf(head), mark: markOf(head), fields, last: markOf(last) };
}

const markOf = (text: string) => text.replace(/^[+*]/, "").trim().toUpperCase();

function nameOf(head: string): string | null {
  if (head === "" || head.startsWith("+") || head.startsWith("*")) return null;
  return head.replace(/\*$/, "").toUpperCase();
}

function expandTabs(text: string): string {
  let out = "";
  for (const letter of text) out += letter === "\t" ? " ".repeat(8 - (out.length % 8)) : letter;
  return out;
}

/** Nastran's numbers may leave out the letter of the exponent: 7.85-9, 2.1+11. NaN for what is none. */
export function bulkNumber(field: string): number {
  if (field === "") return Number.NaN;
  if (/^\d+$/.test(field)) return Number(field);
  const plain = field.replace(/[dD]/, "e").replace(/([\d.])([+-]\d)/, "$1e$2");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What a card holds at a place, or the error that names it. Places are counted as the manual does: the name is field 1. */
export interface CardReader {
  readonly card: BulkCard;
  has(field: number): boolean;
  int(field: number, missing?: number): number;
  real(field: number, missing?: number): number;
  refused(reason: string): InputError;
}

export function cardReader(card: BulkCard, file: string | undefined): CardReader {
  const at = (field: number) => card.fields[placeOf(field)] ?? "";
  const refused = (reason: string) => new InputError(reason, { file, line: card.line, key: card.name });
  const number = (field: number, missing: number | undefined, whole: boolean): number => {
    const text = at(field);
    if (text === "" && missing !== undefined) return missing;
    const value = bulkNumber(text);
    const fits = Number.isFinite(value) && (!whole || (Number.isInteger(value) && Math.abs(value) <= 2_147_483_647));
    if (fits) return value;
    const found = text === "" ? "is empty" : `is ${quoted(text)}`;
    throw refused(`field ${field} ${found}; accepted: ${whole ? "a whole number" : "a number"}`);
  };
  return {
    card,
    refused,
    has: (field) => at(field) !== "",
    int: (field, missing) => number(field, missing, true),
    real: (field, missing) => number(field, missing, false),
  };
}

/** The manual counts the marks of continuation, fields 1, 10, 11, 20, …: 2 to 9 on the first line, 12 to 19 on the second. */
function placeOf(field: number): number {
  const line = Math.floor((field - 1) / 10);
  return line * 8 + ((field - 1) % 10) - 1;
}
