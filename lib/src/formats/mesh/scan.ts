/** Text as bytes, read from left to right: numbers are made from the bytes themselves, without a string for each. A mesh of a
 *  million elements has five million numbers. Lines are only counted when something is wrong. */
import { InputError } from "../../core/failure.js";
import { quoted } from "../text.js";

export interface Scan {
  readonly bytes: Uint8Array;
  readonly file: string | undefined;
  /** The next byte. */
  at: number;
  /** Where reading stops: the end of the file, or of a field. */
  end: number;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

export function scanOf(bytes: Uint8Array, file: string | undefined): Scan {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new InputError("is text in UTF-16; accepted: ASCII or UTF-8, as most editors can save it", { file });
  }
  return { bytes, file, at: marked ? 3 : 0, end: bytes.length };
}

export function skipBlanks(scan: Scan): void {
  const { bytes, end } = scan;
  let at = scan.at;
  while (at < end && bytes[at] <= SPACE) at++;
  scan.at = at;
}

/** To the first byte of the next line. */
export function skipLine(scan: Scan): void {
  scan.at = lineEnd(scan.bytes, scan.at, scan.end);
  if (scan.at < scan.end && scan.bytes[scan.at] === CR && scan.bytes[scan.at + 1] === LF) scan.at++;
  if (scan.at < scan.end) scan.at++;
}

/** Where the line that holds `at` ends: before CR, LF or the end of the file. */
export function lineEnd(bytes: Uint8Array, at: number, end: number): number {
  let k = at;
  while (k < end && bytes[k] !== LF && bytes[k] !== CR) k++;
  return k;
}

/** The rest of the line as text; reading goes on with the next line. */
export function restOfLine(scan: Scan): string {
  const end = lineEnd(scan.bytes, scan.at, scan.end);
  const text = textBetween(scan.bytes, scan.at, end);
  skipLine(scan);
  return text;
}

/** The bytes up to the next blank; "" at the end of the file. */
export function word(scan: Scan): string {
  skipBlanks(scan);
  const from = scan.at;
  while (scan.at < scan.end && scan.bytes[scan.at] > SPACE) scan.at++;
  return textBetween(scan.bytes, from, scan.at);
}

/** Without moving on. */
export function peekWord(scan: Scan): string {
  const at = scan.at;
  const found = word(scan);
  scan.at = at;
  return found;
}

const decoder = new TextDecoder();

/** No word or line of a sensible file is longer; what is behind it is left out, so that a gigabyte without a blank cannot become a
 *  string that is too long for the language. */
const LONGEST = 16_777_216;

/** Short pieces of ASCII go past the decoder, which is slow to start. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  const piece = bytes.subarray(from, Math.min(to, from + LONGEST));
  if (piece.length > 128) return decoder.decode(piece);
  let all = 0;
  for (let k = 0; k < piece.length; k++) all |= piece[k];
  return all < 128 ? String.fromCharCode.apply(null, piece as unknown as number[]) : decoder.decode(piece);
}

/** A whole number that doubles hold exactly. */
export function integer(scan: Scan): number {
  skipBlanks(scan);
  const { bytes, end } = scan;
  const from = scan.at;
  let at = from;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  let value = 0;
  const first = at;
  for (; at < end; at++) {
    const digit = bytes[at] - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = 10 * value + digit;
  }
  scan.at = at;
  if (at === first || !endsHere(scan)) throw unreadable(scan, from, "a whole number");
  if (value > Number.MAX_SAFE_INTEGER) throw unreadable(scan, from, "a whole number below 2^53");
  return sign === MINUS ? -value : value;
}

/** A whole number that 32 bits hold: a node, a count, the number of a type. */
export function narrowInteger(scan: Scan): number {
  skipBlanks(scan);
  const from = scan.at;
  const value = integer(scan);
  if (value >= -2_147_483_648 && value <= 2_147_483_647) return value;
  throw unreadable(scan, from, "a whole number below 2^31");
}

