import fc from "fast-check";
import { expect, test } from "vitest";
import { qr, qrSolve } from "../../src/linalg/qr.js";
import { entry, times } from "./matrices.js";

test("the residual of a least-squares solution is orthogonal to every column", () => {
  const cases = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 })).chain(([columns, more]) =>
    fc.tuple(
      fc.array(fc.array(entry, { minLength: columns, maxLength: columns }), {
        minLength: columns + more,
        maxLength: columns + more,
      }),
      fc.array(entry, { minLength: columns + more, maxLength: columns + more }),
    ),
  );
  fc.assert(
    fc.property(cases, ([A, right]) => {
      const columns = A[0].length;
      const a = Float64Array.from(A.flat());
      const scales = new Float64Array(columns);
      const failure = qr(A.length, columns, a, scales);
      fc.pre(failure === null && Array.from(scales.keys()).every((k) => Math.abs(a[k * columns + k]) > 1e-3));
      const b = Float64Array.from(right);
      qrSolve(A.length, columns, a, scales, b);
      const residual = times(A, b.subarray(0, columns)).map((value, i) => value - right[i]);
      for (let j = 0; j < columns; j++) {
        const along = A.reduce((sum, row, i) => sum + row[j] * residual[i], 0);
        // Entries below 4; solutions of systems this well posed below 1e5
        expect(Math.abs(along)).toBeLessThan(1e-8);
      }
    }),
    { numRuns: 500 },
  );
});

test("a line through points on a line is that line, and a dependent column is named", () => {
  const a = Float64Array.of(1, 0, 1, 1, 1, 2, 1, 3);
  const scales = new Float64Array(2);
  expect(qr(4, 2, a, scales)).toBeNull();
  const b = Float64Array.of(1, 3, 5, 7);
  qrSolve(4, 2, a, scales, b);
  expect([b[0], b[1]]).toEqual([expect.closeTo(1, 14), expect.closeTo(2, 14)]);
  expect(qr(3, 2, Float64Array.of(1, 2, 3, 6, 0.1, 0.2), scales)).toMatchObject({ kind: "singular", row: 1 });
});
