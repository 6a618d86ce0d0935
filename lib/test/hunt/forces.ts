/** Forces at a place that is itself rounded: ∇V, f_load and f_damping with the size of their terms. */
import type { Force, ForceTangent } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { product, type Rounded, sum, zero } from "./rounded.js";
import type { Step } from "./step.js";

type Where = Pick<Step, "system" | "energy">;

/** ∇V(Q). The stiffness is that of this very place; the rounding inside ∇V is what the system or the author of the problem says. */
export function gradient({ system, energy }: Where, Q: Rounded): Rounded {
  const out = zero(system.dof);
  system.gradient(Q.value, out.value);
  const moved = product(stiffness({ system, energy }, Q.value), Q);
  const inside = new Float64Array(system.dof);
  system.gradientRounding?.(Q.value, inside);
  const cancelling = (system.cancellingTerms ?? 0) + energy.insideForce;
  for (let i = 0; i < system.dof; i++) {
    out.size[i] = Math.abs(out.value[i]) + moved.size[i] + cancelling + inside[i] / Number.EPSILON;
  }
  return out;
}

export function stiffness({ system }: Where, q: Vec) {
  const { tangent } = system;
  if (tangent === null) throw new Error("a problem of the hunt has a tangent");
  const values = new Float64Array(tangent.pattern.column.length);
  tangent.values(q, values);
  return { pattern: tangent.pattern, values };
}

export function load({ system }: Where, t: number, Q: Rounded, V: Rounded): Rounded {
  return forceOf(system.load, t, Q, V);
}

export function damping({ system }: Where, t: number, Q: Rounded, V: Rounded): Rounded {
  return forceOf(system.damping, t, Q, V);
}

/** G = ∇V − f_load − f_damping: what M a balances. */
export function opposing(where: Where, t: number, Q: Rounded, V: Rounded): Rounded {
  return sum([1, gradient(where, Q)], [-1, load(where, t, Q, V)], [-1, damping(where, t, Q, V)]);
}

function forceOf(force: Force | null, t: number, Q: Rounded, V: Rounded): Rounded {
  const out = zero(Q.value.length);
  if (force === null) return out;
  force.addTo(t, Q.value, V.value, out.value);
  // The clock is rounded too: t ∂f/∂t, by a difference that is accurate enough for a size.
  const later = new Float64Array(out.value.length);
  const apart = 1e-6 * (Math.abs(t) + 1e-6);
  force.addTo(t + apart, Q.value, V.value, later);
  const moved = [slope(force.byPosition, t, Q, V, Q), slope(force.byVelocity, t, Q, V, V)];
  for (let i = 0; i < later.length; i++) {
    const ofTime = (Math.abs(t) * Math.abs(later[i] - out.value[i])) / apart;
    out.size[i] = Math.abs(out.value[i]) + ofTime + moved[0].size[i] + moved[1].size[i];
  }
  return out;
}

function slope(tangent: ForceTangent | null, t: number, Q: Rounded, V: Rounded, along: Rounded): Rounded {
  if (tangent === null) return zero(Q.value.length);
  const values = new Float64Array(tangent.pattern.column.length);
  tangent.values(t, Q.value, V.value, values);
  return product({ pattern: tangent.pattern, values }, along);
}
