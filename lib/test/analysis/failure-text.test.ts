import { expect, test } from "vitest";
import { explained } from "../../src/analysis/failure-text.js";
import {
  centralDifference,
  dop853,
  energyMomentum,
  type Failure,
  forceStepping,
  type Method,
  midpoint,
  newmark,
} from "../../src/index.js";

const words = (failure: Failure, method: Method = midpoint()) =>
  explained({ failure, t: 1.25, steps: 124, step: 0.01, method, system: { labels: ["x", "roof"], kind: "nonlinear" } });

const unsolved = { kind: "newton", residual: 0.0123, tolerance: 1e-12, iterations: 25, dof: 1, term: "load" } as const;

test("Newton: which equation, by how much, its largest term; nothing about shorter steps that were not tried", () => {
  const text = words(unsolved);
  expect(text).toContain("in step 125, from t = 1.25");
  expect(text).toContain('the equation of motion of "roof" is off by 0.0123, and 1e-12 is accepted');
  expect(text).toMatch(/Its largest term is the load\.\nLook at the potential near this state/);
  expect(text).not.toMatch(/smaller|shorter/);
});

test("Newton: where terms cancel, the work that was judged", () => {
  const text = words({ ...unsolved, judged: "work", tolerance: 4e-5 });
  expect(text).toMatch(/after 25 iterations the residuals .* are within their rounding errors/);
  expect(text).toContain("may do work of 0.0123, and 4e-5 is accepted, 1e-7 of the energies of the step.\n");
  expect(text).not.toContain("is off by");
});

test("Newton: a step below the one that was solved", () => {
  const advised = (solvable: number) =>
    words({ ...unsolved, solvable })
      .split("\n")
      .slice(1)
      .join(" ");
  expect(advised(0.37)).toBe("From this state a step of 0.0037 could be solved. Try 0.0025, or another method.");
  // Half of a step that was solved up to its half is not below it.
  expect(advised(0.5)).toMatch(/a step of 0\.005 could be solved\. Try 0\.0025,/);
  expect(advised(1 - Number.EPSILON)).toMatch(/Try 0\.005,/);
  expect(advised(0.0123)).toMatch(/Try 0\.0001,/);
});

test("Newton: where no shorter step could be solved, none is advised", () => {
  for (const solvable of [0, 1e-6]) {
    const text = words({ ...unsolved, solvable });
    expect(text).toMatch(/\nFrom this state no step longer than 1e-5 could be solved either\.\nLook at the potential/);
    expect(text).not.toMatch(/Try [\d.]/);
  }
});

test("Newton: a whole step that only rounding keeps from its solution", () => {
  expect(words({ ...unsolved, solvable: 1 })).toMatch(/followed to its end.*\n.*give the method a tolerance/);
});

test("a singular matrix: whose pivot", () => {
  const text = words({ kind: "singular", row: 0, pivot: 0 });
  expect(text).toContain(
    'the pivot of "x" is 0.\nCheck that this degree of freedom has mass, or stiffness and supports',
  );
});

test("a saddle point, and a matrix that is not positive definite: which rows", () => {
  expect(words({ kind: "saddle-point", row: 1, rows: 3 })).toMatch(
    /saddle point: "roof" and 2 more have neither.*\nElim/,
  );
  expect(words({ kind: "not-positive-definite", row: 0, pivot: -2 })).toContain('the pivot of "x" is -2');
});

test("linear equations that an iteration did not solve", () => {
  const text = words({ kind: "not-converged", residual: 0.0123, tolerance: 1e-12, iterations: 400 });
  expect(text).toContain("after 400 iterations their residual is 0.0123 of the right-hand side, and 1e-12 is accepted");
  expect(text).toMatch(/\nFor small steps it tends to the mass matrix.*how small is not known/);
});

test("numbers out of range: an expression to check, or a limit of stability", () => {
  expect(words({ kind: "not-finite", dof: 0, term: "potential" })).toMatch(
    /^the force of the potential on "x" left the range of numbers in step 125.*\nCheck its expression/,
  );
  expect(words({ kind: "not-finite", dof: 0, term: "position" }, centralDifference())).toMatch(
    /^the position of "x" left .*\n.*stable for steps below 2\/ω.*or a method without a limit of stability: midpoint, newmark\.$/,
  );
});

