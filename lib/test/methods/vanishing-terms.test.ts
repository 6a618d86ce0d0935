/** A chain in double wells that starts in a pattern with symmetry: masses between equal neighbours feel nothing, and the terms of their equations vanish with
 *  the residual. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { bathe } from "../../src/methods/bathe.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { gauss } from "../../src/methods/gauss.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { simpson } from "../../src/methods/simpson.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";

const coordinates = Array.from({ length: 90 }, (_, i) => `x${i}`);
const potential = coordinates
  .map((x, i) => `(${x}^2 - 1)^2 + 0.1*(${x} - ${coordinates[(i + 1) % coordinates.length]})^2`)
  .join(" + ");

test.each([
  midpoint(),
  newmark(),
  newmarkMinimization(),
  energyMomentum(),
  energyMomentum({ form: "secant" }),
  gauss(),
  simpson(),
  bathe(),
])("$id solves its steps", (method) => {
  const system = potentialSystem({
    labels: coordinates,
    mass: scalarMass(coordinates.length, 1),
    ...potentialOf({ coordinates, potential }),
  });
  const q = coordinates.map((_, i) => 0.1 * (((i * 7) % 5) - 2));
  const { failure, work } = run(startingFrom(system, q, new Array(q.length).fill(0)), method, {
    time: { step: 0.2, steps: 20 },
  });
  expect(failure).toBeNull();
  expect(work.iterations).toBeLessThan(20 * 40);
});
