/** # Choosing a step
 *
 *  A step has to do two things: keep the scheme stable, and make its error small enough. For linear oscillations both are
 *  known in closed form; for everything else one measures. This page does first the one, then the other.
 *
 *  It is a test: `npx vitest run docs/tutorials` runs it, and its assertions are the results. */
import { centralDifference, dop853, gauss, harmonic, newmark, pendulum, probe, run } from "noether";
import { convergence } from "noether/analysis";
import { convergenceFigure, svgOf } from "noether/report";
import { expect, test } from "vitest";

test("stability: the explicit scheme needs h ω < 2", () => {
  // A mass on a spring, ω = 1. An explicit scheme feeds the oscillation when its step is longer than 2/ω …
  const oscillator = harmonic({ mass: 1, stiffness: 1 });
  const largest = (step: number) => {
    const { observed } = run(oscillator, centralDifference(), {
      time: { step, steps: 2000 },
      growth: "report", // otherwise the run would end as failed where the energy begins to explode
      observe: { u: probe(({ q }) => Math.abs(q[0])) },
    });
    return Math.max(...observed.u.values);
  };
  // Just below the limit the amplitude is wrong but bounded; just above, it has grown beyond all bounds in 2000 steps.
  expect(largest(1.99)).toBeLessThan(20);
  expect(largest(2.01)).toBeGreaterThan(1e50);

  // … in a structure the fastest mode decides, however little it takes part. Newmark with β = 1/4 has no such limit.
  const { status, last } = run(oscillator, newmark(), { time: { step: 50, steps: 2000 } });
  expect(status).toBe("completed");
  expect(Math.abs(last.q[0])).toBeLessThanOrEqual(1 + 1e-9);
});

test("accuracy of linear oscillations: the period is off by a known amount", () => {
  // Stable is not accurate. Both second-order schemes change the period by a factor 1 + c (hω)² + …:
  //     central-difference   c = −1/24: it runs fast
  //     newmark (β = 1/4)    c = +1/12: it runs slow
  // For an error of 1 % the steps are therefore √(24 · 0.01)/ω ≈ 0.49/ω and √(12 · 0.01)/ω ≈ 0.35/ω: about 13 and 18 a period.
  const oscillator = harmonic({ mass: 1, stiffness: 1 });
  const periodError = (method: ReturnType<typeof newmark>, step: number) => {
    const { observed } = run(oscillator, method, {
      time: { step, steps: Math.round(400 / step) },
      observe: { u: probe(({ q }) => q[0]) },
    });
    return periodOf(observed.u.t, observed.u.values) / (2 * Math.PI) - 1;
  };
  // The next term of the series is some hundredths of the first at these steps: (hω)² c is met within 5 %.
  expect(periodError(centralDifference(), Math.sqrt(0.24)) / -0.01).toBeCloseTo(1, 1);
  expect(periodError(newmark(), Math.sqrt(0.12)) / 0.01).toBeCloseTo(1, 1);
});

test("accuracy of everything else: halve the step and look", async () => {
  // A pendulum that starts at 2 rad is far from linear, and its period is no cosine's. The error after 2 s is measured
  // against dop853 at a tolerance that leaves nothing to see.
  const swing = pendulum({ angle: 2, rate: 0.5 });
  const end = 2;
  const reference = run(swing, dop853({ tolerance: 1e-13 }), { time: { end } }).last;

  const studies = [
    { name: "central-difference", method: centralDifference() },
    { name: "gauss(stages=2)", method: gauss({ stages: 2 }) },
  ].map(({ name, method }) => ({
    name,
    order: method.claims.order,
    measured: convergence(swing, method, { end, step: 0.1, refinements: 6, reference, floor: 1e-12 }),
  }));

  // The slope of error over step, both logarithmic, is the order. Where the points leave the triangle's slope, the step is
  // too long for the theory to speak (top) or the error is round-off (bottom).
  const figure = convergenceFigure(
    studies.map(({ name, order, measured: { steps, positionErrors } }) => ({
      method: name,
      order,
      steps,
      errors: positionErrors,
    })),
    { error: "relative error of the angle at t = 2 s", timeUnit: "s" },
  );
  expect(await svgOf(figure)).toContain("gauss(stages=2)");

  const [explicit, collocation] = studies.map(({ measured }) => measured);
  expect(explicit.positionOrder).toBeCloseTo(2, 1);
  expect(collocation.positionOrder).toBeCloseTo(4, 1);

  // What it means for the step: a thousandth is reached by the explicit scheme at about h = 0.02, by the other at h = 0.1 with
  // room to spare. Which is cheaper depends on what a tangent costs beside a force.
  const coarsestBelow = ({ steps, positionErrors }: typeof explicit, error: number) =>
    Math.max(...steps.filter((_, i) => positionErrors[i] < error));
  expect(coarsestBelow(explicit, 1e-3)).toBeLessThan(coarsestBelow(collocation, 1e-3));
});

/* ## Try this
 *  - The same with `yoshida({ order: 8 })`: where does round-off stop it?
 *  - `noether certify MODEL --method M` measures the order on a model of your own. */

/** From the first downward crossing of zero to the last, each placed by the straight line between its two samples. */
function periodOf(t: Float64Array, u: Float64Array): number {
  const crossings: number[] = [];
  for (let i = 1; i < u.length; i++) {
    if (u[i - 1] > 0 && u[i] <= 0) crossings.push(t[i - 1] + ((t[i] - t[i - 1]) * u[i - 1]) / (u[i - 1] - u[i]));
  }
  return (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
}
