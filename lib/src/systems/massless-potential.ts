/** Nonlinear systems in which some coordinates q_m have no mass. They follow the others through ∇_m V(q_r, q_m) = 0, and
 *  what moves is governed by the condensed potential
 *
 *      V̂(q_r) = min over q_m of V,   ∇V̂ = ∇_r V,   ∇²V̂ = K_rr − K_rm K_mm⁻¹ K_mr   at the minimum,
 *
 *  found by Newton's iteration at every evaluation. The iteration always begins at the q_m of the start, so that V̂ is a
 *  function of q_r alone and a restarted run repeats the same bits. Where V has no minimum in q_m, V̂ is NaN and the run
 *  ends with a failure that says so. Forces may not touch the massless coordinates. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { NonlinearSystem, Tangent, View } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { squareBlock } from "../linalg/matrix.js";
import { fullPattern } from "../linalg/sparsity.js";
import type { Condensed } from "./massless.js";
import { type PotentialParts, potentialSystem } from "./potential.js";
import { relaxation } from "./relaxation.js";
import { restrictedForce } from "./restricted-force.js";

export interface MasslessPotentialParts extends Omit<PotentialParts, "mass" | "tangent" | "conserved"> {
  /** Symmetric; rows that are entirely zero have no mass. */
  readonly mass: Matrix;
  readonly tangent: Tangent;
}

export function condensedPotential(parts: MasslessPotentialParts, start: Vec, t0 = 0): Condensed<NonlinearSystem> {
  const { mass, labels } = parts;
  const inner = Int32Array.from(massless(mass));
  const outer = Int32Array.from(labels.keys()).filter((i) => !inner.includes(i));
  if (outer.length === 0) throw new InputError("no degree of freedom has mass: there is nothing to integrate");
  const relaxed = relaxation(parts, start, inner, outer);
  const n = outer.length;
  const dof = labels.length;
  const places = { start, t0, labels, inner, outer };

  const system = potentialSystem({
    labels: Array.from(outer, (i) => labels[i]),
    mass: matrixMass(squareBlock(mass, outer)),
    potential: (q) => parts.potential(relaxed.at(q)),
    gradient(q, out) {
      parts.gradient(relaxed.at(q), relaxed.scratch);
      for (let i = 0; i < n; i++) out[i] = relaxed.scratch[outer[i]];
    },
    tangent: {
      pattern: fullPattern(n),
      values(q, out) {
        const { stiffness, coupling } = relaxed.linearised(q);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) out[i * n + j] = stiffness[outer[i] * dof + outer[j]] - dot(coupling, i, j);
        }
      },
    },
    load: parts.load ? restrictedForce(parts.load, places, "load") : null,
    damping: parts.damping ? restrictedForce(parts.damping, places, "damping") : null,
  });

  const view: View = {
    labels,
    expand(s, q, v) {
      q.set(relaxed.at(s.q));
      relaxed.velocity(s.q, s.v, v);
    },
  };
  return { system, view, retained: outer };
}

/** Σ_k w_ik w_jk of two rows. */
function dot(rows: readonly Vec[], i: number, j: number): number {
  const a = rows[i];
  const b = rows[j];
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
