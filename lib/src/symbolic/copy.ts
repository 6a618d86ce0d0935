import type { Vec } from "../core/vec.js";

/** Copies a vector: very few numbers without a loop, which would cost more than what is copied; many by the host. */
export function copy(from: Vec, to: Vec): void {
  const n = from.length;
  if (n > 32) to.set(from);
  else if (n > 4) for (let i = 0; i < n; i++) to[i] = from[i];
  else if (n > 0) {
    to[0] = from[0];
    if (n > 1) to[1] = from[1];
    if (n > 2) to[2] = from[2];
    if (n > 3) to[3] = from[3];
  }
}
