/** What an error costs in steps: for each method the largest error of a displacement, at instants a tenth of a second apart, against the
 *  number of steps; and the order with which errors at the end fall. Nothing is timed: every number is the same on every machine. */
import { dop853, gauss, generalizedAlpha, hht, type Method, newmark, orThrow, type Problem, run } from "noether";
import { convergence } from "noether/analysis";
import { building, stiffening } from "./building.js";

const END = 10;
const INTERVAL = 0.1;
/** Steps to an interval. */
const DIVISIONS = [2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128, 256, 384];
/** Finer steps than one of this error are not tried. */
const ENOUGH = 1e-6;
export const TOLERANCES = [1e-3, 1e-5] as const;

export interface Curve {
  readonly name: string;
  readonly order: { readonly position: number; readonly velocity: number };
  readonly steps: readonly number[];
  /** NaN where the step is unstable or refused. */
  readonly errors: readonly number[];
  /** Steps that each tolerance takes; null: more than were tried. */
  readonly needed: readonly (number | null)[];
}

export interface Study {
  readonly title: string;
  readonly curves: readonly Curve[];
}

const usual: readonly [string, Method][] = [
  ["Newmark, β = 1/4", newmark()],
  ["HHT, α = −0.1", hht()],
  ["generalised-α, ρ = 0.8", generalizedAlpha()],
];
const compensated: readonly [string, Method][] = [
  ["generalised-α, compensated period", generalizedAlpha({ compensate: "period" })],
  ["Newmark, processed", newmark({ beta: 1 / 12, process: true })],
  ["Newmark, fourth order", newmark({ beta: 1 / 6, compensate: "fourth-order" })],
];

const CASES = [
  {
    title: "Linear, damped",
    problem: () => building(true),
    methods: [...usual, ...compensated, ["Newmark, sixth order", newmark({ compensate: "sixth-order" })]],
  },
  {
    title: "Linear, without damping",
    problem: () => building(false),
    methods: [
      ...usual,
      ...compensated,
      ["Newmark, sixth order, rational", newmark({ compensate: "sixth-order", form: "rational" })],
    ],
  },
  {
    title: "Stiffening, damped",
    problem: stiffening,
    methods: [
      ...usual,
      ["Newmark, processed", newmark({ beta: 1 / 12, process: true })],
      ["Gauss, two stages", gauss()],
    ],
  },
] as const satisfies readonly {
  title: string;
  problem: () => Problem;
  methods: readonly (readonly [string, Method])[];
}[];

export function studies(): Study[] {
  return CASES.map(({ title, problem: make, methods }) => {
    const problem = make();
    const reference = orThrow(run(problem, dop853({ tolerance: 1e-13 }), { time: { end: END } })).last;
    const exact = displacements(problem, dop853({ tolerance: 1e-13 }), null);
    return {
      title,
      curves: methods.map(([name, method]) => {
        const { positionOrder, velocityOrder } = convergence(problem, method, {
          end: END,
          step: 0.02,
          refinements: 3,
          reference,
          floor: 1e-10,
        });
        const steps: number[] = [];
        const errors: number[] = [];
        for (const division of DIVISIONS) {
          const error = apart(displacements(problem, method, division), exact);
          steps.push(Math.round((END / INTERVAL) * division));
          errors.push(error);
          if (error < ENOUGH) break;
        }
        const needed = TOLERANCES.map((tolerance) => stepsFor(tolerance, steps, errors));
        return { name, order: { position: positionOrder, velocity: velocityOrder }, steps, errors, needed };
      }),
    };
  });
}

/** Of all storeys, at every instant; null where the method refuses the step or fails. */
function displacements(problem: Problem, method: Method, division: number | null): Float64Array | null {
  const shown: number[] = [];
  const instants = Math.round(END / INTERVAL);
  const keep = {
    every: division ?? 1,
    observe: ({ q }: { readonly q: Float64Array }) => {
      shown.push(...q);
    },
    finish: () => null,
  };
  const time =
    division === null ? { end: END, interval: INTERVAL } : { step: INTERVAL / division, steps: instants * division };
  try {
    const { status } = run(problem, method, { time, observe: { keep } });
    return status === "completed" ? Float64Array.from(shown) : null;
  } catch {
    return null;
  }
}

/** The largest difference, relative to the largest displacement. */
function apart(found: Float64Array | null, exact: Float64Array | null): number {
  if (found === null || exact === null || found.length !== exact.length) return Number.NaN;
  let [most, size] = [0, 0];
  exact.forEach((value, k) => {
    most = Math.max(most, Math.abs(value - (found[k] ?? Number.NaN)));
    size = Math.max(size, Math.abs(value));
  });
  return most < size ? most / size : Number.NaN;
}

/** By interpolation of logarithms between the numbers of steps that were tried; the first of them if it is good enough already. */
function stepsFor(tolerance: number, steps: readonly number[], errors: readonly number[]): number | null {
  for (let k = 0; k < steps.length; k++) {
    const [now, before] = [errors[k] ?? Number.NaN, errors[k - 1] ?? Number.NaN];
    if (!(now <= tolerance)) continue;
    const [last, earlier] = [steps[k] ?? 0, steps[k - 1] ?? 0];
    if (!(before > tolerance)) return last;
    const share = Math.log(before / tolerance) / Math.log(before / now);
    return earlier * (last / earlier) ** share;
  }
  return null;
}
