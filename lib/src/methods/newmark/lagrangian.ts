/** What Newmark's method with γ = ½ is the variational integrator of.              [kane2000, Theorem 3.5, with the sign of η corrected]
 *
 *      η(q) = q + β h² M⁻¹∇V(q),       Ṽ(η(q)) = V(q) + ½ β h² ∇V(q)·M⁻¹∇V(q),       ∇Ṽ(η(q)) = ∇V(q)
 *      L_d^β(q₀, q₁) = h/2 (Δη/h)·M (Δη/h) − h Ṽ(η(q₀))                                                [kane2000, (28), (29)]
 *
 *  The paper proves that Ṽ exists; this is what it is, since its gradient in q is (I + β h² M⁻¹∇²V)ᵀ∇V. In x = η(q) a step of Newmark's
 *  method is one of velocity Verlet in Ṽ: x₁ = x₀ + h v₀ − ½ h² M⁻¹∇Ṽ(x₀). */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface NewmarkLagrangian {
  /** out = η(q); may be q itself. */
  eta(q: Vec, out: Vec): void;
  /** Ṽ(η(q)). */
  potential(q: Vec): number;
  /** L_d^β(q₀, q₁). */
  value(q0: Vec, q1: Vec): number;
}

export function newmarkLagrangian(
  { dof, mass, potential, gradient }: Pick<System, "dof" | "mass" | "potential" | "gradient">,
  beta: number,
  h: number,
): NewmarkLagrangian {
  const [slope, shift, x0, x1] = Array.from({ length: 4 }, () => new Float64Array(dof));
  const weight = beta * h * h;
  const eta = (q: Vec, out: Vec) => {
    gradient(q, slope);
    mass.solve(slope, shift);
    for (let i = 0; i < dof; i++) out[i] = q[i] + weight * shift[i];
  };
  const modified = (q: Vec): number => {
    gradient(q, slope);
    mass.solve(slope, shift);
    let square = 0;
    for (let i = 0; i < dof; i++) square += slope[i] * shift[i];
    return potential(q) + (weight / 2) * square;
  };
  return {
    eta,
    potential: modified,
    value(q0, q1) {
      eta(q0, x0);
      eta(q1, x1);
      for (let i = 0; i < dof; i++) x1[i] -= x0[i];
      mass.apply(x1, x0);
      let square = 0;
      for (let i = 0; i < dof; i++) square += x1[i] * x0[i];
      return square / (2 * h) - h * modified(q0);
    },
  };
}
