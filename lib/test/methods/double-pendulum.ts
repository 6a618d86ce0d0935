/** The linearised double pendulum of [rojas2024, section 5]: equal masses of 1 kg, equal lengths g/ω₀² with ω₀ = 2π/s,
 *  g = 9.81 m/s², and its exact motion from q = (0, π/6) at rest. */
import type { Problem } from "../../src/core/system.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";

const G = 9.81;
const OMEGA = 2 * Math.PI;
const LENGTH = G / (OMEGA * OMEGA);

export function doublePendulum(): Problem {
  const inertia = LENGTH * LENGTH;
  const mass = matrixMass(
    fromRows([
      [2 * inertia, inertia],
      [inertia, inertia],
    ]),
  );
  const stiffness = fromRows([
    [2 * G * LENGTH, 0],
    [0, G * LENGTH],
  ]);
  return startingFrom(linearSystem({ mass, stiffness }), [0, Math.PI / 6], [0, 0]);
}

/** (49), ascending. */
export const frequencies = [-1, 1].map((sign) => OMEGA * Math.sqrt(2 + sign * Math.SQRT2));
