/** The pieces of a solid's parts as local terms: each reads the free coordinates of its nodes, the held ones are zero. */
import type { LocalTerms } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Dofs } from "./dofs.js";
import type { SolidPart } from "./part.js";

export function partTerms(parts: readonly SolidPart[], { directions, dof }: Dofs): LocalTerms {
  const firstOf: number[] = [];
  let count = 0;
  for (const { pieces } of parts) {
    firstOf.push(count);
    count += pieces.elements.length / pieces.perElement;
  }
  const start = new Int32Array(count + 1);
  const coordinate: number[] = [];
  /** Where the coordinates of a term are among the displacements of its nodes. */
  const slot: number[] = [];
  const part = new Int32Array(count);
  let e = 0;
  parts.forEach(({ pieces: { elements, perElement } }, p) => {
    for (let first = 0; first < elements.length; first += perElement, e++) {
      part[e] = p;
      for (let k = 0; k < perElement * directions; k++) {
        const index = dof[elements[first + Math.floor(k / directions)] * directions + (k % directions)];
        if (index < 0) continue;
        coordinate.push(index);
        slot.push(k);
      }
      start[e + 1] = coordinate.length;
    }
  });
  const slots = Int32Array.from(slot);
  const own = parts.map(({ pieces }) => new Float64Array(pieces.perElement * directions));
  const filled = (term: number, x: Vec): Vec => {
    const u = own[part[term]];
    const first = start[term];
    const length = start[term + 1] - first;
    if (length < u.length) u.fill(0);
    for (let k = 0; k < length; k++) u[slots[first + k]] = x[k];
    return u;
  };
  return {
    count,
    start,
    coordinate: Int32Array.from(coordinate),
    value(term, x) {
      const p = part[term];
      return parts[p].energyOf(term - firstOf[p], filled(term, x));
    },
    difference(term, x, k, step) {
      const p = part[term];
      return parts[p].difference(term - firstOf[p], filled(term, x), slots[start[term] + k], step);
    },
  };
}
