/** The mean force from the system's own discrete gradient: differences of what V is made of (distances, strains, every node of an
 *  expression) divided by one another, so that energy, linear and angular momentum are kept together, and nothing cancels
 *  however short the step.                                    [labudde1974], [simo1992], [gonzalez1996], docs/topics/discrete-gradients.md
 *
 *  Krenk's force keeps the first two only: the torque q̄ × g* of the mean of two central forces is not zero.
 *
 *  His algorithmic damping has two halves: ½ α Δg in the force and ½ α Δv in the velocity (`momentum: linear`). Both turn the
 *  motion. The first has a counterpart that does not, the change ΔU′ of the force in every invariant x, acting where the discrete
 *  gradient does; the second has none that is linear in Δv, since Δu has to be parallel to v̄ at every point. So with `momentum:
 *  angular` the first is taken twice:
 *
 *      M Δv = −h Σ (ΔU/Δx + α ΔU′) ∂x,    Δu = h v̄,    algorithmic = α Σ Δx ΔU′
 *
 *  At low frequencies this damps as much as Krenk's, ½ α ω h of critical (analysis/algorithmic-damping.ts). What has no
 *  stiffness in an invariant is not damped: rigid rotation above all, which Krenk's α brings to rest. */
import { InputError } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { noWork, type Stepper } from "../../core/method.js";
import type { DiscreteGradient, Problem, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { addProducts, ROUNDING } from "../../linalg/force-rounding.js";
import { union } from "../../linalg/sparsity.js";
import { copy, dot } from "../../linalg/vec.js";
import { compiledStepper, hasCode, hasLoops } from "../../stepping/code/compiled.js";
import { implicitSteps } from "../../stepping/code/implicit-steps.js";
import type { MeanForce } from "./mean-force.js";
import { energyMomentumStepper, type StepOptions } from "./step.js";

export interface DiscreteOptions extends StepOptions {
  /** What algorithmic damping leaves alone. */
  readonly momentum: "linear" | "angular";
}

export function discreteStepper(
  problem: Problem,
  h: number,
  { momentum, ...options }: DiscreteOptions,
  ledger: Ledger | null,
): Stepper {
  const { system } = problem;
  const { damping: alpha } = options;
  const plain = system.discreteGradient;
  if (plain === null) throw new InputError("the system has no discrete gradient");
  const work = noWork();
  if (alpha === 0) {
    const force = discreteForce(system, plain, plain);
    const general = energyMomentumStepper(problem, h, options, force, work, ledger);
    const { diagonal } = system.mass;
    if (options.tolerance > 0 || diagonal === null) return general;
    if (!hasCode(system) && !hasLoops(system, "ends")) return general;
    return compiledStepper(system, general, {
      ...implicitSteps("ends", options.summation, diagonal),
      h,
      // Nothing but the potential does work, and the scheme takes none of it.
      book: ledger && (() => ledger.enter(0, 0, 0)),
    });
  }
  return momentum === "angular"
    ? energyMomentumStepper(
        problem,
        h,
        { ...options, damping: 0 },
        discreteForce(system, plain, resisting(plain, alpha)),
        work,
        ledger,
      )
    : energyMomentumStepper(problem, h, options, dampedForce(system, plain, alpha), work, ledger);
}

/** A discrete gradient as the force of a step; what it does beyond the work of `plain`, which is ΔV, is what the scheme takes. */
function discreteForce(system: System, plain: DiscreteGradient, acting: DiscreteGradient): MeanForce {
  const { dof } = system;
  const [from, to, force, without] = Array.from({ length: 4 }, () => new Float64Array(dof));
  // Its work space, and the pattern of the tangent, are made when they are first asked for: most steps never do.
  let bound: ReturnType<typeof roundingOf> | null = null;
  const rounding = () => {
    bound ??= roundingOf(system, acting);
    return bound;
  };
  return {
    pattern: acting.tangent.pattern,
    symmetric: acting.tangent.symmetric,
    rest: null,
    open() {},
    at(q0, q1, _du, out) {
      copy(q0, from);
      copy(q1, to);
      acting.between(from, to, out);
    },
    stiffness(out) {
      acting.tangent.values(from, to, out);
      for (let j = 0; j < out.length; j++) out[j] *= 2; // twice the derivative, as `MeanForce` has it
    },
    addRounding: (reach, out) => rounding().addTo(from, to, reach, out),
    ...(plain.mayCancel === true && {
      unknownWork(du: Vec) {
        plain.between(from, to, without);
        return Math.abs(dot(du, without) - (system.potential(to) - system.potential(from)));
      },
    }),
    surplus(du) {
      if (acting === plain) return 0;
      acting.between(from, to, force);
      plain.between(from, to, without);
      let taken = 0;
      for (let i = 0; i < dof; i++) taken += du[i] * (force[i] - without[i]);
      return taken;
    },
  };
}

/** The discrete gradient with Krenk's ½ α Δg. */
function dampedForce(system: System, plain: DiscreteGradient, alpha: number): MeanForce {
  const { dof, tangent } = system;
  if (tangent === null) throw new InputError("algorithmic damping needs the tangent ∇²V", { key: "damping" });
  const inner = discreteForce(system, plain, plain);
  const [start, end, to] = Array.from({ length: 3 }, () => new Float64Array(dof));
  const { pattern, positions } = union([plain.tangent.pattern, tangent.pattern]);
  const mean = new Float64Array(plain.tangent.pattern.column.length);
  const last = new Float64Array(tangent.pattern.column.length);
  return {
    ...inner,
    pattern,
    open: (q0) => system.gradient(q0, start),
    at(q0, q1, du, out) {
      inner.at(q0, q1, du, out);
      copy(q1, to);
      system.gradient(q1, end);
      for (let i = 0; i < dof; i++) out[i] += (alpha / 2) * (end[i] - start[i]); // [krenk2014, (37)]
    },
    stiffness(out) {
      inner.stiffness(mean);
      tangent.values(to, last);
      out.fill(0);
      for (let j = 0; j < mean.length; j++) out[positions[0][j]] += mean[j];
      for (let j = 0; j < last.length; j++) out[positions[1][j]] += alpha * last[j];
    },
    addRounding(reach, out) {
      inner.addRounding(reach, out);
      for (let i = 0; i < dof; i++) out[i] += alpha * ROUNDING * (Math.abs(start[i]) + Math.abs(end[i]));
    },
    surplus(du) {
      let taken = 0;
      for (let i = 0; i < dof; i++) taken += du[i] * (end[i] - start[i]);
      return (alpha / 2) * taken;
    },
  };
}

/** What rounding leaves in a discrete gradient. Where it does not know its own errors: an ulp of every term; and what the stiffness makes
 *  of the rounding of both ends. */
function roundingOf({ dof, cancellingTerms = 0 }: System, { between, rounding, tangent }: DiscreteGradient) {
  const own = new Float64Array(dof);
  const values = new Float64Array(tangent.pattern.column.length);
  return {
    addTo(from: Vec, to: Vec, reach: Vec, out: Vec): void {
      if (rounding === undefined) {
        between(from, to, own);
        for (let i = 0; i < dof; i++) out[i] += ROUNDING * (Math.abs(own[i]) + cancellingTerms);
      } else {
        rounding(from, to, own);
        for (let i = 0; i < dof; i++) out[i] += own[i];
      }
      tangent.values(from, to, values);
      addProducts(tangent.pattern, values, reach, ROUNDING, out);
    },
  };
}

function resisting(plain: DiscreteGradient, alpha: number): DiscreteGradient {
  if (plain.resisting !== undefined) return plain.resisting(alpha);
  throw new InputError(
    `damping is ${alpha} with momentum: angular, and the discrete gradient of this system has no resistance; ` +
      "accepted: damping 0, or momentum: linear",
    { key: "damping" },
  );
}
