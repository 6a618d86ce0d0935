/** The chain through the library. `runs` of one process: the compiler knows the arrays of the first stepper as constants, and later ones show
 *  what a study or a server pays. */
import {
  begin,
  centralDifference,
  diagonalMass,
  dop853,
  energyMomentum,
  gauss,
  type Method,
  midpoint,
  newmark,
  type Problem,
  potentialSystem,
  run,
  type Sparsity,
  type System,
  yoshida,
} from "noether";
import { potentialOf } from "noether/model-file";
import { cpuSeconds } from "../line.js";
import { COMPARED, energy, type Outcome, STEP, sampleOf, start } from "./problem.js";

export const methods: Readonly<Record<string, () => Method>> = {
  "central-difference": centralDifference,
  midpoint,
  newmark,
  "energy-momentum": energyMomentum,
  gauss: () => gauss({ stages: 2 }),
  yoshida,
  dop853,
};

function tridiagonal(n: number): Sparsity {
  const rowStart = new Int32Array(n + 1);
  const column = new Int32Array(3 * n - 2);
  let end = 0;
  for (let i = 0; i < n; i++) {
    for (let j = Math.max(0, i - 1); j <= Math.min(n - 1, i + 1); j++) column[end++] = j;
    rowStart[i + 1] = end;
  }
  return { size: n, rowStart, column };
}

const labels = (n: number) => Array.from({ length: n }, (_, i) => `u${i + 1}`);

function inCode(n: number): System {
  return potentialSystem({
    labels: labels(n),
    mass: diagonalMass(new Float64Array(n).fill(1)),
    potential(q) {
      let sum = 0;
      let left = 0;
      for (let i = 0; i <= n; i++) {
        const right = i < n ? q[i]! : 0;
        const e = right - left;
        sum += e * e * (1 / 2 + (e * e) / 4);
        left = right;
      }
      return sum;
    },
    gradient(q, out) {
      let e = q[0]!;
      let left = e * (1 + e * e);
      for (let i = 0; i < n; i++) {
        e = (i + 1 < n ? q[i + 1]! : 0) - q[i]!;
        const right = e * (1 + e * e);
        out[i] = left - right;
        left = right;
      }
    },
    tangent: {
      pattern: tridiagonal(n),
      values(q, out) {
        let left = 1 + 3 * q[0]! * q[0]!;
        for (let i = 0; i < n; i++) {
          const e = (i + 1 < n ? q[i + 1]! : 0) - q[i]!;
          const right = 1 + 3 * e * e;
          // The entries of row i are 3 i − 1 (left), 3 i (diagonal) and 3 i + 1 (right).
          if (i > 0) out[3 * i - 1] = -left;
          out[3 * i] = left + right;
          if (i + 1 < n) out[3 * i + 1] = -right;
          left = right;
        }
      },
    },
  });
}

/** The chain that knows its discrete gradient, the quotients of differences of the springs' energies. */
function withDiscreteGradient(n: number): System {
  const system = inCode(n);
  const pattern = tridiagonal(n);
  const stretch = (q: Float64Array, i: number) => (i < n ? q[i]! : 0) - (i > 0 ? q[i - 1]! : 0);
  return {
    ...system,
    discreteGradient: {
      ofDistances: false,
      between(a, b, out) {
        let left = 0;
        for (let i = 0; i <= n; i++) {
          const [d, e] = [stretch(a, i), stretch(b, i)];
          const right = ((d + e) / 2) * (1 + (d * d + e * e) / 2);
          if (i > 0) out[i - 1] = left - right;
          left = right;
        }
      },
      tangent: {
        pattern,
        symmetric: true,
        values(a, b, out) {
          let left = 0;
          for (let i = 0; i <= n; i++) {
            const [d, e] = [stretch(a, i), stretch(b, i)];
            const right = (1 + (d * d + e * e) / 2 + (d + e) * e) / 2;
            if (i > 1) out[3 * i - 4] = -left;
            if (i > 0) out[3 * i - 3] = left + right;
            if (i > 0 && i < n) out[3 * i - 2] = -right;
            left = right;
          }
        },
      },
    },
  };
}

function byExpression(n: number): System {
  const coordinates = labels(n);
  const springs = Array.from({ length: n + 1 }, (_, i) => {
    const e = i === 0 ? "u1" : i === n ? `u${n}` : `(u${i + 1} - u${i})`;
    return `${e}^2/2 + ${e}^4/4`;
  });
  return potentialSystem({
    labels: coordinates,
    mass: diagonalMass(new Float64Array(n).fill(1)),
    ...potentialOf({ coordinates, potential: springs.join(" + ") }),
  });
}

export const systems: Readonly<Record<string, (n: number) => System>> = {
  code: inCode,
  discrete: withDiscreteGradient,
  expressions: byExpression,
};

const problemOf = (system: System): Problem => {
  const { q, v } = start(system.dof);
  return { system, t0: 0, q0: q, v0: v };
};

const timeOf = (method: Method, steps: number) =>
  method.clock === "own" ? { end: steps * STEP } : { step: STEP, steps };

/** By this step code has been generated and compiled well, where there is any. */
const GENERATED_BY = 70_000;

/** `runs`: how many steppers there have been before. */
export function measure(form: string, method: string, n: number, steps: number, runs: number): Outcome {
  const made = methods[method]!();
  const system = systems[form]!;
  for (let k = 0; k < runs; k++) {
    run(problemOf(system(n)), made, { time: timeOf(made, Math.max(COMPARED, Math.ceil(Math.min(steps, 2e6 / n)))) });
  }
  const problem = problemOf(system(n));
  const before = energy({ q: problem.q0, v: problem.v0 });
  // The first stepper is warmed up by steps of its own.
  const warm = runs > 0 ? 0 : Math.max(Math.min(Math.ceil(steps / 2), Math.ceil(2e6 / n)), n <= 32 ? GENERATED_BY : 0);
  // Some things are prepared when they are first needed.
  const [preparing, runner] = timed(() => {
    const begun = begin(problem, made, { time: timeOf(made, 1 + warm + steps) });
    begun.advance(1);
    return begun;
  });
  runner.advance(warm);
  const first = runner.result().steps;
  const seconds = cpuSeconds(() => {
    while (runner.advance(Number.MAX_SAFE_INTEGER));
  });
  const { last, steps: taken } = runner.result();
  const short = run(problem, made, { time: timeOf(made, COMPARED) }).last;
  return {
    steps: taken - first,
    seconds,
    preparing,
    sample: sampleOf(short),
    energyError: Math.abs(energy(last) - before) / before,
  };
}

function timed<T>(work: () => T): [seconds: number, T] {
  const made: T[] = [];
  const seconds = cpuSeconds(() => made.push(work()));
  return [seconds, made[0] as T];
}
