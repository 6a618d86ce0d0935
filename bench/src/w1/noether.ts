/** W1 through the library: `run` with a method. The system is the builtin model, an expression, or functions of one's own. */
import {
  centralDifference,
  centralGradient,
  centralSextic,
  diagonalMass,
  energyMomentum,
  fullPattern,
  type Method,
  midpoint,
  type Problem,
  potentialSystem,
  run,
} from "noether";
import { potentialOf } from "noether/model-file";
import { cpuSeconds } from "../line.js";
import { energy, momentum, type Outcome, POTENTIAL, START, STEP } from "./problem.js";

const asFunctions = () =>
  potentialSystem({
    labels: ["x", "y"],
    mass: diagonalMass([1, 1]),
    potential(q) {
      const r = q[0]! * q[0]! + q[1]! * q[1]!;
      return r * (r - 1) * (r - 1);
    },
    gradient(q, out) {
      const r = q[0]! * q[0]! + q[1]! * q[1]!;
      const g = 2 * (r - 1) * (3 * r - 1);
      out[0] = g * q[0]!;
      out[1] = g * q[1]!;
    },
    tangent: {
      pattern: fullPattern(2),
      values(q, out) {
        const r = q[0]! * q[0]! + q[1]! * q[1]!;
        const g = 2 * (r - 1) * (3 * r - 1);
        const dg = 4 * (6 * r - 4);
        out[0] = g + dg * q[0]! * q[0]!;
        out[1] = out[2] = dg * q[0]! * q[1]!;
        out[3] = g + dg * q[1]! * q[1]!;
      },
    },
    discreteGradient: centralGradient({
      secant: (a, b) => a * a + a * b + b * b - 2 * (a + b) + 1,
      slope: (a, b) => a + 2 * b - 2,
    }),
  });

const byExpression = () =>
  potentialSystem({
    labels: ["x", "y"],
    mass: diagonalMass([1, 1]),
    ...potentialOf({ coordinates: ["x", "y"], potential: POTENTIAL }),
  });

export const systems = { code: () => centralSextic().system, expressions: byExpression, functions: asFunctions };
export const schemes: Readonly<Record<"explicit" | "implicit" | "invariants", () => Method>> = {
  explicit: centralDifference,
  implicit: midpoint,
  invariants: () => energyMomentum({ momentum: "angular" }),
};

/** One run, as a program that has nothing else to do would make it. */
export function measure(system: keyof typeof systems, scheme: keyof typeof schemes, steps: number): Outcome {
  const problem: Problem = {
    system: systems[system](),
    t0: 0,
    q0: Float64Array.from(START.q),
    v0: Float64Array.from(START.v),
  };
  const method = schemes[scheme]();
  let gradients = 0;
  const seconds = cpuSeconds(() => {
    gradients = run(problem, method, { time: { step: STEP, steps } }).work.gradients;
  });
  const [e0, l0] = [energy(START.q, START.v), momentum(START.q, START.v)];
  let energyError = 0;
  const watch = {
    every: 10,
    observe: ({ q, v }: { q: Float64Array; v: Float64Array }) => {
      energyError = Math.max(energyError, Math.abs(energy(q, v) - e0));
    },
    finish: () => null,
  };
  const { last } = run(problem, method, { time: { step: STEP, steps }, observe: { watch } });
  const atTen = run(problem, method, { time: { step: STEP, steps: 1000 } }).last.q;
  return {
    steps,
    seconds,
    atTen: [...atTen],
    energyError,
    momentumError: Math.abs(momentum(last.q, last.v) - l0),
    gradientsPerStep: gradients / steps,
  };
}
