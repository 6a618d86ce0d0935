/** Claims of a paper, judged by numbers. */
import type { Claim } from "../reproduction.js";

/** 1.2e-15, 0.403784. */
export const digits = (value: number, count = 4): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
    ? value.toExponential(1)
    : String(Number(value.toPrecision(count)));

/** What the paper says holds here, or it does not. */
export function stated(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "reproduced" : "differs", remark };
}

/** A misprint is one only if the printed form is seen to fail and the corrected one to hold. */
export function misprint(where: string, { printed, correct, failing, holding, size }: Misprint): Claim {
  const settled = failing > 1e3 * holding;
  return {
    where,
    says: `printed: ${printed}`,
    paper: `${size} ${digits(failing)}`,
    ours: `${size} ${digits(holding)} for ${correct}`,
    verdict: settled ? "misprint" : "differs",
    remark: settled ? `Correct: ${correct}.` : "The two forms could not be told apart.",
  };
}

interface Misprint {
  readonly printed: string;
  readonly correct: string;
  /** What is compared, in words: "residual". */
  readonly size: string;
  readonly failing: number;
  readonly holding: number;
}
