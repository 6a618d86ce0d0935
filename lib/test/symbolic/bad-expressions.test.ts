/** Broken expressions, thousands of them: each ends in an InputError with its column and a caret, and soon. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { EVERYTHING, print, trees } from "./tree.js";

const coordinates = ["x", "y", "z"];

function refused(text: string): boolean {
  try {
    potentialOf({ coordinates, potential: text, backEnd: "tape" });
    return false;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const column = error.place.column ?? 0;
    const sound = column >= 1 && column <= text.length + 1 && /\n {4}.*\n {4} *\^$/.test(error.message);
    if (!sound) throw new Error(`without its place: ${error.message}`);
    return true;
  }
}

const splice = (text: string, at: number, remove: number, insert: string) =>
  text.slice(0, at) + insert + text.slice(at + remove);

/** Ways to break a sound expression at a place between 0 and 1. */
const breakages: readonly ((text: string, where: number) => string)[] = [
  (text, where) =>
    splice(
      text,
      Math.floor(where * text.length),
      0,
      ["(", ")", ",", "@", "$", "'", '"', ";", "\\"][Math.floor(where * 997) % 9],
    ),
  (text, where) => splice(text, Math.floor(where * text.length), 0, "**"),
  (text) => `${text} +`,
  (text) => `* ${text}`,
  (text) => `${text} w`,
  (text) => `${text} + wrong`,
  (text) => `sine(${text})`,
  (text) => `sin(${text}, 1)`,
  (text) => `if(${text})`,
  (text) => `(${text}`,
  (text) => `${text})`,
  (text) => `${text} = 0`,
  (text) => `(${text}) < 1 < 2`,
  (text) => `${text} + 3x`,
  (text) => `${text} * 1e999`,
  (text) => `x.constructor(${text})`,
  (text) => `${text} + __proto__`,
  (text) => `process.exit(${text})`,
  (text) => `${"(".repeat(250)}${text}${")".repeat(250)}`,
];

test("mutations of sound expressions", { timeout: 60_000 }, () => {
  let count = 0;
  fc.assert(
    fc.property(
      trees(EVERYTHING).map(print),
      fc.constantFrom(...breakages),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (text, broken, where) => {
        expect(refused(broken(text, where))).toBe(true);
        count++;
      },
    ),
    { seed: 3, numRuns: 6500 },
  );
  expect(count).toBeGreaterThanOrEqual(6500);
});

test("noise is refused or understood, and nothing else happens", () => {
  const letters = "xyz0129.+-*/^()<>=!, eEifsnqrt\n\t'\"{}[]#&|%~\u00e9\u{1f600}";
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 40 }), (text) => {
      refused(text);
    }),
    { seed: 4, numRuns: 3000 },
  );
});