const TENS = new Float64Array([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);

/** A finite number, rounded correctly: up to 2^53 as the digits and powers of ten up to 22 are exact in doubles, so that one
 *  product or quotient rounds once; whatever has more goes the slow way through a string. */
export function real(scan: Scan): number {
  skipBlanks(scan);
  const { bytes, end } = scan;
  const from = scan.at;
  let at = from;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  let digits = 0;
  let count = 0;
  let scale = 0;
  let byte = bytes[at] - ZERO;
  while (at < end && byte >= 0 && byte <= 9) {
    digits = 10 * digits + byte;
    count++;
    byte = bytes[++at] - ZERO;
  }
  if (at < end && bytes[at] === DOT) {
    byte = bytes[++at] - ZERO;
    while (at < end && byte >= 0 && byte <= 9) {
      digits = 10 * digits + byte;
      count++;
      scale--;
      byte = bytes[++at] - ZERO;
    }
  }
  scan.at = at;
  if (count === 0) throw unreadable(scan, from, "a number");
  if (at < end && isExponent(bytes[at])) scale += exponent(scan, from);
  if (!endsHere(scan)) throw unreadable(scan, from, "a number");
  if (digits <= Number.MAX_SAFE_INTEGER && scale >= -22 && scale <= 22) {
    const value = scale < 0 ? digits / TENS[-scale] : digits * TENS[scale];
    return sign === MINUS ? -value : value;
  }
  return fromText(scan, from);
}

/** e, E, d or D; Nastran also leaves the letter out: 1.5-3. */
const isExponent = (byte: number) =>
  byte === 101 || byte === 69 || byte === 100 || byte === 68 || byte === MINUS || byte === PLUS;

function exponent(scan: Scan, from: number): number {
  const { bytes, end } = scan;
  let at = scan.at;
  if (bytes[at] > 64) at++;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at++;
  const first = at;
  let value = 0;
  for (; at < end; at++) {
    const digit = bytes[at] - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    if (value < 10_000) value = 10 * value + digit;
  }
  scan.at = at;
  if (at === first) throw unreadable(scan, from, "a number");
  return sign === MINUS ? -value : value;
}

function fromText(scan: Scan, from: number): number {
  const text = textBetween(scan.bytes, from, scan.at);
  const value = Number(text.replace(/[dD]/, "e").replace(/(\d|\.)([+-]\d)/, "$1e$2"));
  if (Number.isFinite(value)) return value;
  throw unreadable(scan, from, "a number below 1.8e308");
}

/** A number ends at a blank, a comma or the end. */
function endsHere({ bytes, at, end }: Scan): boolean {
  return at >= end || bytes[at] <= SPACE || bytes[at] === 44;
}

function unreadable(scan: Scan, from: number, wanted: string): InputError {
  let to = from;
  while (to < scan.end && scan.bytes[to] > SPACE && scan.bytes[to] !== 44 && to < from + 60) to++;
  if (from >= scan.end) return refused(scan, `ends where ${wanted} is expected`, from);
  const found = quoted(textBetween(scan.bytes, from, to));
  return refused(scan, `found ${found} where ${wanted} is expected`, from);
}

/** The error with line and column. */
export function refused({ bytes, file, at }: Scan, reason: string, place = at): InputError {
  return new InputError(reason, { file, ...spotOf(bytes, place) });
}

/** Line and column of a byte, counted from 1. */
export function spotOf(bytes: Uint8Array, place: number): { readonly line: number; readonly column: number } {
  const ending = bytes.includes(LF) ? LF : CR;
  let line = 1;
  let start = 0;
  const end = Math.min(place, bytes.length);
  for (let next = bytes.indexOf(ending); next >= 0 && next < end; next = bytes.indexOf(ending, next + 1)) {
    line++;
    start = next + 1;
  }
  return { line, column: end - start + 1 };
}
