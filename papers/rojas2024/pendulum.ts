/** The linearised double pendulum of section 5 and its exact motion, in q and in p = M v.
 *
 *  Table 1 gives μ_r = 1, ω₀ = 2π/s, q(0) = (0, π/6), p(0) = 0. Not stated, and found from Table 2: m₁ = 1 kg, g = 9.81 m/s², hence
 *  l = g/ω₀²; and t̄ = 2π/ω₀ = 1 s, where the paper writes t̄ = 1/ω₀. */
import {
  type LinearSystem,
  linearSystem,
  type Method,
  matrixMass,
  newmark,
  orThrow,
  type Problem,
  rk4,
  run,
  simpson,
  startingFrom,
  trajectory,
} from "noether";
import { fromRows } from "noether/linalg";

export const G = 9.81;
const OMEGA0 = 2 * Math.PI;
export const LENGTH = G / (OMEGA0 * OMEGA0);

export interface Pendulum {
  readonly problem: Problem;
  readonly system: LinearSystem;
}

export function pendulum(massRatio = 1): Pendulum {
  const square = LENGTH * LENGTH;
  const mass = matrixMass(
    fromRows([
      [(1 + massRatio) * square, massRatio * square],
      [massRatio * square, massRatio * square],
    ]),
  );
  const stiffness = fromRows([
    [(1 + massRatio) * G * LENGTH, 0],
    [0, massRatio * G * LENGTH],
  ]);
  const system = linearSystem({ mass, stiffness, labels: ["q1", "q2"] });
  return { system, problem: startingFrom(system, [0, Math.PI / 6], [0, 0]) };
}

/** (49), ascending. */
export const frequencies = (massRatio = 1): [number, number] => {
  const root = Math.sqrt(massRatio * (1 + massRatio));
  return [OMEGA0 * Math.sqrt(1 + massRatio - root), OMEGA0 * Math.sqrt(1 + massRatio + root)];
};

/** q_ex(t) of section 6, its first component divided by √2. */
export function exact(t: number): { q: [number, number]; v: [number, number] } {
  const [low, high] = frequencies();
  const a = Math.PI / 12;
  const [slow, fast] = [Math.cos(low * t), Math.cos(high * t)];
  const [dSlow, dFast] = [-low * Math.sin(low * t), -high * Math.sin(high * t)];
  return {
    q: [(a * (slow - fast)) / Math.SQRT2, a * (slow + fast)],
    v: [(a * (dSlow - dFast)) / Math.SQRT2, a * (dSlow + dFast)],
  };
}

/** The paper's three, with the places in the palette that they keep. */
export const SCHEMES: readonly { readonly name: "Newmark" | "RK4" | "Simpson"; readonly method: Method }[] = [
  { name: "Newmark", method: newmark() },
  { name: "RK4", method: rk4() },
  { name: "Simpson", method: simpson() },
];

export interface Motion {
  readonly t: Float64Array;
  readonly q: readonly Float64Array[];
  readonly p: readonly Float64Array[];
}

export function motion(method: Method, step: number, steps: number): Motion {
  const { problem, system } = pendulum();
  const { observed } = orThrow(run(problem, method, { time: { step, steps }, observe: { all: trajectory() } }));
  const { t, q, v } = observed.all;
  return { t, q, p: v.map((velocity) => momentum(system, velocity)) };
}

export function momentum({ mass }: LinearSystem, v: Float64Array): Float64Array {
  const p = new Float64Array(v.length);
  mass.apply(v, p);
  return p;
}

/** The largest Euclidean distance from the exact motion at any step, in p and in q. */
export function errors(method: Method, step: number, steps: number): { readonly p: number; readonly q: number } {
  const { problem, system } = pendulum();
  let [p, q] = [0, 0];
  const compare = {
    observe(s: { readonly t: number; readonly q: Float64Array; readonly v: Float64Array }) {
      const there = exact(s.t);
      const difference = momentum(
        system,
        s.v.map((value, i) => value - there.v[i]),
      );
      p = Math.max(p, Math.hypot(...difference));
      q = Math.max(q, Math.hypot(s.q[0] - there.q[0], s.q[1] - there.q[1]));
    },
    finish: () => null,
  };
  orThrow(run(problem, method, { time: { step, steps }, observe: { compare } }));
  return { p, q };
}
