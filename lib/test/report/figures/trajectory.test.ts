import { expect, it } from "vitest";
import { run } from "../../../src/core/run.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { kepler } from "../../../src/models/particles/kepler.js";
import { trajectory } from "../../../src/observers/trajectory.js";
import { trajectoryColumns } from "../../../src/report/figures/trajectory.js";

it("holds what was observed, and the energy of it", () => {
  const problem = kepler();
  const { observed } = run(problem, centralDifference(), {
    time: { step: 0.01, steps: 20 },
    observe: { motion: trajectory(5) },
  });
  const columns = trajectoryColumns(problem, observed.motion);
  const { labels, invariants } = problem.system;
  expect(columns.map(({ name }) => name)).toEqual(["t", ...labels, ...labels.map((label) => `v${label}`), "energy"]);
  expect(columns[0].values).toEqual(observed.motion.t);
  expect(columns[1].values[4]).toBe(observed.motion.q[4][0]);
  expect(columns.at(-1)?.values[0]).toBe(invariants[0].value(0, problem.q0, problem.v0));
});
