import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../../src/studies/index.js";

test("as Node's, for every length around the ends of blocks", () => {
  for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (7 * i) % 251);
    expect(sha256(bytes), `${length} bytes`).toBe(createHash("sha256").update(bytes).digest("hex"));
    // A part of a larger buffer.
    expect(sha256(new Uint8Array([9, 9, ...bytes]).subarray(2))).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});
