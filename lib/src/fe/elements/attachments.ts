/** Things that hang on nodes: point masses, springs as parts of the energy, dashpots as parts of the viscosity. */
import type { Vec } from "../../core/vec.js";
import type { Dofs } from "../assembly/dofs.js";
import { placeInUse } from "../assembly/listed-elements.js";
import type { SolidDescription } from "../solid-description.js";
import type { EnergyTerm } from "./energy-term.js";
import { type Spring, springPart } from "./spring.js";

/** The point masses of the nodes in use. */
export function pointMasses({ mesh, attachments }: SolidDescription, { nodes, place }: Dofs): Vec {
  const masses = new Float64Array(nodes.length);
  for (const attached of attachments) {
    if (attached.kind === "mass") masses[placeInUse(place, mesh, attached.node)] += attached.mass;
  }
  return masses;
}

/** Springs, or dashpots in the form of springs: their "force" of a velocity is the drag. */
export function springParts(
  { mesh, attachments }: SolidDescription,
  kind: "spring" | "dashpot",
  dofs: Dofs,
): EnergyTerm[] {
  const { place, directions } = dofs;
  const single: Spring[] = [];
  const double: Spring[] = [];
  for (const attached of attachments) {
    if (attached.kind !== kind) continue;
    const { nodes, direction, constant } = attached;
    const first = placeInUse(place, mesh, nodes[0]);
    if (nodes[1] === null) single.push({ nodes: [first], direction, constant });
    else double.push({ nodes: [first, placeInUse(place, mesh, nodes[1])], direction, constant });
  }
  return [
    ...(single.length > 0 ? [springPart(single, 1, directions)] : []),
    ...(double.length > 0 ? [springPart(double, 2, directions)] : []),
  ];
}
