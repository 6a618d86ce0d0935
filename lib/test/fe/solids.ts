/** Solids for tests: one material, nothing else unless asked for. */

import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import type { Material } from "../../src/fe/materials/material.js";
import { mooneyRivlin } from "../../src/fe/materials/mooney-rivlin.js";
import { neoHookean } from "../../src/fe/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../../src/fe/materials/st-venant-kirchhoff.js";
import { type Solid, solid } from "../../src/fe/solid.js";
import type { SolidInput } from "../../src/fe/solid-description.js";
import type { Mesh } from "../../src/mesh/mesh.js";

export function solidOf(mesh: Mesh, material: Material, others: Partial<SolidInput> = {}): Solid {
  return solid({ mesh, material, plane: null, ...others });
}

/** A mesh and nothing else. */
export const bare = (mesh: Mesh) => ({ mesh, plane: null });

const constants = { E: 10, nu: 0.3, density: 2 };
export const MATERIALS: readonly Material[] = [
  linearElastic(constants),
  stVenantKirchhoff(constants),
  neoHookean(constants),
  mooneyRivlin({ C10: 2, C01: 1, D1: 0.3, density: 2 }),
];
export const HYPERELASTIC = MATERIALS.slice(1);
