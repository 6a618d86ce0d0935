/** Supports whose prescribed motion strikes a blow. Where the velocity of a support jumps, all that its inertia is coupled to would get an impulse, and
 *  where its place jumps, so would all that a damping couples to it; forces of time have no impulses, and the motion after it would be another
 *  one. Such paths are refused. */
import type { Signal } from "../core/signal.js";
import type { NamedNumbers } from "../symbolic/index.js";
import type { Entry } from "./entry.js";
import { signalAt } from "./signal-entry.js";

/** What is coupled to the supports of a structure. */
export interface Coupled {
  /** By its inertia, and how to do without; null: nothing is. */
  readonly inertia: { readonly because: string; readonly instead: string } | null;
  readonly damping: boolean;
}

/** An acceleration that a consistent mass spreads over the ends of an element. */
export const CONSISTENT_MASS = {
  because: "a consistent mass couples the nodes beside the support to it",
  instead: "mass: lumped (in a deck: *DYNAMIC, EXPLICIT)",
};

export function refuseJumpingPaths(
  supports: readonly Entry[],
  parameters: NamedNumbers,
  span: readonly [number, number],
  { inertia, damping }: Coupled,
): void {
  for (const support of supports) {
    for (const [, path] of support.entries("move")) {
      const signal = signalAt(path, parameters);
      const place = inertia !== null || damping ? jumpOf(signal, 0, span) : undefined;
      if (place !== undefined) {
        const felt = inertia?.because ?? "a damping couples the nodes beside the support to it";
        throw path.error(
          `its place jumps at t = ${shown(place)}, and ${felt}: such a blow is not computed; accepted: a path that is continuous, and whose velocity changes steadily`,
        );
      }
      const velocity = inertia === null ? undefined : jumpOf(signal, 1, span);
      if (velocity === undefined || inertia === null) continue;
      throw path.error(
        `its velocity jumps at t = ${shown(velocity)}, and ${inertia.because}: such a blow is not computed; accepted: a path whose velocity changes steadily, or ${inertia.instead}`,
      );
    }
  }
}

/** The first time inside of a run at which the k-th derivative jumps, by more than rounding of what it is in the pieces to both sides. */
function jumpOf({ kinks, derivative }: Signal, k: number, [start, end]: readonly [number, number]): number | undefined {
  return kinks?.find((t, i) => {
    if (!(t > start && t < end - SAME * (t - start))) return false;
    const [before, after] = [kinks[i - 1] ?? Number.NEGATIVE_INFINITY, kinks[i + 1] ?? Number.POSITIVE_INFINITY];
    const piece = Math.min(t - Math.max(before, start), Math.min(after, end) - t);
    const size = (order: number) =>
      Math.max(Math.abs(derivative(order, t - piece / 2, 1)), Math.abs(derivative(order, t + piece / 2, 1)));
    const jump = Math.abs(derivative(k, t, 1) - derivative(k, t, -1));
    return jump > SAME * Math.max(size(k), k === 0 ? 0 : size(k - 1) / piece);
  });
}

const SAME = 1e-9;

const shown = (t: number) => Number(t.toPrecision(6));
