/** A paper's figures and tables recomputed: what the paper says, what comes out here, and the verdict in words. */
import type { Figure } from "noether/report";

/** One folder of `papers/`, named like its key in references.bib. */
export interface Reproduction {
  readonly key: string;
  readonly title: string;
  readonly items: readonly Item[];
}

/** A figure, a table, a theorem: `noether reproduce kane2000/figure-1`. */
export interface Item {
  readonly id: string;
  readonly title: string;
  /** Recomputes it. Items that take longer than some seconds say so, and run only when asked for or with --long. */
  readonly long?: boolean;
  reproduce(): Outcome;
  /** Its figure for other settings than the paper's. */
  readonly vary?: Variation;
}

export interface Variation {
  readonly settings: readonly Setting[];
  /** One value for each setting. */
  figure(...values: readonly number[]): Figure;
}

export interface Setting {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  /** The paper's. */
  readonly value: number;
}

export interface Outcome {
  readonly claims: readonly Claim[];
  readonly figures: readonly { readonly name: string; readonly figure: Figure }[];
}

export interface Claim {
  /** Where in the paper: "Figure 2", "eq. (26)", "section 3.3". */
  readonly where: string;
  /** What it says, in our words. */
  readonly says: string;
  /** The printed value, or null where there is none to compare with. */
  readonly paper: number | string | null;
  readonly ours: number | string;
  /** `misprint`: what is printed cannot be right, and the corrected form holds. `differs`: we do not get it, and say so. */
  readonly verdict: "reproduced" | "misprint" | "differs" | "not stated";
  readonly remark: string;
}
