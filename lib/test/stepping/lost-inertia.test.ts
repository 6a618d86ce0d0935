import { expect, test } from "vitest";
import { diagonalMass } from "../../src/linalg/mass.js";
import { lostInertia } from "../../src/stepping/lost-inertia.js";

test("3 (1 + ε) is rounded up by ε, which is taken away; products with powers of two are exact", () => {
  const added = new Float64Array(2);
  lostInertia(diagonalMass(Float64Array.of(3, 4)))?.addTo(Float64Array.of(1 + Number.EPSILON, 0.3), 0, added, 0);
  expect([...added]).toEqual([-Number.EPSILON, 0]);
  expect(lostInertia(diagonalMass(Float64Array.of(1, 0.25)))).toBeNull();
});
