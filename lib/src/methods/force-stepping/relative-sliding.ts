/** Motion along faces of V_h that is a sum over terms in relative coordinates, whatever the mass matrix.
 *
 *  The same motion as in sliding.ts, Gauss' principle of least constraint: of all accelerations M⁻¹(f − ∂V_h) the one of least aᵀM a. There groups of
 *  coordinates move as one body; here a face ties differences of coordinates, which other terms and a full mass matrix couple, and no such
 *  groups exist. What is held is found in two steps: the least element, by corners [least-norm.ts], tells which faces hold; then the
 *  acceleration along exactly these is what is left of that of a simplex next to them without its part across them [relative-sliding/held-gaps.ts],
 *  since V_h is continuous, and its gradients on both sides of a face differ across it alone. All coordinates are kept at one time, and every event
 *  looks at all terms: exact, and as slow as that. */
import type { Work } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";
import { type Grid, locate } from "./grid.js";
import { leastNorm } from "./least-norm.js";
import { coincide, equalise } from "./relative-sliding/coincidences.js";
import { hold, isTied, project, untilClosed } from "./relative-sliding/held-gaps.js";
import { leanOver, simplexAround } from "./relative-sliding/simplex.js";
import { emptyState, inBoxes, lowerOf, measure, type RelativeState, show, upperOf } from "./relative-sliding/state.js";
import { differencesOf, type RelativeTerms } from "./relative-terms.js";
import { firstExit } from "./roots.js";
import type { Sliding } from "./sliding.js";
import { beginClock, GAP, HELD, isStuck, LASTS, moveClock, nextTime, SINCE } from "./sliding-clock.js";
import type { UnitMass } from "./unit-mass.js";

export function relativeSliding(
  relative: RelativeTerms,
  mass: UnitMass,
  work: Work,
  /** For a motion that goes on: the slopes by coordinates instead of differences. */
  coordinates: Grid | null = null,
): Sliding {
  const { grid, plus } = relative;
  const { start } = relative.terms;
  const n = mass.size;
  const state = emptyState(relative, n);
  const { clock, q, v, a, force, cell, w, c, leans, order, termOfGap, closed } = state;
  const { base, side, y } = cell;
  const { F, enter: enterSimplex } = simplexAround(state, work);
  const lean = coordinates === null ? leans : new Float64Array(n);
  const [z, speeds] = [new Float64Array(grid.dof), new Float64Array(grid.dof)];
  const [unit, plain] = [new Float64Array(n), new Float64Array(n)];

  /** The acceleration M⁻¹F, in units in which the mass is 1; a new vector. */
  const ofSimplex = (): Vec => {
    const acceleration = new Float64Array(n);
    mass.enterForce(F, acceleration);
    return acceleration;
  };
  /** Corner of the set of accelerations in direction x, in units in which the mass is 1. */
  const corner = (x: Vec): Vec => {
    mass.leave(x, plain);
    leanOver(state, plain);
    enterSimplex();
    return ofSimplex();
  };

  /** The accelerations from here on; false if the potential is not finite. */
  const settle = (): boolean => {
    leans.fill(0);
    coincide(state);
    enterSimplex();
    mass.enterForce(F, unit);
    if (!unit.every(Number.isFinite)) return false;
    mass.leave(unit, a);
    inBoxes(state, a, c);
    equalise(state);
    enterSimplex();
    const directions = along(leastNorm(ofSimplex(), corner));
    if (directions === null) return false;
    if (directions.length > 0) {
      mass.enter(v, unit);
      project(unit, directions);
      mass.leave(unit, v);
    }
    leanOver(state, a);
    inBoxes(state, a, c);
    if (coordinates !== null) for (let p = 0; p < n; p++) lean[p] = a[p] / coordinates.spacing[p];
    return true;
  };

  /** The acceleration along the faces that x holds, and the directions across them; null if the potential is not finite. Where ridges and valleys of V_h meet,
   *  that acceleration may cross another face at once: then x goes as far towards it as it can, holds that one too, and ½ aᵀM a + V_h′(q; a), which the
   *  motion makes least, has become less. */
  const along = (x: Vec): readonly Vec[] | null => {
    for (let turn = 0; turn <= closed.length; turn++) {
      corner(x);
      if (!F.every(Number.isFinite)) return null;
      const first = ofSimplex();
      const directions = hold(state, mass, first, x);
      project(first, directions);
      mass.leave(first, a);
      mass.enter(a, unit);
      const share = untilClosed(state, mass, x, unit);
      if (share === 1) return directions;
      for (let p = 0; p < n; p++) x[p] += share * (unit[p] - x[p]);
    }
    return [];
  };

  return {
    memory: [clock, q, v, a, force, base, side, y, w, c, leans, order, closed, ...(lean === leans ? [] : [lean])],
    lean,
    time: () => clock[SINCE],
    slides: () => clock[HELD] > 0,
    enter(t, qNow, vNow, forceNow) {
      beginClock(clock, t);
      copy(qNow, q);
      copy(vNow, v);
      force.set(forceNow);
      closed.fill(0);
      differencesOf(relative, q, z);
      differencesOf(relative, v, speeds);
      locate(grid, z, speeds, cell);
      inBoxes(state, v, w);
      leans.fill(0);
      enterSimplex();
      return settle() && clock[HELD] > 0;
    },
    step(time, limit) {
      const met = clock[GAP];
      const dof = met < 0 ? -1 : plus[start[termOfGap[met]]];
      if (met >= 0) {
        show(state, clock[LASTS], q, v);
        moveClock(clock);
        measure(state);
        if (!settle()) return { kind: "not-finite", dof, term: "potential" };
        if (isStuck(clock, closed.length)) return { kind: "sliding", dof };
      }
      predict(state);
      // Nothing that was found holds it.
      if (met >= 0 && clock[GAP] === met && isTied(state, met)) return { kind: "sliding", dof };
      time.t = nextTime(clock, limit);
      return null;
    },
    at(t, qOut, vOut) {
      show(state, t - clock[SINCE], qOut, vOut);
    },
  };
}

/** The next gap to close, and when. */
function predict(state: RelativeState): void {
  const { clock, cell, w, c, closed } = state;
  const { y } = cell;
  let least = Number.POSITIVE_INFINITY;
  clock[GAP] = -1;
  for (let g = 0; g < closed.length; g++) {
    if (closed[g] === 1) continue;
    const [u, l] = [upperOf(state, g), lowerOf(state, g)];
    const of = (x: Vec, j: number, wall: number) => (j < 0 ? wall : x[j]);
    const exit = firstExit(of(y, u, 1) - of(y, l, 0), of(w, u, 0) - of(w, l, 0), (of(c, u, 0) - of(c, l, 0)) / 2);
    if (exit < least) {
      least = exit;
      clock[GAP] = g;
    }
  }
  clock[LASTS] = least;
}
