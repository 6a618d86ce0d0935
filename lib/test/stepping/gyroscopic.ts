/** Systems whose linear equations GMRES cannot solve. */
import { run } from "../../src/core/run.js";
import type { System } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import type { midpoint } from "../../src/methods/midpoint.js";
import { linearSystem } from "../../src/systems/linear.js";
import { laplacian, noise } from "../linalg/matrices.js";

/** A grid of masses whose damping matrix is skew and so large that no factor of a symmetric matrix is near it. */
export function gyroscopic(spin: number) {
  const stiffness = laplacian(50, 50, 1, 1);
  const { size, rowStart, column } = stiffness.pattern;
  const values = new Float64Array(column.length);
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) values[k] = spin * Math.sign(column[k] - i);
  }
  return linearSystem({ mass: scalarMass(size, 1), stiffness, damping: { pattern: stiffness.pattern, values } });
}

export const stepOf = (system: System, method: ReturnType<typeof midpoint>) => {
  const random = noise(4);
  const problem = {
    system,
    t0: 0,
    q0: Float64Array.from({ length: system.dof }, random),
    v0: new Float64Array(system.dof),
  };
  return { problem, ...run(problem, method, { time: { step: 0.1, steps: 1 } }) };
};

// The linear stage, Newton's iteration on the same equations, and coupled stages.
