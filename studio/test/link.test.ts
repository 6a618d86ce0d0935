/** A link carries a model, and a broken one is refused. */
import { expect, test } from "vitest";
import { decodeLink, encodeLink } from "../src/workbench/link.js";

const source = {
  text: "noether: 1\n# κ = 1/2\n",
  file: "spring.yaml",
  files: { "records/a.at2": Uint8Array.of(0, 255, 7) },
};

test("text, methods and files come back as they were", () => {
  const { code, isWhole } = encodeLink({ source, methods: ["newmark(beta=1/6)"] });
  expect(isWhole).toBe(true);
  expect(code).toMatch(/^[\w-]+$/);
  expect(decodeLink(code)).toEqual({ source, methods: ["newmark(beta=1/6)"] });
});

test("files that are too large stay behind, and that is told", () => {
  const noise = Uint8Array.from({ length: 60_000 }, (_, i) => (i * i * 2654435761) >>> 13);
  const { code, isWhole } = encodeLink({ source: { ...source, files: { noise } }, methods: [] });
  expect(isWhole).toBe(false);
  expect(decodeLink(code).source).toEqual({ ...source, files: {} });
});

test.each(["", "!!!", "AAAA", encodeLink({ source, methods: [] }).code.slice(0, 20), "q1YqAQA"])(
  "%j is refused",
  (code) => {
    expect(() => decodeLink(code)).toThrow();
  },
);
