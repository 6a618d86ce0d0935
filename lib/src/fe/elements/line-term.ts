/** Energy terms V = Σ U(x_e) of one number each, with a weight: x_e is the strain of a bar, the stretch of a spring, the gap between a node and a plane. U is
 *  an expression (symbolic/line-law.ts); what is left to say of an element is how x follows from the displacements, and along what its force acts. */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { type LineLaw, lineLoops } from "../../symbolic/line-law.js";
import type { EnergyTerm } from "./energy-term.js";

export interface LineKinematics {
  /** Of U in V, of every element. */
  readonly weight: Vec;
  /** Writes x of all elements. */
  at(u: Vec, x: Vec): void;
  /** The same at a, and what it changes by on the way to b, d. */
  between(a: Vec, b: Vec, x: Vec, d: Vec): void;
  /** out += factor × the slopes of U along ∂x/∂u, where x was asked for last; over a step along the mean of both ends. */
  push(slopes: Vec, factor: number, out: Vec): void;
  /** values += the derivative of that by u, or the symmetric part of its derivative by b. */
  stiffen(
    slopes: Vec,
    curvatures: Vec,
    factor: number,
    over: "state" | "step",
    assembly: ElementAssembly,
    values: Vec,
  ): void;
}

type OfAll = Omit<EnergyTerm, "pieces" | "symmetry" | "energyOf" | "difference" | "mixed">;

export function lineTerm(law: LineLaw, { weight, at, between, push, stiffen }: LineKinematics): OfAll {
  const loops = lineLoops(law, weight.length);
  const { x, d, first, second } = loops;
  return {
    energy(u) {
      at(u, x);
      loops.energies();
      let sum = 0;
      for (let e = 0; e < weight.length; e++) sum += weight[e] * first[e];
      return sum;
    },
    addForce(u, out) {
      at(u, x);
      loops.slopes();
      push(first, 1, out);
    },
    addTangent(u, assembly, values) {
      at(u, x);
      loops.curvatures();
      stiffen(first, second, 1, "state", assembly, values);
    },
    addMeanForce(a, b, out) {
      between(a, b, x, d);
      loops.secants();
      push(first, 1, out);
    },
    addMeanTangent(a, b, assembly, values) {
      between(a, b, x, d);
      loops.secantSlopes();
      stiffen(first, second, 1, "step", assembly, values);
    },
    addResistance(a, b, r, out) {
      between(a, b, x, d);
      loops.slopeChanges();
      push(first, r, out);
    },
    addResistanceTangent(a, b, r, assembly, values) {
      between(a, b, x, d);
      loops.endCurvatures();
      stiffen(first, second, r, "step", assembly, values);
    },
  };
}
