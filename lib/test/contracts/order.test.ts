/** Every method converges with the order it claims, in q and in v, on nonlinear systems from a moving start. */
import { describe, expect, test } from "vitest";
import { convergence } from "../../src/analysis/order.js";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { forced, forcedAndDamped, linear, smoothConservative, type Trial } from "./problems.js";
import { fixedSchemes, refuses } from "./schemes.js";

/** DOP853 at 1e-14 and Gauss with six stages, compared below, agree to some 1e-14; nothing under 3e-13 is trusted. */
const FLOOR = 3e-13;
const references = new Map<string, ReturnType<typeof reference>>();
const reference = ({ problem, end }: Trial) => run(problem, dop853({ tolerance: 1e-14 }), { time: { end } }).last;
const exact = (trial: Trial) => {
  const known = references.get(trial.name) ?? reference(trial);
  references.set(trial.name, known);
  return known;
};

/** Linear systems super-converge: they are only for the methods that are made for them. */
const trials = [...smoothConservative, forced, forcedAndDamped, linear];

describe.each(trials)("$name", (trial) => {
  test("two unrelated methods agree on the reference", () => {
    const { q, v } = exact(trial);
    const steps = 4 * Math.round(trial.end / trial.step);
    const other = run(trial.problem, gauss({ stages: 6 }), { time: { step: trial.end / steps, steps } }).last;
    for (let i = 0; i < q.length; i++) {
      // Both are accurate to about 1e-13 of the motion; an order of magnitude is left to rounding.
      expect(Math.abs(q[i] - other.q[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(q[i])));
      expect(Math.abs(v[i] - other.v[i])).toBeLessThan(1e-12 * Math.max(1, Math.abs(v[i])));
    }
  });

  test.each(fixedSchemes)("$name", ({ method }) => {
    if (refuses(method, trial.problem.system)) return;
    if (trial === linear && !method.needs.includes("linear")) return;
    const { orderUndamped = method.claims.order } = method.claims;
    const claimed = trial === forcedAndDamped ? method.claims.order : orderUndamped;
    // High orders meet the floor soon: they start coarser and are refined in smaller steps.
    const high = method.claims.order >= 6;
    const { positionOrder, velocityOrder, positionErrors } = convergence(trial.problem, method, {
      end: trial.end,
      step: trial.step / (high ? 1 : 4),
      refinements: high ? 8 : 6,
      ratio: high ? Math.SQRT2 : 2,
      reference: exact(trial),
      floor: FLOOR,
    });
    const detail = `errors ${positionErrors.map((e) => e.toExponential(2)).join(" ")}`;
    expect(Math.abs(positionOrder - claimed), `q: ${positionOrder}; ${detail}`).toBeLessThan(0.15);
    expect(Math.abs(velocityOrder - claimed), `v: ${velocityOrder}; ${detail}`).toBeLessThan(0.15);
  });
});

test("dop853 keeps what its tolerance promises, down to 1e-13", () => {
  for (const trial of smoothConservative) {
    const { q } = exact(trial);
    for (const tolerance of [1e-6, 1e-8, 1e-10, 1e-12, 1e-13]) {
      const { last, status } = run(trial.problem, dop853({ tolerance }), { time: { end: trial.end } });
      expect(status).toBe("completed");
      const error = Math.max(...q.map((x, i) => Math.abs(x - last.q[i]))) / Math.max(...q.map(Math.abs));
      // Errors of single steps add up: some tens of steps, each within its tolerance.
      expect(error, `${trial.name}, ${tolerance}`).toBeLessThan(100 * tolerance);
    }
  }
});
