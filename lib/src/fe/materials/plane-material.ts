/** Solids in the plane as solids in space that do not strain out of it. Where the stress out of it vanishes instead, the strain E₃₃ =
 *  −λ/(λ + 2μ) (E₁₁ + E₂₂) is eliminated: for energies that are quadratic in the strain that is λ′ = 2λμ/(λ + 2μ) in the place of λ. */
import { InputError } from "../../core/failure.js";
import type { PlaneState } from "../solid-description.js";
import type { Material } from "./material.js";
import { greenStrainEnergy } from "./st-venant-kirchhoff.js";

export function planeMaterial(material: Material, plane: PlaneState | null): Material {
  if (plane === null || plane.vanishing === "strain") return material;
  const { lambda, mu, name, energy } = material;
  if (energy !== null && name !== "st-venant-kirchhoff") {
    throw new InputError(
      `plane stress with the material ${name} would need its strain out of the plane at every point; ` +
        "accepted: linear-elastic and st-venant-kirchhoff, or plane strain",
      { key: "plane" },
    );
  }
  const reduced = (2 * lambda * mu) / (lambda + 2 * mu);
  return { ...material, lambda: reduced, energy: energy === null ? null : greenStrainEnergy(reduced, mu) };
}
