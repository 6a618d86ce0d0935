import { expect, test } from "vitest";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

const constants = { E: 10, nu: 0.3, density: 2 };
const mesh = block("quad4", { cells: [2, 2, 1] });
const e = 1e-3;
/** Pulled along x by e, and as much thinner along y as it likes to be. */
const pulled = (nu: number) =>
  Float64Array.from({ length: 18 }, (_, i) => mesh.points[3 * (i >> 1) + (i % 2)] * (i % 2 === 0 ? e : -nu * e));

test.each([linearElastic(constants), stVenantKirchhoff(constants)])(
  "plane stress: $name has ½ E e² when pulled",
  (material) => {
    const { system } = solidOf(mesh, material, { plane: { vanishing: "stress", thickness: 0.2 } });
    // Green's strain differs from e by half of its square.
    expect(system.potential(pulled(0.3)) / (0.2 * 5 * e * e)).toBeCloseTo(1, 2);
  },
);

test("plane strain: pulled with ν/(1 − ν), it has ½ E/(1 − ν²) e²", () => {
  const { system } = solidOf(mesh, linearElastic(constants), { plane: { vanishing: "strain", thickness: 0.2 } });
  expect(system.potential(pulled(0.3 / 0.7)) / (0.2 * (5 / 0.91) * e * e)).toBeCloseTo(1, 12);
});

test("plane stress of another material is refused by name", () => {
  const plane = { vanishing: "stress", thickness: 1 } as const;
  expect(() => solidOf(mesh, neoHookean(constants), { plane })).toThrow("plane stress with the material neo-hookean");
});
