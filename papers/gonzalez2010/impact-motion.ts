/** A motion of the cube: energies and momenta over time, what it looked like, and the steps it took. */
import {
  energyMomentum,
  forceStepping,
  type Method,
  newmark,
  orThrow,
  type RunOptions,
  run,
  type State,
} from "noether";
import { type Cube, END, SPACING } from "./cube.js";

export const FRAME = 0.2e-6;
/** Snapshots as many frames apart. */
const SNAPSHOT = 50;

export interface ImpactMotion {
  readonly t: readonly number[];
  readonly kinetic: readonly number[];
  /** Of the method's own potential: V_h found anew from the position, or V. */
  readonly total: readonly number[];
  /** Three linear and three angular ones. */
  readonly momenta: readonly (readonly number[])[];
  readonly snapshots: readonly { readonly t: number; readonly q: Float64Array }[];
  readonly sizes: readonly number[];
  readonly steps: number;
}

/** The origin is generic if none is given: nodes of the mesh lie on a grid through the corner, along whose faces a uniform motion slides. */
export function bySteppingForces(cube: Cube, origin?: readonly number[]): ImpactMotion {
  const method = forceStepping({ grid: SPACING, algorithm: "sparse", ...(origin !== undefined && { origin }) });
  return watched(cube, method, { end: END, interval: FRAME }, 1);
}

/** Explicit, as in the other examples of the paper. */
export function byNewmark(cube: Cube, step: number): ImpactMotion {
  return bySteps(cube, newmark({ beta: 0, gamma: 1 / 2 }), step);
}

export function byEnergyMomentum(cube: Cube, step: number): ImpactMotion {
  return bySteps(cube, energyMomentum({ momentum: "angular" }), step);
}

function bySteps(cube: Cube, method: Method, step: number): ImpactMotion {
  return watched(cube, method, { step, steps: Math.round(END / step) }, Math.round(FRAME / step));
}

function watched(
  cube: Cube,
  method: Method,
  time: RunOptions<Record<never, never>>["time"],
  every: number,
): ImpactMotion {
  const t: number[] = [];
  const kinetic: number[] = [];
  const total: number[] = [];
  const momenta: number[][] = cube.momenta.map(() => []);
  const snapshots: { t: number; q: Float64Array }[] = [];
  const sizes: number[] = [];
  let last = 0;
  const watch = {
    on: "times" as const,
    observe(s: Readonly<State>) {
      if (s.t > last) sizes.push(s.t - last);
      last = s.t;
    },
    finish: () => null,
  };
  const { steps } = orThrow(
    run(cube.problem, method, {
      time,
      observe: ([energy]) => ({
        frames: {
          every,
          observe(s: Readonly<State>) {
            if (t.length % SNAPSHOT === 0) snapshots.push({ t: s.t, q: s.q.slice() });
            t.push(s.t);
            kinetic.push(cube.kinetic(s));
            total.push(energy.value(s.t, s.q, s.v));
            for (const [k, { value }] of cube.momenta.entries()) momenta[k].push(value(s.t, s.q, s.v));
          },
          finish: () => null,
        },
        ...(method.clock === "own" ? { watch } : {}),
      }),
    }),
  );
  return { t, kinetic, total, momenta, snapshots, sizes, steps };
}
