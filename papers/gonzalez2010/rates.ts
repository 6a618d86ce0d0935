/** Figure 18: the argon cluster over a picosecond on finer and finer grids, against DOP853. Kuhn's grid, since the data of Table
 *  I lie on the mirrored grids, where many faces meet. */
import {
  argonCluster,
  dop853,
  forceStepping,
  orThrow,
  type Problem,
  run,
  type State,
  stepSizes,
  trajectory,
} from "noether";
import type { Item } from "../reproduction.js";
import { digits, stated } from "./claim.js";

const GRIDS = [0.01, 0.005, 0.0025, 0.00125];
const END = 1;
const INTERVAL = 0.005;

const stepping = (grid: number) => forceStepping({ grid, matchEnergy: false });

interface Motion {
  readonly q: readonly Float64Array[];
  readonly v: readonly Float64Array[];
  readonly a: readonly Float64Array[];
}

function exactMotion(problem: Problem): Motion {
  const time = { end: END, interval: INTERVAL };
  const method = dop853({ tolerance: 1e-12 });
  const { q, v } = orThrow(run(problem, method, { time, observe: { motion: trajectory() } })).observed.motion;
  const { gradient, mass } = problem.system;
  const a = q.map((at) => {
    const out = new Float64Array(at.length);
    gradient(at, out);
    mass.solve(out, out);
    return out.map((value) => -value);
  });
  return { q, v, a };
}

function steppedMotion(problem: Problem, grid: number) {
  // Between two steps the acceleration is constant: it is the change of the velocity over the step.
  const ends: { readonly t: number; readonly v: Float64Array }[] = [];
  const steps = {
    on: "steps" as const,
    observe: ({ t, v }: Readonly<State>) => ends.push({ t, v: v.slice() }),
    finish: () => null,
  };
  const method = stepping(grid);
  const time = { end: END, interval: INTERVAL };
  const { motion } = orThrow(run(problem, method, { time, observe: { motion: trajectory(), steps } })).observed;
  let step = 0;
  const a = [...motion.t].map((t) => {
    while (step + 2 < ends.length && ends[step + 1].t < t) step++;
    const size = ends[step + 1].t - ends[step].t;
    return ends[step].v.map((speed, j) => (ends[step + 1].v[j] - speed) / size);
  });
  return { q: motion.q, v: motion.v, a };
}

function sizesOf(problem: Problem, grid: number) {
  const time = { end: 20 * END, interval: 20 * END };
  const { sizes } = orThrow(run(problem, stepping(grid), { time, observe: { sizes: stepSizes() } })).observed;
  return sizes ?? { mean: Number.NaN, max: Number.NaN };
}

/** The greatest distance of two vectors over the whole time. */
const distance = (one: readonly Float64Array[], other: readonly Float64Array[]) =>
  Math.max(...one.map((x, n) => Math.hypot(...x.map((value, j) => value - other[n][j]))));

function slope(sizes: readonly number[], errors: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = errors.map(Math.log);
  const centre = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [centre(x), centre(y)];
  const top = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

export const rates: Item = {
  id: "figure-18",
  title: "Argon over a picosecond: convergence, and the sizes of the steps",
  reproduce() {
    const problem = argonCluster({ coordinates: "jacobi" });
    const exact = exactMotion(problem);
    const runs = GRIDS.map((grid) => steppedMotion(problem, grid));
    const errors = (part: keyof Motion) => runs.map((motion) => distance(motion[part], exact[part]));
    const [ofQ, ofV, ofA] = [errors("q"), errors("v"), errors("a")];
    const sizes = GRIDS.map((grid) => sizesOf(problem, grid));
    const means = sizes.map(({ mean }) => mean);
    const maxima = sizes.map(({ max }) => max);
    return {
      claims: [
        stated(
          "Figure 18",
          "convergence in the W^{2,∞} norm with a rate of about 1",
          `${digits(slope(GRIDS, ofA), 3)} in the acceleration; ${digits(slope(GRIDS, ofQ), 3)} in q, ${digits(slope(GRIDS, ofV), 3)} in v`,
          Math.abs(slope(GRIDS, ofA) - 1) < 0.25,
          "The norm of the difference is taken; (73) as printed is a difference of norms, a weaker quantity.",
        ),
        stated(
          "Figure 18",
          "average and greatest step are O(h)",
          `slopes ${digits(slope(GRIDS, means), 3)} and ${digits(slope(GRIDS, maxima), 3)}`,
          Math.abs(slope(GRIDS, means) - 1) < 0.1 && Math.abs(slope(GRIDS, maxima) - 1) < 0.3,
        ),
      ],
      figures: [
        {
          name: "figure-18",
          figure: {
            panels: [
              {
                title: "Greatest error over a picosecond",
                shape: "wide",
                x: { label: "spacing of the grid", unit: "nm", scale: "log" },
                y: { label: "error (nm, ps)", scale: "log" },
                series: [
                  { name: "acceleration", x: GRIDS, y: ofA, style: "marked", colour: 0 },
                  { name: "velocity", x: GRIDS, y: ofV, style: "marked", colour: 1 },
                  { name: "position", x: GRIDS, y: ofQ, style: "marked", colour: 2 },
                ],
              },
            ],
          },
        },
      ],
    };
  },
};
