/** What the figure of a body needs of a run: energies and probes at every frame, and a few states. All coordinates at every frame would be
 *  more than memory holds, and more than a figure shows. */
import type { LedgerBalance, State } from "noether";
import type { ResultHeader, ResultTable } from "noether/formats";
import type { BodyState } from "noether/report";
import { frameMemory } from "./memory.js";
import type { Recording } from "./recording.js";

export interface Gallery {
  observe(s: Readonly<State>, ledger: LedgerBalance | null): void;
  table(): ResultTable;
  /** Evenly over the run, the first and the last among them. */
  states(last: BodyState): readonly BodyState[];
}

const MOST = 16;

export function galleryOf(recording: Recording, header: ResultHeader): Gallery {
  const memory = frameMemory();
  let kept: BodyState[] = [];
  let stride = 1;
  let seen = 0;
  return {
    observe(s, ledger) {
      memory.add(recording.row(s, ledger));
      if (seen++ % stride === 0) kept.push(copy(s));
      if (kept.length < MOST) return;
      kept = kept.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    table: () => memory.table(header),
    states(last) {
      const [latest] = kept.slice(-1);
      return latest !== undefined && latest.t === last.t ? kept : [...kept, copy(last)];
    },
  };
}

const copy = ({ t, q, v }: BodyState): BodyState => ({ t, q: q.slice(), v: v.slice() });
