/** A stored result as a figure takes it: all of it, or of one that is larger than any figure shows, equally spaced frames. */
import { type ThinnedFrames, thinnedFrames } from "noether";
import type { ResultTable } from "noether/formats";
import { resultFormat } from "./writer.js";

/** Numbers in memory. */
const MOST = 5e6;

export async function drawnResult(path: string): Promise<ResultTable> {
  const format = await resultFormat(path);
  let memory: ThinnedFrames | null = null;
  const { header, summary } = format.scan(path, ({ columns }) => {
    const kept = thinnedFrames(Math.max(20_000, Math.floor(MOST / columns.length)));
    memory = kept;
    return kept.add;
  });
  const frames = memory as ThinnedFrames | null;
  return { header, data: frames?.columns(header.columns.length) ?? [], summary };
}
