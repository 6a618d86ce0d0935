/** Who looks at a run, and when: the observers behind one door, so that the loop asks a single number. */
import { InputError } from "./failure.js";
import type { Observers } from "./observer.js";
import type { State } from "./state.js";

/** The observers of a run, and the next step at which one of them wants to look. */
export interface Watch {
  readonly observers: Observers;
  /** Does somebody want to see every step, whatever the frames? */
  readonly stepwise: boolean;
  next: number;
  /** For those who want to know the time of every step and nothing else. */
  tick(clock: Readonly<State>): void;
  /** `n`, `frame`: the number of the step and of the frame now shown, NaN for one that is not to be seen. */
  look(n: number, frame: number): void;
  /** Would somebody look now, and keep what cannot be taken back? */
  keeps(n: number, frame: number): boolean;
}

export function watching(observers: Observers | undefined, s: Readonly<State>): Watch {
  const all = Object.values(observers ?? {});
  const strides = all.map(({ every = 1 }) => {
    if (!Number.isSafeInteger(every) || every < 1) throw new InputError(`every is ${every}; accepted: 1, 2, 3, …`);
    return every;
  });
  const isDue = (i: number, n: number, frame: number): boolean => {
    const count = all[i].on === "steps" ? n : frame;
    return strides[i] === 1 ? !Number.isNaN(count) : count % strides[i] === 0;
  };
  const watch: Watch = {
    observers: observers ?? {},
    stepwise: all.some(({ on }) => on === "steps"),
    next: Number.POSITIVE_INFINITY,
    tick(clock) {
      for (let i = 0; i < all.length; i++) {
        if (all[i].on === "times" && clock.n % strides[i] === 0) all[i].observe(clock);
      }
    },
    look(n, frame) {
      let next = Number.POSITIVE_INFINITY;
      for (let i = 0; i < all.length; i++) {
        const every = strides[i];
        next = Math.min(next, every === 1 ? n + 1 : (Math.floor(n / every) + 1) * every);
        if (all[i].on !== "times" && isDue(i, n, frame)) all[i].observe(s);
      }
      watch.next = next;
    },
    keeps(n, frame) {
      for (let i = 0; i < all.length; i++) {
        if (all[i].memory === undefined && all[i].on !== "times" && isDue(i, n, frame)) return true;
      }
      return false;
    },
  };
  return watch;
}
