/** From characters to numbers, names and signs. */
import { didYouMean } from "../core/spelling.js";
import { mistake, type Source } from "./mistake.js";
import { FUNCTIONS } from "./notation.js";

export type Token =
  | { readonly kind: "number"; readonly text: string; readonly value: number; readonly at: number }
  | { readonly kind: "name" | "sign" | "end"; readonly text: string; readonly at: number };

/** More is not written by hand, and a limit keeps every later stage within bounds. */
const LONGEST_TEXT = 1_000_000;

const BLANK = /\s+/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const SIGN = /<=|>=|==|!=|\*\*|&&|\|\||[-+*/^(),<>=!&|√×·÷−[\]{}]/y;

/** What people write elsewhere, and what it is called here. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ["**", "^"],
  ["&&", "and"],
  ["||", "or"],
  ["=", "=="],
  ["!", "not"],
  ["&", "and"],
  ["|", "abs(…), or the word or"],
  ["√", "sqrt(…)"],
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
  ["−", "-"],
  ["[", "("],
  ["]", ")"],
  ["{", "("],
  ["}", ")"],
]);

export function tokensOf(source: Source): Token[] {
  const { text } = source;
  if (text.length > LONGEST_TEXT) {
    throw mistake(
      source,
      LONGEST_TEXT,
      `the expression has ${text.length} characters; at most ${LONGEST_TEXT} are read`,
    );
  }
  const tokens: Token[] = [];
  let at = 0;
  const next = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  for (;;) {
    next(BLANK);
    const start = at;
    if (start >= text.length) break;
    const number = next(NUMBER);
    if (number !== null) {
      tokens.push({ kind: "number", text: number, value: numberOf(source, number, start), at: start });
      continue;
    }
    const word = next(NAME);
    const sign = word ?? next(SIGN);
    if (sign === null) {
      const found = String.fromCodePoint(text.codePointAt(start) ?? 0);
      throw mistake(source, start, `unexpected character ${JSON.stringify(found)}`);
    }
    const here = FOREIGN.get(sign);
    if (here !== undefined) throw mistake(source, start, `"${sign}" means nothing here; write ${here}`);
    tokens.push({ kind: word === null ? "sign" : "name", text: sign, at: start });
  }
  tokens.push({ kind: "end", text: "", at: text.length });
  return tokens;
}

/** The number, which may not run into a name: neither `2x` nor `3e` nor `1.2.3` is what its writer takes it for. */
function numberOf(source: Source, digits: string, start: number): number {
  const rest = /[\p{L}\p{N}_.]+/uy;
  rest.lastIndex = start + digits.length;
  const glued = rest.exec(source.text)?.[0];
  if (glued !== undefined) {
    const reason = /^\p{L}/u.test(glued)
      ? `"${digits}${glued}" is neither a number nor a name; to multiply, write ${digits}*${glued}`
      : `"${digits}${glued}" is not a number`;
    throw mistake(source, start, reason);
  }
  const value = Number(digits);
  if (!Number.isFinite(value)) {
    throw mistake(source, start, `${digits} is beyond the range of double precision, which ends at 1.8e308`);
  }
  return value;
}

export function unknownFunction(name: string): string {
  return `there is no function "${name}".${didYouMean(name, FUNCTIONS.keys())} Functions: ${[...FUNCTIONS.keys()].join(", ")}; to multiply, write ${name}*(…)`;
}
