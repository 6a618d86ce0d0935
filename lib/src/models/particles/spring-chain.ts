/** n equal masses on a line, joined by n + 1 springs between two walls, or by n − 1 when the ends are free:
 *
 *      V = Σ k e²/2 + α e³/3 + β e⁴/4,   e the stretch of a spring.                                [fermi1955]
 *
 *  It starts from rest in its lowest mode. Linear for α = β = 0; else energy wanders between the modes and comes back. */

import { cos, sin } from "../../core/elementary.js";
import type { Matrix } from "../../core/matrix.js";
import { choice, real, whole } from "../../core/parameter.js";
import { type DiscreteGradient, pointsOfPairs, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { scalarMass } from "../../linalg/mass.js";
import { fromTriplets } from "../../linalg/matrix.js";
import { linkage } from "../../scene/linkage.js";
import { type DividedDifference, resistingDifference } from "../../systems/discrete-gradients.js";
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
function masses(n: number, isHeld: boolean) {
  const first = isHeld ? 2 : 0;
  const ends = Array.from({ length: n - 1 }, (_, i) => [first + i, first + i + 1] as const);
  return linkage({
    dimension: 1,
    axes: ["x"],
    magnifiable: true,
    fixed: isHeld
      ? [
          [0, 0, 0],
          [n + 1, 0, 0],
        ]
      : [],
    moving: Array.from({ length: n }, (_, i) => ({ name: `mass ${i + 1}`, coordinates: [i], rest: [i + 1, 0, 0] })),
    place(q, out) {
      for (let i = 0; i < n; i++) out[3 * i] = q[i];
    },
    links: [{ kind: "spring", ends: isHeld ? [[0, first], ...ends, [first + n - 1, 1]] : ends }],
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

function chain({ masses: n, mass: m, stiffness: k, cubic, quartic, ends }: Chain): System {
  const mass = scalarMass(n, m);
  const labels = Array.from({ length: n }, (_, i) => `u${i + 1}`);
  const conserved = ends === "free" ? linearMomenta(mass, 1) : [];
  const matrix = tridiagonal(n);
  // Spring s joins mass s − 1 to mass s; with fixed ends the first and the last reach to the walls.
  const first = ends === "fixed" ? 0 : 1;
  const last = ends === "fixed" ? n : n - 1;
  const stretch = (q: Vec, s: number) => (s < n ? q[s] : 0) - (s > 0 ? q[s - 1] : 0);

  /** The same from the values at the ends of the spring alone. */
  const stretchOf = (s: number, x: Vec) => (s === 0 ? x[0] : s === n ? -x[0] : x[1] - x[0]);

  const meanTension = (a: number, b: number) =>
    (k / 2) * (a + b) + (cubic / 3) * (a * a + a * b + b * b) + (quartic / 4) * (a + b) * (a * a + b * b);
  const meanStiffness = (a: number, b: number) =>
    k / 2 + (cubic / 3) * (a + 2 * b) + (quartic / 4) * (a * a + 2 * a * b + 3 * b * b);

  const assemble = (stiffnessOf: (s: number) => number, out: Vec): void => {
    out.fill(0);
    for (let s = first; s <= last; s++) {
      const c = stiffnessOf(s);
      // The entries of row i are 3 i − 1 (left), 3 i (diagonal) and 3 i + 1 (right).
      if (s > 0) out[3 * (s - 1)] += c;
      if (s < n) out[3 * s] += c;
      if (s > 0 && s < n) {
        out[3 * s - 2] -= c;
        out[3 * s - 1] -= c;
      }
    }
  };
  const tangentAt = (q: Vec, out: Vec): void =>
    assemble((s) => {
      const e = stretch(q, s);
      return k + e * (2 * cubic + 3 * quartic * e);
    }, out);

  /** The same sums with divided differences of the energy of a spring in the place of its tension and stiffness. */
  const between = (difference: DividedDifference): DiscreteGradient => ({
    ofDistances: false,
    resisting: (r) => between(resistingDifference(difference, r)),
    between(a, b, out) {
      out.fill(0);
      for (let s = first; s <= last; s++) {
        const tension = difference.secant(stretch(a, s), stretch(b, s));
        if (s > 0) out[s - 1] -= tension;
        if (s < n) out[s] += tension;
      }
    },
    tangent: {
      symmetric: true,
      pattern: matrix.pattern,
      values: (a, b, out) => assemble((s) => difference.slope(stretch(a, s), stretch(b, s)), out),
    },
  });

  if (cubic === 0 && quartic === 0) {
    tangentAt(new Float64Array(n), matrix.values);
    const system = linearSystem({ mass, stiffness: matrix, labels });
    return { ...system, invariants: [...system.invariants, ...conserved] };
  }
  const springs = endsOfSprings(n, first, last);
  return potentialSystem({
    labels,
    mass,
    potential(q) {
      let sum = 0;
      for (let s = first; s <= last; s++) {
        const e = stretch(q, s);
        sum += e * e * (k / 2 + e * (cubic / 3 + (quartic / 4) * e));
      }
      return sum;
    },
    gradient(q, out) {
      out.fill(0);
      for (let s = first; s <= last; s++) {
        const e = stretch(q, s);
        const tension = e * (k + e * (cubic + quartic * e));
        if (s > 0) out[s - 1] -= tension;
        if (s < n) out[s] += tension;
      }
    },
    tangent: { pattern: matrix.pattern, values: tangentAt },
    discreteGradient: between({ secant: meanTension, slope: meanStiffness }),
    terms: {
      count: last - first + 1,
      ...springs,
      points: pointsOfPairs(springs.start, 1),
      value(e, x) {
        const stretched = stretchOf(first + e, x);
        return stretched * stretched * (k / 2 + stretched * (cubic / 3 + (quartic / 4) * stretched));
      },
      difference(e, x, at, step) {
        const s = first + e;
        const before = stretchOf(s, x);
        // Its right end stretches a spring, its left end shortens it.
        const change = s > 0 && at === 0 ? -step : step;
        return change * meanTension(before, before + change);
      },
    },
    conserved,
  });
}

/** The masses at the ends of each spring; one for a spring that is tied to a wall. */
function endsOfSprings(n: number, first: number, last: number) {
  const start = new Int32Array(last - first + 2);
  const coordinate: number[] = [];
  for (let s = first; s <= last; s++) {
    if (s > 0) coordinate.push(s - 1);
    if (s < n) coordinate.push(s);
    start[s - first + 1] = coordinate.length;
  }
  return { start, coordinate: Int32Array.from(coordinate) };
}

function tridiagonal(n: number): Matrix {
  const rows: number[] = [];
  const columns: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - 1); j <= Math.min(n - 1, i + 1); j++) {
      rows.push(i);
      columns.push(j);
    }
  }
  return fromTriplets(n, rows, columns, new Float64Array(rows.length));
}
