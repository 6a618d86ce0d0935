/** Stresses as results: at nodes and in elements, against closed forms. */
import { expect, test } from "vitest";
import { constantSignal } from "../../src/core/signal.js";
import { solidBody } from "../../src/fe/fields/solid-body.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { stVenantKirchhoff } from "../../src/fe/materials/st-venant-kirchhoff.js";
import type { Solid } from "../../src/fe/solid.js";
import { box } from "../../src/mesh/generate/box.js";
import { nodeCount } from "../../src/mesh/mesh.js";
import { surfaceForces, traction } from "../../src/mesh/surface.js";
import { solidOf } from "../fe/solids.js";
import {
  between,
  equilibrium,
  type Field,
  fixedIn,
  lastOrder,
  nodesWhere,
  type Place,
  placeOf,
  sidesNamed,
} from "./elastostatics.js";
import { exactStress, pressedTube } from "./pressed-tube.js";

/** A field of a body at displacements u of its nodes. */
function fieldAt(solid: Solid, name: string, on: "nodes" | "elements", u: Float64Array): Float64Array {
  const { fields, mesh } = solidBody(solid);
  const field = fields.find((each) => each.name === name && each.on === on);
  if (field === undefined) throw new Error(`no ${name} on ${on}`);
  const places = on === "nodes" ? nodeCount(mesh) : solid.sets.reduce((sum, { elements }) => sum + elements.length, 0);
  const out = new Float64Array(places * Math.max(1, field.components.length));
  field.evaluate(0, solid.coordinates(0, u), new Float64Array(solid.system.dof), out);
  return out;
}

test.each(["hex20", "tet10"] as const)(
  "pure bending with %s: σ_xx = E κ z at every node, and nothing else",
  (element) => {
    const [E, nu, kappa] = [200, 0.3, 0.01];
    const mesh = box({ size: [4, 1, 1], cells: [4, 2, 2], element, origin: [0, -0.5, -0.5] });
    const body = solidOf(mesh, linearElastic({ E, nu, density: 1 }));
    const field: Field = ([x, y, z]) => [
      kappa * x * z,
      -kappa * nu * y * z,
      (-kappa * (x * x - nu * y * y + nu * z * z)) / 2,
    ];
    const given = ([x, y, z]: Place, direction: number) =>
      direction === 0 ? x === 0 || x === 4 : x === 0 && z === -0.5 && (y === -0.5 || (y === 0.5 && direction === 2));
    const stress = fieldAt(body, "stress", "nodes", between(body, given, field));
    const largest = (E * kappa) / 2;
    stress.forEach((value, i) => {
      const [, , z] = placeOf(mesh, Math.floor(i / 6));
      const expected = i % 6 === 0 ? E * kappa * z : 0;
      // The displacements are exact to some 1e-11 of their size, which is 20 times that of what strains come from.
      expect(Math.abs(value - expected)).toBeLessThan(1e-9 * largest);
    });
  },
);

test.each(["hex8", "hex20"] as const)("%s: the reactions of a cantilever carry its load", (element) => {
  const mesh = box({ size: [4, 1, 1], cells: [4, 2, 2], element });
  const supports = fixedIn(
    nodesWhere(mesh, ([x]) => x === 0),
    [0, 1, 2],
  );
  const load = [0.3, -0.2, 1] as const;
  const pattern = surfaceForces(mesh, sidesNamed(mesh, "right"), 1, traction(load));
  const loads = [{ pattern, signal: constantSignal(1) }];
  const body = solidOf(mesh, linearElastic({ E: 200, nu: 0.3, density: 1 }), { supports, loads });
  const reaction = fieldAt(body, "reaction", "nodes", equilibrium(body, pattern));
  const sum = (d: number) => reaction.reduce((total, value, i) => total + (i % 3 === d ? value : 0), 0);
  // The solve of a slender beam leaves some 1e-12.
  load.forEach((force, d) => {
    expect(Math.abs(sum(d) + force)).toBeLessThan(1e-10);
  });
});

test.each([
  { element: "hex8", order: 1 },
  { element: "hex20", order: 2 },
] as const)("a tube of $element: von Mises's stress at nodes, order $order or better", ({ element, order }) => {
  const errors = [16, 32].map((around) => {
    const { body, u } = pressedTube(element, around);
    const squares = fieldAt(body, "von-mises", "nodes", u).map((found, node) => {
      const [x, y] = placeOf(body.parts.mesh, node);
      return (found / exactStress(Math.hypot(x, y)) - 1) ** 2;
    });
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  });
  expect(lastOrder(errors)).toBeGreaterThan(order - 0.2);
});

test("plane stress at large strain: Cauchy's stress knows that the sheet gets thinner", () => {
  const [E, nu] = [1e3, 0.3];
  const mesh = box({ size: [1, 1], cells: [1, 1], element: "quad4" });
  const body = solidOf(mesh, stVenantKirchhoff({ E, nu, density: 1 }), {
    plane: { vanishing: "stress", thickness: 0.1 },
  });
  const [a, b] = [0.15, -0.02];
  const u = Float64Array.from({ length: mesh.points.length }, (_, i) => [a, b, 0][i % 3] * mesh.points[i]);
  const stress = fieldAt(body, "stress", "elements", u);
  // S = E/(1 − ν²) (E₁ + ν E₂), and σ = F S Fᵀ/det F with the stretch across the sheet in det F.
  const [ex, ey] = [a + a ** 2 / 2, b + b ** 2 / 2];
  const across = Math.sqrt(1 - (2 * nu * (ex + ey)) / (1 - nu));
  const factor = E / (1 - nu ** 2) / ((1 + a) * (1 + b) * across);
  expect(stress[0]).toBeCloseTo(factor * (1 + a) ** 2 * (ex + nu * ey), 9);
  expect(stress[1]).toBeCloseTo(factor * (1 + b) ** 2 * (ey + nu * ex), 9);
  expect(stress[2]).toBe(0);
});
