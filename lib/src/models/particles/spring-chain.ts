/** n equal masses on a line, joined by n + 1 springs between two walls, or by n − 1 when the ends are free:
 *
 *      V = Σ k e²/2 + α e³/3 + β e⁴/4,   e the stretch of a spring.                                [fermi1955]
 *
 *  It starts from rest in its lowest mode. Linear for α = β = 0; else energy wanders between the modes and comes back. */

import { cos, sin } from "../../core/elementary.js";
import { choice, real, whole } from "../../core/parameter.js";
import type { System } from "../../core/system.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { chainPotentialOf } from "../../symbolic/chain-potential.js";
import { linearSystem } from "../../systems/linear.js";
import { linearMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const springChain = model(
  {
    id: "spring-chain",
    title: "Chain of nonlinear springs",
    summary:
      "The chain of Fermi, Pasta, Ulam and Tsingou: its energy returns to the first mode instead of spreading out.",
    parameters: {
      masses: whole(32, "how many", { min: 2, max: 1_000_000 }),
      mass: real(1, "of each, kg", { min: Number.MIN_VALUE }),
      stiffness: real(1, "k, N/m"),
      cubic: real(0.25, "α, N/m²"),
      quartic: real(0, "β, N/m³"),
      ends: choice(["fixed", "free"], "fixed", "both ends fixed to walls, or none"),
      amplitude: real(1, "of the lowest mode at the start, m"),
    },
    cites: ["fermi1955"],
    suggested: { step: 0.1, end: 1000 },
  },
  (parameters) => {
    const { masses: n, ends, amplitude } = parameters;
    const shape = (i: number) =>
      ends === "fixed" ? sin((Math.PI * (i + 1)) / (n + 1)) : cos((Math.PI * (i + 0.5)) / n);
    const q0 = Float64Array.from({ length: n }, (_, i) => amplitude * shape(i));
    return { ...startingFrom(chain(parameters), q0, new Float64Array(n)), scene: () => masses(n, ends === "fixed") };
  },
);

/** A unit apart at rest. */
function masses(n: number, isFixed: boolean) {
  const first = isFixed ? 2 : 0;
  const ends = Array.from({ length: n - 1 }, (_, i) => [first + i, first + i + 1] as const);
  return linkage({
    dimension: 1,
    axes: ["x"],
    magnifiable: true,
    fixed: isFixed
      ? [
          [0, 0, 0],
          [n + 1, 0, 0],
        ]
      : [],
    moving: Array.from({ length: n }, (_, i) => ({ name: `mass ${i + 1}`, coordinates: [i], rest: [i + 1, 0, 0] })),
    place(q, out) {
      for (let i = 0; i < n; i++) out[3 * i] = q[i];
    },
    links: [{ kind: "spring", ends: isFixed ? [[0, first], ...ends, [first + n - 1, 1]] : ends }],
  });
}

interface Chain {
  readonly masses: number;
  readonly mass: number;
  readonly stiffness: number;
  readonly cubic: number;
  readonly quartic: number;
  readonly ends: string;
}

function chain({ masses: n, mass: m, stiffness, cubic, quartic, ends }: Chain): System {
  const mass = scalarMass(n, m);
  const labels = Array.from({ length: n }, (_, i) => `u${i + 1}`);
  const conserved = ends === "free" ? linearMomenta(mass, 1) : [];
  const potential = chainPotentialOf({
    count: n,
    fixedEnds: ends === "fixed",
    parameters: { stiffness, cubic, quartic },
    energy: "stiffness*e^2/2 + cubic*e^3/3 + quartic*e^4/4",
  });
  if (cubic !== 0 || quartic !== 0) return potentialSystem({ labels, mass, ...potential, conserved });
  const { pattern, values } = potential.tangent;
  const matrix = { pattern, values: new Float64Array(pattern.column.length) };
  values(new Float64Array(n), matrix.values);
  const system = linearSystem({ mass, stiffness: matrix, labels });
  return { ...system, invariants: [...system.invariants, ...conserved] };
}
