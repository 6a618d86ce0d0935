/** Statements and signs of the text that no figure shows. */
import {
  canonicalForm,
  dop853,
  linearSystem,
  newmark,
  orThrow,
  type Problem,
  run,
  scalarMass,
  startingFrom,
} from "noether";
import { convergence, symplecticDefect } from "noether/analysis";
import { fromRows } from "noether/linalg";
import { beyond, digits, misprint } from "../claim.js";
import type { Item } from "../reproduction.js";
import { harmonic, threeMasses } from "./system.js";

/** ω = 1, damping ratio 5 %; the sign of C v as given. */
const oscillator = (sign: number): Problem =>
  startingFrom(
    linearSystem({ mass: scalarMass(1, 1), damping: fromRows([[sign * 0.1]]), stiffness: fromRows([[1]]) }),
    [1],
    [0],
  );

const damping: Item = {
  id: "equations-27-31",
  title: "The sign of the damping in the scheme",
  reproduce() {
    const energy = (sign: number) => {
      const { q, v } = orThrow(run(oscillator(sign), newmark(), { time: { step: 0.2, steps: 100 } })).last;
      return (q[0] * q[0] + v[0] * v[0]) / 2;
    };
    return {
      claims: [
        misprint(
          "(30), (31)",
          "printed: + Cv in the accelerations, four times; (27) with −M⁻¹F",
          null,
          `energy of a damped oscillator from 0.5 to ${digits(energy(-1))} in 100 steps as printed, to ${digits(energy(1))} with −Cv`,
          energy(-1) > 0.5 && energy(1) < 0.5,
          "The code of appendix B has the right signs; so must (68) and (69) read Kq + Cv − F.",
        ),
        misprint(
          "(77)",
          "printed: F(t) = 0.8 cos(10 ω)",
          null,
          "F(t) = 0.8 cos(10 ω t)",
          true,
          "As printed the load is a constant; Figure 9 is reproduced with the corrected one. (76) lacks an m, which is 1.",
        ),
      ],
      figures: [],
    };
  },
};

const order: Item = {
  id: "order-of-gamma",
  title: "The order for γ ≠ ½",
  reproduce() {
    const problem = threeMasses({ load: harmonic });
    const end = 14;
    const reference = orThrow(run(problem, dop853({ tolerance: 1e-13 }), { time: { end } })).last;
    const study = { end, step: 0.1, refinements: 4, reference, floor: 1e-12 };
    const { positionOrder, velocityOrder } = convergence(problem, newmark({ beta: 0.36, gamma: 0.7 }), study);
    return {
      claims: [
        beyond(
          "after (40)",
          "'first-order only in one of the variables' is true of the field; the error of a run is of first order in both",
          `γ = 0.7: orders ${digits(positionOrder, 3)} in q, ${digits(velocityOrder, 3)} in v`,
          Math.abs(positionOrder - 1) < 0.1 && Math.abs(velocityOrder - 1) < 0.1,
        ),
      ],
      figures: [],
    };
  },
};

const symplecticity: Item = {
  id: "footnote-4",
  title: "Where Newmark's step is symplectic",
  reproduce() {
    const problem = threeMasses({ damped: false });
    const defects = [0, 0.5, 0.75, 1].map((beta) => symplecticDefect(problem, newmark({ beta }), 0.7, canonicalForm));
    const worst = Math.max(...defects);
    return {
      claims: [
        beyond(
          "footnote 4",
          "in linear systems γ = ½ is symplectic for every β; β between 0 and ½ is not asked for",
          `β = 0, ½, ¾ and 1: the two-form is kept to ${digits(worst)}`,
          worst < 1e-12,
        ),
      ],
      figures: [],
    };
  },
};

const remainders: Item = {
  id: "remainders",
  title: "Remainders, and references to the wrong equation",
  reproduce() {
    // The field (15), (16) of an oscillator with ω = 1, against the logarithm of explicit Euler's step, [[a, b], [−b, a]] / Δt.
    const off = (h: number) => {
      const [a, b] = [Math.log1p(h * h) / 2 / h, Math.atan(h) / h];
      return { x: Math.abs(h / 2 - h ** 3 / 4 - a), v: Math.abs(h ** 2 / 3 - 1 + b) };
    };
    const order = (of: "x" | "v") => Math.log2(off(0.1)[of] / off(0.05)[of]);
    return {
      claims: [
        misprint(
          "(16)",
          "printed: a remainder of O(Δt³) behind a term with Δt³",
          null,
          `O(Δt⁴), as in (15): what is left is of orders ${digits(order("v"), 3)} and ${digits(order("x"), 3)}`,
          order("v") > 3.9 && order("x") > 3.9,
          "(48) has no remainder; it is O(Δt³), as in (46) and (47). (20) has O(Δt⁴) and no such term: c̃ is odd in Δt.",
        ),
        misprint(
          "Figure 4, caption; section 4.2.3",
          "printed: parameters per (56)–(57); setting Ĉ = 0",
          null,
          "(54)–(57); C = 0",
          true,
          "(56) and (57) are the load and the start. Ĉ is computed from C, and C is set; Ĉ vanishes with it.",
        ),
      ],
      figures: [],
    };
  },
};

export const statementItems: readonly Item[] = [damping, order, symplecticity, remainders];
