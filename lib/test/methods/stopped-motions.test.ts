/** A method with ρ = 0 stops a fast motion within a step. What the sum of the velocities has rounded away is then more than an ulp of anything in the
 *  next step, whose equations have to know it. Others slow it down, and where they average forces, the one from before has to be that of the true place. */
import { expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { wbz } from "../../src/methods/wbz.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";

/** Of (∇²V x)_i, with every x_j as large as the largest: 4 + 2·9.6·2 at amplitudes of 1. */
const STIFFNESS = 40;

test.each([
  ["wbz", wbz({ rho: 0 }), -1, 0],
  ["generalized-alpha", generalizedAlpha({ rho: 0 }), -1, 0],
  ["generalized-alpha, 0.3", generalizedAlpha({ rho: 0.3 }), -0.4 / 1.3, 0.3 / 1.3],
  ["hht", hht({ alpha: -1 / 3 }), 0, 1 / 3],
])("%s: M ((1 − α_m) a₁ + α_m a₀) + (1 − α_f) ∇V(q₁) + α_f ∇V(q₀) = 0 to the rounding of the places", (...scheme) => {
  const [, method, alphaM, alphaF] = scheme;
  const coordinates = ["a", "b", "c", "d", "f"];
  const n = coordinates.length;
  const potential = ["a", "b-a", "c-b", "d-c", "f-d", "f"].map((x) => `(${x})^2/2 + 0.8*(${x})^4`).join(" + ");
  const system = potentialSystem({
    labels: coordinates,
    mass: scalarMass(n, 1),
    ...potentialOf({ coordinates, potential }),
  });
  const h = 34.64510571956635;
  const q = [-0.7283205986022949, 0.19485336542129517, -0.7180335521697998, 0.7591345906257629, -0.2376251220703125];
  const v = [-0.7995643615722656, -0.3536757826805115, 0.024760007858276367, 0.1379392147064209, 0.3118751049041748];
  const runner = begin(startingFrom(system, q, v), method, { time: { step: h, steps: 15 } });
  const [force, former] = [new Float64Array(n), new Float64Array(n)];
  while (runner.status === "running") {
    const [q0, v0, a0] = [runner.state.q, runner.state.v, runner.state.memory[0]].map((x) => x.slice());
    system.gradient(q0, former);
    runner.advance(1);
    const { q: q1, memory } = runner.state;
    system.gradient(q1, force);
    const place = Math.max(
      ...q0.map((x, i) => Math.abs(x) + h * Math.abs(v0[i]) + h * h * (Math.abs(a0[i]) + Math.abs(memory[0][i]))),
    );
    for (let i = 0; i < n; i++) {
      const left = (1 - alphaM) * memory[0][i] + alphaM * a0[i] + (1 - alphaF) * force[i] + alphaF * former[i];
      expect(Math.abs(left), `step ${runner.state.n}`).toBeLessThan(Number.EPSILON * STIFFNESS * place);
    }
  }
  expect(runner.status).toBe("completed");
});
