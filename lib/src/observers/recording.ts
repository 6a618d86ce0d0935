/** What is kept of a frame: time, positions, velocities, energy, ledger, invariants and probes as a row of numbers. */
import type { LedgerBalance } from "../core/ledger.js";
import type { State } from "../core/state.js";
import type { Invariant, Problem } from "../core/system.js";
import type { Measured } from "./not-finite.js";

export interface Recording {
  readonly columns: readonly string[];
  /** The numbers of a state, in the order of the columns; one buffer, written anew every time. */
  row(s: Readonly<State>, ledger: LedgerBalance | null): Float64Array;
}

const PARTS = ["kinetic", "potential", "work", "dissipation", "algorithmic", "residual"] as const;

export interface RecordingOptions {
  /** What is conserved, by the exact motion and by the scheme. */
  readonly invariants: readonly Invariant[];
  /** Is there a ledger at every frame? */
  readonly ledger: boolean;
  readonly probes: readonly Measured[];
  readonly wanted: ReadonlySet<string>;
}

export function recordingOf(problem: Problem, { invariants, ledger, probes, wanted }: RecordingOptions): Recording {
  const view = viewOf(problem);
  const energy = invariants.filter(({ name }) => name === "energy" && wanted.has("energy"));
  const others = invariants.filter(({ name }) => name !== "energy" && wanted.has("invariants"));
  const books = ledger && wanted.has("ledger") ? PARTS : [];
  const columns = [
    "t",
    ...(wanted.has("q") ? view.labels.map((label) => `q.${label}`) : []),
    ...(wanted.has("v") ? view.labels.map((label) => `v.${label}`) : []),
    ...energy.map(() => "energy"),
    ...books.map((part) => `ledger.${part}`),
    ...others.map(({ name }) => `invariant.${name}`),
    ...probes.map(({ name }) => `probe.${name}`),
  ];
  const values = new Float64Array(columns.length);
  const measure = ({ value }: Invariant, { t, q, v }: Readonly<State>) => value(t, q, v);
  return {
    columns,
    row(s, balance) {
      let at = 0;
      values[at++] = s.t;
      const { q, v } = view.expand(s);
      if (wanted.has("q")) for (const x of q) values[at++] = x;
      if (wanted.has("v")) for (const x of v) values[at++] = x;
      for (const invariant of energy) values[at++] = measure(invariant, s);
      for (const part of books) values[at++] = balance === null ? 0 : (balance[part] ?? Number.NaN);
      for (const invariant of others) values[at++] = measure(invariant, s);
      for (const probe of probes) values[at++] = probe.value(s);
      return values;
    },
  };
}

export interface Seen {
  readonly labels: readonly string[];
  /** Positions and velocities as the user sees them; valid until the next call. */
  expand(s: Readonly<State>): { readonly q: Float64Array; readonly v: Float64Array };
}

/** What the user sees of a state: the coordinates integrated, or those they stand for. */
export function viewOf({ system, view }: Problem): Seen {
  if (view === undefined) return { labels: system.labels, expand: ({ q, v }) => ({ q, v }) };
  const q = new Float64Array(view.labels.length);
  const v = new Float64Array(view.labels.length);
  return {
    labels: view.labels,
    expand(s) {
      view.expand(s, q, v);
      return { q, v };
    },
  };
}
