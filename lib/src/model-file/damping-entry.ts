/** Damping in proportion to mass and stiffness, or by modes. */
import type { ProportionalDamping } from "../systems/damping.js";
import type { Entry } from "./entry.js";

/** Null if it is neither. */
export function proportionalDampingAt(entry: Entry): ProportionalDamping | null {
  if (entry.has("rayleigh")) {
    const factors = entry.at("rayleigh").numbers();
    if (factors.length !== 2)
      throw entry.at("rayleigh").error(`found ${factors.length} numbers; accepted: [a0, a1] of C = a0 M + a1 K`);
    return { kind: "rayleigh", mass: factors[0], stiffness: factors[1] };
  }
  if (!entry.has("modal")) return null;
  const modal = entry.at("modal");
  return { kind: "modal", ratio: modal.isList() ? modal.numbers() : modal.number() };
}
