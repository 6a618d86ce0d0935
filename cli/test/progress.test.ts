import { expect, test } from "vitest";
import { duration, progressBar } from "../src/progress.js";

test.each([
  [1.41e-8, "14.1 ns"],
  [3.2e-5, "32.0 µs"],
  [0.25, "250 ms"],
  [3.21, "3.2 s"],
  [42.4, "42 s"],
  [600, "10 min"],
  [12_600, "3.5 h"],
])("%d s is %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test("nothing is drawn where nobody looks", () => {
  // The test's own streams are pipes: a bar there would be in somebody's results.
  const written: unknown[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((text: unknown) => written.push(text) > 0) as typeof write;
  try {
    const bar = progressBar("run", false);
    bar.show(0.5);
    bar.clear();
  } finally {
    process.stderr.write = write;
  }
  expect(written).toEqual([]);
});
