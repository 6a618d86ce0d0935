/** Displacements of curved elements. */
import { expect, test } from "vitest";
import { fieldError, lastOrder } from "./elastostatics.js";
import { exactDisplacement, pressedTube } from "./pressed-tube.js";

test.each([
  { element: "hex8", cells: [16, 32], order: 2 },
  { element: "wedge6", cells: [16, 32], order: 2 },
  { element: "hex20", cells: [16, 32], order: 3 },
  { element: "tet10", cells: [8, 16], order: 3 },
] as const)("a tube under pressure of $element: order $order", ({ element, cells, order }) => {
  const errors = cells.map((around) => {
    const { body, u } = pressedTube(element, around);
    return fieldError(body, u, exactDisplacement);
  });
  // Two cells across the wall are not yet many.
  expect(Math.abs(lastOrder(errors) - order)).toBeLessThan(0.3);
});
