/** 48,000 damaged files over all formats. */
import { expect, test } from "vitest";
import { fuzz } from "./fuzz.js";
import { FUZZED_FILES } from "./fuzzed-files.js";

const RUNS = Math.ceil(48_000 / FUZZED_FILES.length);

test.each(FUZZED_FILES.map((file) => [file.name, file] as const))(`%s: ${RUNS} damages`, (_, file) => {
  expect(fuzz(file, RUNS, 2026)).toBeGreaterThan(RUNS / 6);
});
