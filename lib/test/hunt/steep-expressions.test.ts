import { describe, expect, test } from "vitest";
import { energyLost, type Steep, steep } from "./steep-expressions.js";

/** What an accepted residual may do as work, 10⁻⁷ of the energies of its step. */
const LOST = 1e-7;

describe("energy-momentum between ends that are powers of ten apart", () => {
  // Each was accepted with the energy multiplied by two to ten, or worse: the bound on rounding was larger than the force.
  test.each<[string, Steep]>([
    ["a ramp", { potential: "log(1 + exp(50*x))", q: [-1], v: [3], h: 0.9 }],
    [
      "a ramp and a spring",
      { potential: "1.7*log(1 + exp(91.7*x)) + 1.29*atan(13.7*x) + 3.15*x^2", q: [0.18], v: [11.9], h: 0.149 },
    ],
    ["a valley", { potential: "0.397*log(cosh(18.6*x))", q: [-0.33], v: [-1.12], h: 0.773 }],
    [
      "a valley in space",
      {
        potential: "6.9*log(cosh(55.7*(x - y))) + 0.75*x^2 + 0.494*y^2 + 0.309*z^2",
        q: [-0.46, 0.99, -0.26],
        v: [-0.186, -0.428, 3.62],
        h: 0.227,
      },
    ],
    [
      "two exponentials that cancel",
      { potential: "1.68*exp(0.195*(x - 0.161))*exp(-29.5*x)", q: [-0.804], v: [3.46], h: 0.554 },
    ],
    [
      "a wall and a step far too long",
      { potential: "0.05*sqrt(0.01 + x^2) + 53*x*exp(-(8.44*x)^2) + 2.45*exp(56.3*x)", q: [0.56], v: [2.52], h: 0.677 },
    ],
  ])("%s", (_name, motion) => {
    for (const form of ["discrete", "secant"] as const)
      expect(energyLost(motion, form, 40).lost, form).toBeLessThan(LOST);
  });

  test("random potentials", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const motion = steep(seed);
      expect(energyLost(motion, "discrete", 20).lost, JSON.stringify(motion)).toBeLessThan(LOST);
    }
  });
});
