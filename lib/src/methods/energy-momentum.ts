/** Krenk's energy–momentum method: Table I, with its gaps closed.                                      [krenk2014]
 *
 *      M Δv + h (g* + ½ α Δg) = h f̄ − C Δu,    Δu = h v̄ + ½ α h Δv
 *
 *  g* is a mean force that does exactly the work ΔV over the step:
 *    form: quartic     ḡ − ΔK Δu/12, exact for V of degree four or less: linear elasticity with Green's strain
 *    form: secant      the same with a secant term, exact for every V
 *    momentum: angular the system's own discrete gradient, which keeps angular momentum as well, also with `damping`, which
 *                      then acts on what V is made of (energy-momentum-invariants.ts)
 *
 *  Order 2, symmetric, for α = 0; it then keeps energy and linear momentum, and with it every step that can be solved is
 *  stable. Rounding does not add up to a drift of the energy (energy-momentum-hold.ts). Not symplectic. α > 0 damps high frequencies by ½ α ω h of critical at low ω h (docs/topics/algorithmic-damping.md)
 *  and makes the method of first order, since that is proportional to h. Where K is indefinite α may feed energy: the ledger
 *  shows it. Differences from the paper, and why: papers/krenk2014.
 *  Cost: gradient, tangent and product a trial, one factor a step or more; one solve a step if the system is linear. */
import { InputError } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { type Claims, type Conserved, family, noWork, type Stepper } from "../core/method.js";
import { choice, real } from "../core/parameter.js";
import type { Problem } from "../core/system.js";
import { energyHold } from "./energy-momentum-hold.js";
import { invariantStepper } from "./energy-momentum-invariants.js";
import { linearEnergyMomentum } from "./energy-momentum-linear.js";
import { type TableOne, tableOneForce } from "./energy-momentum-quartic.js";
import { energyMomentumStepper, type StepOptions } from "./energy-momentum-step.js";

interface Options extends TableOne, StepOptions {
  readonly momentum: "linear" | "angular";
}

export const energyMomentum = family(
  {
    id: "energy-momentum",
    title: "Energy–momentum",
    summary:
      "Keeps the energy of nonlinear systems at any step, with optional damping of high frequencies; for structures and solids at large strain.",
    parameters: {
      form: choice(["secant", "quartic"], "secant", "quartic suffices for V of degree four or less"),
      damping: real(0, "α, algorithmic damping: about ½ α ω h of critical, and first order", { min: 0, max: 1 }),
      momentum: choice(["linear", "angular"], "linear", "which is kept; angular needs the system's discrete gradient"),
      denominator: choice(
        ["increment", "force"],
        "increment",
        "direction of the secant term: the displacement, or the paper's change of force",
      ),
      tangent: choice(
        ["exact", "paper"],
        "exact",
        "for Newton's iteration: with the stiffness at mid-step, or without",
      ),
      tolerance: real(0, "energy error a step may leave, relative; 0 for rounding alone", { min: 0, max: 1 }),
    },
    cites: ["krenk2014", "gonzalez1996", "simo1992", "labudde1974"],
    variants: [{ form: "quartic" }, { damping: 0.1 }, { momentum: "angular" }, { momentum: "angular", damping: 0.1 }],
  },
  (options) => ({
    clock: "fixed",
    claims: claimsOf(options),
    needs: options.momentum === "angular" ? ["tangent", "discrete-gradient"] : ["tangent"],
    prepare: (problem, h, ledger) => prepared(problem, h, options, ledger),
  }),
);

function claimsOf({ form, damping, momentum }: Options): Claims {
  const damped = damping !== 0;
  const conserves: Conserved[] = ["linear-momentum"];
  if (momentum === "angular") conserves.unshift("angular-momentum");
  if (!damped) {
    conserves.unshift(momentum === "angular" || form === "secant" ? "energy" : "energy-of-quartic-systems");
  }
  return { order: damped ? 1 : 2, symplectic: null, symmetric: !damped, conserves, balance: "closed" };
}

function prepared(problem: Problem, h: number, options: Options, ledger: Ledger | null): Stepper {
  const { system } = problem;
  const { tangent } = system;
  const work = noWork();
  if (system.kind === "linear") return linearEnergyMomentum(system, problem, h, options.damping, work, ledger);
  if (options.momentum === "angular") return invariantStepper(problem, h, options, ledger);
  if (tangent === null) throw new InputError("energy-momentum needs the tangent ∇²V");
  const force = tableOneForce(system, tangent, options, work);
  const exact = options.form === "secant" && options.damping === 0 && options.tolerance === 0;
  return energyMomentumStepper(problem, h, options, force, exact ? energyHold(problem) : null, work, ledger);
}
