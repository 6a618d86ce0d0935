/** A run in slices of about a twentieth of a second: between them the program draws its bar, writes what is due and
 *  listens for Ctrl-C. */
import { setImmediate } from "node:timers/promises";
import type { Runner } from "noether";

export interface Attention {
  /** Called between slices. */
  slice(): void;
  /** Called whenever so many steps are done; the count is of the whole run. */
  readonly checkpoint: { readonly every: number; write(): void } | null;
}

const SLICE = 50;

/** Drives the run to its end, or until a signal asks to stop; then its name. */
export async function drive(runner: Runner, { slice, checkpoint }: Attention): Promise<NodeJS.Signals | null> {
  const signal = listen();
  try {
    let steps = 1;
    let more = runner.status === "running";
    while (more) {
      const began = performance.now();
      const untilDue = checkpoint === null ? Infinity : checkpoint.every - (runner.state.n % checkpoint.every);
      more = runner.advance(Math.min(steps, untilDue));
      if (checkpoint !== null && more && runner.state.n % checkpoint.every === 0) checkpoint.write();
      slice();
      const took = performance.now() - began;
      // At most doubled, because the first steps of a run are the slowest.
      steps = Math.max(1, Math.round(steps * Math.min(2, SLICE / Math.max(took, 1e-3))));
      if (!more) break;
      await setImmediate();
      if (signal.heard !== null) return signal.heard;
    }
    return null;
  } finally {
    signal.ignore();
  }
}

/** The first signal asks for an orderly end, the second is taken at its word. */
function listen() {
  const state = {
    heard: null as NodeJS.Signals | null,
    ignore() {
      for (const name of NAMES) process.off(name, hear);
    },
  };
  const hear = (name: NodeJS.Signals) => {
    if (state.heard !== null) process.exit(statusOf(name));
    state.heard = name;
  };
  for (const name of NAMES) process.on(name, hear);
  return state;
}

const NAMES = ["SIGINT", "SIGTERM"] as const;

export const statusOf = (signal: NodeJS.Signals) => (signal === "SIGTERM" ? 143 : 130);
