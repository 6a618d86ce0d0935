/** Coordinates in which the mass matrix is the identity: x = Lᵀ q with M = L Lᵀ, so that the components of a parabola are
 *  independent of one another and the ring and the sparse form apply, whatever M is. The grid is then laid in x.
 *
 *  M falls into blocks of coordinates that it couples, and so does L. A term of V reads, in x, all coordinates of the blocks
 *  that it touches: with small blocks (the nodes of a mesh, rigid bodies) it stays local; with one block that holds
 *  everything a crossing takes one evaluation of V and a product with L⁻ᵀ. */
import type { LocalTerms, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { scalarMass } from "../../linalg/mass.js";
import type { Blocks } from "./mass-blocks.js";
import { termsByCoordinate } from "./neighbourhood.js";
import { unitMass } from "./unit-mass.js";

export interface Frame {
  /** The system in x. Only dof, mass, potential and terms are: a motion by events asks for nothing else. */
  readonly system: System;
  /** The most coordinates that M couples. */
  readonly largest: number;
  /** out = x of q, or ẋ of v; may not alias. */
  enter(q: Vec, out: Vec): void;
  /** out = q of x, or v of ẋ; may not alias. */
  leave(x: Vec, out: Vec): void;
  /** out = the components in x of a force. */
  force(f: Vec, out: Vec): void;
}

export function orthonormalFrame(system: System): Frame {
  const { dof, mass } = system;
  const { blocks, R, enter, leave, enterForce } = unitMass(mass);
  const q = new Float64Array(dof);
  const terms = system.terms === undefined ? undefined : termsIn(blocks, R, system.terms, dof);
  const { terms: _plain, ...rest } = system;
  return {
    system: {
      ...rest,
      kind: "nonlinear",
      mass: scalarMass(dof, 1),
      potential(x) {
        leave(x, q);
        return system.potential(q);
      },
      ...(terms !== undefined && { terms }),
    },
    largest: blocks.largest,
    enter,
    leave,
    force: enterForce,
  };
}

/** The terms of V as functions of x; undefined where blocks are so large that nothing is local. */
function termsIn({ first, member, block }: Blocks, R: readonly Vec[], terms: LocalTerms, dof: number) {
  const { count } = terms;
  const start = new Int32Array(count + 1);
  const coordinate: number[] = [];
  // Of every coordinate that a term reads in q: its row in R, and where its block begins in the list of the term.
  const offset = new Int32Array(terms.coordinate.length);
  for (let e = 0; e < count; e++) {
    const begins = new Map<number, number>();
    for (let i = terms.start[e]; i < terms.start[e + 1]; i++) {
      const b = block[terms.coordinate[i]];
      if (!begins.has(b)) {
        begins.set(b, coordinate.length - start[e]);
        for (let k = first[b]; k < first[b + 1]; k++) coordinate.push(member[k]);
      }
      offset[i] = begins.get(b) ?? 0;
    }
    start[e + 1] = coordinate.length;
  }
  if (coordinate.length > (count * dof) / 2) return undefined;

  const row = new Int32Array(dof);
  member.forEach((j, k) => {
    row[j] = k - first[block[j]];
  });
  const q = new Float64Array(termsByCoordinate(terms, dof).longest);
  /** The weight of number k of the term's coordinates in x in number i of all coordinates of terms in q. */
  const weight = (i: number, k: number): number => {
    const j = terms.coordinate[i];
    const size = first[block[j] + 1] - first[block[j]];
    const column = k - offset[i];
    return column < row[j] || column >= size ? 0 : R[block[j]][row[j] * size + column];
  };
  const place = (e: number, x: Vec) => {
    for (let i = terms.start[e]; i < terms.start[e + 1]; i++) {
      const j = terms.coordinate[i];
      const size = first[block[j] + 1] - first[block[j]];
      let sum = 0;
      for (let k = row[j]; k < size; k++) sum += R[block[j]][row[j] * size + k] * x[offset[i] + k];
      q[i - terms.start[e]] = sum;
    }
  };
  return {
    count,
    start,
    coordinate: Int32Array.from(coordinate),
    value(e: number, x: Vec) {
      place(e, x);
      return terms.value(e, q);
    },
    /** One coordinate of x moves several of q: one after another, so that nothing cancels. */
    difference(e: number, x: Vec, k: number, step: number) {
      place(e, x);
      let sum = 0;
      for (let i = terms.start[e]; i < terms.start[e + 1]; i++) {
        const move = weight(i, k) * step;
        if (move === 0) continue;
        sum += terms.difference(e, q, i - terms.start[e], move);
        q[i - terms.start[e]] += move;
      }
      return sum;
    },
  };
}
