/** What the figure of a body needs of a run: recorded columns at every frame, and a few states. All coordinates at every frame would be
 *  more than memory holds, and more than a figure shows. */
import type { LedgerBalance } from "../core/ledger.js";
import type { State } from "../core/state.js";
import type { Vec } from "../core/vec.js";
import type { Recording } from "./recording.js";
import { thinnedFrames } from "./thinned-frames.js";

type Snapshot = Readonly<Pick<State, "t" | "q" | "v">>;

export interface BodySnapshots {
  observe(s: Readonly<State>, ledger: LedgerBalance | null): void;
  /** The columns of the recording, thinned. */
  columns(): Vec[];
  /** Evenly over the run, the first and the last among them, and the one that is farthest from rest. */
  states(last: Snapshot): readonly Snapshot[];
}

const MOST = 16;
const CLEARLY = 1.001;

export function bodySnapshots(recording: Recording): BodySnapshots {
  const memory = thinnedFrames();
  let kept: Snapshot[] = [];
  let stride = 1;
  let seen = 0;
  // Evenly spaced states may all miss the peaks of a motion whose period they divide.
  let farthest: Snapshot | null = null;
  let reach = 0;
  return {
    observe(s, ledger) {
      memory.add(recording.row(s, ledger));
      const size = s.q.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      // A little farther is no reason to copy a state again.
      if (size > CLEARLY * reach) [farthest, reach] = [copy(s), size];
      if (seen++ % stride === 0) kept.push(copy(s));
      if (kept.length < MOST) return;
      kept = kept.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    columns: () => memory.columns(recording.columns.length),
    states(last) {
      const [latest] = kept.slice(-1);
      const even = latest !== undefined && latest.t === last.t ? kept : [...kept, copy(last)];
      const peak = farthest;
      if (peak === null || even.some(({ t }) => t === peak.t)) return even;
      return [...even, peak].sort((a, b) => a.t - b.t);
    },
  };
}

const copy = ({ t, q, v }: Snapshot): Snapshot => ({ t, q: q.slice(), v: v.slice() });
