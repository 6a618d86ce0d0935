/** What the build makes of examples, registries and papers (build/), as plain data for the pages. */
import type { Figure } from "noether/report";
import type { Claim, Setting } from "noether-papers";
import type { Equation } from "../learn/equations.js";

export interface ExampleCard {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly words: string;
  readonly group: string;
  /** What it runs under, for searching. */
  readonly method: string;
}

export interface Citation {
  readonly key: string;
  readonly text: string;
  readonly doi: string | null;
}

export interface MethodFacts {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly order: number;
  /** The name of the two-form that a step keeps; null: none. */
  readonly symplectic: string | null;
  readonly symmetric: boolean;
  readonly conserves: readonly string[];
  readonly ledger: "closed" | "open";
  readonly ownSteps: boolean;
  readonly needs: readonly string[];
  readonly parameters: readonly ParameterFacts[];
  readonly cites: readonly Citation[];
}

export interface ParameterFacts {
  readonly name: string;
  readonly default: string | null;
  readonly accepted: string;
  readonly meaning: string;
}

/** What the page of a method shows besides its entry in the registry. */
export interface MethodPage {
  readonly equations: readonly (Equation & { readonly html: string })[];
  readonly audit: readonly AuditRow[];
}

/** A row of the audit: a method with some of its settings, and what was measured of it. */
export interface AuditRow {
  readonly setting: string;
  readonly on: string;
  readonly order: string;
  readonly symplectic: string;
  readonly symmetric: string;
  readonly energy: string;
  readonly momenta: string;
  readonly ledger: string;
}

export interface PaperFacts {
  readonly key: string;
  readonly title: string;
  readonly citation: Citation;
  readonly items: readonly ItemFacts[];
  /** `Figure 1` … and the items by which each is recomputed, or why it is not. */
  readonly shows: readonly { readonly name: string; readonly items: readonly string[]; readonly left: string | null }[];
  readonly verdicts: Readonly<Record<Claim["verdict"], number>>;
}

export interface ItemFacts {
  readonly id: string;
  readonly title: string;
  /** Takes minutes, and is for the command line. */
  readonly long: boolean;
  /** What its figure can be drawn for; none: the paper's settings only. */
  readonly settings: readonly Setting[];
}

/** What has been computed of a paper. */
export interface PaperContent {
  readonly items: readonly ItemContent[];
}

export interface ItemContent {
  readonly id: string;
  readonly claims: readonly Claim[];
  readonly figures: readonly NamedFigure[];
}

export interface NamedFigure {
  readonly name: string;
  readonly figure: Figure;
}
