/** The discrete Lagrange–d'Alembert principle: variational integration with forces.             [kane2000, eqs. (44)–(46)]
 *
 *      δ Σ L_d(q_k, q_{k+1}) + Σ (F_d⁻·δq_k + F_d⁺·δq_{k+1}) = 0
 *      F_d⁻ = h/2 ((1 − α) F_α + α F_{1−α}),    F_d⁺ = h/2 (α F_α + (1 − α) F_{1−α}),    F_c = F(q_c, (q₁ − q₀)/h)
 *
 *  with L_d = L_d^{sym,α}: second order for any force F(t, q, v), and where there is none the method is variational. Velocities
 *  are those of the forced Legendre transform, M v₁ = D₂L_d + F_d⁺. The paper's special form (46) leaves out an M⁻¹ in
 *  front of F; here it is in its place [papers/kane2000]. Weak damping is distinguished from the scheme's own error: the
 *  conservative part of the motion neither gains nor loses.
 *  For α = ½ this is the midpoint rule. Cost: one solve a step; two gradients an iteration where α ≠ ½. */
import { family } from "../core/method.js";
import { real } from "../core/parameter.js";
import { nodesOf } from "../stepping/action/nodes.js";
import { actionScheme } from "../stepping/action/stepper.js";
import { implicitParameters } from "../stepping/implicit-parameters.js";

export const lagrangeDalembert = family(
  {
    id: "lagrange-dalembert",
    title: "Discrete Lagrange–d'Alembert",
    summary: "Variational integration with forces and damping; for weakly damped motion over long times.",
    parameters: {
      alpha: real(1 / 2, "where between its ends, and at 1 − α, a step evaluates the forces", { min: 0, max: 1 }),
      ...implicitParameters,
    },
    cites: ["kane2000", "andersen1983"],
    variants: [{ alpha: 0.3 }, { alpha: 0 }],
  },
  ({ alpha, ...options }) => actionScheme(nodesOf(alpha, true), options),
);
