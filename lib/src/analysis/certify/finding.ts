/** What a certificate is made of: for each property what is claimed, what was measured, and what follows. */
import type { Defects } from "./defects.js";
import type { DriftTest } from "./energy-drift.js";
import type { OrderFit } from "./order.js";

/** `holds`, `violated`: a claim, decided. `not measured`: nothing can be said of the claim here, and `measured` says why.
 *  `also found`: not claimed, and there all the same. `not claimed`: a measurement of something that is not claimed. */
export type Verdict = "holds" | "violated" | "not measured" | "also found" | "not claimed";

export interface Finding {
  readonly property: string;
  /** What the method claims, in words. */
  readonly claim: string;
  /** What was measured, in words; of what could not be measured, why. */
  readonly measured: string;
  /** The number that decides: an order, a relative defect, a relative variation. */
  readonly value: number | null;
  readonly verdict: Verdict;
  /** Every number behind it. */
  readonly evidence: Evidence;
}

export interface Evidence {
  /** Defects over step sizes, each with the bound on its rounding; one series a state that was tried. */
  readonly defects?: readonly Defects[];
  readonly order?: OrderFit;
  readonly drift?: DriftTest;
}

export const notMeasured = (property: string, claim: string, why: string, evidence: Evidence = {}): Finding => ({
  property,
  claim,
  measured: why,
  value: null,
  verdict: "not measured",
  evidence,
});

/** The verdict on a property from what is known of its defect. */
export function verdictOn(claimed: boolean, found: Defects["found"]): Verdict {
  if (found === "none") return claimed ? "holds" : "also found";
  if (!claimed) return "not claimed";
  return found === "undecided" ? "not measured" : "violated";
}
