import { expect, test } from "vitest";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import type { Material } from "../../../src/fe/materials/material.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { solid } from "../../../src/fe/solid.js";
import type { Mesh } from "../../../src/mesh/mesh.js";
import { discreteGradientDefects, gradientDefect, tangentDefect } from "../../systems/derivatives.js";
import { bare } from "../solids.js";

const constants = { E: 200, nu: 0.3, density: 5 };
/** Two bars that meet at a tip, in space. */
const mesh: Mesh = {
  points: Float64Array.of(0, 0, 0, 3, 0, 1, 0, 4, 0),
  nodeNumbers: null,
  blocks: [{ type: "line2", nodes: Int32Array.of(0, 1, 1, 2), numbers: null }],
  groups: [],
};
const truss = (material = stVenantKirchhoff(constants), area?: number) =>
  solid({ ...bare(mesh), regions: [{ material, elements: Int32Array.of(0, 1), ...(area !== undefined && { area }) }] });

test("a bar that is stretched by a tenth has ½ E A L (l² − L²)²/4L⁴", () => {
  const { system } = truss(undefined, 0.1);
  const q = Float64Array.of(0, 0, 0, 0.3, 0, 0.1, 0, 0, 0);
  const L = Math.sqrt(10);
  const other = (Math.hypot(3.3, 4, 1.1) ** 2 - 26) / 2;
  const energy = (L / 2) * 20 * 0.105 ** 2 + ((Math.sqrt(26) / 2) * 20 * other ** 2) / 26 ** 2;
  expect(system.potential(q)).toBeCloseTo(energy, 13);
});

test.each([stVenantKirchhoff(constants), linearElastic(constants)])("$name: exact derivatives", (material) => {
  const { system } = truss(material, 0.1);
  const a = Float64Array.of(0.1, -0.2, 0, 0.3, 0.5, -0.4, 0.2, 0.2, 0.6);
  const b = a.map((x, i) => x + 0.1 * Math.sin(i));
  // Quartic potentials: differences of eighth order are exact but for rounding, some ulps over the step.
  expect(gradientDefect(system, a, 0.1)).toBeLessThan(1e-13);
  expect(tangentDefect(system, a, 0.1)).toBeLessThan(1e-13);
  const { work, symmetry, tangent } = discreteGradientDefects(system, a, b, 0.1);
  expect(work).toBeLessThan(1e-14 * system.potential(b));
  expect(symmetry).toBeLessThan(1e-14);
  expect(tangent).toBeLessThan(1e-13);
});

test("of a law of its own, written as an expression: exact derivatives, and the work of a step", () => {
  const hencky: Material = {
    ...stVenantKirchhoff(constants),
    name: "hencky",
    // E/2 (log l/L)² with l²/L² = 1 + 2e.
    uniaxial: ({ multiply, power, call, add, constant }, e) =>
      multiply(constant(25), power(call("log", add(constant(1), multiply(constant(2), e))), 2)),
  };
  const { system } = truss(hencky, 0.1);
  const a = Float64Array.of(0.1, -0.2, 0, 0.3, 0.5, -0.4, 0.2, 0.2, 0.6);
  // Differences of eighth order with this step: rounding is all that is left, some ulps over the step.
  expect(gradientDefect(system, a, 0.02)).toBeLessThan(1e-12);
  expect(tangentDefect(system, a, 0.02)).toBeLessThan(1e-12);
  for (const move of [0.1, 1e-7]) {
    const b = a.map((x, i) => x + move * Math.sin(i));
    const { work, symmetry, tangent } = discreteGradientDefects(system, a, b, 0.02);
    expect(work).toBeLessThan(1e-14 * system.potential(b));
    expect(symmetry).toBeLessThan(1e-14);
    expect(tangent).toBeLessThan(1e-11);
  }
});

test("two bars in the plane have two directions, and half of their mass at each end", () => {
  const flat: Mesh = { ...mesh, points: Float64Array.of(0, 0, 0, 3, 0, 0, 3, 4, 0) };
  const { system } = solid({
    ...bare(flat),
    mass: "lumped",
    regions: [{ material: linearElastic(constants), elements: Int32Array.of(0, 1), area: 2 }],
  });
  expect(system.labels).toEqual(["ux1", "uy1", "ux2", "uy2", "ux3", "uy3"]);
  expect([...(system.mass.diagonal ?? [])]).toEqual([15, 15, 35, 35, 20, 20]);
});

test("bars without an area, and of another material, are refused", () => {
  expect(() => truss()).toThrow("area: bars need the area of their cross section; found none");
  expect(() => truss(neoHookean(constants), 1)).toThrow("bars know no material neo-hookean");
});
