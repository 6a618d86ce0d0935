import { describe, expect, test } from "vitest";
import type { ElementName } from "../../../src/mesh/element-types.js";
import { SHAPED } from "../../../src/mesh/shapes/shape-of.js";
import { discreteGradientDefects, gradientDefect, randomNumbers, tangentDefect } from "../derivatives.js";
import { block, skewed } from "./meshes.js";
import { HYPERELASTIC, MATERIALS, solidOf } from "./solids.js";

const TYPES = SHAPED.filter((type) => !type.startsWith("line"));
const inPlane = (type: ElementName) =>
  /^(tri|quad)/.test(type) ? ({ vanishing: "strain", thickness: 0.5 } as const) : null;

/** Random displacements that turn no element inside out. */
function shaken(dof: number, seed: number, size = 0.02): Float64Array {
  const random = randomNumbers(seed);
  return Float64Array.from({ length: dof }, () => size * random());
}

describe.each(TYPES)("%s", (type) => {
  const mesh = block(type, { cells: [2, 1, 1], shift: skewed });
  const plane = inPlane(type);

  test.each(MATERIALS)("$name: force and tangent are derivatives of the energy", (material) => {
    const { system } = solidOf(mesh, material, { plane });
    const q = shaken(system.dof, 3);
    // Eighth-order differences of functions that vary over tenths: (1e-3/0.1)⁸, and some ulps of V over the step.
    expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
    expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  });

  test.each(HYPERELASTIC)("$name: the discrete gradient does the work of the step, in both directions", (material) => {
    const { system } = solidOf(mesh, material, { plane });
    const { work, symmetry, tangent } = discreteGradientDefects(
      system,
      shaken(system.dof, 4),
      shaken(system.dof, 5),
      1e-4,
    );
    const energy = system.potential(shaken(system.dof, 4));
    // Some ulps of the energies at both ends.
    expect(work).toBeLessThan(1e-13 * energy);
    expect(symmetry).toBeLessThan(1e-13);
    // The correction varies over the change of strain, about 0.01 where it is smallest; some ulps of the force over the step.
    expect(tangent).toBeLessThan(1e-8);
  });
});
