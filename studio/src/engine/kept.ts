/** What is kept of the frames of a run: thinned to what curves show, with the extremes between. */
import { type Recording, type State, thinnedFrames, viewOf } from "noether";
import type { FrameObserver, Plan, PlannedRun, RecordedQuantity } from "noether/model-file";
import type { Thinned } from "./messages.js";

const MOST_FRAMES = 4_000;

/** Of many coordinates the curves are those of points that are picked in the scene. */
const MOST_LABELS = 60;

export function recordingFor({ problem, record }: Plan, recording: PlannedRun["recording"]): Recording {
  const all: readonly RecordedQuantity[] = ["q", "v", "energy", "ledger", "invariants"];
  const few = viewOf(problem).labels.length <= MOST_LABELS;
  const wanted = record.quantities ?? all;
  return recording(few ? all : wanted.filter((each) => each !== "q" && each !== "v"));
}

export interface KeptFrames extends FrameObserver {
  /** How many there have been. */
  readonly seen: number;
  /** With a last row, where it is not among them. */
  thinned(last?: Float64Array): Thinned;
}

export function keptFrames(rows: Recording, isWanted: (s: Readonly<State>) => boolean = () => true): KeptFrames {
  const frames = thinnedFrames(MOST_FRAMES);
  const width = rows.columns.length;
  // Sums over time have no peaks, and cost an energy balance.
  const isBooked = rows.columns.map((name) => name.startsWith("ledger."));
  let seen = 0;
  return {
    get seen() {
      return seen;
    },
    observe(s, ledger) {
      if (!isWanted(s)) return;
      seen++;
      if (frames.isDue) frames.add(rows.row(s, ledger()));
      else frames.pass(rows.row(s, null));
    },
    thinned(last) {
      const columns = frames.columns(width);
      const { low, high } = frames.stride === 1 ? { low: columns, high: columns } : frames.extremes(width);
      const isKnown = last === undefined || columns[0]?.at(-1) === last[0];
      const whole = (vectors: Float64Array[]) =>
        isKnown ? vectors : vectors.map((each, j) => Float64Array.of(...each, last[j]));
      const own = whole(columns);
      const ends = (vectors: Float64Array[]) => whole(vectors.map((each, j) => (isBooked[j] ? columns[j] : each)));
      return {
        frames: own,
        stride: frames.stride,
        extremes: frames.stride === 1 ? null : { low: ends(low), high: ends(high) },
      };
    },
  };
}
