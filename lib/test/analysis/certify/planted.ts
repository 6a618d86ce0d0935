/** Claims whose truth is known: those of every method, and false ones that are planted beside them. */
import { certify, type Finding } from "../../../src/analysis/certify.js";
import type { Claims, Conserved, Method } from "../../../src/core/method.js";
import { isConservative, type Problem } from "../../../src/core/system.js";
import { canonicalForm } from "../../../src/stepping/symplectic-forms.js";
import { schemes } from "../../contracts/schemes.js";
import { claiming, reference } from "./cases.js";

export interface Trial {
  readonly name: string;
  readonly problem: Problem;
  readonly step: number;
  /** Is the potential a polynomial of degree four or less? */
  readonly quartic?: boolean;
}

export interface Planted {
  readonly name: string;
  readonly property: string;
  /** Is the claim true? */
  readonly truth: boolean;
  readonly finding: Finding;
}

/** Two certificates: of the method's own claims, and of it claiming everything that can be claimed. What it does not claim itself is
 *  false on these nonlinear systems, which the contracts make sure of: they see every claim that is not made fail. */
export function plantedIn(trial: Trial, scheme: string, method: Method, steps: number): Planted[] {
  const { name, problem, step } = trial;
  const own = method.claimsOn?.(problem.system) ?? method.claims;
  const order = problem.system.damping === null ? (own.orderUndamped ?? own.order) : own.order;
  const conserves: Conserved[] = ["energy", "linear-momentum", "angular-momentum"];
  const greedy: Claims = {
    order: order + 1,
    orderUndamped: order + 1,
    symplectic: own.symplectic ?? canonicalForm,
    symmetric: true,
    conserves,
    balance: own.balance,
  };
  const [honest, lying] = [method, claiming(method, greedy)].map(
    (each) => certify(problem, each, { step, steps, reference }).findings,
  );
  const about = (property: string, truth: boolean, finding: Finding): Planted => ({
    name: `${scheme} on ${name}: ${property} claimed ${finding.claim}`,
    property,
    truth,
    finding,
  });
  const claimed = honest.filter(({ claim }) => !["no", "open"].includes(claim) && !claim.startsWith("where"));
  const planted = lying.filter(({ property, claim }) => {
    if (property === "order") return true;
    if (property === "symplectic") return own.symplectic === null && claim.startsWith("yes") && !linear(problem);
    if (property === "symmetric") return !own.symmetric && claim === "yes";
    if (property === "energy") return isConservative(problem.system) && !keepsEnergy(own, trial);
    return property.startsWith("angular-momentum") && !own.conserves.includes("angular-momentum");
  });
  return [
    ...claimed.map((finding) => about(finding.property, true, finding)),
    ...planted.map((finding) => about(finding.property, false, finding)),
  ];
}

/** A symmetric step that keeps the energy of a linear system turns its modes: it is symplectic there without saying so. */
const linear = ({ system }: Problem) => system.kind === "linear";

/** Some keep the energy of linear systems, or of polynomials of degree four, alone. */
const keepsEnergy = ({ conserves }: Claims, { problem, quartic = linear(problem) }: Trial) =>
  conserves.includes("energy") ||
  (linear(problem) && conserves.includes("energy-of-linear-systems")) ||
  (quartic && conserves.includes("energy-of-quartic-systems"));

export const isWrong = ({ truth, finding: { verdict } }: Planted) => verdict === (truth ? "violated" : "holds");

/** Settings by name. */
export const schemeNamed = (name: string) => {
  const found = schemes.find((scheme) => scheme.name === name);
  if (found === undefined) throw new Error(`no scheme ${name}`);
  return found;
};
