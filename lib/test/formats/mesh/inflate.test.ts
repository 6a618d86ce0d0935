import { constants, deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { base64Reader } from "../../../src/formats/mesh/base64.js";
import { inflate } from "../../../src/formats/mesh/inflate.js";

const data = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }),
  // Repetitive data gives long matches.
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.nat(500))
    .map(([piece, times]) => Uint8Array.from({ length: piece.length * times }, (_, k) => piece[k % piece.length])),
);

test("what zlib packs is unpacked, at every level and with every strategy", () => {
  const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED, constants.Z_RLE];
  fc.assert(
    fc.property(data, fc.integer({ min: 0, max: 9 }), fc.constantFrom(...strategies), (bytes, level, strategy) => {
      expect(inflate(deflateSync(bytes, { level, strategy }), bytes.length)).toEqual(bytes);
    }),
    { numRuns: 300, seed: 3 },
  );
});

test("a large block with a full window", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, k) => (k * k) >> 7);
  expect(inflate(deflateSync(bytes), bytes.length)).toEqual(bytes);
});

test("damaged data is refused, never misread: its checksum is looked at", () => {
  const bytes = Uint8Array.from({ length: 500 }, (_, k) => k % 97);
  const packed = deflateSync(bytes);
  fc.assert(
    fc.property(fc.nat(packed.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Uint8Array.from(packed);
      damaged[at] ^= change;
      const found = inflate(damaged, bytes.length);
      if (found !== null) expect(found).toEqual(bytes);
    }),
    { numRuns: 2000, seed: 5 },
  );
  for (let end = 0; end < packed.length; end++) expect(inflate(packed.subarray(0, end), bytes.length)).toBeNull();
  expect(inflate(packed, 499)).toBeNull();
  expect(inflate(packed, 501)).toBeNull();
});

test("base64 with blanks in it, and several pieces one behind the other", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 }), (pieces) => {
      const text = pieces
        .map((piece) =>
          Buffer.from(piece)
            .toString("base64")
            .replace(/(.{7})/g, "$1\n "),
        )
        .join("");
      const bytes = new TextEncoder().encode(text);
      const reader = base64Reader(bytes, 0, bytes.length);
      for (const piece of pieces) expect(reader.take(piece.length)).toEqual(piece);
      expect(reader.take(1)).toBeNull();
    }),
    { seed: 6 },
  );
  expect(base64Reader(new TextEncoder().encode("ab!d"), 0, 4).take(3)).toBeNull();
  expect(base64Reader(new TextEncoder().encode("abcd"), 0, 4).take(1e12)).toBeNull();
});
