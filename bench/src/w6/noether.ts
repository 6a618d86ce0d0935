/** The four ensembles by the library: each returns the sum that all peers are compared by. */
import {
  centralDifference,
  groundMotion as groundLoad,
  linearSystem,
  type Method,
  midpoint,
  newmark,
  type Problem,
  potentialSystem,
  run,
  runMany,
  scalarMass,
} from "noether";
import { responseSpectra } from "noether/analysis";
import { fromTriplets } from "noether/linalg";
import { adjustable, potentialOf } from "noether/symbolic";
import { DAMPING, DUFFING_STEP, duffings, groundMotion, POINTS, periods, RUNS, STEP, storeys } from "./problem.js";

const total = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
};

export function oscillators(): number {
  const record = { step: STEP, values: groundMotion() };
  const [spectrum] = responseSpectra(record, {
    periods: periods(RUNS),
    dampings: [DAMPING],
    recurrence: "average-acceleration",
    freeVibration: false,
  });
  return total(spectrum?.displacement ?? []);
}

/** A function from the number of a frame to its problem. */
export function framesOf(): (member: number) => Problem {
  const mass = scalarMass(3, 1);
  const times = Float64Array.from({ length: POINTS }, (_, k) => k * STEP);
  const load = groundLoad({ mass, record: { times, values: groundMotion() } });
  const damping = fromTriplets(3, [0, 1, 2], [0, 1, 2], [0.2, 0.2, 0.2]);
  const { pattern } = fromTriplets(3, [0, 0, 1, 1, 1, 2, 2], [0, 1, 0, 1, 2, 1, 2], [1, 1, 1, 1, 1, 1, 1]);
  const k = storeys();
  return (member) => {
    const [a = 0, b = 0, c = 0] = k.subarray(3 * member, 3 * member + 3);
    const values = Float64Array.of(a + b, -b, -b, b + c, -c, -c, c);
    const system = linearSystem({ mass, damping, load, stiffness: { pattern, values } });
    return { system, t0: 0, q0: new Float64Array(3), v0: new Float64Array(3) };
  };
}

const FRAME_TIME = { step: STEP, steps: POINTS - 1 };

export function frames(summation: "compensated" | "plain"): number {
  const { peaks } = runMany(framesOf(), newmark({ summation }), { members: RUNS, time: FRAME_TIME, peaks: true });
  return total((peaks ?? []).filter((_, i) => i % 3 === 2));
}

/** Built once: rounds after the first have its code compiled. */
let family: ReturnType<typeof familyOf> | undefined;
function duffing() {
  family ??= familyOf();
  return family;
}

function familyOf() {
  const parameters = adjustable({ alpha: 1, beta: 1 });
  const formula = { coordinates: ["x"], parameters, potential: "alpha*x^2/2 + beta*x^4/4" };
  const system = potentialSystem({ labels: ["x"], mass: scalarMass(1, 1), ...potentialOf(formula) });
  const problem = { system, t0: 0, q0: Float64Array.of(1), v0: Float64Array.of(0) };
  const given = duffings();
  const column = (k: number) => Float64Array.from({ length: RUNS }, (_, i) => given[3 * i + k] ?? 0);
  return { parameters, problem, alpha: column(0), beta: column(1), starts: { q: column(2) } };
}

export function duffingMany(method: "verlet" | "midpoint", summation: "compensated" | "plain"): number {
  const { parameters, problem, alpha, beta, starts } = duffing();
  const { q } = runMany(problem, methodOf(method, summation), {
    time: { step: DUFFING_STEP, steps: POINTS },
    adjustable: parameters,
    parameters: { alpha, beta },
    starts,
  });
  return total(q);
}

/** The first of them, one by one. */
export function duffingAlone(method: "verlet" | "midpoint", count: number): number {
  const { parameters, problem, alpha, beta, starts } = duffing();
  let sum = 0;
  for (let i = 0; i < count; i++) {
    parameters.set({ alpha: alpha[i] ?? 0, beta: beta[i] ?? 0 });
    const from = { ...problem, q0: starts.q.slice(i, i + 1) };
    sum += run(from, methodOf(method, "compensated"), { time: { step: DUFFING_STEP, steps: POINTS } }).last.q[0] ?? 0;
  }
  return sum;
}

export function framesAlone(count: number): number {
  const problems = framesOf();
  let sum = 0;
  for (let i = 0; i < count; i++) sum += run(problems(i), newmark(), { time: FRAME_TIME }).last.q[2] ?? 0;
  return sum;
}

const methodOf = (method: "verlet" | "midpoint", summation: "compensated" | "plain"): Method =>
  method === "verlet" ? centralDifference({ summation }) : midpoint({ summation });
