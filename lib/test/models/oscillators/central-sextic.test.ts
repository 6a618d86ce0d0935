import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { centralSextic } from "../../../src/models/oscillators/central-sextic.js";

test("q(10) from a start at (0.5, 0.2) with velocity (0.3, 0.4)", () => {
  const problem = centralSextic({ x: 0.5, y: 0.2, vx: 0.3, vy: 0.4 });
  const { last } = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: 10 } });
  expect(last.q[0]).toBeCloseTo(0.5830843912196754, 10);
  expect(last.q[1]).toBeCloseTo(0.9994605023788328, 10);
});

test("it is lowest at the origin and on the unit circle, with a ridge of 4/27 between", () => {
  const { system } = centralSextic();
  expect(system.potential(Float64Array.of(0, 0))).toBe(0);
  expect(system.potential(Float64Array.of(0.6, 0.8))).toBeCloseTo(0, 15);
  expect(system.potential(Float64Array.of(Math.sqrt(1 / 3), 0))).toBeCloseTo(4 / 27, 15);
});
