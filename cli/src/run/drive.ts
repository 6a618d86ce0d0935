/** A run in slices of about a twentieth of a second: between them the program draws its bar, writes what is due and
 *  listens for Ctrl-C. */
import { setImmediate } from "node:timers/promises";
import type { Runner } from "noether";
import { statusOf } from "../interruption.js";
import { flags, LISTENING, signalHeard } from "./thread.js";

export interface Attention {
  /** Called between slices. */
  slice(): void;
  /** Called whenever so many steps are done; the count is of the whole run. */
  readonly checkpoint: { readonly every: number; write(): void } | null;
}

const SLICE = 50;

/** Drives the run to its end, or until a signal asks to stop; then its name. */
export async function drive(
  runner: Runner,
  signal: Listening,
  { slice, checkpoint }: Attention,
): Promise<NodeJS.Signals | null> {
  try {
    // Of steps and of frames, of which a step of a method with its own clock may have any number.
    let count = 1;
    let written = runner.state.n;
    let more = runner.status === "running";
    while (more) {
      const began = performance.now();
      const untilDue = checkpoint === null ? Infinity : checkpoint.every - (runner.state.n % checkpoint.every);
      more = runner.advance(Math.min(count, untilDue), count);
      const { n } = runner.state;
      if (checkpoint !== null && more && n > written && n % checkpoint.every === 0) {
        checkpoint.write();
        written = n;
      }
      slice();
      const took = performance.now() - began;
      // At most doubled, because the first steps of a run are the slowest.
      count = Math.max(1, Math.round(count * Math.min(2, SLICE / Math.max(took, 1e-3))));
      if (!more) break;
      await setImmediate();
      if (signal.heard !== null) return signal.heard;
    }
    return null;
  } finally {
    signal.ignore();
  }
}

export interface Listening {
  readonly heard: NodeJS.Signals | null;
  ignore(): void;
}

/** Milliseconds within which signals are one: programs that end a group of processes (`timeout`, batch systems) often signal each of them twice. */
export const SAME = 250;

/** The first signal asks for an orderly end, the second ends the program at once. From when there is something to lose: before, a signal ends
 *  the program at once. In a thread of its own a run reads what the main thread has heard (supervise.ts). */
export function listen(): Listening {
  return flags === null ? hearing() : reading(flags);
}

function reading(shared: Int32Array): Listening {
  Atomics.store(shared, LISTENING, 1);
  return {
    get heard() {
      return signalHeard(shared);
    },
    ignore: () => void Atomics.store(shared, LISTENING, 0),
  };
}

function hearing(): Listening {
  let since = 0;
  const state = {
    heard: null as NodeJS.Signals | null,
    ignore() {
      // A run that was asked to end still has to write what it has.
      if (state.heard === null) for (const name of SIGNALS) process.off(name, hear);
    },
  };
  const hear = (name: NodeJS.Signals) => {
    const now = performance.now();
    if (state.heard === null) [state.heard, since] = [name, now];
    else if (now - since > SAME) process.exit(statusOf(name));
  };
  for (const name of SIGNALS) process.on(name, hear);
  return state;
}

/** Ctrl-C, `kill`, and a terminal that is closed. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
