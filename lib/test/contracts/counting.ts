/** A system that counts what is asked of it, and can be told to break. */
import type { Force, Problem, System } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";

export interface Counts {
  /** ∇V and discrete gradients. */
  gradients: number;
  /** ∇²V and the tangents of discrete gradients. */
  tangents: number;
}

/** `spoil` is told of every evaluation of a force and may change what was found. */
export function counting(
  problem: Problem,
  spoil: (out: Vec) => void = () => {},
): { readonly problem: Problem; readonly counts: Counts } {
  const counts: Counts = { gradients: 0, tangents: 0 };
  const { system } = problem;
  const { tangent, discreteGradient } = system;
  const difference = (inner: NonNullable<System["discreteGradient"]>): NonNullable<System["discreteGradient"]> => ({
    ...inner,
    between(a, b, out) {
      counts.gradients++;
      inner.between(a, b, out);
      spoil(out);
    },
    tangent: {
      ...inner.tangent,
      values(a, b, out) {
        counts.tangents++;
        inner.tangent.values(a, b, out);
      },
    },
    ...(inner.resisting !== undefined && { resisting: (r: number) => difference(inner.resisting?.(r) ?? inner) }),
  });
  const spoiled = (force: Force | null): Force | null =>
    force && {
      ...force,
      addTo(t, q, v, out) {
        force.addTo(t, q, v, out);
        spoil(out);
      },
    };
  const counted = {
    ...system,
    load: spoiled(system.load),
    gradient(q: Vec, out: Vec) {
      counts.gradients++;
      system.gradient(q, out);
      spoil(out);
    },
    tangent: tangent && {
      ...tangent,
      values(q: Vec, out: Vec) {
        counts.tangents++;
        tangent.values(q, out);
      },
    },
    discreteGradient: discreteGradient && difference(discreteGradient),
  } as System;
  return { problem: { ...problem, system: counted }, counts };
}
