/** Yoshida's symmetric compositions of central differences, orders 4, 6 and 8.                  [yoshida1990]
 *
 *  Order 4 is the triple jump, γ₁ = γ₃ = 1/(2 − 2^{1/3}) [yoshida1990, eq. (2.11)]; order 6 is solution A of Table 1, order 8
 *  solution D of Table 2. Explicit, symmetric, symplectic; keep linear and angular momentum; 3, 7 and 15 gradients a step.
 *  Forces must not read the velocity: a step runs backwards in time in between, where damping would feed energy. It also leaves the interval
 *  that it is to cross, by up to half of it: there loads with kinks at its ends go on as inside (core/continued-load.ts). */
import { cbrt } from "../core/elementary.js";
import { family } from "../core/method.js";
import { choice } from "../core/parameter.js";
import { composedStepper } from "../stepping/composition.js";
import { summation } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";

/** The outer fractions w_k … w_1 of a symmetric composition; the middle one makes the sum 1. */
const OUTER: Readonly<Record<4 | 6 | 8, readonly number[]>> = {
  4: [1 / (2 - cbrt(2))],
  6: [0.78451361047756, 0.235573213359357, -1.17767998417887],
  8: [
    0.91484424622974, 0.253693336566229, -1.44485223686048, -0.158240635368243, 1.93813913762276, -1.96061023297549,
    0.102799849391985,
  ],
};

export const yoshida = family(
  {
    id: "yoshida",
    title: "Yoshida",
    summary: "High order, explicit and symplectic: for long, accurate runs of smooth conservative motion.",
    parameters: { order: choice([4, 6, 8], 4, "order of convergence"), summation },
    cites: ["yoshida1990"],
    variants: [{ order: 6 }, { order: 8 }, { summation: "plain" }],
  },
  ({ order, summation: how }) => {
    const outer = OUTER[order];
    const middle = 1 - 2 * outer.reduce((sum, w) => sum + w, 0);
    const fractions = [...outer, middle, ...[...outer].reverse()];
    return {
      clock: "fixed",
      claims: {
        order,
        symplectic: canonicalForm,
        symmetric: true,
        conserves: ["linear-momentum", "angular-momentum"],
        balance: "closed",
      },
      needs: ["forces-without-velocity"],
      leavesStep: true,
      loadDerivatives: order - 1,
      prepare: (problem, h, ledger) => composedStepper(problem, h, fractions, how, ledger),
    };
  },
);
