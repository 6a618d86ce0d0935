/** Equally spaced frames in bounded memory: when there are too many, every second one is dropped and from then on only every second
 *  one is kept, so that a run of any length fits. The first frame is always among them, the last within one spacing. What lies between two of
 *  them is remembered by its least and greatest values, as far as it was computed, so that no peak is lost. */
import type { Vec } from "../core/vec.js";

export interface ThinnedFrames {
  /** Would the frame that comes next be kept? What is costly to compute need not be computed otherwise. */
  readonly isDue: boolean;
  /** The frame that comes next; copied if it is kept, else it counts among the extremes. */
  add(frame: Vec): void;
  /** The frame that comes next is not kept; where it has been computed, its values count among the extremes. */
  pass(frame?: Vec): void;
  /** Frames kept, and how many there have been from one of them to the next. */
  readonly count: number;
  readonly stride: number;
  frame(i: number): Vec;
  /** One vector a place of a frame. */
  columns(width: number): Vec[];
  /** Least and greatest values from each frame kept until before the next one, one vector a place. */
  extremes(width: number): FrameExtremes;
}

export interface FrameExtremes {
  readonly low: Vec[];
  readonly high: Vec[];
}

interface Kept {
  readonly frame: Vec;
  /** The frame itself where nothing else has been seen. */
  low: Vec;
  high: Vec;
}

/** As many as a figure can show. */
const MOST = 20_000;

export function thinnedFrames(most = MOST): ThinnedFrames {
  let kept: Kept[] = [];
  let stride = 1;
  let seen = 0;
  const isDue = () => seen % stride === 0;
  const columns = (width: number, of: (each: Kept) => Vec) =>
    Array.from({ length: width }, (_, j) => Float64Array.from(kept, (each) => of(each)[j]));
  const pass = (frame?: Vec) => {
    if (frame !== undefined && kept.length > 0) widen(kept[kept.length - 1], frame);
    seen++;
  };
  return {
    get isDue() {
      return isDue();
    },
    add(frame) {
      if (!isDue()) return pass(frame);
      const own = frame.slice();
      kept.push({ frame: own, low: own, high: own });
      seen++;
      if (kept.length < most) return;
      for (let i = 0; i + 1 < kept.length; i += 2) {
        widen(kept[i], kept[i + 1].low);
        widen(kept[i], kept[i + 1].high);
      }
      kept = kept.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    pass,
    get count() {
      return kept.length;
    },
    get stride() {
      return stride;
    },
    frame: (i) => kept[i].frame,
    columns: (width) => columns(width, ({ frame }) => frame),
    extremes: (width) => ({ low: columns(width, ({ low }) => low), high: columns(width, ({ high }) => high) }),
  };
}

/** Copies are made when they are needed: a frame that stands for itself alone has none. */
function widen(each: Kept, values: Vec): void {
  if (each.low === each.frame) each.low = each.frame.slice();
  if (each.high === each.frame) each.high = each.frame.slice();
  const { low, high } = each;
  for (let j = 0; j < low.length; j++) {
    if (values[j] < low[j]) low[j] = values[j];
    if (values[j] > high[j]) high[j] = values[j];
  }
}
