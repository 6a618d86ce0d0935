import { describe, expect, test } from "vitest";
import { constantSignal } from "../../../src/core/signal.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { boundaryOf } from "../../../src/mesh/boundary.js";
import type { ElementName } from "../../../src/mesh/element-types.js";
import { forceDefect, randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";
import { solidOf } from "../solids.js";

const material = neoHookean({ E: 10, nu: 0.3, density: 2 });
const TYPES: readonly ElementName[] = ["tet4", "tet10", "wedge6", "hex8", "hex20", "tri3", "tri6", "quad4", "quad8"];

describe.each(TYPES)("%s", (type) => {
  const mesh = block(type, { cells: [2, 2, 1], shift: skewed });
  const plane = /^(tri|quad)/.test(type) ? ({ vanishing: "strain", thickness: 0.5 } as const) : null;
  const { system } = solidOf(mesh, material, {
    plane,
    pressures: [{ ...boundaryOf(mesh), signal: constantSignal(3) }],
  });
  const directions = plane === null ? 3 : 2;

  test("on a closed surface it has no resultant, and its moment vanishes", () => {
    const random = randomNumbers(7);
    const q = Float64Array.from({ length: system.dof }, () => 0.05 * random());
    const f = new Float64Array(system.dof);
    system.load?.addTo(0, q, q, f);
    for (let d = 0; d < directions; d++) {
      let sum = 0;
      for (let i = d; i < f.length; i += directions) sum += f[i];
      // The integral of the normal over a closed surface is exact at every order of the rule: some ulps of a hundred terms.
      expect(Math.abs(sum)).toBeLessThan(1e-13);
    }
  });

  test("exact derivative by the position", () => {
    const random = randomNumbers(8);
    const q = Float64Array.from({ length: system.dof }, () => 0.05 * random());
    // The force is a polynomial of degree two: differences are exact but for rounding.
    if (system.load !== null) expect(forceDefect(system.load, 0, q, q, 0.1)).toBeLessThan(1e-12);
  });
});

test("a pressure on one side pushes inwards with its area", () => {
  const mesh = block("hex8", { cells: [1, 1, 1], sides: [1, 2, 3] });
  const side = { elements: Int32Array.of(0), sides: Uint8Array.of(1) };
  const { system } = solidOf(mesh, material, { pressures: [{ ...side, signal: constantSignal(5) }] });
  const f = new Float64Array(24);
  system.load?.addTo(0, f.slice(), f, f);
  // The top, z = 3, is 1 × 2: a force of 10 downwards on its four nodes.
  expect([...f.slice(12)].map((x) => +x.toFixed(12) + 0)).toEqual([0, 0, -2.5, 0, 0, -2.5, 0, 0, -2.5, 0, 0, -2.5]);
});
