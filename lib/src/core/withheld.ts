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

/** `others`: what evolves besides the state, such as a ledger. */
export function withheldStates(s: State, others: readonly Vec[]): Withheld {
  const live = [s.q, s.v, ...s.memory, ...others];
  const width = live.reduce((sum, vector) => sum + vector.length, 2);
  // A state a row, in one array that grows and is used again; the first row is the present state while others are shown.
  let rows = new Float64Array(FIRST_ROWS * width);
  const shows: (() => void)[] = [];
  let releasing = false;
  return {
    get isEmpty() {
      return shows.length === 0;
    },
    put(show) {
      shows.push(show);
      const at = shows.length * width;
      if (at === rows.length) {
        const grown = new Float64Array(2 * rows.length);
        grown.set(rows);
        rows = grown;
      }
      save(s, live, rows, at);
    },
    release(isAccepted) {
      if (shows.length === 0 || releasing) return;
      releasing = true;
      save(s, live, rows, 0);
      let shown = 0;
      // Whoever is shown a state may throw: the run is then where it was, and what has been shown is not shown again.
      try {
        while (shown < shows.length) {
          restore(s, live, rows, (shown + 1) * width);
          if (isAccepted?.() === false) break;
          shows[shown++]();
        }
      } finally {
        restore(s, live, rows, 0);
        rows.copyWithin(width, (shown + 1) * width, (shows.length + 1) * width);
        shows.splice(0, shown);
        releasing = false;
      }
    },
    drop() {
      shows.length = 0;
    },
  };
}

const FIRST_ROWS = 8;

/** A row holds n, t and then all vectors, entry by entry: most are short, and a call for each would cost more than its entries. */
function save(s: State, live: readonly Vec[], rows: Vec, at: number): void {
  rows[at++] = s.n;
  rows[at++] = s.t;
  for (let i = 0; i < live.length; i++) {
    const vector = live[i];
    for (let k = 0; k < vector.length; k++) rows[at++] = vector[k];
  }
}

function restore(s: State, live: readonly Vec[], rows: Vec, at: number): void {
  s.n = rows[at++];
  s.t = rows[at++];
  for (let i = 0; i < live.length; i++) {
    const vector = live[i];
    for (let k = 0; k < vector.length; k++) vector[k] = rows[at++];
  }
}
