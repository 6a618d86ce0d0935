/** Positions and velocities converge with order 3/2: less than the 2 of the potential, more than the 1 of the forces, since errors of the force
 *  average out but where the motion stops crossing faces. [docs/topics/force-stepping.md, "The order is 3/2"] */
import { expect, test } from "vitest";
import { lineThrough } from "../../../src/analysis/certify/line.js";
import { uniform } from "../../../src/core/random.js";
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { pendulum } from "../../../src/models/oscillators/pendulum.js";
import { kepler } from "../../../src/models/particles/kepler.js";

/** Where a face lies beside the turning point decides on the size and the sign of an error: the mean square over many grids counts. */
const GRIDS = 40;

const orbit = kepler({ eccentricity: 0.3 });
const star: Problem = { ...henonHeiles(), q0: Float64Array.of(0.12, 0.13), v0: Float64Array.of(0.31, 0.22) };

/** The slope of errors over spacings, in q and v, from `coarse` on down. The energy is matched at the start: the shift is of order 2, and as large
 *  on coarse grids. */
function slopes(problem: Problem, coarse: number, end: number) {
  const exact = run(problem, dop853({ tolerance: 1e-13 }), { time: { end } }).last;
  const next = uniform(7);
  const apart = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0);
  const points = Array.from({ length: 6 }, (_, k) => {
    let [q, v] = [0, 0];
    for (let i = 0; i < GRIDS; i++) {
      const grid = (coarse / 2 ** k) * (0.8 + 0.4 * next());
      const origin = Array.from(problem.q0, () => grid * next());
      const { last } = run(problem, forceStepping({ grid, origin, matchEnergy: true }), {
        time: { end },
        growth: "report",
      });
      q += apart(last.q, exact.q) / GRIDS;
      v += apart(last.v, exact.v) / GRIDS;
    }
    return { x: Math.log(coarse / 2 ** k), q: Math.log(q) / 2, v: Math.log(v) / 2 };
  });
  return [lineThrough(points.map(({ x, q }) => ({ x, y: q }))), lineThrough(points.map(({ x, v }) => ({ x, y: v })))];
}

test.each([
  { name: "a pendulum that turns once", problem: pendulum({ angle: 0.5, rate: 0.8 }), coarse: 0.05, end: 2 },
  { name: "an orbit around a star", problem: orbit, coarse: 0.05, end: 6.5 },
  { name: "an orbit in a galaxy", problem: star, coarse: 0.02, end: 8 },
])("$name", ({ problem, coarse, end }) => {
  for (const { slope, standardError } of slopes(problem, coarse, end)) {
    // The mean square of 40 errors is known to a fifth: 0.04 in the slope over a factor of 32.
    expect(standardError).toBeLessThan(0.1);
    expect(Math.abs(slope - 1.5), `${slope} ± ${standardError}`).toBeLessThan(0.15);
  }
});
