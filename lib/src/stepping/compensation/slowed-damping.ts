/** Dashpots that stop a motion many times over within a step, where compensation makes them slower than they are.
 *
 *  With M̂ = M + p h² CM⁻¹C a velocity that dies away at the rate c/m does so at c/(m + p h² c²/m): on the way it goes 1 + p (h c/m)²
 *  times as far as it should. A motion along which the dashpots lead is followed all the same. Measured on one mass with a start of its own: 0.8 %
 *  too far at h c/m = 1, 10 % at 2, 85 % at 4, nine times as far at 10. */
import type { Matrix } from "../../core/matrix.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { Mass } from "../../core/system.js";
import { largestQuotient } from "../../linalg/largest-quotient.js";

export function slowedDamping(setting: string, mass: Mass, C: Matrix | null, p: number, h: number): Notice[] {
  if (C === null) return [];
  const rate = Math.abs(h) * largestQuotient(mass, C);
  const surplus = p * rate ** 2;
  if (!(surplus > NOTICEABLE)) return [];
  return noticesOf("slowed-damping", [
    `damping stops a motion within 1/${short(rate)} of a step, and with ${setting} a start with velocities that the dashpots do not allow goes about ` +
      `${short(1 + surplus)} times as far as it should. Steps up to ${short(Math.abs(h) / rate)} resolve it, and bathe stops it at any step`,
  ]);
}

/** h c/m = 2, about: then it goes a tenth too far. */
const NOTICEABLE = 1 / 3;

const short = (value: number) => String(Number(value.toPrecision(2)));
