/** Solids in the plane as solids in space that do not strain out of it; where the stress out of it vanishes instead, with λ′ in the place of λ and the
 *  energy that the material has there. */
import { InputError } from "../../core/failure.js";
import type { PlaneState } from "../solid-description.js";
import { planeStressLambda } from "./elastic-constants.js";
import type { Material } from "./material.js";

export function planeMaterial(material: Material, plane: PlaneState | null): Material {
  if (plane === null || plane.vanishing === "strain") return material;
  const { name, energy, planeStress } = material;
  if (energy !== null && planeStress === undefined) {
    throw new InputError(
      `plane stress with the material ${name} would need its strain out of the plane at every point; ` +
        "accepted: linear-elastic and st-venant-kirchhoff, or plane strain",
      { key: "plane" },
    );
  }
  return { ...material, lambda: planeStressLambda(material), energy: planeStress?.() ?? null };
}
