/** The next gap to close on the ring, number s between beads s and s + 1. */
import { firstExit } from "../roots.js";
import { GAP, LASTS } from "../sliding-clock.js";
import type { SlidingState } from "./state.js";

/** Which, and when. */
export function predict({ clock, ring: { bead }, group, cell: { y }, w, a }: SlidingState): void {
  const d = y.length;
  let least = Number.POSITIVE_INFINITY;
  clock[GAP] = -1;
  for (let s = 0; s <= d; s++) {
    const u = bead[s] | 0;
    const l = bead[s === d ? 0 : s + 1] | 0;
    if (u !== d && l !== d && group[u] === group[l]) continue;
    const [yu, wu, au] = u === d ? [1, 0, 0] : [y[u], w[u], a[u]];
    const [yl, wl, al] = l === d ? [0, 0, 0] : [y[l], w[l], a[l]];
    const exit = firstExit(yu - yl, wu - wl, (au - al) / 2);
    if (exit < least) {
      least = exit;
      clock[GAP] = s;
    }
  }
  clock[LASTS] = least;
}

/** It closes: its groups have one height, exactly. */
export function close({ clock, ring: { bead }, group, cell: { y }, w, a }: SlidingState): void {
  const d = y.length;
  const s = clock[GAP];
  const u = bead[s] | 0;
  const l = bead[s === d ? 0 : s + 1] | 0;
  // What rests on a wall stays there.
  const fixed = l !== d && w[l] === 0 && a[l] === 0;
  const [mover, height] = u === d ? [l, 1] : l === d ? [u, 0] : fixed ? [u, y[l]] : [l, y[u]];
  for (let j = 0; j < d; j++) if (group[j] === group[mover]) y[j] = height;
}

/** A coordinate next to it. */
export const coordinateAt = ({ clock, ring: { bead }, w }: SlidingState): number =>
  bead[clock[GAP]] === w.length ? bead[clock[GAP] + 1] : bead[clock[GAP]];
