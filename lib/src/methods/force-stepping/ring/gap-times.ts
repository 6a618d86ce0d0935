/** When the gaps of the ring close, in a queue: gap s is that between beads s and s + 1. */
import type { Parabolas } from "../parabolas.js";
import { emptyQueue, leavesFor, renewed } from "../queue.js";
import type { Ring } from "../ring-order.js";
import { firstExit, nextExit } from "../roots.js";

export function gapTimes({ bead }: Ring, { y, w, a, since }: Parabolas) {
  const d = bead.length - 1;
  const marker = d;
  const size = leavesFor(d + 1);
  const times = emptyQueue(size);
  return {
    times,
    leaves: size,
    /** All, from the start. */
    scheduleAll(): void {
      for (let s = 0; s <= d; s++) {
        const u = bead[s] | 0;
        const l = bead[s === d ? 0 : s + 1] | 0;
        const gap = y[u] + (u === marker ? 1 : 0) - y[l];
        times[size + s] = firstExit(gap, w[u] - w[l], (a[u] - a[l]) / 2);
      }
      renewed(times, size, 0, d);
    },
    /** Gap s has been crossed at time t: it and its neighbours have new ends, beads i, u, l, k from above. Written out, since this is
     *  where the time goes. */
    schedule(s: number, t: number): void {
      const before = s === 0 ? d : s - 1;
      const after = s === d ? 0 : s + 1;
      const i = bead[before] | 0;
      const u = bead[s] | 0;
      const l = bead[after] | 0;
      const k = bead[after === d ? 0 : after + 1] | 0;
      const xu = t - since[u];
      const xl = t - since[l];
      const au = a[u];
      const al = a[l];
      const wu = w[u] + xu * au;
      const wl = w[l] + xl * al;
      times[size + s] = t + nextExit(wu - wl, (au - al) / 2);
      const xi = t - since[i];
      const ai = a[i];
      const top = y[i] + xi * (w[i] + (xi / 2) * ai) + (i === marker ? 1 : 0);
      const yu = y[u] + xu * (w[u] + (xu / 2) * au);
      times[size + before] = t + firstExit(top - yu, w[i] + xi * ai - wu, (ai - au) / 2);
      if (after !== before) {
        const xk = t - since[k];
        const ak = a[k];
        const yl = y[l] + xl * (w[l] + (xl / 2) * al) + (l === marker ? 1 : 0);
        const bottom = y[k] + xk * (w[k] + (xk / 2) * ak);
        times[size + after] = t + firstExit(yl - bottom, wl - (w[k] + xk * ak), (al - ak) / 2);
      }
      if (s > 0 && s < d) renewed(times, size, s - 1, s + 1);
      else {
        renewed(times, size, 0, Math.min(1, d));
        renewed(times, size, Math.max(0, d - 1), d);
      }
    },
  };
}
