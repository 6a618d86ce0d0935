/** The three masses of (54)–(57), their harmonic load and the pulse of (80). */
import {
  dop853,
  energyOf,
  linearSystem,
  type Method,
  matrixMass,
  orThrow,
  type Problem,
  probe,
  run,
  smoothLoad,
  startingFrom,
  type TimeLoad,
} from "noether";
import { fromRows } from "noether/linalg";
import type { Series } from "noether/report";

export const M = fromRows([
  [4.6965, 1.4187, 1.6038],
  [1.4187, 4.7195, 1.554],
  [1.6038, 1.554, 4.4809],
]);
export const K = fromRows([
  [4.5316, 1.6906, 1.6784],
  [1.6906, 4.7245, 1.467],
  [1.6784, 1.467, 4.3618],
]);
export const C = fromRows([
  [0.033921, 0.003909, 0.007335],
  [0.003909, 0.030597, 0.002903],
  [0.007335, 0.002903, 0.031755],
]);

const AMPLITUDES = [0.04079, -0.00663, -0.006914];
const RATES = [0.2457, 0.2587, 0.3262];

/** (56). */
export const harmonic: TimeLoad = smoothLoad((k, t, _side, out) => {
  AMPLITUDES.forEach((amplitude, i) => {
    out[i] += amplitude * RATES[i] ** k * Math.cos(RATES[i] * t + (k * Math.PI) / 2);
  });
});

export const CUTOFF = 14;
const SHAPE = 0.2;

/** (80): exp(t/(μ t*)) (1 − t/t*)³ up to t*. Its derivatives by Leibniz's rule. */
export function pulseAt(k: number, t: number): number {
  if (t > CUTOFF) return 0;
  const rate = 1 / (SHAPE * CUTOFF);
  const rest = 1 - t / CUTOFF;
  const cubic = [rest ** 3, (-3 / CUTOFF) * rest ** 2, (6 / CUTOFF ** 2) * rest, -6 / CUTOFF ** 3];
  const binomial = (n: number, j: number): number => (j === 0 ? 1 : (binomial(n, j - 1) * (n - j + 1)) / j);
  const sum = cubic.reduce((total, value, j) => (j > k ? total : total + binomial(k, j) * value * rate ** (k - j)), 0);
  return Math.exp(rate * t) * sum;
}

export const pulse: TimeLoad = smoothLoad((k, t, _side, out) => {
  out[0] += pulseAt(k, t);
});

export function threeMasses({ damped = true, load = null as TimeLoad | null, q0 = [0.1, 0, 0] } = {}): Problem {
  const system = linearSystem({ mass: matrixMass(M), stiffness: K, damping: damped ? C : null, load });
  return startingFrom(system, q0, [0, 0, 0]);
}

/** As accurate as doubles allow. */
export const reference = () => dop853({ tolerance: 1e-13 });

export interface Trace {
  readonly name: string;
  readonly t: Float64Array;
  /** The first coordinate, and the energy ½ vᵀMv + ½ qᵀKq. */
  readonly q: Float64Array;
  readonly energy: Float64Array;
}

export const STEP = 0.7;

export function traced(name: string, problem: Problem, method: Method, end: number, step = STEP): Trace {
  const energy = energyOf(problem.system);
  const observe = { q: probe(({ q }) => q[0]), energy: probe(({ t, q, v }) => energy.value(t, q, v)) };
  const steps = Math.round(end / step);
  const time = method.clock === "own" ? { end: steps * step, interval: step } : { step, steps };
  const { observed } = orThrow(run(problem, method, { time, observe }));
  return { name, t: observed.q.t, q: observed.q.values, energy: observed.energy.values };
}

export const seriesOf = (traces: readonly Trace[], what: "q" | "energy"): Series[] =>
  traces.map(({ name, t, ...values }, colour) => ({ name, x: t, y: values[what], style: "line", colour }));

/** Largest difference of the first coordinates. */
export const apart = (a: Trace, b: Trace): number =>
  a.q.reduce((most, value, k) => Math.max(most, Math.abs(value - b.q[k])), 0);
