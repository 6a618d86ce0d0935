/** Variational integrators: the discrete Lagrangians L_d^α and L_d^{sym,α}.             [kane2000, eqs. (2), (16), (19)]
 *
 *      L_d^α(q₀, q₁) = h L((1 − α) q₀ + α q₁, (q₁ − q₀)/h),      L_d^{sym,α} = ½ (L_d^α + L_d^{1−α})
 *
 *  With a_c = −M⁻¹∇V at (1 − c) q₀ + c q₁, the symmetric one in position–velocity form is
 *
 *      q₁ = q₀ + h v₀ + h²/2 ((1 − α) a_α + α a_{1−α}),    v₁ = v₀ + h/2 (a_α + a_{1−α})
 *
 *  The discrete Euler–Lagrange equations make every choice symplectic, canonically, and keep linear and angular momentum to
 *  rounding. The motion starts through the discrete Legendre transform M v₀ = −D₁L_d, not from q₁ = q₀ + h v₀, which would cost
 *  an order. Second order if symmetric, or for α = ½, which is the midpoint rule (Theorem 2.1); L_d^α with another α is of first
 *  order as a map of (q, v), although the paper calls its positions second-order accurate [papers/kane2000]. α = 0 and 1 are
 *  explicit: symmetric, they are central differences (Theorem 3.1).
 *  Forces that have no potential enter as in lagrange-dalembert; constraints are kept by multipliers (stepping/action/constrained.ts). Own
 *  discrete Lagrangians: stepping/action/discrete-lagrangian.ts. The step itself, for any weights and nodes: stepping/action/discrete-action.ts.
 *  Cost: one solve a step; two gradients an iteration where α ≠ ½ and symmetric. */
import { family } from "../core/method.js";
import { flag, real } from "../core/parameter.js";
import { nodesOf } from "../stepping/action/nodes.js";
import { actionScheme } from "../stepping/action/stepper.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";

export const variational = family(
  {
    id: "variational",
    title: "Variational integrator",
    summary: "Discrete mechanics in its simplest form: symplectic, and momenta kept to rounding, for every α.",
    parameters: {
      alpha: real(1 / 2, "where between its ends a step evaluates the potential", { min: 0, max: 1 }),
      symmetric: flag(true, "evaluate it at α and at 1 − α: second order for every α"),
      ...implicitParameters,
    },
    cites: ["kane2000", "andersen1983"],
    variants: [{ alpha: 0.3 }, { alpha: 0 }, { alpha: 0.3, symmetric: false }, { alpha: 1, symmetric: false }],
  },
  ({ alpha, symmetric, ...options }) => actionScheme(nodesOf(alpha, symmetric), options),
);
