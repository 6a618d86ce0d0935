import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementType } from "../../../src/mesh/element-types.js";
import { shapedTypes, shapeOf } from "../../../src/mesh/shapes/shape-of.js";
import { referenceNodes } from "./reference-nodes.js";

describe.each(shapedTypes())("%s", (name) => {
  const { dimension, nodes, values, gradients, stiffness, mass } = shapeOf(name);
  const N = new Float64Array(nodes);
  const G = new Float64Array(nodes * dimension);
  const at = fc.array(fc.double({ min: 0.05, max: 0.3, noNaN: true }), { minLength: dimension, maxLength: dimension });

  test("has the nodes of its type", () => {
    expect(nodes).toBe(elementType(name).nodes);
    expect(dimension).toBe(elementType(name).dimension);
  });

  test("is one at its own node and zero at the others", () => {
    referenceNodes(name).forEach((point, a) => {
      values(point, N);
      N.forEach((value, b) => {
        expect(value).toBeCloseTo(a === b ? 1 : 0, 14);
      });
    });
  });

  test("sums to one, with the gradients of the values", () => {
    fc.assert(
      fc.property(at, (xi) => {
        values(xi, N);
        gradients(xi, G);
        expect(N.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 13);
        for (let d = 0; d < dimension; d++) {
          const step = 1e-4;
          const shifted = (by: number) => {
            const out = new Float64Array(nodes);
            values(
              xi.map((x, i) => (i === d ? x + by : x)),
              out,
            );
            return out;
          };
          const [right, left] = [shifted(step), shifted(-step)];
          // Central differences of cubics: step² times the third derivative, at most 2.
          for (let a = 0; a < nodes; a++) {
            expect(G[a * dimension + d]).toBeCloseTo((right[a] - left[a]) / (2 * step), 7);
          }
        }
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  test("the weights of its rules are positive and add up to its size", () => {
    const sizes = { line: 2, tri: 1 / 2, quad: 4, tet: 1 / 6, wedge: 1, hex: 8 };
    const size = sizes[name.replace(/\d+$/, "") as keyof typeof sizes];
    for (const { points, weights } of [stiffness, mass]) {
      expect(weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(size, 14);
      expect(weights.every((w) => w > 0)).toBe(true);
      expect(points.every((point) => point.length === dimension)).toBe(true);
    }
  });
});

/** Every monomial ξᵃ ηᵇ ζᶜ up to the total degree that a rule has to master, against its integral. */
test.each([
  { name: "tri6", degree: 5 },
  { name: "tet10", degree: 5 },
] as const)("the rule for the mass of $name is of degree $degree", ({ name, degree }) => {
  const { dimension, mass } = shapeOf(name);
  for (const powers of monomials(dimension, degree)) {
    const sum = mass.points.reduce(
      (total, point, k) => total + mass.weights[k] * powers.reduce((p, n, d) => p * point[d] ** n, 1),
      0,
    );
    // ∫ ξᵃ ηᵇ … over the unit simplex is a! b! … / (a + b + … + d)!.
    const exact =
      powers.reduce((p, n) => p * factorial(n), 1) / factorial(powers.reduce((s, n) => s + n, 0) + dimension);
    expect(sum).toBeCloseTo(exact, 15);
  }
});

function monomials(dimension: number, degree: number): number[][] {
  if (dimension === 0) return [[]];
  return Array.from({ length: degree + 1 }, (_, n) =>
    monomials(dimension - 1, degree - n).map((rest) => [n, ...rest]),
  ).flat();
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}

test("refuses a type without shape functions by name", () => {
  expect(() => shapeOf("pyramid5")).toThrow("pyramid5");
});
