import { expect, test } from "vitest";
import type { System } from "../../src/core/system.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { gyroscopic, stepOf } from "./gyroscopic.js";

test("midpoint by Newton: linear equations that GMRES cannot solve are a failure, and the state stays", () => {
  const system = (spin: number) => ({ ...gyroscopic(spin), kind: "nonlinear" }) as System;
  expect(stepOf(system(0.5), midpoint()).failure).toBeNull();
  const { failure, last, problem } = stepOf(system(1e4), midpoint());
  expect(failure).toMatchObject({ kind: "not-converged", tolerance: 1e-12 });
  expect(last.q).toEqual(problem.q0);
});
