/** The function that is minimised in a step, at one mean velocity u: where the step is then, and the forces there. */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";

export interface IncrementalFunction {
  readonly h: number;
  /** κ */
  readonly kappa: number;
  /** Is the potential part of it? */
  readonly potential: boolean;
  readonly sigma: number;
}

/** Entries of `now`: the time of the forces, and the length of the step that is solved. */
export const [TIME, STEP] = [0, 1];

export interface Trial {
  readonly now: Vec;
  /** q and û of the step, and the velocity u = û + h w that is tried. */
  readonly start: Vec;
  readonly hat: Vec;
  readonly w: Vec;
  readonly u: Vec;
  /** What q + h u is rounded by but for its last addition. */
  readonly rest: Vec;
  /** q + h u, and q + σ h u. */
  readonly x: Vec;
  readonly place: Vec;
  /** ∇V, the load with the damping, and of that −φ_v − h σ φ_q. */
  readonly g: Vec;
  readonly force: Vec;
  readonly resistance: Vec;
  /** Do V and the load have a part in it? */
  readonly stored: boolean;
  /** To where u leads. */
  moveTo(): void;
  resist(): void;
  /** The forces of the potential, the load and the damping where u leads. */
  forces(): void;
}

export function trialOf(system: System, { h, kappa, potential, sigma }: IncrementalFunction): Trial {
  const { load, damping } = system;
  const companion = damping?.companion;
  const n = system.dof;
  const [start, hat, w, u, rest, x, place, g, force, resistance] = Array.from(
    { length: 10 },
    () => new Float64Array(n),
  );
  const now = Float64Array.of(0, h);
  const stored = potential && kappa !== 0;

  const moveTo = () => {
    const step = now[STEP];
    for (let i = 0; i < n; i++) {
      x[i] = start[i] + (step * u[i] + rest[i]);
      place[i] = start[i] + sigma * step * u[i];
    }
  };
  const resist = () => {
    resistance.fill(0);
    if (companion !== undefined && sigma !== 0) {
      companion.addTo(now[TIME], place, u, resistance);
      for (let i = 0; i < n; i++) resistance[i] *= now[STEP] * sigma;
    }
    damping?.addTo(now[TIME], place, u, resistance);
  };
  return {
    ...{ now, start, hat, w, u, rest, x, place, g, force, resistance, stored },
    moveTo,
    resist,
    forces() {
      moveTo();
      resist();
      copy(resistance, force);
      if (!stored) return;
      load?.addTo(now[TIME], x, u, force);
      system.gradient(x, g);
    },
  };
}
