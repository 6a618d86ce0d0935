import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { yoshida } from "../../../src/methods/yoshida.js";
import { outerSolarSystem } from "../../../src/models/particles/outer-solar-system.js";

/** After 10 000 days, computed in extended precision by a composition of order eight at steps of 25 days; agreement with
 *  half the step 4e-12. */
const EXPECTED = [
  [0.053306088172255336, -0.028052803944459484, -0.013636778775970174],
  [4.76168862181336, -1.4985316562061557, -0.7585343234702603],
  [7.084346639672755, -6.378413421412301, -2.939371678312735],
  [14.397421886207614, 12.442139480455788, 5.245009806812985],
  [29.695174558793546, -3.4839995619102972, -2.1661666884938797],
  [15.237592115586661, -27.94805201304014, -13.299424850200689],
].flat();

test("positions after 10 000 days", () => {
  const { last } = run(outerSolarSystem(), yoshida({ order: 8 }), { time: { step: 20, steps: 500 } });
  last.q.forEach((x, i) => {
    // Yoshida's order eight at 20 days: some 1e-9 for Jupiter, the fastest.
    expect(Math.abs(x - EXPECTED[i])).toBeLessThan(1e-8);
  });
});

test("the energy at the start", () => {
  const { system, q0, v0 } = outerSolarSystem();
  expect(system.invariants[0].value(0, q0, v0)).toBeCloseTo(-3.2154531832081636e-8, 20);
});

test("coordinates are named after the planets", () => {
  const { labels } = outerSolarSystem().system;
  expect(labels.slice(0, 4)).toEqual(["sun_x", "sun_y", "sun_z", "jupiter_x"]);
  expect(labels.at(-1)).toBe("pluto_z");
});
