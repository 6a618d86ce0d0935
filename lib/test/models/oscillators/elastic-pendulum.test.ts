import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { newmark } from "../../../src/methods/newmark.js";
import { elasticPendulum } from "../../../src/models/oscillators/elastic-pendulum.js";

test("the energy at the start, E = ½ l EA ε² with ε = 0.105", () => {
  const { system, q0, v0 } = elasticPendulum();
  expect(system.invariants[0].value(0, q0, v0)).toBeCloseTo(0.5 * 3000 * 0.105 ** 2, 12);
});

test("ten steps of the average acceleration method, known to sixteen digits", () => {
  const { last } = run(elasticPendulum(), newmark(), { time: { step: 0.02, steps: 10 } });
  // Newton's tolerance, a few ulp a step.
  expect(last.q[0]).toBeCloseTo(0.19208694105774557, 12);
  expect(last.q[1]).toBeCloseTo(0.8808966492512614, 12);
  expect(last.v[0]).toBeCloseTo(2.789860739953555, 11);
  expect(last.v[1]).toBeCloseTo(2.2763379275720825, 11);
});
