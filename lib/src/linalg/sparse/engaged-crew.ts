/** The crew of the whole program. A factorisation sits deep inside a method, where nobody hands it threads; as they change the
 *  time and no digit, the program may engage them once for all large factorisations that bring none of their own. */
import type { Crew } from "./wasm-kernels.js";

let engaged: Crew | null = null;

/** null: from now on without. */
export function engageCrew(crew: Crew | null): void {
  engaged = crew;
}

export const engagedCrew = (): Crew | null => engaged;
