/** The pieces of a solid's parts as local terms: each reads the free coordinates of its nodes, the fixed ones are zero. A piece that nothing
 *  holds, and whose energy does not know where it is, reads differences of displacements alone. */
import { type LocalTerms, ofTwoDifferences } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import type { Dofs } from "./dofs.js";

export function partTerms(parts: readonly EnergyTerm[], { directions, dof }: Dofs): LocalTerms {
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
  const along: number[] = [];
  const movable: number[] = [];
  const part = new Int32Array(count);
  const fixed = new Uint8Array(directions);
  let e = 0;
  parts.forEach(({ pieces: { elements, perElement }, symmetry }, p) => {
    for (let first = 0; first < elements.length; first += perElement, e++) {
      part[e] = p;
      fixed.fill(0);
      for (let k = 0; k < perElement * directions; k++) {
        if (dof[elements[first + Math.floor(k / directions)] * directions + (k % directions)] < 0)
          fixed[k % directions] = 1;
      }
      for (let k = 0; k < perElement * directions; k++) {
        const index = dof[elements[first + Math.floor(k / directions)] * directions + (k % directions)];
        if (index < 0) continue;
        coordinate.push(index);
        slot.push(k);
        along.push(k % directions);
        movable.push(fixed[k % directions] === 0 && symmetry.translations[k % directions] ? 1 : 0);
      }
      start[e + 1] = coordinate.length;
    }
  });
  const slots = Int32Array.from(slot);
  const own = parts.map(({ pieces }) => new Float64Array(pieces.perElement * directions));
  const mixed = parts.map((part) => part.mixed ?? ofTwoDifferences(part.difference));
  /** The displacements of the nodes of a term; x itself where all of them are free. */
  const filled = (term: number, x: Vec): Vec => {
    const u = own[part[term]];
    const first = start[term];
    const length = start[term + 1] - first;
    if (length === u.length) return x;
    u.fill(0);
    for (let k = 0; k < length; k++) u[slots[first + k]] = x[k];
    return u;
  };
  return {
    count,
    start,
    coordinate: Int32Array.from(coordinate),
    points: { dimension: directions, direction: Uint8Array.from(along), movable: Uint8Array.from(movable) },
    value(term, x) {
      const p = part[term];
      return parts[p].energyOf(term - firstOf[p], filled(term, x));
    },
    difference(term, x, k, step) {
      const p = part[term];
      return parts[p].difference(term - firstOf[p], filled(term, x), slots[start[term] + k], step);
    },
    mixed(term, x, k, l, step, move) {
      const p = part[term];
      const first = start[term];
      return mixed[p](term - firstOf[p], filled(term, x), slots[first + k], slots[first + l], step, move);
    },
  };
}
