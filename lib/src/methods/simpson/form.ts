/** The quadratic form that Simpson's integrator conserves on linear systems.                     [rojas2024, Proposition 7]
 *
 *      φ(p, q) = ½ p·ξ p + ½ q·ζ q,    ξ = (X + Y)⁻¹,   ζ = (X⁻¹ + Y⁻¹)⁻¹,   X = 2/h M − h/6 K,   Y = h/3 (K L⁻¹ + ½ K)
 *
 *  With x = h² M⁻¹K and y = x/24 these are ξ M = h/2 (1 − 3y)/(1 + y) and ζ = h/2 K (1 − 2y)(1 − y)/(1 + y): partial fractions
 *  leave one symmetric factor, M + h²K/24, instead of L⁻¹,
 *
 *      φ = h/4 ( 4 v·M w − 3 v·M v + 6 q·K u − 5 q·K q + h²/12 K q·M⁻¹K q ),    (M + h²K/24) (w, u) = M (v, q)
 *
 *  φ/(h/2) tends to the energy. It costs two solves, at states that are observed only. */
import type { Invariant, LinearSystem } from "../../core/system.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze, type Factorization } from "../../linalg/factorization.js";
import { multiply } from "../../linalg/matrix.js";
import { dot } from "../../linalg/vec.js";

export function simpsonForm(system: LinearSystem, h: number): Invariant {
  const { dof, mass, stiffness } = system;
  const [inertia, force, solution] = Array.from({ length: 3 }, () => new Float64Array(dof));
  let factor: Factorization | null = null;
  const factored = () => {
    const matrix = effectiveMatrix(system);
    const created = analyze(matrix.pattern, true, system);
    matrix.assemble(1, 0, (h * h) / 24, 0, inertia, inertia);
    created.factor(matrix.values);
    return created;
  };
  return {
    name: "simpson-form",
    value(_t, q, v) {
      factor ??= factored();
      mass.apply(v, inertia);
      factor.solve(inertia, solution);
      const ofVelocity = 4 * dot(inertia, solution) - 3 * dot(inertia, v);
      multiply(stiffness, q, force);
      mass.apply(q, inertia);
      factor.solve(inertia, solution);
      const ofPosition = 6 * dot(force, solution) - 5 * dot(force, q);
      mass.solve(force, solution);
      return (h / 4) * (ofVelocity + ofPosition + ((h * h) / 12) * dot(force, solution));
    },
  };
}
