/** Equally spaced frames in bounded memory: when there are too many, every second one is dropped and from then on only every second
 *  one is kept, so that a run of any length fits. The first frame is always among them, the last within one spacing. */
import type { Vec } from "../core/vec.js";

export interface ThinnedFrames {
  /** Would the frame that comes next be kept? What is costly to compute need not be computed otherwise. */
  readonly isDue: boolean;
  /** The frame that comes next; copied if it is kept. */
  add(frame: Vec): void;
  /** The frame that comes next is not kept, and has not been computed. */
  pass(): void;
  /** Frames kept, and how many there have been from one of them to the next. */
  readonly count: number;
  readonly stride: number;
  frame(i: number): Vec;
  /** One vector a place of a frame. */
  columns(width: number): Vec[];
}

/** As many as a figure can show. */
const MOST = 20_000;

export function thinnedFrames(most = MOST): ThinnedFrames {
  let frames: Vec[] = [];
  let stride = 1;
  let seen = 0;
  const isDue = () => seen % stride === 0;
  return {
    get isDue() {
      return isDue();
    },
    add(frame) {
      if (isDue()) frames.push(frame.slice());
      seen++;
      if (frames.length < most) return;
      frames = frames.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    pass() {
      seen++;
    },
    get count() {
      return frames.length;
    },
    get stride() {
      return stride;
    },
    frame: (i) => frames[i],
    columns: (width) => Array.from({ length: width }, (_, j) => Float64Array.from(frames, (frame) => frame[j])),
  };
}
