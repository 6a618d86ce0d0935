/** One mass on one spring, linear or with any potential, for steps that can be computed by hand. */
import type { Force, Problem } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";
import { potentialSystem } from "../../src/systems/potential.js";

export function spring({ k = 1, c = 0, q = 1, v = 0 } = {}): Problem {
  const damping = c === 0 ? null : fromRows([[c]]);
  return startingFrom(linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[k]]), damping }), [q], [v]);
}

export interface Curve {
  value(x: number): number;
  slope(x: number): number;
  bend(x: number): number;
}

export function inPotential({ value, slope, bend }: Curve, q: number, v: number, load: Force | null = null): Problem {
  const system = potentialSystem({
    labels: ["x"],
    mass: scalarMass(1, 1),
    potential: (x) => value(x[0]),
    gradient(x, out) {
      out[0] = slope(x[0]);
    },
    tangent: {
      pattern: fullPattern(1),
      values(x, out) {
        out[0] = bend(x[0]);
      },
    },
    load,
  });
  return startingFrom(system, [q], [v]);
}

/** V = k (x + x³/3): its force k (1 + x²) has no zero, and implicit steps that are too long have no solution. */
export const unsolvable: Curve = {
  value: (x) => 100 * (x + (x * x * x) / 3),
  slope: (x) => 100 * (1 + x * x),
  bend: (x) => 200 * x,
};

export const exponential: Curve = { value: Math.exp, slope: Math.exp, bend: Math.exp };
