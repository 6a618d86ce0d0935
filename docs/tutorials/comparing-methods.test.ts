/** # Comparing methods
 *
 *  Which method for a long run? A planet on an ellipse tells most of it:
 *
 *      q̈ = −q/|q|³,      E = |v|²/2 − 1/|q|,      L = q₁ v₂ − q₂ v₁
 *
 *  E and L are constant, and the orbit closes. Three methods take it a hundred times round; on the command line the same is
 *  `noether compare MODEL --methods central-difference,rk4,midpoint`.
 *
 *  It is a test: `npx vitest run docs/tutorials` runs it, and its assertions are the results. */
import { centralDifference, extremes, kepler, type Method, midpoint, orThrow, rk4, run, trajectory } from "noether";
import { drift } from "noether/analysis";
import { compareFigure, svgOf, trajectoryColumns } from "noether/report";
import { expect, test } from "vitest";

const problem = kepler({ eccentricity: 0.6 });
const turns = 100;
const stepsPerTurn = 200;

const runs = [centralDifference(), rk4(), midpoint()].map((method) => {
  const outcome = run(problem, method, {
    time: { step: (2 * Math.PI) / stepsPerTurn, steps: turns * stepsPerTurn },
    observe: { motion: trajectory(10), invariants: extremes(problem.system.invariants) },
  });
  return { method: method.id, ...orThrow(outcome) };
});
const [verlet, rungeKutta, implicit] = runs;

test("a symplectic method errs, but does not drift", () => {
  const energies = runs.map(({ method, observed }) => {
    const columns = trajectoryColumns(problem, observed.motion);
    const energy = columns.find(({ role }) => role === "energy") ?? expect.fail("no energy recorded");
    return { method, ...drift(observed.motion.t, energy.values) };
  });
  // `share` is the part of the band of values that a straight line through them explains. The error of rk4 is mostly drift;
  // that of the two symplectic methods is an oscillation that repeats with every turn.
  expect(energies.map(({ share }) => share > 0.5)).toEqual([false, true, false]);
});

test("which error is larger depends on how long you wait", () => {
  const strayed = (method: Method, turns: number) => {
    const { observed } = run(problem, method, {
      time: { step: (2 * Math.PI) / stepsPerTurn, steps: turns * stepsPerTurn },
      observe: { invariants: extremes(problem.system.invariants) },
    });
    const [energy] = observed.invariants;
    return Math.max(energy.max - energy.initial, energy.initial - energy.min);
  };
  // After a hundred turns the higher order of rk4 still pays. But its loss grows with the turns, the error of Störmer–Verlet
  // does not: after two thousand turns it is the other way round.
  expect(strayed(rk4(), 100)).toBeLessThan(strayed(centralDifference(), 100));
  expect(strayed(rk4(), 2000)).toBeGreaterThan(strayed(centralDifference(), 2000));
  expect(strayed(centralDifference(), 2000) / strayed(centralDifference(), 100)).toBeCloseTo(1, 1);
});

test("angular momentum", () => {
  const spread = ({ observed }: typeof verlet) => {
    const momentum = observed.invariants.find(({ name }) => name.startsWith("angular-momentum"));
    if (momentum === undefined) return expect.fail("no angular momentum watched");
    return (momentum.max - momentum.min) / Math.abs(momentum.initial);
  };
  // Round-off for the two that conserve it: 20,000 steps, a few ulps each, of either sign.
  expect(spread(verlet)).toBeLessThan(1e-12);
  // The midpoint rule keeps it as well as its equations are solved.
  expect(spread(implicit)).toBeLessThan(1e-10);
  expect(spread(rungeKutta)).toBeGreaterThan(1e-6);
});

test("the picture", async () => {
  // The upper panel shows a coordinate, the lower one the largest deviation of the energy so far: level lines are
  // bounded, a line that keeps rising is a drift.
  const figure = compareFigure(
    runs.map(({ method, observed }) => ({ method, columns: trajectoryColumns(problem, observed.motion) })),
    { title: "Kepler problem, eccentricity 0.6, 200 steps a turn" },
  );
  const svg = await svgOf(figure);
  expect(figure.panels.map(({ title }) => title)).toEqual(["Motion", "Energy"]);
  expect(svg).toContain("central-difference");
});

/* ## What this is, and what it is not
 *  Conservation is measured against the exact invariants: verification. Agreement of the methods with one another would only be
 *  consistency, and the phase along the orbit is wrong for all three: that the energy is kept does not put the planet in the
 *  right place.
 *
 *  ## Try this
 *  - `eccentricity: 0.9` with the same step: who suffers at the perihelion?
 *  - `gauss({ stages: 3 })` with a fifth of the steps. */
