/** Dashpots that stop a motion many times over within a step, where compensation makes them slower than they are.
 *
 *  With M̂ = M + p h² CM⁻¹C a velocity that dies away at the rate c/m does so at c/(m + p h² c²/m): over p h c/m steps where that is large.
 *  A motion along which the dashpots lead is followed all the same; one that starts with another velocity goes on with it for as many steps. */
import type { Matrix } from "../../core/matrix.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { Mass } from "../../core/system.js";
import { largestQuotient } from "../stable-steps.js";

export function slowedDamping(setting: string, mass: Mass, C: Matrix | null, p: number, h: number): Notice[] {
  if (C === null) return [];
  const rate = Math.abs(h) * largestQuotient(mass, C);
  const steps = p * rate;
  if (!(steps > 1)) return [];
  return noticesOf("slowed-damping", [
    `damping would stop a motion ${short(rate)} times over within a step, and with ${setting} it takes ${short(steps)} steps: a start with other ` +
      `velocities than the dashpots allow goes on with them that long. Steps below ${short(Math.abs(h) / steps)} are not affected, nor is bathe at any step`,
  ]);
}

const short = (value: number) => String(Number(value.toPrecision(2)));
