/** Brouwer's law in short: 16 ellipses, 20,000 steps; brouwer.long.test.ts has the long runs, docs/topics/rounding.md the figure. */
import { expect, test } from "vitest";
import { keplerStarts, troughStarts } from "../../src/analysis/rounding-starts.js";
import { centralDifference } from "../../src/methods/central-difference.js";
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

// Steps that are long beside the motion. Products with h = 0.1 inside a step, rounded as those with 1/10, turned all momenta one way, to 3.4e-14 in the root mean square.
// Other methods and a kink: brouwer.long.test.ts.
test("midpoint has no drift in long steps", () => {
  const ofMomentum = growth(troughStarts(16), midpoint(), { step: 0.1, steps: 1_000_000, window: 20 })(
    "angular-momentum",
  );
  expectWalk(ofMomentum, "angular momentum");
  expect(ofMomentum.rms.at(-1)).toBeLessThan(2e-14); // measured: 1.1e-14
});

test("compensated sums walk in shorter steps", () => {
  const [compensated, plain] = (["compensated", "plain"] as const).map((summation) =>
    growth(starts, centralDifference({ summation }), options)("angular-momentum").rms.at(-1),
  );
  // Steps of h v and h a are rounded in place of q and v: a fiftieth; single states add their own rounding.
  expect(compensated).toBeLessThan(plain! / 8);
});