test("numbers out of range where equations were to be solved: the step that could be", () => {
  const beyond = { kind: "not-finite", dof: 0, term: "potential", solvable: 0.37 } as const;
  expect(words(beyond)).toMatch(
    /\nCheck its expression .*\nFrom this state a step of 0\.0037 could be solved\.\nTry 0\.0025,/,
  );
  expect(words({ ...beyond, term: "inertia" })).toMatch(/numbers in step 125.*\nFrom this state a step of 0\.0037/);
  for (const solvable of [0, 1]) expect(words({ ...beyond, solvable })).not.toMatch(/could be solved/);
});

test("no method recommends itself, nor what another one has", () => {
  const lost = { kind: "not-finite", dof: 0, term: "inertia" } as const;
  expect(words(lost, energyMomentum())).not.toContain("Try energy-momentum");
  expect(words(lost, newmark({ beta: 1 / 12 }))).toMatch(/midpoint, newmark with beta: 1\/4\.$/);
  expect(words(lost, dop853())).toMatch(
    /\nTry a smaller tolerance\. Where the motion itself goes to infinity, end before\.$/,
  );
  expect(words(lost, forceStepping({ grid: 1 }))).toMatch(/\nTry a finer grid\. /);
});

test("a smaller step is advised where it is a theorem that a small enough one helps, and no length is made up", () => {
  expect(words({ kind: "not-convex", dof: 0, curvature: -3 })).toMatch(
    /along "x" is -3, .*\nTry a smaller step: M\/h² \+ β ∇²V is positive for every one that is small enough/,
  );
  expect(words({ kind: "singular", row: 0, pivot: 0 })).toMatch(/If it has mass, a small enough step has a solution/);
  expect(words({ kind: "not-finite", dof: 0, term: "load" })).not.toMatch(/smaller/);
});

test("a step too small: what may be the cause", () => {
  expect(words({ kind: "sliding", dof: 1 })).toMatch(
    /"roof" would slide along a face of the grid.*\n.*an origin that is not a multiple/,
  );
  expect(words({ kind: "trapped", potential: -2.6 })).toMatch(
    /one terrace, at a potential of -2.6.*\n.*another energyStep/s,
  );
  expect(words({ kind: "step-size", step: 1e-17, dof: 1 })).toMatch(/"roof" would need a step of 1e-17.*\n.*collision/);
});

test("a solid speaks of its elements and nodes", () => {
  const inverted = words({ kind: "inverted", element: 77, volume: -0.0312, resisted: true });
  expect(inverted).toMatch(/^element 77 is inverted in step 125, from t = 1.25 \(J = -0.0312\).*\n.*cannot get there/);
  const soft = words({ kind: "inverted", element: 77, volume: -0.0312, resisted: false });
  expect(soft).toMatch(/does not resist that.*such as neo-hookean/);
  expect(words({ kind: "passed-through", contact: 2 })).toMatch(
    /^in step 125, from t = 1.25, the whole body is behind the plane contact\[2\].*\n.*smaller penalty.*opposite normal/,
  );
  const system = { labels: ["uz512"], kind: "nonlinear" as const, describe: () => "node 512, direction z" };
  const loose = explained({
    failure: { kind: "singular", row: 0, pivot: 0 },
    t: 0,
    steps: 0,
    step: 1,
    method: midpoint(),
    system,
  });
  expect(loose).toContain("the pivot of node 512, direction z is 0");
});

test("growth: what grew, by how much, and a smaller step only where it helps", () => {
  const failure = { kind: "growth", energy: 27.2, bound: 5.5, start: 0.5, supplied: 0, t: 1.26 } as const;
  expect(words(failure, centralDifference())).toMatch(
    /^the motion gains energy that nothing explains: between t = 1\.25 and t = 1\.26 it comes to 27\.2\. The motion began with 0\.5; .*\ncentral-difference is stable for steps below 2\/ω/,
  );
  expect(words(failure, midpoint())).toMatch(/stable for every step while forces are linear.*energy-momentum/);
  expect(words(failure, newmark({ gamma: 0.4 }))).toMatch(/feeds every motion, at any step/);
  expect(words({ ...failure, energy: Number.NaN })).toMatch(
    /^the energy is not a number .* the potential has no value/,
  );
  expect(words({ ...failure, energy: Number.POSITIVE_INFINITY, supplied: -3 })).toMatch(
    /^the energy left the range of numbers between .* loads have taken out 3\./,
  );
});
