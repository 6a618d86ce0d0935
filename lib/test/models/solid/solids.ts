/** Solids for tests: one material, nothing else unless asked for. */
import type { Mesh } from "../../../src/mesh/mesh.js";
import type { SolidInput } from "../../../src/models/solid/description.js";
import type { Material } from "../../../src/models/solid/material.js";
import { linearElastic } from "../../../src/models/solid/materials/linear-elastic.js";
import { mooneyRivlin } from "../../../src/models/solid/materials/mooney-rivlin.js";
import { neoHookean } from "../../../src/models/solid/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../../../src/models/solid/materials/st-venant-kirchhoff.js";
import { type Solid, solid } from "../../../src/models/solid/solid.js";

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
