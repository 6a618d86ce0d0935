/** A chain of springs with a quartic energy, e²/2 + e⁴/4, between two walls, shaken at random: the same potential for any number
 *  of masses. Everybody integrates it on a grid of 0.05. */
import { begin, congruence, forceStepping, type Problem, springChain } from "noether";
import { cpuSeconds } from "../line.js";

export type Form = "paper" | "ring" | "sparse";

export interface Outcome {
  readonly steps: number;
  readonly seconds: number;
  /** How much time of the motion has passed. */
  readonly passed: number;
  /** Change of the energy K + V_h, located anew, relative to it. */
  readonly energyError: number;
}

function shakenChain(masses: number): Problem {
  const problem = springChain({ masses, cubic: 0, quartic: 1, amplitude: 0 });
  const random = congruence(12345);
  const shaken = (x: Float64Array, size: number) => x.map(() => size * (random() - 0.5));
  return { ...problem, q0: shaken(problem.q0, 0.6), v0: shaken(problem.v0, 1.2) };
}

/** The best of several slices of a run, after the compiler has settled. */
export function measured(masses: number, form: Form, steps: number): Outcome {
  const method = forceStepping({ grid: 0.05, algorithm: form });
  const runner = begin(shakenChain(masses), method, { time: { end: 1e9, interval: 1e9 } });
  const energy = runner.invariants.find(({ name }) => name === "energy");
  const clock = () => runner.snapshot().state.t;
  const energyAtStart = energy?.value(0, runner.state.q, runner.state.v) ?? Number.NaN;
  runner.advance(Math.ceil(steps / 4));
  let best: Omit<Outcome, "energyError"> = { steps, seconds: Number.POSITIVE_INFINITY, passed: 0 };
  for (let round = 0; round < 4; round++) {
    const before = clock();
    const seconds = cpuSeconds(() => runner.advance(steps));
    if (seconds < best.seconds) best = { steps, seconds, passed: clock() - before };
  }
  const { q, v } = lastState(shakenChain(masses), form, clock());
  const energyAtEnd = energy?.value(0, q, v) ?? Number.NaN;
  return { ...best, energyError: Math.abs(energyAtEnd - energyAtStart) / Math.abs(energyAtStart) };
}

function lastState(problem: Problem, form: Form, end: number) {
  const runner = begin(problem, forceStepping({ grid: 0.05, algorithm: form }), { time: { end, interval: end } });
  while (runner.advance(100_000));
  return runner.state;
}
