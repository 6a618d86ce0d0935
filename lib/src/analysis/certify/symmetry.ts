/** Is a step its own inverse in reversed time? From z a step h and a step −h lead to z + r:
 *
 *      defect(h) = ‖r‖, positions and velocities in units of their natural scales
 *
 *  The bound is what rounding alone makes of r: by how much it changes when the start, or the state between the two steps, is moved by ulps.
 *  A method with its own clock is turned round: its velocities are reversed after a span of time, and again at the end. */
import type { Method } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Measure } from "./defects.js";
import { joined, mapOver } from "./maps.js";
import { type Instant, ULPS } from "./motion.js";
import { projection } from "./projection.js";
import { directions } from "./random.js";
import type { Scales } from "./scales.js";

const SAMPLES = 4;

export function symmetry(problem: Problem, method: Method, scales: Scales, at: Instant, tolerance: number): Measure {
  const n = problem.system.dof;
  const project = projection(problem.system);
  const start = joined(at);
  project?.(start);
  const reach = start.map((x, i) => Math.max(ULPS, tolerance) * Math.max(Math.abs(x), scales.largest[i]));
  const { moved } = directions();
  const natural = [...scales.position, ...scales.velocity];
  /** The root mean square in natural units. */
  const size = (x: Vec) => Math.sqrt(x.reduce((sum, value, i) => sum + (value / natural[i]) ** 2, 0) / (2 * n));
  const less = (a: Vec, b: Vec) => a.map((x, i) => x - b[i]);

  return (h) => {
    const forward = mapOver(problem, method, at.t, h);
    const backward = mapOver(problem, method, method.clock === "own" ? at.t : at.t + h, -h);
    const image = (map: typeof forward, z: Vec) => {
      const out = new Float64Array(2 * n);
      map(z, out);
      return out;
    };
    const middle = image(forward, start);
    const back = image(backward, middle);
    const defect = less(back, start);
    let bound = size(start.map((x) => (Number.EPSILON / 2) * x));
    for (let sample = 0; sample < SAMPLES; sample++) {
      const z = moved(start, reach);
      project?.(z);
      const there = image(forward, z);
      bound = Math.max(bound, size(less(less(image(backward, there), z), defect)));
      const between = middle.map((x, i) => Math.max(Math.abs(x), scales.largest[i]) * Math.max(ULPS, tolerance));
      const off = moved(middle, between);
      project?.(off);
      bound = Math.max(bound, size(less(image(backward, off), back)));
    }
    return { defect: size(defect), bound };
  };
}
