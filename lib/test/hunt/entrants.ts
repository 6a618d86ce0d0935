/** The implicit methods, each with the audit that its paper gives it. */
import type { FixedStepMethod, Method } from "../../src/core/method.js";
import { readsVelocity, type System } from "../../src/core/system.js";
import { bathe } from "../../src/methods/bathe.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { hht } from "../../src/methods/hht.js";
import { labuddeGreenspan } from "../../src/methods/labudde-greenspan.js";
import { lagrangeDalembert } from "../../src/methods/lagrange-dalembert.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { simpson } from "../../src/methods/simpson.js";
import { twoStep } from "../../src/methods/two-step.js";
import { variational } from "../../src/methods/variational.js";
import { wbz } from "../../src/methods/wbz.js";
import { discreteLagrangian, variationalFrom } from "../../src/stepping/action/discrete-lagrangian.js";
import { auditAction, auditLagrangian, auditTwoStep, nodesAt } from "./audits/action.js";
import { auditBathe } from "./audits/bathe.js";
import { auditGauss, auditMidpoint } from "./audits/collocation.js";
import { auditDiscrete, auditTableOne } from "./audits/energy-momentum.js";
import { auditLobatto, determined } from "./audits/lobatto.js";
import { auditMinimization, auditNewmark } from "./audits/newmark-family.js";
import { ownFormula, ownSlopes, ownSystem } from "./own-lagrangian.js";
import { type Author, authors, contact, heldAuthors } from "./problems.js";
import type { Audit } from "./step.js";

export interface Entrant {
  readonly name: string;
  readonly method: FixedStepMethod;
  readonly audit: Audit;
  readonly problems: readonly Author[];
  /** Which systems it can be audited on; all that the method takes, if it does not say. */
  readonly audited?: (system: System) => boolean;
}

const entrant = (name: string, method: Method, audit: Audit, more: Partial<Entrant> = {}): Entrant => {
  if (method.clock !== "fixed") throw new Error(`${name} owns its clock`);
  return { name, method, audit, problems: authors, ...more };
};

const alphaWeights = (alphaM: number, alphaF: number) => ({
  alphaM,
  alphaF,
  gamma: 0.5 - alphaM + alphaF,
  beta: (1 - alphaM + alphaF) ** 2 / 4,
});
const chungHulbert = (rho: number) =>
  entrant(
    `generalized-alpha(${rho})`,
    generalizedAlpha({ rho }),
    auditNewmark(alphaWeights((2 * rho - 1) / (rho + 1), rho / (rho + 1))),
  );
const bossak = (rho: number) =>
  entrant(`wbz(${rho})`, wbz({ rho }), auditNewmark(alphaWeights((rho - 1) / (rho + 1), 0)));
const hilber = (alpha: number) =>
  entrant(`hht(${alpha.toFixed(2)})`, hht({ alpha }), auditNewmark(alphaWeights(0, -alpha)));
const tableOne = (name: string, form: "secant" | "quartic", direction: "increment" | "force", alpha: number) =>
  entrant(
    `energy-momentum(${name})`,
    energyMomentum({ form, denominator: direction, damping: alpha }),
    auditTableOne({ form, direction, alpha }),
    // A wall takes translations away and gives them back: then the direction depends on where the run began.
    direction === "increment" && form === "secant" ? { problems: authors.filter((author) => author !== contact) } : {},
  );
const lobatto = (name: string, method: Method, degree: number) =>
  entrant(name, method, auditLobatto(degree), { audited: (system) => determined(degree, readsVelocity(system)) });

export const entrants: readonly Entrant[] = [
  entrant("midpoint", midpoint(), auditMidpoint),
  entrant("newmark", newmark(), auditNewmark({ beta: 1 / 4, gamma: 1 / 2 })),
  entrant("newmark(1/6)", newmark({ beta: 1 / 6 }), auditNewmark({ beta: 1 / 6, gamma: 1 / 2 })),
  entrant("newmark(.3025, .6)", newmark({ beta: 0.3025, gamma: 0.6 }), auditNewmark({ beta: 0.3025, gamma: 0.6 })),
  hilber(-0.1),
  hilber(-1 / 3),
  bossak(0.8),
  bossak(0),
  chungHulbert(0.8),
  chungHulbert(0.3),
  chungHulbert(1),
  entrant("bathe", bathe(), auditBathe),
  entrant("gauss(1)", gauss({ stages: 1 }), auditGauss(1)),
  entrant("gauss(2)", gauss(), auditGauss(2)),
  entrant("gauss(3)", gauss({ stages: 3 }), auditGauss(3)),
  lobatto("galerkin(2)", galerkin(), 2),
  lobatto("galerkin(3)", galerkin({ degree: 3 }), 3),
  lobatto("simpson", simpson(), 2),
  entrant("variational", variational(), auditAction(nodesAt(0.5, false))),
  entrant("variational(.3)", variational({ alpha: 0.3 }), auditAction(nodesAt(0.3, true))),
  entrant("variational(.3, one)", variational({ alpha: 0.3, symmetric: false }), auditAction(nodesAt(0.3, false))),
  entrant("lagrange-dalembert(.3)", lagrangeDalembert({ alpha: 0.3 }), auditAction(nodesAt(0.3, true))),
  entrant("variational, held", variational({ alpha: 0.3 }), auditAction(nodesAt(0.3, true)), { problems: heldAuthors }),
  entrant("rattle", variational({ alpha: 0 }), auditAction(nodesAt(0, true)), { problems: heldAuthors }),
  entrant("two-step", twoStep(), auditTwoStep),
  entrant("newmark-minimization", newmarkMinimization(), auditMinimization({ beta: 1 / 4, gamma: 1 / 2, sigma: 1 })),
  entrant(
    "newmark-minimization(.3025, .6, 0)",
    newmarkMinimization({ beta: 0.3025, gamma: 0.6, sigma: 0 }),
    auditMinimization({ beta: 0.3025, gamma: 0.6, sigma: 0 }),
  ),
  tableOne("secant", "secant", "increment", 0),
  tableOne("force", "secant", "force", 0),
  tableOne("quartic", "quartic", "increment", 0),
  tableOne("secant, .1", "secant", "increment", 0.1),
  entrant("energy-momentum(discrete)", energyMomentum({ form: "discrete" }), auditDiscrete(0)),
  entrant("energy-momentum(angular, .1)", energyMomentum({ momentum: "angular", damping: 0.1 }), auditDiscrete(0.1), {
    audited: ({ discreteGradient }) => discreteGradient?.resisting !== undefined,
  }),
  entrant("labudde-greenspan", labuddeGreenspan(), auditDiscrete(0)),
  entrant(
    "own discrete Lagrangian",
    variationalFrom(discreteLagrangian(1, ownFormula), { order: 2, symmetric: true }),
    auditLagrangian(ownSlopes),
    { problems: [ownSystem] },
  ),
];
