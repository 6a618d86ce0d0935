/** Claims of the paper, judged by numbers. */
import type { Claim } from "../reproduction.js";

export const digits = (value: number, count = 4): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(2)
    : String(Number(value.toPrecision(count)));

/** A printed number, and ours: the same to within a relative tolerance, or not. */
export function printed(
  where: string,
  says: string,
  { paper, ours, within, remark = "" }: { paper: number; ours: number; within: number; remark?: string },
): Claim {
  const holds = Math.abs(ours - paper) <= within * Math.abs(paper);
  return { where, says, paper, ours: digits(ours, 8), verdict: holds ? "reproduced" : "differs", remark };
}

/** What the paper says holds here, or it does not. */
export function stated(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "reproduced" : "differs", remark };
}

export function misprint(where: string, says: string, paper: string, ours: string, remark: string): Claim {
  return { where, says, paper, ours, verdict: "misprint", remark };
}
