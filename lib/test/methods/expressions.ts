/** Systems written as expressions, and how well a step keeps their energy.
 *
 *  Energies are compared with the largest energy that is rounded when they are computed: over the run the largest of
 *
 *      T,  |V|,  |∂V/∂s| × the largest term of s, for every sum s that V is made of, and |∂V/∂q_i q_i|.
 *
 *  The third is V's own cancellation: 1 − cos x is rounded to an ulp of 1 however small it is, and √(x² + y²) − l to one of l, which V feels
 *  by its derivative. The last is that of the positions: a pendulum that has gone round a thousand times knows its angle to a
 *  thousand times less. */
import { expect } from "vitest";
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import { kineticEnergy, type Problem } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { buildSystem, loadModel } from "../../src/model-file/index.js";

export interface Written {
  readonly name: string;
  readonly coordinates: string;
  readonly potential: string;
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** 2π/√λ, λ the largest eigenvalue of ∇²V on the way; masses are 1. */
  readonly period: number;
  /** |∂V/∂s| × the largest term of s, for the sums s in V. */
  inside(q: Vec): number[];
}

/** Of k (√(x² + y²) − l)². */
function bar(k: number, l: number, x: number, y: number): number {
  const r = Math.hypot(x, y);
  return 2 * k * Math.abs(r - l) * Math.max(r, l);
}

/** Of k (a − b)². */
const squared = (k: number, a: number, b: number): number => 2 * k * Math.abs((a - b) * Math.max(a, b));

export const written: readonly Written[] = [
  {
    name: "pendulum",
    coordinates: "[x]",
    potential: "9.81*(1-cos(x))",
    q: [2.5],
    v: [0],
    period: 2.0,
    inside: () => [9.81],
  },
  {
    name: "elastic pendulum",
    coordinates: "[x, y]",
    potential: "1500*((x^2 + y^2 - 1)/2)^2 - 10*x",
    q: [0, 1.1],
    v: [0, 0],
    period: 0.099,
    inside: ([x, y]) => [squared(375, Math.max(x * x, y * y), 1), squared(375, x * x + y * y, 1), 10 * x],
  },
  {
    name: "Hénon–Heiles",
    coordinates: "[x, y]",
    potential: "(x^2 + y^2)/2 + x^2*y - y^3/3",
    q: [0, 0.1],
    v: [0.5, 0],
    period: 4.5,
    inside: ([x, y]) => [x * x, y * y, x * x * y, y ** 3 / 3],
  },
  {
    name: "spring pendulum",
    coordinates: "[x, y]",
    potential: "15*(sqrt(x^2+y^2)-1)^2",
    q: [1.3, 0],
    v: [0, 1],
    period: 1.15,
    inside: ([x, y]) => [bar(15, 1, x, y)],
  },
  {
    name: "three-bar truss",
    coordinates: "[x, y]",
    potential:
      "50*(sqrt((x+1)^2+(y+1)^2)-sqrt(2))^2 + 50*(sqrt((x-1)^2+(y+1)^2)-sqrt(2))^2 + 50*(sqrt(x^2+(y+1)^2)-1)^2",
    q: [0.1, -0.2],
    v: [0.5, 1],
    period: 0.42,
    inside: ([x, y]) => [bar(50, Math.SQRT2, x + 1, y + 1), bar(50, Math.SQRT2, x - 1, y + 1), bar(50, 1, x, y + 1)],
  },
  {
    name: "von Mises' truss, snapping through",
    coordinates: "[u]",
    potential: "100*((0.3-u)^2 - 0.3^2)^2 - 0.2*u",
    q: [0],
    v: [1.5],
    period: 0.44,
    inside: ([u]) => [squared(100, (0.3 - u) ** 2, 0.09), 0.2 * u],
  },
];

export function problemOf({ coordinates, potential, q, v }: Written): Problem {
  const text = `noether: 1
system:
  coordinates: ${coordinates}
  mass: 1
  potential: ${potential}
start: { q: [${q.join(", ")}], v: [${v.join(", ")}] }
`;
  return buildSystem(loadModel(text)).problem;
}

/** Kinetic energy, potential energy, and the largest energy that is rounded. */
function energiesOf({ system }: Problem, { inside }: Written) {
  const [momentum, slope] = [0, 0].map(() => new Float64Array(system.dof));
  return ({ q, v }: Readonly<State>) => {
    const kinetic = kineticEnergy(system, v, momentum);
    const potential = system.potential(q);
    system.gradient(q, slope);
    let largest = Math.max(kinetic, Math.abs(potential), ...inside(q).map(Math.abs));
    for (let i = 0; i < q.length; i++) largest = Math.max(largest, Math.abs(slope[i] * q[i]));
    return { kinetic, potential, energy: kinetic + potential, largest };
  };
}

/** The energy over a run: how many ulps of the largest term it has been off at most, over √n. */
export function walk(system: Written, periods: number, steps: number): number {
  const problem = problemOf(system);
  const energies = energiesOf(problem, system);
  const { q0: q, v0: v, t0: t } = problem;
  const { energy: first } = energies({ n: 0, t, q, v, memory: [] });
  let [largest, farthest] = [0, 0];
  const observer = {
    observe(s: Readonly<State>) {
      const now = energies(s);
      largest = Math.max(largest, now.largest);
      farthest = Math.max(farthest, Math.abs(now.energy - first));
    },
    finish: () => farthest / (Number.EPSILON * largest * Math.sqrt(steps)),
  };
  const time = { step: periods * system.period, steps };
  const { status, observed } = run(problem, energyMomentum(), { time, observe: { observer } });
  expect(status).toBe("completed");
  return observed.observer;
}

/** Steps that are too long for anything else: the most roundings that one has been off, and how the run ended. */
export function longSteps(system: Written, periods: number, steps: number) {
  const problem = problemOf(system);
  const energies = energiesOf(problem, system);
  const slope = new Float64Array(problem.system.dof);
  let before: { readonly q: Vec; readonly energy: number; readonly largest: number } | null = null;
  let worst = 0;
  const observer = {
    observe(s: Readonly<State>) {
      const { energy, largest } = energies(s);
      if (before !== null) {
        // The end of a step is a sum of its start and a displacement, either of which may be larger than it is.
        problem.system.gradient(s.q, slope);
        let carried = 0;
        for (let i = 0; i < slope.length; i++) carried += Math.abs(slope[i] * (s.q[i] - before.q[i]));
        const unit = Number.EPSILON * (Math.max(largest, before.largest) + carried);
        worst = Math.max(worst, Math.abs(energy - before.energy) / unit);
      }
      before = { q: s.q.slice(), energy, largest };
    },
    finish: () => worst,
  };
  const time = { step: periods * system.period, steps };
  const { status, failure, last, observed } = run(problem, energyMomentum(), { time, observe: { observer } });
  return { status, failure, accepted: last.n, worst: observed.observer };
}
