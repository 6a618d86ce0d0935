/** Orders of convergence, and the energy over ten million steps. */
import {
  dop853,
  energyOf,
  lagrangeDalembert,
  type Method,
  newmark,
  newmarkMinimization,
  orThrow,
  type Problem,
  probe,
  run,
  twoStep,
  variational,
} from "noether";
import { convergence, drift } from "noether/analysis";
import { convergenceFigure } from "noether/report";
import { digits } from "../claim.js";
import type { Claim, Item } from "../reproduction.js";
import { example, STEP } from "./example.js";
import { skewed } from "./skewed.js";

interface Study {
  readonly name: string;
  readonly where: string;
  /** What the paper says of the order, and what it is. */
  readonly says: string;
  readonly stated: number | null;
  readonly order: number;
  readonly problem: Problem;
  readonly method: Method;
  readonly remark?: string;
}

const FRICTION = 0.3;
const studies = (): Study[] => [
  {
    name: "L_d^{sym,0.3}",
    where: "section 2.3",
    says: "L_d^{sym,α} is second-order accurate for any α",
    stated: 2,
    order: 2,
    problem: skewed(),
    method: variational({ alpha: 0.3 }),
  },
  {
    name: "L_d^{0.3}",
    where: "section 2.2",
    says: "L_d^α, (15), is second-order accurate for any α",
    stated: 2,
    order: 1,
    problem: skewed(),
    method: variational({ alpha: 0.3, symmetric: false }),
    remark:
      "True of its positions with a second-order q₁; started from (q₀, v₀) by its own Legendre transform it is of first order.",
  },
  {
    name: "Newmark, γ = 0.6",
    where: "section 3.1",
    says: "Newmark is of second order if and only if γ = ½",
    stated: 1,
    order: 1,
    problem: skewed(),
    method: newmark({ beta: 0.3025, gamma: 0.6 }),
  },
  {
    name: "Lagrange–d'Alembert",
    where: "section 5.1",
    says: "L_d^{sym,α} with F_d^{sym,α} is second-order accurate for any force",
    stated: 2,
    order: 2,
    problem: skewed(FRICTION),
    method: lagrangeDalembert({ alpha: 0.3 }),
  },
  {
    name: "Newmark with friction, (47)–(49)",
    where: "section 5.2",
    says: "Newmark with forces is a second-order Lagrange–d'Alembert method",
    stated: 2,
    order: 2,
    problem: skewed(FRICTION),
    method: newmark(),
  },
  {
    name: "Newmark of section 3.6",
    where: "section 5.2",
    says: "that is the Newmark of the tests in section 6",
    stated: 2,
    order: 1,
    problem: skewed(FRICTION),
    method: newmarkMinimization(),
    remark:
      "Section 6 uses the minimisation of section 3.6, which is of first order in the friction; so is the two-step method.",
  },
  {
    name: "two-step",
    where: "Theorem 5.2",
    says: "the two-step method is consistent; of its order, nothing",
    stated: null,
    order: 1,
    problem: skewed(FRICTION),
    method: twoStep(),
    remark: "Of first order in the friction, second without.",
  },
  {
    name: "Newmark β = 1/12, processed",
    where: "beyond the paper",
    says: "nothing of fourth order",
    stated: null,
    order: 4,
    problem: skewed(),
    method: newmark({ beta: 1 / 12, process: true }),
    remark: "The same steps and forces, velocities processed by 1 − h²/12 M⁻¹∇²V: fourth order for free.",
  },
];

const orders: Item = {
  id: "orders",
  title: "Orders of convergence",
  reproduce() {
    const measured = studies().map((study) => {
      const reference = run(study.problem, dop853({ tolerance: 1e-14 }), { time: { end: 1 } }).last;
      return {
        study,
        ...convergence(study.problem, study.method, { end: 1, step: 0.1, refinements: 5, reference, floor: 1e-13 }),
      };
    });
    const claims = measured.map(({ study, positionOrder, velocityOrder }): Claim => {
      const found = Math.abs(positionOrder - study.order) < 0.15 && Math.abs(velocityOrder - study.order) < 0.15;
      const agrees = study.stated === null || study.stated === study.order;
      return {
        where: study.where,
        says: study.says,
        paper: study.stated,
        ours: `${study.name}: ${positionOrder.toFixed(2)} in q, ${velocityOrder.toFixed(2)} in v`,
        verdict: !found || !agrees ? "differs" : study.stated === null ? "not stated" : "reproduced",
        remark: found ? (study.remark ?? "") : "",
      };
    });
    const figure = convergenceFigure(
      measured.map(({ study, steps, positionErrors }) => ({
        method: study.name,
        order: study.order,
        steps,
        errors: positionErrors,
      })),
      { title: "Error of the positions at t = 1", error: "relative error" },
    );
    return { claims, figures: [{ name: "orders", figure }] };
  },
};

const TEN_MILLION = 10_000_000;

const longRun: Item = {
  id: "long-run",
  title: "Ten million steps without friction",
  long: true,
  reproduce() {
    const problem = example();
    const energy = energyOf(problem.system);
    const claims = [newmark(), newmark({ beta: 0 }), variational()].map((method): Claim => {
      // Every 97th step: a stride that no period of the motion shares.
      const observe = { energy: probe(({ t, q, v }) => energy.value(t, q, v), 97) };
      const { observed } = orThrow(run(problem, method, { time: { step: STEP, steps: TEN_MILLION }, observe }));
      const { slope, standardError, band, share } = drift(observed.energy.t, observed.energy.values);
      const name = method.id === "newmark" ? `Newmark β = ${digits(Number(method.parameters["beta"]))}` : "variational";
      const steady = Math.abs(slope) < 4 * standardError || share < 1e-3;
      return {
        where: "section 4.3",
        says: "the same pattern is observed for essentially arbitrarily long times",
        paper: null,
        ours: `${name}: band ${digits(band)}, slope ${digits(slope)} ± ${digits(standardError)} per unit of time`,
        verdict: steady ? "reproduced" : "differs",
        remark: steady ? "The slope is consistent with zero." : "",
      };
    });
    return { claims, figures: [] };
  },
};

export const orderItems: readonly Item[] = [orders, longRun];
