import { describe, expect, test } from "vitest";
import { specialised } from "../../src/core/specialise.js";
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
    // Of the factors' differences nothing was left but the rest of the potential, whose equations then held to the last digit.
    [
      "two exponentials that cancel altogether",
      {
        potential:
          "0.888*sinh(0.234*(x - 0.516))^2 + 8.8*atan(exp(1.35*x)) + 2.15*exp(20.5*(x - 0.683))*exp(-18.9*x) + 0.129*x^2",
        q: [0.11278311675414443],
        v: [19.922547973692417],
        h: 0.9137675521230952,
      },
    ],
    [
      "two exponentials after six good steps",
      {
        potential:
          "0.508*exp(1.7*(x - 0.311))*exp(10.7*sqrt(0.01 + (x - 3*x)^2)) + 0.657*exp(34.4*(x - 0.127)) + 0.377*x^2",
        q: [-0.8902341984212399],
        v: [8.546093180775642],
        h: 0.36065079316515913,
      },
    ],
    // The bound on rounding was wide beyond all energies, so that anything was within it, and the work of the force itself was that of ΔV.
    [
      "two exponentials that pass 60 powers of ten",
      { potential: "178*atan(x) + 16.6*exp(19.6*x)*exp(-4.3*x) + 570*tanh(100*x)", q: [-1.3], v: [1.87], h: 1.21 },
    ],
    [
      "two exponentials that make one",
      { potential: "exp(26*x)*exp(-26*x) + 3*max(0, x)^2", q: [-1.5], v: [-9.5], h: 1.8 },
    ],
    // The quotient lost the same at all places beside the end.
    [
      "a quotient of exponentials",
      { potential: "exp(12*x)/(1 + exp(12*x)) + 38*atan(x) + 12*tanh(45*x)", q: [2.7], v: [0.42], h: 1.7 },
    ],
    [
      "a wall and a step far too long",
      { potential: "0.05*sqrt(0.01 + x^2) + 53*x*exp(-(8.44*x)^2) + 2.45*exp(56.3*x)", q: [0.56], v: [2.52], h: 0.677 },
    ],
  ])("%s", (_name, motion) => {
    for (const steps of ["never", "always"] as const) {
      for (const form of ["discrete", "secant"] as const) {
        const { lost } = specialised(steps, () => energyLost(motion, form, 40));
        expect(lost, `${form}, specialised ${steps}`).toBeLessThan(LOST);
      }
    }
  });

  test("random potentials", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const motion = steep(seed);
      expect(energyLost(motion, "discrete", 20).lost, JSON.stringify(motion)).toBeLessThan(LOST);
    }
  });
});
