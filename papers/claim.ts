/** Claims of papers, judged by numbers. */
import type { Claim } from "./reproduction.js";

const digitsWith =
  (places: (count: number) => number) =>
  (value: number, count = 4): string =>
    value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
      ? value.toExponential(places(count))
      : String(Number(value.toPrecision(count)));

/** 1.2e-15, 0.4038. */
export const digits = digitsWith((count) => Math.max(1, count - 3));
/** The same with 1.23e-15. */
export const twoPlaces = digitsWith(() => 2);

/** A printed number and ours: reproduced when they agree to `within` (what the print, or its reading, leaves open). */
export function printed(where: string, says: string, paper: number, ours: number, within: number, remark = ""): Claim {
  const verdict = Math.abs(ours - paper) <= within ? "reproduced" : "differs";
  return { where, says, paper, ours: Number(digits(ours, 6)), verdict, remark };
}

/** A printed number, and ours: the same to within a relative tolerance, or not. */
export function printedWithin(
  where: string,
  says: string,
  { paper, ours, within, remark = "" }: { paper: number; ours: number; within: number; remark?: string },
): Claim {
  const holds = Math.abs(ours - paper) <= within * Math.abs(paper);
  return { where, says, paper, ours: twoPlaces(ours, 8), verdict: holds ? "reproduced" : "differs", remark };
}

/** What the paper says in words holds here, or it does not. */
export function stated(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "reproduced" : "differs", remark };
}

/** What the paper does not say, or says wrongly, and is true here. */
export function beyond(where: string, says: string, ours: string, holds: boolean, remark = ""): Claim {
  return { where, says, paper: null, ours, verdict: holds ? "not stated" : "differs", remark };
}

/** What is printed cannot be right. `settled`: it was seen to fail, and its correction to hold. */
export function misprint(
  where: string,
  says: string,
  paper: string | null,
  ours: string,
  settled: boolean,
  remark: string,
): Claim {
  return { where, says, paper, ours, verdict: settled ? "misprint" : "differs", remark };
}

/** A misprint that two numbers settle: what the printed form leaves, and what the corrected one does. */
export function misprintOf(where: string, { printed, correct, size, failing, holding }: Misprint): Claim {
  const settled = failing > 1e3 * holding;
  return misprint(
    where,
    `printed: ${printed}`,
    `${size} ${digits(failing)}`,
    `${size} ${digits(holding)} for ${correct}`,
    settled,
    settled ? `Correct: ${correct}.` : "The two forms could not be told apart.",
  );
}

interface Misprint {
  readonly printed: string;
  readonly correct: string;
  /** What is compared, in words: "residual". */
  readonly size: string;
  readonly failing: number;
  readonly holding: number;
}
