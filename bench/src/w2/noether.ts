/** The atoms through the library: `particles` and `central-difference`. */
import { begin, centralDifference, type Problem, particles, run } from "noether";
import { cpuSeconds } from "../line.js";
import { COMPARED, type Outcome, type Start, sampleOf, starts } from "./problem.js";

function problemOf({ dimension, side, cutoff, q, v }: Start): Problem {
  const system = particles({
    dimension,
    masses: new Float64Array(q.length / dimension).fill(1),
    pair: { lennardJones: { cutoff } },
    box: side === 0 ? null : new Array<number>(dimension).fill(side),
  });
  return { system, t0: 0, q0: q, v0: v };
}

/** `runs`: how many there have been in this process before. */
export function measure(id: string, summation: string, steps: number, runs: number): Outcome {
  const start = starts[id]!();
  const { step } = start;
  const method = centralDifference({ summation: summation as "plain" | "compensated" });
  const warm = Math.max(COMPARED, Math.ceil(steps / 4));
  for (let k = 0; k < runs; k++) run(problemOf(start), method, { time: { step, steps: warm } });
  const problem = problemOf(start);
  const { system, q0, v0 } = problem;
  const energy = (q: Float64Array, v: Float64Array) => v.reduce((sum, x) => sum + (x * x) / 2, system.potential(q));
  const before = energy(q0, v0);
  const runner = begin(problem, method, { time: { step, steps: warm + steps } });
  runner.advance(warm);
  const seconds = cpuSeconds(() => runner.advance(steps));
  const { last } = runner.result();
  const short = run(problemOf(start), method, { time: { step, steps: COMPARED } }).last;
  return {
    steps,
    seconds,
    potential: (system.potential(q0) * start.dimension) / q0.length,
    sample: sampleOf(short.q),
    energyError: Math.abs((energy(last.q, last.v) - before) / before),
  };
}
