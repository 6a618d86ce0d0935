/** Small damages to a valid text: what transmission, editors and tired people do to files. */
import fc from "fast-check";
import { expect } from "vitest";
import { InputError } from "../../src/core/failure.js";

const SCRAPS = [
  "",
  " ",
  "\n",
  "\r",
  "-",
  ".",
  "e",
  "NaN",
  "1e999",
  "-1",
  "0",
  "9".repeat(30),
  "%",
  ",",
  '"',
  "\u0000",
  "é",
  "{",
];

export function damaged(text: string): fc.Arbitrary<string> {
  const cut = fc.nat(text.length).map((at) => text.slice(0, at));
  const edit = fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom(...SCRAPS))
    .map(([at, length, scrap]) => text.slice(0, at) + scrap + text.slice(at + length));
  const swap = fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([a, b]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return text.slice(0, low) + text.slice(high) + text.slice(low, high);
  });
  return fc.oneof(cut, edit, swap, fc.string({ maxLength: 60 }));
}

/** Whatever the text, `read` either understands it or refuses it as wrong input, naming the file. */
export function survives(valid: string, read: (text: string) => unknown, runs: number): void {
  let refused = 0;
  fc.assert(
    fc.property(damaged(valid), (text) => {
      try {
        read(text);
      } catch (error) {
        refused++;
        expect(error).toBeInstanceOf(InputError);
        expect((error as InputError).place.file).toBe("it");
      }
    }),
    { numRuns: runs, seed: 20 },
  );
  // The damages must do damage, or the property says nothing.
  expect(refused).toBeGreaterThan(runs / 4);
}
