/** What the code of secant-force.ts calls: the functions of the system, everything at the end of a step in one call; and checks that are long and rare, or short
 *  beside a step, which would only make the code longer than compilers like. */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { ACCEPTED, LOST, NOISE } from "./limits.js";

/** Where things are in memory that these functions read and write: the first variable of each. */
export function secantPlaces(n: number, entries: number) {
  let next = 0;
  const vector = (length: number) => {
    const first = next;
    next += length;
    return first;
  };
  return {
    first: vector(n),
    last: vector(n),
    potential: vector(1),
    gradient: vector(n),
    tangent: vector(entries),
    middle: vector(n),
    ofMiddle: vector(entries),
    nearby: vector(n),
    ofNearby: vector(1),
    du: vector(n),
    quartic: vector(n),
    force: vector(n),
    residual: vector(n),
    sizes: vector(n),
    reach: vector(n),
    slopes: vector(entries),
    /** V at the start, its noise, Δu·c, η. */
    numbers: vector(4),
    accepted: vector(1),
  };
}

export function secantCalls(system: System, memory: Vec): readonly (() => void)[] {
  const { dof: n, tangent } = system;
  if (tangent === null) return [];
  const { pattern, values } = tangent;
  const { rowStart, column } = pattern;
  const entries = column.length;
  const at = secantPlaces(n, entries);
  const part = (first: number, length = n) => memory.subarray(first, first + length);
  const [last, gradient, middle, nearby] = [at.last, at.gradient, at.middle, at.nearby].map((first) => part(first));
  const [du, quartic, force, residual] = [at.du, at.quartic, at.force, at.residual].map((first) => part(first));
  const [sizes, reach] = [part(at.sizes), part(at.reach)];
  const [K, ofMiddle, slopes] = [at.tangent, at.ofMiddle, at.slopes].map((first) => part(first, entries));
  const ofPlace = new Float64Array(n);

  /** Σ_j |slope_ij| reach_j. Of the slopes, which are symmetric, the code writes those on the diagonal and to the right of it. */
  const findOfPlace = () => {
    ofPlace.fill(0);
    for (let i = 0; i < n; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = column[k];
        if (j < i) continue;
        const slope = Math.abs(slopes[k]);
        ofPlace[i] += slope * reach[j];
        if (j > i) ofPlace[j] += slope * reach[i];
      }
    }
  };

  /** Is what is left of the equations rounding: of their terms, of the place, of V? */
  const isRounding = (): boolean => {
    const before = memory[at.numbers];
    const noise = memory[at.numbers + 1];
    const below = memory[at.numbers + 2];
    let unknown = Number.EPSILON * (Math.abs(before) + Math.abs(memory[at.potential])) + NOISE * noise;
    for (let i = 0; i < n; i++) unknown += Number.EPSILON * Math.abs(quartic[i] * last[i]);
    const ofPotential = below > 0 ? unknown / below : 0;
    findOfPlace();
    let open = 0;
    let done = 0;
    let left = 0;
    for (let i = 0; i < n; i++) {
      // Of the secant term the size of c, which is no longer than Δu.
      const ofTerms = 2 * Number.EPSILON * Math.max(sizes[i], ofPlace[i]);
      const bound = ACCEPTED * (ofTerms + ofPotential * Math.abs(du[i]));
      if (!(Math.abs(residual[i]) <= bound && bound < Number.POSITIVE_INFINITY)) return false;
      open += Math.abs(du[i]) * bound;
      done += Math.abs(du[i] * force[i]);
      left += du[i] * residual[i];
    }
    return open <= LOST * done && Math.abs(left) <= LOST * done;
  };
  /** Is the work of the force known, and is what is left of the equations nothing beside it? */
  const isSound = (): boolean => {
    let done = 0;
    let terms = 0;
    let left = 0;
    for (let i = 0; i < n; i++) {
      done += Math.abs(du[i] * force[i]);
      terms += Math.abs(du[i]) * (Math.abs(quartic[i]) + Math.abs(force[i] - quartic[i]));
      left += du[i] * residual[i];
    }
    return Number.EPSILON * terms <= LOST * done && Math.abs(left) <= LOST * done;
  };

  return [
    () => {
      memory[at.potential] = system.potential(last);
      system.gradient(last, gradient);
      values(last, K);
    },
    () => values(middle, ofMiddle),
    () => {
      memory[at.ofNearby] = system.potential(nearby);
    },
    () => {
      memory[at.accepted] = isRounding() ? 1 : 0;
    },
    () => {
      memory[at.accepted] = isSound() ? 1 : 0;
    },
  ];
}
