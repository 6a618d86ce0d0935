/** Frames in memory, for a figure: as many as a figure can show. When there are too many, every second one is dropped and
 *  from then on only every second one is kept, so that any run fits. */
import type { ResultHeader, ResultTable } from "noether/formats";

const MOST = 20_000;

export interface FrameMemory {
  add(frame: Float64Array): void;
  table(header: ResultHeader): ResultTable;
}

export function frameMemory(most = MOST): FrameMemory {
  let frames: Float64Array[] = [];
  let stride = 1;
  let seen = 0;
  return {
    add(frame) {
      if (seen++ % stride === 0) frames.push(frame.slice());
      if (frames.length < most) return;
      frames = frames.filter((_, i) => i % 2 === 0);
      stride *= 2;
    },
    table: (header) => ({
      header,
      data: header.columns.map((_, j) => Float64Array.from(frames, (frame) => frame[j] as number)),
      summary: null,
    }),
  };
}
