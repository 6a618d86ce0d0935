/** Claims of the paper, judged by numbers. */
import type { Claim } from "../reproduction.js";

/** 1.2e-15, 0.403784. */
export const digits = (value: number, count = 4): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(Math.max(1, count - 3))
    : String(Number(value.toPrecision(count)));

/** A printed number and ours: reproduced when they agree to `within` (what the print, or its reading, leaves open). */
export function printed(where: string, says: string, paper: number, ours: number, within: number, remark = ""): Claim {
  const verdict = Math.abs(ours - paper) <= within ? "reproduced" : "differs";
  return { where, says, paper, ours: Number(digits(ours, 6)), verdict, remark };
}

/** What the paper says in words holds here, or it does not. */
export function stated(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "reproduced" : "differs", remark };
}

/** What is printed cannot be right: `wrong` says that it was seen to fail and the correction to hold. */
export function misprint(where: string, says: string, ours: string, wrong: boolean, remark: string): Claim {
  return { where, says, paper: "printed", ours, verdict: wrong ? "misprint" : "differs", remark };
}

/** What the paper does not say and should: true here, or it would not be listed. */
export function beyond(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "not stated" : "differs", remark };
}
