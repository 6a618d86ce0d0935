/** The straight line of a step at a mean velocity V: where its nodes are, and the forces G = ∇V − f_load − f_damping there. */
import { opposingForce, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { axpy } from "../../linalg/vec.js";
import { product } from "../factors.js";
import type { PlaceRounding } from "../place-rounding.js";
import { lostOfLarger, type StateSum } from "../summation.js";
import { factorsOf, type Node } from "./nodes.js";

/** What the sums of the state carry: a step starts from q + ofPositions, v + ofVelocities. */
export type Carried = Pick<StateSum, "ofPositions" | "ofVelocities">;

/** Entries of `now`: the length of the step that is solved, and the time of its start. */
export const [STEP, TIME] = [0, 1];

export interface Path {
  readonly now: Vec;
  /** q₀ and v₀. */
  readonly fromQ: Vec;
  readonly fromV: Vec;
  /** V, and what it is rounded by. */
  readonly V: Vec;
  readonly rest: Vec;
  /** The node that it has moved to last. */
  readonly Q: Vec;
  /** Of every node: c, b, and b (1 − c), the part of F_d⁻ and D₁L_d. */
  readonly places: Vec;
  readonly whole: Vec;
  readonly left: Vec;
  /** What the forces of every node make of the rounding of its place, where that is known. */
  readonly rounded: (PlaceRounding | null)[];
  /** V for the acceleration B. */
  accelerate(B: Vec): void;
  /** Q at node k. */
  moveTo(k: number): void;
  /** out += Σ weight G over the nodes; size += Σ |weight G|. */
  addForces(weights: Vec, out: Vec, size: Vec | null): void;
  /** To this part of the step. */
  shorten(part: number): void;
}

export function pathOf(
  system: System,
  nodes: readonly Node[],
  h: number,
  { ofPositions, ofVelocities }: Carried,
): Path {
  const n = system.dof;
  const { cancellingTerms = 0 } = system;
  const [fromQ, fromV, V, rest, Q, delta, g] = Array.from({ length: 7 }, () => new Float64Array(n));
  const now = Float64Array.of(h, 0);
  const places = Float64Array.from(nodes, ({ place }) => place);
  const whole = Float64Array.from(nodes, ({ weight }) => weight);
  const left = Float64Array.from(nodes, ({ weight, place }) => weight * (1 - place));
  const rounded: (PlaceRounding | null)[] = nodes.map(() => null);
  let factors = factorsOf(h, nodes);

  const moveTo = (k: number) => {
    const step = now[STEP];
    const place = places[k];
    const toPlace = factors.toPlaces[k];
    for (let i = 0; i < n; i++) {
      const y = product(toPlace, V[i]);
      Q[i] = fromQ[i] + y;
      delta[i] = lostOfLarger(fromQ[i], y, Q[i]) + (ofPositions[i] + step * (place * rest[i]));
    }
  };
  const addForces: Path["addForces"] = (weights, out, size) => {
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      moveTo(k);
      opposingForce(system, now[TIME] + places[k] * now[STEP], Q, V, g);
      rounded[k]?.addTo(delta, 1, g, 1, g);
      axpy(weight, g, out);
      if (size !== null) for (let i = 0; i < n; i++) size[i] += Math.abs(weight * g[i]) + cancellingTerms;
    }
  };
  return {
    ...{ now, fromQ, fromV, V, rest, Q, places, whole, left, rounded },
    accelerate(B) {
      const { ofStep } = factors;
      for (let i = 0; i < n; i++) {
        const kick = product(ofStep, B[i]);
        V[i] = fromV[i] + kick;
        rest[i] = lostOfLarger(fromV[i], kick, V[i]) + ofVelocities[i];
      }
    },
    moveTo,
    addForces,
    shorten(part) {
      now[STEP] = part * h;
      factors = factorsOf(part * h, nodes);
    },
  };
}
