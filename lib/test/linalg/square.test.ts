import fc from "fast-check";
import { expect, test } from "vitest";
import { fromRows, fromTriplets, toRows } from "../../src/linalg/matrix.js";
import { scaledProduct } from "../../src/linalg/product.js";
import { apply, asMatrix, identity, leftSolve, product, square, weighted } from "../../src/linalg/square.js";

const entries = (n: number) =>
  fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: n * n, maxLength: n * n });

test("products act one after the other, and solutions undo them", () => {
  fc.assert(
    fc.property(entries(4), entries(4), (a, b) => {
      const A = weighted([1, 20], [Float64Array.from(a), identity(4)]);
      const B = Float64Array.from(b);
      const x = Float64Array.from([1, -2, 0.5, 3]);
      const [y, z, direct] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
      apply(4, B, x, y);
      apply(4, A, y, z);
      apply(4, product(4, A, B), x, direct);
      const X = leftSolve(4, A, product(4, A, B));
      if (!(X instanceof Float64Array)) throw new Error("a dominant diagonal has an inverse");
      // Sums of 16 terms of size 100.
      for (let i = 0; i < 4; i++) expect(direct[i]).toBeCloseTo(z[i], 11);
      for (let i = 0; i < 16; i++) expect(X[i]).toBeCloseTo(B[i], 12);
    }),
  );
});

test("a matrix without inverse is a failure", () => {
  expect(leftSolve(2, Float64Array.from([1, 2, 2, 4]), identity(2))).toMatchObject({ kind: "singular" });
});

test("sparse and full products agree", () => {
  const A = fromTriplets(3, [0, 0, 1, 2], [0, 2, 1, 0], [1, 2, 3, 4]);
  const B = fromTriplets(3, [0, 1, 2, 2], [1, 1, 0, 2], [5, 6, 7, 8]);
  const d = Float64Array.from([1, 10, 100]);
  const full = product(
    3,
    square(A),
    product(
      3,
      square(
        fromRows([
          [1, 0, 0],
          [0, 10, 0],
          [0, 0, 100],
        ]),
      ),
      square(B),
    ),
  );
  const sparse = scaledProduct(A, d, B);
  expect(toRows(sparse)).toEqual(toRows(asMatrix(3, full)));
});
