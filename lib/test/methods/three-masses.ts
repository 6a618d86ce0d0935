/** The system of [takacs2024, (54)–(57)]: three coupled masses, damped and driven. */
import type { Problem, TimeLoad } from "../../src/core/system.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";
import { smoothLoad } from "../../src/systems/loads.js";

const M = [
  [4.6965, 1.4187, 1.6038],
  [1.4187, 4.7195, 1.554],
  [1.6038, 1.554, 4.4809],
];
const K = [
  [4.5316, 1.6906, 1.6784],
  [1.6906, 4.7245, 1.467],
  [1.6784, 1.467, 4.3618],
];
const C = [
  [0.033921, 0.003909, 0.007335],
  [0.003909, 0.030597, 0.002903],
  [0.007335, 0.002903, 0.031755],
];
const AMPLITUDES = [0.04079, -0.00663, -0.006914];
const RATES = [0.2457, 0.2587, 0.3262];

export const harmonicLoad = (): TimeLoad =>
  smoothLoad((k, t, _side, out) => {
    AMPLITUDES.forEach((amplitude, i) => {
      out[i] += amplitude * RATES[i] ** k * Math.cos(RATES[i] * t + (k * Math.PI) / 2);
    });
  });

export function threeMasses({ damped = true, load = null as TimeLoad | null, scale = 1 } = {}): Problem {
  const damping = damped ? fromRows(C.map((row) => row.map((value) => scale * value))) : null;
  const system = linearSystem({ mass: matrixMass(fromRows(M)), stiffness: fromRows(K), damping, load });
  return startingFrom(system, [0.1, 0, 0], [0, 0, 0]);
}
