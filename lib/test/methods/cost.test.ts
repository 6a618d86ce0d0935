/** What a short step costs. Iterations start on the polynomial through the last accelerations, so that two are enough, one factor serves them, and
 *  explicit schemes evaluate what their scheme says: a guess that is lost, or a factor made twice, changes no motion and shows only here. */
import { expect, test } from "vitest";
import { type Method, refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { bathe } from "../../src/methods/bathe.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { lagrangeDalembert } from "../../src/methods/lagrange-dalembert.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { rk4 } from "../../src/methods/rk4.js";
import { simpson } from "../../src/methods/simpson.js";
import { twoStep } from "../../src/methods/two-step.js";
import { variational } from "../../src/methods/variational.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { springChain } from "../../src/models/particles/spring-chain.js";

const STEPS = 640;
const chain = springChain({ masses: 5, cubic: 0.3 });
const problem = { ...chain, v0: chain.v0.map((_, i) => Math.sin(i + 1)) };

/** Gradients, tangents and factors a step; the gradients of implicit schemes for two iterations, and now and then a third. */
const COSTS: readonly (readonly [Method, gradients: number, tangents: number, factors: number])[] = [
  [centralDifference(), 1, 0, 0],
  [newmark({ beta: 0 }), 1, 0, 0],
  [rk4(), 4, 0, 0],
  [yoshida(), 3, 0, 0],
  [yoshida({ order: 6 }), 7, 0, 0],
  [variational({ alpha: 1, symmetric: false }), 1, 0, 0],
  [galerkin({ degree: 1 }), 1, 0, 0],
  [newmark(), 2, 1, 1],
  [newmark({ beta: 0.3025, gamma: 0.6 }), 2, 1, 1],
  [hht(), 2, 1, 1],
  [generalizedAlpha(), 2, 1, 1],
  [midpoint(), 2, 1, 1],
  [variational(), 2, 1, 1],
  [variational({ alpha: 0.3, symmetric: false }), 2, 1, 1],
  [lagrangeDalembert(), 2, 1, 1],
  [twoStep(), 2, 1, 1],
  [energyMomentum({ form: "discrete" }), 2, 1, 1],
  [simpson(), 3, 1, 1],
  [newmarkMinimization(), 3, 1, 1],
  // Short steps with inertia alone: four to five iterations of two stages, or three, and one tangent for what the rounding of the place makes of the force; in generated code,
  // which takes the last 140 steps, one of every stage.
  [gauss(), 9, 1.22, 0],
  [gauss({ stages: 3 }), 12, 1.44, 0],
  // Three stages of which the middle is implicit; two halves of a step.
  [galerkin(), 3.7, 1, 1],
  // Gradient and tangent at the end of every iteration, whose mean with those at the start is the force.
  [energyMomentum({ form: "secant" }), 5.2, 3.8, 1],
  [energyMomentum({ form: "quartic" }), 2.6, 3.75, 1],
  [bathe(), 4.8, 2, 2],
];

test.each(COSTS.map((cost) => [`${cost[0].id} ${JSON.stringify(cost[0].parameters)}`, ...cost] as const))(
  "%s",
  (_title, method, gradients, tangents, factors) => {
    expect(refusal(method, problem.system)).toBeNull();
    const { work, failure } = run(problem, method, { time: { step: 1 / 64, steps: STEPS } });
    expect(failure).toBeNull();
    // The first steps have less to start from, and one gradient is that of the start.
    expect(work.gradients / STEPS).toBeGreaterThanOrEqual(gradients);
    expect(work.gradients / STEPS).toBeLessThan(1.1 * gradients + 0.1);
    expect(work.tangents / STEPS).toBeCloseTo(tangents, 1);
    expect(work.factorizations / STEPS).toBeCloseTo(factors, 1);
  },
);

test.each([midpoint(), newmark(), gauss()])(
  "$id keeps its factor on a long chain, where rounding is more than the terms of single equations",
  (method) => {
    const long = springChain({ masses: 300, cubic: 0.3 });
    const start = { ...long, v0: long.v0.map((_, i) => Math.sin(1 + i * i)) };
    const { work, steps } = run(start, method, { time: { step: 1 / 64, steps: 200 } });
    expect(work.factorizations / steps).toBeLessThan(1.1);
  },
);
