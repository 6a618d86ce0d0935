/** Brouwer's law in short: 16 ellipses, 20,000 steps; brouwer.long.test.ts has the long runs, docs/topics/rounding.md the figure. */
import { expect, test } from "vitest";
import { bowlStarts, keplerStarts, troughStarts } from "../../src/analysis/rounding-starts.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
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
  // Measured: 1.5e-14 to 2.1e-14, of which one start has a half.
  expect(ofMomentum.rms.at(-1)).toBeLessThan(3e-14);
});

// Masses that are no powers of two. Without what m a is rounded by in the last correction an odd number of stages drifted: 9e-15 with three, as n^0.69, and 2e-14 with one.
// The general stepper: brouwer.long.test.ts.
test.each([1, 3])("gauss with %i stages has no drift from the inertia", (stages) => {
  const of = growth(bowlStarts(16), gauss({ stages }), { step: 0.1, steps: 100_000, window: 20 });
  expectWalk(of("angular-momentum"), "angular momentum");
  expect(of("angular-momentum").rms.at(-1)).toBeLessThan(3e-15); // measured: 1e-15
});

// Two steps a radian of the fastest motions. With coefficients rounded to doubles in the sums of a step: 3e-14 and more, as n^0.9.
test.each([gauss({ stages: 3 }), galerkin({ degree: 4 })])(
  "$id has no drift from coefficients in long steps",
  (method) => {
    const ofMomentum = growth(bowlStarts(16), method, { step: 0.6, steps: 20_000, window: 20 })("angular-momentum");
    expectWalk(ofMomentum, "angular momentum");
    expect(ofMomentum.rms.at(-1)).toBeLessThan(1e-14); // measured: 3e-15
  },
);

test("compensated sums walk in shorter steps", () => {
  const [compensated, plain] = (["compensated", "plain"] as const).map((summation) =>
    growth(starts, centralDifference({ summation }), options)("angular-momentum").rms.at(-1),
  );
  // Steps of h v and h a are rounded in place of q and v: a fiftieth; single states add their own rounding.
  expect(compensated).toBeLessThan(plain! / 8);
});
