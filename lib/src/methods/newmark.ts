/** Newmark's method.                                                       [newmark1959], [kane2000, eqs. (22)–(24), (47)–(49)]
 *
 *      q₁ = q₀ + h v₀ + h² ((½ − β) a₀ + β a₁),    v₁ = v₀ + h ((1 − γ) a₀ + γ a₁),    M a₁ + ∇V(q₁) = f(t₁, q₁, v₁)
 *
 *  Second order for γ = ½, first order otherwise; γ > ½ damps, γ < ½ feeds energy [papers/kane2000: the paper says the
 *  reverse]. For γ = ½ it is symplectic, not for dq ∧ dp but for (M + β h² ∇²V(q))_ij dq_i ∧ dv_j. β = ¼, γ = ½ (average
 *  acceleration) keeps the energy of linear systems and is stable for every step; for γ = ½ in general h ω < 1/√(¼ − β).
 *  Keeps linear momentum; of angular momentum it keeps η(q) × M v with η = q + β h² M⁻¹∇V instead, which a run lists as
 *  newmark-momentum. β = 1/12 with `process` is of fourth order: processed.ts. For linear systems `compensate` changes what the
 *  scheme is given so that its answers gain order, or lose its damping: compensation.ts [takacs2024]. */
import { InputError } from "../core/failure.js";
import { type FixedStepScheme, family } from "../core/method.js";
import { choice, flag, real } from "../core/parameter.js";
import type { Invariant, System } from "../core/system.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { compensatedNewmark } from "../stepping/compensation/compensated-newmark.js";
import { processedNewmark } from "../stepping/compensation/processed.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";
import { remarkExplicit } from "../stepping/stable-steps.js";
import { newmarkLagrangian } from "./newmark/lagrangian.js";

export const newmark = family(
  {
    id: "newmark",
    title: "Newmark",
    summary:
      "The workhorse of structural dynamics; β = 1/4, γ = 1/2 neither damps nor feeds linear systems at any step.",
    parameters: {
      beta: real(1 / 4, "weight of the new acceleration in the position", { min: 0, max: 1 }),
      gamma: real(1 / 2, "weight of the new acceleration in the velocity; above 1/2 the scheme damps", {
        min: 0,
        max: 1,
      }),
      compensate: choice(
        ["none", "damping", "coupled-damping", "fourth-order", "sixth-order", "eighth-order"],
        "none",
        "for linear systems, change matrices and loads so that the scheme's own damping, or its error up to this order, vanishes",
      ),
      form: choice(
        ["paper", "symmetric", "mass", "complex", "rational"],
        "paper",
        "which matrices are changed: with compensate: fourth-order and beta: 1/6, mass stays sparse and suits any damping, complex forms no matrix, for any mass and Rayleigh damping; with sixth-order, rational is stable to ω h = √20 for any beta up to 0.262",
      ),
      process: flag(
        false,
        "with beta: 1/12, process velocities: fourth order, for nonlinear systems with damping and loads too",
      ),
      ...implicitParameters,
    },
    cites: ["newmark1959", "kane2000", "takacs2024"],
    variants: [
      { beta: 1 / 6 },
      { beta: 0 },
      { beta: 0.3025, gamma: 0.6 },
      { beta: 1 / 12 },
      { beta: 1 / 12, process: true },
      { beta: 1 / 6, compensate: "damping" },
      { beta: 1 / 6, compensate: "fourth-order" },
      { beta: 1 / 6, compensate: "fourth-order", form: "mass" },
      { compensate: "sixth-order" },
      { beta: 1 / 6, compensate: "sixth-order", form: "rational" },
      { beta: 0.3025, gamma: 0.6, compensate: "coupled-damping" },
    ],
  },
  ({ beta, gamma, process, compensate, form, ...options }) => {
    if (form !== "paper" && compensate === "none") {
      throw new InputError(
        `newmark: form is ${form}, which belongs to compensate: ${form === "rational" ? "sixth-order" : "fourth-order"}, and compensate is none; give both, or leave form out`,
        { key: "form" },
      );
    }
    if (compensate !== "none") return compensatedNewmark({ kind: compensate, form, beta, gamma, ...options });
    if (!process) {
      const scheme = alphaScheme({ beta, gamma, alphaM: 0, alphaF: 0 }, options);
      return withRemark(withOwnMomenta(scheme, beta, gamma), beta, gamma);
    }
    if (Math.abs(beta - 1 / 12) < 1e-15 && gamma === 0.5) return processedNewmark(options);
    throw new InputError(
      `newmark: process is for beta: 1/12 and gamma: 1/2, found beta: ${beta} and gamma: ${gamma}; give these, or leave it out`,
      { key: "process" },
    );
  },
);

/** Below β = γ/2 the scheme is stable for h ω < 1/√(γ/2 − β) only [newmark1959]: a step beyond is known before the run. */
function withRemark(scheme: FixedStepScheme, beta: number, gamma: number): FixedStepScheme {
  if (gamma < 0.5 || !(beta < gamma / 2)) return scheme;
  const limit = 1 / Math.sqrt(gamma / 2 - beta);
  return {
    ...scheme,
    prepare(problem, h, ledger) {
      const stepper = scheme.prepare(problem, h, ledger);
      return {
        ...stepper,
        check: () => [...(stepper.check?.() ?? []), ...remarkExplicit("newmark", problem, h, limit)],
      };
    },
  };
}

/** For γ = ½ the momenta that the scheme keeps are those of η(q): listed beside the exact motion's own. */
function withOwnMomenta(scheme: FixedStepScheme, beta: number, gamma: number): FixedStepScheme {
  if (gamma !== 0.5 || beta === 0) return scheme;
  return {
    ...scheme,
    prepare: (problem, h, ledger) => ({
      ...scheme.prepare(problem, h, ledger),
      invariants: ownMomenta(problem.system, beta, h),
    }),
  };
}

function ownMomenta(system: System, beta: number, h: number): Invariant[] {
  const { eta } = newmarkLagrangian(system, beta, h);
  const x = new Float64Array(system.dof);
  return system.invariants
    .filter(({ name }) => name.startsWith("angular-momentum"))
    .map(({ name, value }) => ({
      name: name.replace("angular", "newmark"),
      value(t, q, v) {
        eta(q, x);
        return value(t, x, v);
      },
    }));
}
