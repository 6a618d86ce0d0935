/** Newmark's method is the variational integrator of L_d^β: its positions make the sum of L_d^β stationary, and Ṽ has the gradient that
 *  the paper asks for. With the sign that the paper prints for η neither is so. */
import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { matrixMass } from "../../../src/linalg/mass.js";
import { fromTriplets } from "../../../src/linalg/matrix.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { newmarkLagrangian } from "../../../src/methods/newmark/lagrangian.js";
import { newmark } from "../../../src/methods/newmark.js";
import { startingFrom } from "../../../src/models/model.js";
import { trajectory } from "../../../src/observers/trajectory.js";
import { potentialSystem } from "../../../src/systems/potential.js";

const system = potentialSystem({
  labels: ["x", "y"],
  mass: matrixMass(fromTriplets(2, [0, 0, 1, 1], [0, 1, 0, 1], [1.3, 0.4, 0.4, 0.9])),
  potential: ([x, y]) => x ** 4 / 4 + Math.cosh(y) + Math.sin(x * y),
  gradient([x, y], out) {
    out[0] = x ** 3 + y * Math.cos(x * y);
    out[1] = Math.sinh(y) + x * Math.cos(x * y);
  },
  tangent: {
    pattern: fullPattern(2),
    values([x, y], out) {
      const [s, c] = [Math.sin(x * y), Math.cos(x * y)];
      out.set([3 * x * x - y * y * s, c - x * y * s, c - x * y * s, Math.cosh(y) - x * x * s]);
    },
  },
});
const h = 0.2;
/** Central differences of fourth order: errors of some 1e-11. */
const slope = (f: (x: number) => number, x: number) => {
  const e = 1e-3;
  return (8 * (f(x + e) - f(x - e)) - (f(x + 2 * e) - f(x - 2 * e))) / (12 * e);
};
const moved = (q: Float64Array, i: number, x: number) => q.map((value, j) => (j === i ? x : value));

describe.each([0.1, 0.25, 0.5])("β = %d", (beta) => {
  const { value, eta, potential } = newmarkLagrangian(system, beta, h);

  test("the positions of three steps make the action stationary", () => {
    const problem = startingFrom(system, [0.7, -0.4], [0.3, 0.9]);
    const { observed } = run(problem, newmark({ beta }), {
      time: { step: h, steps: 2 },
      observe: { path: trajectory() },
    });
    const [q0, q1, q2] = [0, 1, 2].map((n) => observed.path.q[n]);
    for (const i of [0, 1]) {
      const action = (x: number) => value(q0, moved(q1, i, x)) + value(moved(q1, i, x), q2);
      expect(Math.abs(slope(action, q1[i]))).toBeLessThan(1e-9);
    }
  });

  test("∇Ṽ(η(q)) = ∇V(q): along every direction of q", () => {
    const q = Float64Array.of(0.6, 0.3);
    const force = new Float64Array(2);
    system.gradient(q, force);
    for (const i of [0, 1]) {
      // d/dq_i of Ṽ(η(q)) is ∇Ṽ · ∂η/∂q_i.
      const image = (x: number, k: number) => {
        const out = new Float64Array(2);
        eta(moved(q, i, x), out);
        return out[k];
      };
      const expected = [0, 1].reduce((sum, k) => sum + force[k] * slope((x) => image(x, k), q[i]), 0);
      expect(slope((x) => potential(moved(q, i, x)), q[i])).toBeCloseTo(expected, 9);
    }
  });
});
