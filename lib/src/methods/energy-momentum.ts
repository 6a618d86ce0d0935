/** Krenk's energy–momentum method: Table I, with its gaps closed, and the discrete gradients that came after it.   [krenk2014]
 *
 *      M Δv + h (g* + ½ α Δg) = h f̄ − C Δu,    Δu = h v̄ + ½ α h Δv
 *
 *  g* is a mean force that does exactly the work ΔV over the step:
 *    form: discrete    the system's own discrete gradient; expressions have one that is made from their formula
 *                      (docs/topics/discrete-gradients.md). Keeps the energy, and every momentum whose symmetry V shows
 *    form: secant      ḡ − ΔK Δu/12 with a secant term, exact for every V of which nothing but values and derivatives is known
 *    form: quartic     the same without it, exact for V of degree four or less: linear elasticity with Green's strain
 *    form: auto        discrete where the system has a discrete gradient, secant elsewhere
 *
 *  Order 2, symmetric, for α = 0; every step that is accepted then keeps energy and linear momentum to rounding. Not symplectic.
 *  α > 0 damps high frequencies by ½ α ω h of critical at low ω h (docs/topics/algorithmic-damping.md) and makes the method of first
 *  order, since that is proportional to h. Where K is indefinite α may feed energy: the ledger shows it. With `momentum: angular` it
 *  acts on what V is made of and leaves rotations alone (energy-momentum/discrete.ts). Differences from the paper, and why:
 *  papers/krenk2014; Table I as it is printed, step by step: papers/krenk2014/table-1.ts. Paper → here: u → q, g*, Δg, K, α as there.
 *  Cost: gradient, tangent and product a trial, one factor a step or more; one solve a step if the system is linear. */
import { InputError } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { type Claims, type Conserved, family, noWork, type Stepper } from "../core/method.js";
import { choice, real } from "../core/parameter.js";
import type { Problem, System } from "../core/system.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";
import { type DiscreteOptions, discreteStepper } from "./energy-momentum/discrete.js";
import { linearEnergyMomentum } from "./energy-momentum/linear.js";
import { type TableOne, tableOneStepper } from "./energy-momentum/quartic.js";

interface Options extends Omit<TableOne, "form">, DiscreteOptions {
  readonly form: "auto" | "discrete" | "secant" | "quartic";
}

export const energyMomentum = family(
  {
    id: "energy-momentum",
    title: "Energy–momentum",
    summary:
      "Keeps the energy of nonlinear systems in every step, with optional damping of high frequencies; for structures and solids at large strain.",
    parameters: {
      form: choice(
        ["auto", "discrete", "secant", "quartic"],
        "auto",
        "the mean force: the system's discrete gradient, or the paper's with and without its secant term; auto takes the first that the system has",
      ),
      damping: real(0, "α, algorithmic damping: about ½ α ω h of critical, and first order", { min: 0, max: 1 }),
      momentum: choice(
        ["linear", "angular"],
        "linear",
        "what algorithmic damping leaves alone; angular needs the system's discrete gradient",
      ),
      denominator: choice(
        ["increment", "force"],
        "increment",
        "with form: secant, the direction of its term: the displacement, or the paper's change of force",
      ),
      tangent: choice(
        ["exact", "paper"],
        "exact",
        "with form: secant and quartic, for Newton's iteration: with the stiffness at mid-step, or without",
      ),
      ...implicitParameters,
    },
    cites: ["krenk2014", "gonzalez1996", "simo1992", "labudde1974"],
    variants: [
      { form: "discrete" },
      { form: "secant" },
      { form: "secant", damping: 0.1 },
      { form: "quartic" },
      { damping: 0.1 },
      { momentum: "angular", damping: 0.1 },
    ],
  },
  (options) => {
    if (options.momentum === "angular" && (options.form === "secant" || options.form === "quartic")) {
      throw new InputError(
        `momentum: angular is kept by form: discrete (or auto), and form is ${options.form}; leave one of them out`,
        { key: "momentum" },
      );
    }
    const ofPaper = options.form === "secant" || options.form === "quartic";
    for (const [key, value] of [
      ["denominator", options.denominator === "force"],
      ["tangent", options.tangent === "paper"],
    ] as const) {
      if (value && !ofPaper) {
        throw new InputError(
          `${key}: ${options[key]} belongs to the paper's mean force, and form is ${options.form}; give form: secant, or leave it out`,
          { key },
        );
      }
    }
    const discrete = options.form === "discrete" || options.momentum === "angular";
    return {
      clock: "fixed",
      claims: claimsOf(options, discrete),
      ...(options.form === "auto" && {
        claimsOn: (system: System) => claimsOf(options, discrete || system.discreteGradient !== null),
      }),
      needs: [
        ...(discrete ? (["discrete-gradient"] as const) : (["tangent"] as const)),
        ...(options.momentum === "angular" && options.damping !== 0 ? (["strain-damping"] as const) : []),
      ],
      prepare: (problem, h, ledger) => prepared(problem, h, options, ledger),
    };
  },
);

function claimsOf({ form, damping, momentum }: Options, discrete: boolean): Claims {
  const damped = damping !== 0;
  const conserves: Conserved[] = ["linear-momentum"];
  if (discrete && (!damped || momentum === "angular")) conserves.unshift("angular-momentum");
  if (!damped) conserves.unshift(form === "quartic" ? "energy-of-quartic-systems" : "energy");
  return { order: damped ? 1 : 2, symplectic: null, symmetric: !damped, conserves, balance: "closed" };
}

function prepared(problem: Problem, h: number, options: Options, ledger: Ledger | null): Stepper {
  const { system } = problem;
  const { tangent } = system;
  const { form, damping, summation } = options;
  const work = noWork();
  // Damping of strains alone has another form of its own.
  const turning = options.momentum === "angular" && damping !== 0;
  if (system.kind === "linear" && !turning)
    return linearEnergyMomentum(system, problem, h, damping, summation, work, ledger);
  const discrete = form === "discrete" || turning || (form === "auto" && system.discreteGradient !== null);
  if (discrete) return discreteStepper(problem, h, options, ledger);
  if (tangent === null) throw new InputError("energy-momentum needs the tangent ∇²V");
  const mean = form === "quartic" ? "quartic" : "secant";
  return tableOneStepper(problem, tangent, h, { ...options, form: mean }, work, ledger);
}
