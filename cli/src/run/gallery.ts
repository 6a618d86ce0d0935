/** What the figure of a body needs of a run: energies and probes at every frame, and a few states. All coordinates at every frame would be
 *  more than memory holds, and more than a figure shows. */
import { type LedgerBalance, type Recording, type State, thinnedFrames } from "noether";
import type { ResultHeader, ResultTable } from "noether/formats";
import type { BodyState } from "noether/report";

export interface Gallery {
  observe(s: Readonly<State>, ledger: LedgerBalance | null): void;
  table(): ResultTable;
  /** Evenly over the run, the first and the last among them, and the one that is farthest from rest. */
  states(last: BodyState): readonly BodyState[];
}

const MOST = 16;
const CLEARLY = 1.001;

export function galleryOf(recording: Recording, header: ResultHeader): Gallery {
  const memory = thinnedFrames();
  let kept: BodyState[] = [];
  let stride = 1;
  let seen = 0;
  // Evenly spaced states may all miss the peaks of a motion whose period they divide.
  let farthest: BodyState | null = null;
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
    table: () => ({ header, data: memory.columns(header.columns.length), summary: null }),
    states(last) {
      const [latest] = kept.slice(-1);
      const even = latest !== undefined && latest.t === last.t ? kept : [...kept, copy(last)];
      const peak = farthest;
      if (peak === null || even.some(({ t }) => t === peak.t)) return even;
      return [...even, peak].sort((a, b) => a.t - b.t);
    },
  };
}

const copy = ({ t, q, v }: BodyState): BodyState => ({ t, q: q.slice(), v: v.slice() });
