/** What a run has put down besides its state (ledger, observers, the guard's scales): made from a snapshot, copied into one, taken back to
 *  where it was sound, and summed up in a result. */
import { type Failure, InputError } from "./failure.js";
import type { Guard } from "./growth.js";
import type { Ledger, LedgerBalance, Unbooked } from "./ledger.js";
import { noWork, type Work } from "./method.js";
import type { Observed, Observers } from "./observer.js";
import type { Run, Snapshot, Status } from "./run.js";
import { copyOf, type State } from "./state.js";
import type { Vec } from "./vec.js";

export interface Parts {
  /** What evolves: q, v and memory, or a clock and the memory of a method that has its own. */
  readonly s: State;
  /** What observers see; the same for fixed steps. */
  readonly shown: State;
  readonly work: Readonly<Work>;
  readonly ledger: Ledger | null;
  /** What belongs to the shown state and has not been entered in the ledger, where steps go beyond what is shown: its ledger is then
   *  that of the last mark, with this. */
  readonly unbooked?: () => Unbooked | null;
  /** Does the result have a ledger, or is it kept for the guard alone? */
  readonly open: boolean;
  readonly guard: Guard | null;
  readonly observers: Observers;
  readonly from: Snapshot | undefined;
}

export interface Bookkeeping<O extends Observers> {
  /** Steps may make entries in the ledger after the last state that is shown, or fail on their way: `revert` takes them back to where
   *  `mark` was. */
  mark(): void;
  revert(): void;
  /** The state as it is now is sound: from here on, everything can be taken back to it. */
  keep(): void;
  takeBack(): void;
  /** The number of the step last kept. */
  readonly kept: number;
  /** The ledger in the shown state. */
  balance(): LedgerBalance | null;
  snapshot(frames: number): Snapshot;
  /** Of the state last kept. */
  snapshotOfKept(): Snapshot;
  result(status: Status, failure: Failure | null): Run<O>;
}

/** Puts back what was kept, if it is there and has the length that is asked for. */
function restore(name: string, kept: Vec | null | undefined, memory: Vec | undefined): void {
  if (kept == null || memory === undefined) return;
  if (kept.length === memory.length) memory.set(kept);
  else {
    const found = `${name} has ${kept.length} numbers in the snapshot, and ${memory.length} here`;
    const reason = `${found}: it is damaged, or belongs to another system or another method`;
    throw new InputError(reason, { key: "snapshot" }, "snapshot");
  }
}

export function bookkeeping<O extends Observers>(parts: Parts): Bookkeeping<O> {
  const { s, shown, work, ledger, unbooked, open, guard, observers, from } = parts;
  if (from !== undefined) {
    restore("the ledger", from.ledger, ledger?.memory);
    restore("what was seen of the energy", from.growth, guard?.memory);
    for (const [name, { memory }] of Object.entries(observers)) restore(name, from.observers[name], memory);
  }
  const earlier = from?.work ?? noWork();
  const totalWith = (own: Readonly<Work>): Work => {
    const fill = Math.max(earlier.fill ?? 0, own.fill ?? 0);
    return {
      gradients: earlier.gradients + own.gradients,
      tangents: earlier.tangents + own.tangents,
      factorizations: earlier.factorizations + own.factorizations,
      iterations: earlier.iterations + own.iterations,
      ...(fill > 0 && { fill }),
    };
  };
  const memories = [
    s.q,
    s.v,
    ...s.memory,
    ...(shown === s ? [] : [shown.q, shown.v]),
    ...(ledger === null ? [] : [ledger.memory]),
    ...(guard === null ? [] : [guard.memory]),
    ...Object.values(observers).flatMap(({ memory }) => (memory === undefined ? [] : [memory])),
  ];
  const copies = memories.map((memory) => memory.slice());
  let n = s.n;
  let t = s.t;
  let shownAt = shown.t;
  /** What had been done when the state was kept: a run that goes on from there does the rest again. */
  const workKept = { ...noWork(), fill: 0 };
  const marked = ledger?.memory.slice();

  /** Where the shown state can be older than the last entry, its ledger is the one of the mark. */
  const balance = () => {
    if (!open || ledger === null) return null;
    if (unbooked === undefined || marked === undefined) return ledger.balance(shown.t, shown.q, shown.v);
    const now = ledger.memory.slice();
    ledger.memory.set(marked);
    const then = ledger.balance(shown.t, shown.q, shown.v, unbooked());
    ledger.memory.set(now);
    return then;
  };

  const snapshot = (frames: number, own = work): Snapshot => {
    const watched: Record<string, Vec> = {};
    for (const [name, { memory }] of Object.entries(observers)) {
      if (memory !== undefined) watched[name] = memory.slice();
    }
    return {
      state: copyOf(s),
      frames,
      ledger: ledger?.memory.slice() ?? null,
      ...(guard !== null && { growth: guard.memory.slice() }),
      observers: watched,
      work: totalWith(own),
    };
  };
  const takeBack = () => {
    for (let i = 0; i < memories.length; i++) memories[i].set(copies[i]);
    s.t = t;
    shown.t = shownAt;
    s.n = shown.n = n;
  };

  return {
    mark() {
      if (ledger !== null) marked?.set(ledger.memory);
    },
    revert() {
      if (marked !== undefined) ledger?.memory.set(marked);
    },
    keep() {
      for (let i = 0; i < memories.length; i++) copies[i].set(memories[i]);
      n = s.n;
      t = s.t;
      shownAt = shown.t;
      workKept.gradients = work.gradients;
      workKept.tangents = work.tangents;
      workKept.factorizations = work.factorizations;
      workKept.iterations = work.iterations;
      workKept.fill = work.fill ?? 0;
    },
    takeBack,
    balance,
    get kept() {
      return n;
    },
    snapshot: (frames) => snapshot(frames),
    snapshotOfKept() {
      const now = { n: s.n, t: s.t, shownAt: shown.t, vectors: memories.map((memory) => memory.slice()) };
      takeBack();
      const kept = snapshot(n, workKept);
      for (let i = 0; i < memories.length; i++) memories[i].set(now.vectors[i]);
      s.t = now.t;
      shown.t = now.shownAt;
      s.n = shown.n = now.n;
      return kept;
    },
    result(status, failure) {
      const observed = Object.fromEntries(Object.entries(observers).map(([name, o]) => [name, o.finish()]));
      return {
        status,
        failure,
        steps: s.n,
        last: copyOf(shown),
        observed: observed as Observed<O>,
        ledger: balance(),
        work: totalWith(work),
      };
    },
  };
}
