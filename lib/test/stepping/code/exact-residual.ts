/** What compiled steps leave of their equations, m A + G = 0 at the exact places of the stages, in whole numbers of 400 bits: for chains with springs of
 *  u²/2 + u⁴/4 between neighbours and from the first mass to the ground. */
import { sin } from "../../../src/core/elementary.js";
import type { Method } from "../../../src/core/method.js";
import { begin } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { DiscreteGradient, System } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { gaussTableau } from "../../../src/stepping/stages/gauss-tableau.js";
import { potentialOf } from "../../../src/symbolic/index.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { BITS, fixed } from "../../core/exact-functions.js";

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
/** Numbers between −1 and 1 that look random. */
const noise = (i: number) => sin(1 + 37 * i + i * i);

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
/** To 53 bits or so of what is not below 2⁻³⁰⁰. */
const double = (x: bigint): number => Number(x >> (BITS - 300n)) / 2 ** 300;

/** Of one equation of a step, in units of ε times the sizes of its terms: those of m A and of the springs on either side. */
export interface Left {
  readonly residual: number;
  /** K δ: by how much the force differs between the exact place and the rounded one, where it was evaluated last. */
  readonly change: number;
  /** Is K δ rounding of the force, and no more? */
  readonly isRounding: boolean;
}

interface Stage {
  /** Q, and where the way begins that the force is taken along, if it is. */
  readonly exact: readonly bigint[];
  readonly from: readonly bigint[] | null;
  readonly A: Vec;
}

export type Equations = (
  h: bigint,
  q: readonly bigint[],
  v: readonly bigint[],
  memory: readonly Vec[],
) => readonly Stage[];

/** q + h/2 v + h²/4 A. */
export const ofMidpoint: Equations = (h, q, v, [A]) => [
  { exact: q.map((x, i) => x + times(h, v[i]) / 2n + times(times(h, h), fixed(A[i])) / 4n), from: null, A },
];

/** From q to q + h v + h²/2 A. */
export const ofEnergyMomentum: Equations = (h, q, v, [A]) => [
  { exact: q.map((x, i) => x + times(h, v[i]) + times(times(h, h), fixed(A[i])) / 2n), from: q, A },
];

/** q + c_i h v + h² Σ_j (a²)_ij A_j. */
export function ofGauss(stages: number): Equations {
  const { nodes, position } = gaussTableau(stages);
  const exactly = (value: readonly number[], rest: readonly number[]) => value.map((x, i) => fixed(x) + fixed(rest[i]));
  const c = exactly(nodes.value, nodes.rest);
  const a = position.value.map((row, i) => exactly(row, position.rest[i]));
  return (h, q, v, [last]) => {
    const n = q.length;
    const A = c.map((_, i) => last.slice(i * n, (i + 1) * n));
    return c.map((ci, i) => ({
      exact: q.map((x, k) => {
        const way = a[i].reduce((sum, aij, j) => sum + times(aij, fixed(A[j][k])), 0n);
        return x + times(times(h, ci), v[k]) + times(times(h, h), way);
      }),
      from: null,
      A: A[i],
    }));
  };
}

/** The forces at the ends of the springs with these changes of length, and their slopes. */
function springForce(u: bigint, from: bigint | null): bigint {
  if (from === null) return u + times(times(u, u), u);
  return (u + from) / 2n + times(u + from, times(u, u) + times(from, from)) / 4n;
}
const springSlope = (u: number, other: number | null): number =>
  other === null ? 1 + 3 * u * u : 0.5 + (other * other + 2 * other * u + 3 * u * u) / 4;

/** The chain, its masses and where it starts, at rest. */
export function chainOf(masses: number) {
  const labels = range(masses).map((i) => `x${i}`);
  const springs = labels.map((x, i) => (i === 0 ? x : `(${x} - ${labels[i - 1]})`)).map((u) => `${u}^2/2 + ${u}^4/4`);
  const mass = Float64Array.from(range(masses), (i) => 1 + noise(i) ** 2);
  const parts = potentialOf({ coordinates: labels, potential: springs.join(" + ") });
  const q0 = Float64Array.from(range(masses), (i) => 2 * noise(i + 0.5));
  // Written as functions, which can be watched.
  const { expression: _, ...system } = potentialSystem({ labels, mass: diagonalMass(mass), ...parts });
  return { system: system as System, mass, start: { t0: 0, q0, v0: new Float64Array(masses) } };
}

/** The system with what `seen` makes of its forces. */
export function watched(system: System, seen: (x: Vec, g: Vec) => void): System {
  const discrete = system.discreteGradient as DiscreteGradient;
  return {
    ...system,
    gradient(q, out) {
      system.gradient(q, out);
      seen(q, out);
    },
    discreteGradient: {
      ...discrete,
      between(a, b, out) {
        discrete.between(a, b, out);
        seen(b, out);
      },
    },
  } as System;
}

export interface Motion {
  readonly method: Method;
  readonly equations: Equations;
  readonly masses: number;
  readonly h: number;
  readonly steps: number;
}

/** Of every equation of every stage of every step. */
export function leftOf({ method, equations, masses, h, steps }: Motion): Left[] {
  const { system, mass, start } = chainOf(masses);
  // The places of the forces, the last one last.
  const places: Vec[] = [];
  const problem = { ...start, system: watched(system, (x) => places.push(x.slice())) };
  const found: Left[] = [];
  specialised("always", () => {
    const runner = begin(problem, method, { time: { step: h, steps } });
    for (let k = 0; k < steps; k++) {
      const [cq, cv] = runner.state.memory.slice(-2).map((x) => x.slice());
      const [q, v] = [
        [runner.state.q, cq],
        [runner.state.v, cv],
      ].map(([x, rest]) => Array.from(x, (xi, i) => fixed(xi) + fixed(rest[i])));
      runner.advance(1);
      const stages = equations(fixed(h), q, v, runner.state.memory);
      const rounded = places.splice(0).slice(-stages.length);
      stages.forEach((stage, s) => {
        found.push(...ofStage(stage, mass, rounded[s], cq));
      });
    }
  });
  return found;
}

function ofStage({ exact, from, A }: Stage, mass: Vec, rounded: Vec, carried: Vec): Left[] {
  const lengths = (x: readonly bigint[]) => x.map((xi, i) => (i === 0 ? xi : xi - x[i - 1]));
  const [u, before] = [lengths(exact), from && lengths(from)];
  const delta = lengths(exact.map((x, i) => x - fixed(rounded[i]))).map(double);
  const ofBegin = lengths(Array.from(carried, fixed)).map(double);
  const forces = u.map((ui, i) => springForce(ui, before?.[i] ?? null));
  const changes = u.map((ui, i) => {
    const [to, begin] = [double(ui), before && double(before[i])];
    return springSlope(to, begin) * delta[i] + (begin === null ? 0 : springSlope(begin, to) * ofBegin[i]);
  });
  return exact.map((_, i) => {
    const [one, next] = [forces[i], forces[i + 1] ?? 0n];
    const inertia = times(fixed(mass[i]), fixed(A[i]));
    const change = changes[i] - (changes[i + 1] ?? 0);
    const unit = Number.EPSILON * [inertia, one, next].reduce((sum, term) => sum + Math.abs(double(term)), 0);
    return {
      residual: double(inertia + one - next) / unit,
      change: change / unit,
      isRounding: Math.abs(change) <= 7 * Number.EPSILON * Math.abs(double(one - next)),
    };
  });
}
