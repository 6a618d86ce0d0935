import { expect, test } from "vitest";
import { joined, mapOver } from "../../../src/analysis/certify/maps.js";
import { runWithinBounds } from "../../../src/analysis/certify/within-bounds.js";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { duffing } from "../../../src/models/oscillators/duffing.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";

const galaxy = { ...henonHeiles(), q0: Float64Array.of(0.12, 0.13), v0: Float64Array.of(0.31, 0.22) };

test.each([
  ["a fixed step", midpoint(), { step: 0.5, steps: 1 }],
  ["a method with its own clock", forceStepping({ grid: 0.05 }), { end: 0.5 }],
])("%s: forth as in a run, and back", (_, method, time) => {
  const start = joined({ q: galaxy.q0, v: galaxy.v0 });
  const [image, again] = [new Float64Array(4), new Float64Array(4)];
  mapOver(galaxy, method, 0, 0.5)(start, image);
  expect(image).toEqual(joined(run(galaxy, method, { time }).last));
  mapOver(galaxy, method, 0, -0.5)(image, again);
  // Some ulps of every face that was met.
  for (let i = 0; i < 4; i++) expect(Math.abs(again[i] - start[i])).toBeLessThan(1e-14);
});

test("from another time, loads are those of that time", () => {
  const driven = duffing({ damping: 0, force: 0.7, frequency: 1.3, position: 0.6, velocity: 0.4 });
  const image = new Float64Array(2);
  mapOver(driven, midpoint(), 2, 0.1)(joined({ q: driven.q0, v: driven.v0 }), image);
  expect(image).toEqual(joined(run({ ...driven, t0: 2 }, midpoint(), { time: { step: 0.1, steps: 1 } }).last));
});

test("a motion that is not at its end within bounds leads nowhere", () => {
  const image = new Float64Array(4);
  mapOver(galaxy, forceStepping({ grid: 1e-5 }), 0, 0.5)(joined({ q: galaxy.q0, v: galaxy.v0 }), image);
  expect(image.every(Number.isNaN)).toBe(true);
});

test.each(["reference", "comparison", "run", "span"] as const)("a short %s of many unknowns is not cut off", (of) => {
  const chain = springChain({ masses: 40 });
  const { status, last } = runWithinBounds(chain, dop853(), { time: { end: 100 } }, of);
  expect(status).toBe("completed");
  expect(last.t).toBe(100);
});
