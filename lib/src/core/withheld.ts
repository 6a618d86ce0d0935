/** States that have been reached, and are shown when it is certain that they belong to the motion: the guard against growth looks at fixed steps only, so that what
 *  it finds does not depend on other observers, and every now and then, so that it costs little.
 *
 *  A state is put aside as copies of all that evolves. To release it, these are put back in place for as long as it is shown: observers, and what
 *  they ask of the run, find everything as it was. */
import type { State } from "./state.js";
import type { Vec } from "./vec.js";

export interface Withheld {
  /** Puts the state as it is aside; `show` is called when it is released. */
  put(show: () => void): void;
  /** Shows what was put aside, in order, up to the first state that is not accepted: it stays, with those after it. */
  release(isAccepted?: () => boolean): void;
  /** Forgets it: the steps are taken again, or never were. */
  drop(): void;
  readonly isEmpty: boolean;
}

interface Copy {
  n: number;
  t: number;
  show: () => void;
  readonly vectors: readonly Vec[];
}

/** `others`: what evolves besides the state, such as a ledger. */
export function withheldStates(s: State, others: readonly Vec[]): Withheld {
  const live = [s.q, s.v, ...s.memory, ...others];
  // Copies are used again: a long run makes as many as there are states between two looks.
  const copies: Copy[] = [];
  const present = copyOf(s, live);
  let count = 0;
  let releasing = false;
  const restore = ({ n, t, vectors }: Copy) => {
    s.n = n;
    s.t = t;
    for (let i = 0; i < live.length; i++) live[i].set(vectors[i]);
  };
  const save = (copy: Copy) => {
    copy.n = s.n;
    copy.t = s.t;
    for (let i = 0; i < live.length; i++) copy.vectors[i].set(live[i]);
  };
  return {
    get isEmpty() {
      return count === 0;
    },
    put(show) {
      copies[count] ??= copyOf(s, live);
      save(copies[count]);
      copies[count].show = show;
      count++;
    },
    release(isAccepted) {
      if (count === 0 || releasing) return;
      releasing = true;
      save(present);
      let shown = 0;
      // Whoever is shown a state may throw: the run is then where it was, and what has been shown is not shown again.
      try {
        while (shown < count) {
          restore(copies[shown]);
          if (isAccepted?.() === false) break;
          copies[shown++].show();
        }
      } finally {
        restore(present);
        if (shown < count) copies.push(...copies.splice(0, shown));
        count -= shown;
        releasing = false;
      }
    },
    drop() {
      count = 0;
    },
  };
}

function copyOf({ n, t }: State, live: readonly Vec[]): Copy {
  return { n, t, show: () => {}, vectors: live.map((vector) => vector.slice()) };
}
