/** Elements that are turned inside out. */
import type { Failure } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { elementNumber, type Mesh } from "../../mesh/mesh.js";
import type { Dofs } from "../assembly/dofs.js";
import type { ElementSet } from "../elements/element-set.js";
import type { StoredEnergy } from "../materials/material.js";
import { volumeChange } from "../materials/strain.js";

/** The element with the least J at the displacements u of the nodes in use; null where all are positive, or small strains do not care. */
export function worstElement(mesh: Mesh, sets: readonly ElementSet[], u: Vec, { place }: Dofs): Failure | null {
  let worst: { element: number; volume: number; energy: StoredEnergy } | null = null;
  const H = new Float64Array(9);
  for (const { material, elements, nodes, points, gradients, shape, dimension } of sets) {
    if (material.energy === null) continue;
    const perElement = shape.nodes;
    for (let point = 0; point < elements.length * points; point++) {
      const e = Math.floor(point / points);
      H.fill(0);
      for (let a = 0; a < perElement; a++) {
        const node = dimension * place[nodes[e * perElement + a]];
        const g = (point * perElement + a) * dimension;
        for (let i = 0; i < dimension; i++) {
          for (let J = 0; J < dimension; J++) H[3 * i + J] += u[node + i] * gradients[g + J];
        }
      }
      const volume = 1 + volumeChange(H);
      if (volume <= (worst?.volume ?? 0)) worst = { element: elements[e], volume, energy: material.energy };
    }
  }
  return (
    worst && {
      kind: "inverted",
      element: elementNumber(mesh, worst.element),
      volume: worst.volume,
      resisted: resistsCollapse(worst.energy),
    }
  );
}

/** Does W grow without bound where a volume vanishes? It is asked at F = diag(0, 1, 1), where I₁ = 2 and I₂ = 1. */
const resistsCollapse = (energy: StoredEnergy): boolean => !Number.isFinite(energy.difference(0, 0, 0, -1, -2, -1));
