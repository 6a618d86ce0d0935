import fc from "fast-check";
import { expect, test } from "vitest";
import { toRows } from "../../src/linalg/matrix.js";
import { productOnPattern, scaledProduct } from "../../src/linalg/product.js";
import { sized, sparse, vector } from "./matrices.js";

test("A diag(d) B, entry by entry", () => {
  fc.assert(
    fc.property(
      sized(6, (n) => fc.tuple(sparse(n), vector(n), sparse(n))),
      ([A, d, B]) => {
        const [a, b, found] = [A, B, scaledProduct(A, d, B)].map(toRows);
        // Entries are multiples of 1/16 below 5: products of three are exact.
        for (let i = 0; i < d.length; i++)
          for (let j = 0; j < d.length; j++)
            expect(found[i][j]).toBe(a[i].reduce((sum, value, k) => sum + value * d[k] * b[k][j], 0) + 0);
      },
    ),
  );
});

test("a product whose second factor changes is the product of what it is now", () => {
  fc.assert(
    fc.property(
      sized(6, (n) => fc.tuple(sparse(n), sparse(n), fc.integer({ min: -3, max: 3 }))),
      ([A, B, factor]) => {
        const n = A.pattern.size;
        const product = productOnPattern(A, B.pattern);
        const out = new Float64Array(product.pattern.column.length).fill(Number.NaN);
        const now = B.values.map((value, k) => factor * value + k);
        product.values(now, out);
        const expected = scaledProduct(A, new Float64Array(n).fill(1), { pattern: B.pattern, values: now });
        expect(product.pattern).toEqual(expected.pattern);
        expect(out).toEqual(expected.values);
      },
    ),
  );
});
