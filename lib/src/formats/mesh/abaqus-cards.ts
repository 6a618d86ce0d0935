/** The cards of an input deck of Abaqus or CalculiX: a keyword with parameters, and lines of data up to the next. */
import { quoted } from "../text.js";
import { integer, lineEnd, real, refused, type Scan, skipLine, textBetween } from "./scan.js";

export interface Card {
  /** `SOLID SECTION`: in capitals, without the star, with single blanks. */
  readonly keyword: string;
  /** By name in capitals; "" for one without a value. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly line: number;
  /** The bytes of the data. */
  readonly from: number;
  readonly to: number;
}

const STAR = 42;
const COMMA = 44;

export function cardsOf(scan: Scan): Card[] {
  const cards: { keyword: string; parameters: Map<string, string>; line: number; from: number; to: number }[] = [];
  const { bytes } = scan;
  let line = 0;
  while (scan.at < scan.end) {
    line++;
    const start = scan.at;
    let first = start;
    while (first < scan.end && (bytes[first] === 32 || bytes[first] === 9)) first++;
    const isKeyword = bytes[first] === STAR && bytes[first + 1] !== STAR;
    if (isKeyword) {
      const last = cards.at(-1);
      if (last !== undefined) last.to = start;
      const began = line;
      let head = textBetween(bytes, first + 1, lineEnd(bytes, first, scan.end)).trim();
      skipLine(scan);
      // A keyword that ends with a comma goes on in the next line.
      while (head.endsWith(",") && scan.at < scan.end && head.length < 4096) {
        head += textBetween(bytes, scan.at, lineEnd(bytes, scan.at, scan.end)).trim();
        skipLine(scan);
        line++;
      }
      cards.push({ ...headOf(head), line: began, from: scan.at, to: scan.end });
    } else {
      const isData = first < lineEnd(bytes, first, scan.end) && bytes[first] !== STAR;
      if (isData && cards.length === 0) throw refused(scan, "the file begins with data; accepted: a keyword, as *NODE");
      skipLine(scan);
    }
  }
  return cards;
}

function headOf(head: string): { keyword: string; parameters: Map<string, string> } {
  const [keyword = "", ...rest] = head.split(",");
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const [key, ...value] = part.split("=");
    if (key.trim() !== "")
      parameters.set(
        plain(key),
        value
          .join("=")
          .trim()
          .replace(/^"(.*)"$/, "$1"),
      );
  }
  return { keyword: plain(keyword), parameters };
}

const plain = (text: string) => text.trim().replace(/\s+/g, " ").toUpperCase();

export interface Row {
  readonly line: number;
  /** What stands between the commas, without blanks around it; an empty last one is left out. */
  readonly cells: readonly string[];
}

/** The data of a small card, line by line; comments and empty lines are passed over. */
export function* rowsOf(scan: Scan, card: Card): Generator<Row, void, undefined> {
  const { bytes } = scan;
  let line = card.line;
  for (let at = card.from; at < card.to; ) {
    line++;
    const end = lineEnd(bytes, at, card.to);
    const text = textBetween(bytes, at, end).trim();
    if (text !== "" && !text.startsWith("**")) {
      const cells = text.split(",").map((cell) => cell.trim());
      if (cells.at(-1) === "") cells.pop();
      yield { line, cells };
    }
    const next: Scan = { ...scan, at: end, end: card.to };
    skipLine(next);
    at = next.at;
  }
}

/** Numbers of a large card, straight from its bytes. */
export interface CardNumbers {
  /** Is there another number? Moves over commas, ends of lines and comments. */
  more(): boolean;
  int(): number;
  /** The next number of the line; 0 for an empty place or where the line has ended. */
  realOrZero(): number;
  /** Leaves the line; refuses numbers that are left on it. */
  endLine(what: string): void;
  readonly scan: Scan;
}

export function cardNumbers(file: Scan, card: Card): CardNumbers {
  const scan: Scan = { ...file, at: card.from, end: card.to };
  const { bytes } = scan;
  const blanks = () => {
    while (scan.at < scan.end && (bytes[scan.at] === 32 || bytes[scan.at] === 9)) scan.at++;
  };
  const isLineEnd = () => scan.at >= scan.end || bytes[scan.at] === 10 || bytes[scan.at] === 13;
  return {
    scan,
    more() {
      for (;;) {
        while (scan.at < scan.end && (bytes[scan.at] <= 32 || bytes[scan.at] === COMMA)) scan.at++;
        if (scan.at >= scan.end) return false;
        if (bytes[scan.at] !== STAR) return true;
        skipLine(scan);
      }
    },
    int() {
      const value = integer(scan);
      blanks();
      return value;
    },
    realOrZero() {
      blanks();
      if (bytes[scan.at] === COMMA && scan.at < scan.end) scan.at++;
      blanks();
      if (isLineEnd() || bytes[scan.at] === COMMA) return 0;
      const value = real(scan);
      blanks();
      return value;
    },
    endLine(what) {
      blanks();
      while (scan.at < scan.end && bytes[scan.at] === COMMA) {
        scan.at++;
        blanks();
      }
      if (isLineEnd()) return;
      const found = textBetween(bytes, scan.at, lineEnd(bytes, scan.at, scan.end));
      throw refused(scan, `found ${quoted(found)} after ${what}`);
    },
  };
}
