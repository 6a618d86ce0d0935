/** The matrix K = M + Σ b_i (1 − c_i)(h C + c_i h² ∇²V) of a step with constraints (constrained.ts). */
import type { Failure } from "../../core/failure.js";
import type { Work } from "../../core/method.js";
import { readsVelocity, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze } from "../../linalg/factorization.js";
import type { Solve } from "./multiplier-equations.js";
import type { Node } from "./nodes.js";

/** Solving with the mass never fails. */
export const massSolve =
  (mass: System["mass"]): Solve =>
  (b, out) => {
    mass.solve(b, out);
    return null;
  };

/** Factored once a step (once a run, if it does not change). */
export function stepMatrix(system: System, nodes: readonly Node[], h: number, work: Work) {
  const inner = nodes.filter(({ weight, place }) => weight * (1 - place) * (readsVelocity(system) ? 1 : place) !== 0);
  if (inner.length === 0) return { renew: () => null, solve: massSolve(system.mass) };
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, matrix.symmetric, system);
  const values = new Float64Array(matrix.values.length);
  const Q = new Float64Array(system.dof);
  return {
    renew(t: number, q: Vec, V: Vec): Failure | null {
      values.fill(0);
      for (let k = 0; k < inner.length; k++) {
        const { weight, place } = inner[k];
        for (let i = 0; i < Q.length; i++) Q[i] = q[i] + place * h * V[i];
        const w = weight * (1 - place);
        matrix.assemble(k === 0 ? 1 : 0, w * h, w * place * h * h, t + place * h, Q, V);
        for (let j = 0; j < values.length; j++) values[j] += matrix.values[j];
      }
      work.factorizations++;
      return factorization.factor(values);
    },
    solve: factorization.solve,
  };
}
