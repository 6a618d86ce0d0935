/** A thick-walled tube under pressure (Lamé): displacements u = A r + B/r on curved elements. */
import { expect, test } from "vitest";
import { cylinder } from "../../src/mesh/generate/cylinder.js";
import { pressure, surfaceForces } from "../../src/mesh/surface.js";
import { linearElastic } from "../../src/models/solid/materials/linear-elastic.js";
import { solidOf } from "../models/solid/solids.js";
import { equilibrium, type Field, fieldError, held, lastOrder, nodesWhere } from "./elastostatics.js";

const [INNER, OUTER, HEIGHT] = [1, 2, 0.5];
const [E, NU, P] = [10, 0.3, 1];
const share = (P * INNER ** 2) / (OUTER ** 2 - INNER ** 2);
/** Plane strain: A = (1 + ν)(1 − 2ν) p a²/(b² − a²)/E, B = (1 + ν) p a² b²/(b² − a²)/E. */
const A = ((1 + NU) * (1 - 2 * NU) * share) / E;
const B = ((1 + NU) * OUTER ** 2 * share) / E;
const exact: Field = ([x, y]) => {
  const square = x * x + y * y;
  return [x * (A + B / square), y * (A + B / square), 0];
};

function error(element: "hex8" | "hex20" | "wedge6" | "tet10", around: number): number {
  const mesh = cylinder({ radius: OUTER, inner: INNER, height: HEIGHT, cells: [around, around / 8, 1], element });
  const small = 1e-9;
  const supports = [
    ...held(
      nodesWhere(mesh, ([, , z]) => z === 0 || z === HEIGHT),
      [2],
    ),
    ...held(
      nodesWhere(mesh, ([, y]) => Math.abs(y) < small),
      [1],
    ),
    ...held(
      nodesWhere(mesh, ([x]) => Math.abs(x) < small),
      [0],
    ),
  ];
  const body = solidOf(mesh, linearElastic({ E, nu: NU, density: 1 }), { supports });
  const inside = mesh.groups.find(({ name }) => name === "inner");
  if (inside?.of !== "sides") throw new Error("a tube has an inner side");
  return fieldError(body, equilibrium(body, surfaceForces(mesh, inside, 1, pressure)), exact);
}

test.each([
  { element: "hex8", cells: [16, 32], order: 2 },
  { element: "wedge6", cells: [16, 32], order: 2 },
  { element: "hex20", cells: [16, 32], order: 3 },
  { element: "tet10", cells: [8, 16], order: 3 },
] as const)("$element: order $order", ({ element, cells, order }) => {
  const errors = cells.map((around) => error(element, around));
  expect(Math.abs(lastOrder(errors) - order)).toBeLessThan(0.3);
});
