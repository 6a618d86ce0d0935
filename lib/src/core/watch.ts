/** The observers of a run, and when they observe: to the loop it is one number, the next step that is observed.
 *
 *  What is found out about a state later, that it does not belong to the motion, cannot be taken back from an observer without `memory`. Where states are
 *  withheld (withheld.ts), such observers are shown them when they are released, in order, and no step twice if steps are taken again; all others look at once. */
import { InputError } from "./failure.js";
import type { LedgerBalance } from "./ledger.js";
import type { Observers } from "./observer.js";
import type { State } from "./state.js";
import type { Withheld } from "./withheld.js";

/** The observers of a run, and the next step that one of them observes. */
export interface Watch {
  /** Does an observer see every step, whatever the frames? */
  readonly stepwise: boolean;
  next: number;
  /** For observers that see the time of every step and nothing else. */
  tick(clock: Readonly<State>): void;
  /** `n`, `frame`: the number of the step and of the frame now shown, NaN for one that is not to be seen. */
  look(n: number, frame: number): void;
}

export function watching(
  observers: Observers,
  s: Readonly<State>,
  ledger: () => LedgerBalance | null,
  withheld: Withheld | null = null,
): Watch {
  const all = Object.values(observers);
  const strides = all.map(({ every = 1 }) => {
    if (!Number.isSafeInteger(every) || every < 1) throw new InputError(`every is ${every}; accepted: 1, 2, 3, …`);
    return every;
  });
  const isDue = (i: number, n: number, frame: number): boolean => {
    const count = all[i].on === "steps" ? n : frame;
    return strides[i] === 1 ? !Number.isNaN(count) : count % strides[i] === 0;
  };
  const waits = (i: number): boolean => withheld !== null && all[i].memory === undefined;
  /** The last step that was shown to the observers that wait. */
  let shown = -1;
  /** A state that has been released, to the observers that waited. */
  const show = () => {
    shown = s.n;
    for (let i = 0; i < all.length; i++) {
      if (waits(i) && isDue(i, s.n, s.n)) all[i].observe(s, ledger);
    }
  };
  const watch: Watch = {
    stepwise: all.some(({ on }) => on === "steps"),
    next: Number.POSITIVE_INFINITY,
    tick(clock) {
      for (let i = 0; i < all.length; i++) {
        if (all[i].on === "times" && !waits(i) && clock.n % strides[i] === 0) all[i].observe(clock, ledger);
      }
    },
    look(n, frame) {
      let next = Number.POSITIVE_INFINITY;
      let later = false;
      for (let i = 0; i < all.length; i++) {
        const every = strides[i];
        next = Math.min(next, every === 1 ? n + 1 : (Math.floor(n / every) + 1) * every);
        if (!isDue(i, n, frame)) continue;
        if (waits(i)) later = n > shown;
        else if (all[i].on !== "times") all[i].observe(s, ledger);
      }
      if (later) withheld?.put(show);
      watch.next = next;
    },
  };
  return watch;
}
