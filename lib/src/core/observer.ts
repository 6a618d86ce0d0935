import type { LedgerBalance } from "./ledger.js";
import type { State } from "./state.js";
import type { Vec } from "./vec.js";

/** Sees synchronised states, copies what it keeps, returns plain data. Observers never see one another or the method. */
export interface Observer<R> {
  /** `steps`: every accepted step. `frames` (default): every recorded time; the same for fixed-step methods. `times`: the number
   *  and the time of every accepted step, without its state, which a method with its own clock computes only where it is observed
   *  for it. */
  readonly on?: "steps" | "frames" | "times";
  /** Look at every so many of them only (default 1). */
  readonly every?: number;
  /** `ledger`: the balance in this state, null in a run that keeps none. It costs an evaluation of the energies: ask where it is used. */
  observe(s: Readonly<State>, ledger: () => LedgerBalance | null): void;
  finish(): R;
  /** What has been accumulated, if a resumed run has to go on from it. */
  readonly memory?: Vec;
}

export type Observers = Readonly<Record<string, Observer<unknown>>>;

export type Observed<O extends Observers> = {
  readonly [K in keyof O]: O[K] extends Observer<infer R> ? R : never;
};
