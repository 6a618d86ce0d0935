import { expect, test } from "vitest";
import { gauss } from "../../src/methods/gauss.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { gyroscopic, stepOf } from "./gyroscopic.js";

/** By Newton's iteration: implicit-acceleration.long.test.ts. */
test.each([
  ["midpoint", midpoint(), gyroscopic],
  ["gauss", gauss({ stages: 1 }), gyroscopic],
])("%s: linear equations that GMRES cannot solve are a failure, and the state stays", (_, method, system) => {
  expect(stepOf(system(0.5), method).failure).toBeNull();
  const { failure, last, problem } = stepOf(system(1e4), method);
  expect(failure).toMatchObject({ kind: "not-converged", tolerance: 1e-12 });
  expect(last.q).toEqual(problem.q0);
});
