/** The words of the expression language: functions with how many arguments they take, constants, reserved words. */

interface Arity {
  readonly least: number;
  readonly most: number;
}

const one: Arity = { least: 1, most: 1 };
const two: Arity = { least: 2, most: 2 };
const several: Arity = { least: 2, most: Number.POSITIVE_INFINITY };

export const FUNCTIONS: ReadonlyMap<string, Arity> = new Map([
  ["if", { least: 3, most: 3 }],
  ["sin", one],
  ["cos", one],
  ["tan", one],
  ["asin", one],
  ["acos", one],
  ["atan", one],
  ["atan2", two],
  ["sinh", one],
  ["cosh", one],
  ["tanh", one],
  ["exp", one],
  ["log", one],
  ["sqrt", one],
  ["abs", one],
  ["min", several],
  ["max", several],
  ["sign", one],
]);

export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
]);

/** Operators that are words. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(["and", "or", "not"]);

/** What a word already means, in words, if it means something: then it cannot name a coordinate or a parameter. */
export function reservedMeaning(word: string): string | null {
  if (FUNCTIONS.has(word)) return "a function";
  if (OPERATOR_WORDS.has(word)) return "an operator";
  return word === "pi" ? "the number π" : word === "e" ? "Euler's number" : null;
}

/** Can `word` be written as a name at all? */
export function isName(word: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(word);
}
