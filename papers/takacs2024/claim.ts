/** Claims of the paper, judged by numbers. */
import type { Claim } from "../reproduction.js";

/** 1.2e-15, 0.4038. */
export const digits = (value: number, count = 4): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(1)
    : String(Number(value.toPrecision(count)));

/** What the paper says holds here, or it does not. */
export function stated(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "reproduced" : "differs", remark };
}

/** What is printed was seen to fail, and its correction to hold. */
export function misprint(where: string, printed: string, ours: string, settled: boolean, remark: string): Claim {
  return {
    where,
    says: `printed: ${printed}`,
    paper: null,
    ours,
    verdict: settled ? "misprint" : "differs",
    remark,
  };
}

/** What the paper does not say, or says wrongly, and is true here. */
export function beyond(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "not stated" : "differs", remark };
}
