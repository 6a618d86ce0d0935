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

/** As many as a figure can show. */
const MOST = 20_000;

export function thinnedFrames(most = MOST): ThinnedFrames {
  // One frame after the other. The extremes have rows of their own as soon as there is a frame that is not kept.
  let width = 0;
  let rows: Vec = new Float64Array();
  let [low, high] = [rows, rows];
  let [count, stride, seen] = [0, 1, 0];
  const each = (change: (of: Vec) => Vec) => {
    const isShared = low === rows;
    rows = change(rows);
    [low, high] = isShared ? [rows, rows] : [change(low), change(high)];
  };
  const put = (frame: Vec) => {
    if (count === 0) width = frame.length;
    if ((count + 1) * width > rows.length) {
      each((of) => resized(of, Math.min(Math.max(1024, 2 * count), most) * width));
    }
    each((of) => {
      of.set(frame, count * width);
      return of;
    });
    count++;
  };
  /** Among the extremes of kept frame `i` count these values, too. */
  const widen = (i: number, least: Vec, greatest: Vec) => {
    if (low === rows) [low, high] = [rows.slice(), rows.slice()];
    for (let j = 0, at = i * width; j < width; j++, at++) {
      if (least[j] < low[at]) low[at] = least[j];
      if (greatest[j] > high[at]) high[at] = greatest[j];
    }
  };
  const row = (of: Vec, i: number) => of.subarray(i * width, (i + 1) * width);
  const columns = (of: Vec, places: number) =>
    Array.from({ length: places }, (_, j) => Float64Array.from({ length: count }, (_, i) => of[i * width + j]));
  const pass = (frame?: Vec) => {
    if (frame !== undefined && count > 0) widen(count - 1, frame, frame);
    seen++;
  };
  return {
    get isDue() {
      return seen % stride === 0;
    },
    add(frame) {
      if (seen % stride !== 0) return pass(frame);
      put(frame);
      seen++;
      if (count < most) return;
      for (let i = 0; i + 1 < count; i += 2) widen(i, row(low, i + 1), row(high, i + 1));
      each((of) => {
        for (let i = 2; i < count; i += 2) of.copyWithin((i / 2) * width, i * width, (i + 1) * width);
        return of;
      });
      count = Math.ceil(count / 2);
      stride *= 2;
    },
    pass,
    get count() {
      return count;
    },
    get stride() {
      return stride;
    },
    frame: (i) => row(rows, i).slice(),
    columns: (places) => columns(rows, places),
    extremes: (places) => ({ low: columns(low, places), high: columns(high, places) }),
  };
}

function resized(values: Vec, length: number): Vec {
  const larger = new Float64Array(length);
  larger.set(values);
  return larger;
}
