/** Brouwer's law in short: 16 ellipses, 20,000 steps; brouwer.long.test.ts has the long runs, docs/topics/rounding.md the figure. */
import { expect, test } from "vitest";
import { keplerStarts, troughStarts, wallStarts } from "../../src/analysis/rounding-starts.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { simpson } from "../../src/methods/simpson.js";
import { conserving, expectWalk, growth, keeps } from "./brouwer.js";

// Some more than 16: energy-stepping is caught on its terrace from a few.
const starts = keplerStarts(24);
const options = { step: 0.02, steps: 20_000, window: 20 };

test.each(conserving(starts[0]!))("$name walks", ({ method }) => {
  const of = growth(starts, method, options);
  if (keeps(method, "energy")) expectWalk(of("energy"), "energy");
  if (keeps(method, "angular-momentum")) expectWalk(of("angular-momentum"), "angular momentum");
});

// Simpson's ellipses hardly turn, and what is rounded alike in every step adds up. With h/6 as a nearest double and rounded products with h the angular
// momentum was off by 1.6e-15 after 100,000 steps, and by ten times that after a million.
test("simpson has no drift from coefficients and products", () => {
  const { rms } = growth(starts, simpson(), { step: 0.02, steps: 100_000, window: 20 })("angular-momentum");
  expect(rms.at(-1)).toBeLessThan(8e-16); // measured: 2e-16
});

// Steps that are long beside the motion. Products with h = 0.1 inside a step, rounded as those with 1/10, turned all of these momenta one way: 3.4e-14 in the
// root mean square (midpoint), 4.8e-14 (energy-momentum).
test.each([midpoint(), energyMomentum({ form: "discrete" })])("$id has no drift in long steps", (method) => {
  const ofMomentum = growth(troughStarts(16), method, { step: 0.1, steps: 1_000_000, window: 20 })("angular-momentum");
  expectWalk(ofMomentum, "angular momentum");
  expect(ofMomentum.rms.at(-1)).toBeLessThan(2e-14); // measured: 1.1e-14, 1.2e-14
});

// Iterations that start again behind a kink: a last correction that left the rounding of the position out took energy away, and so did products with h = 0.3: 1.4e-12,
// as n^0.93.
test("energy-momentum walks over a kink", () => {
  const method = energyMomentum({ form: "discrete" });
  const ofEnergy = growth(wallStarts(16), method, { step: 0.3, steps: 1_000_000, window: 20 })("energy");
  expectWalk(ofEnergy, "energy");
  expect(ofEnergy.rms.at(-1)).toBeLessThan(7e-13); // measured: 3.9e-13
});

test("compensated sums walk in shorter steps", () => {
  const [compensated, plain] = (["compensated", "plain"] as const).map((summation) =>
    growth(starts, centralDifference({ summation }), options)("angular-momentum").rms.at(-1),
  );
  // Steps of h v and h a are rounded in place of q and v: a fiftieth; single states add their own rounding.
  expect(compensated).toBeLessThan(plain! / 8);
});
