/** A stored result as a figure takes it: all of it, or of one that is larger than any figure shows, equally spaced frames. */
import type { ResultTable } from "noether/formats";
import { type FrameMemory, frameMemory } from "../run/memory.js";
import { resultFormat } from "./writer.js";

/** Numbers in memory. */
const MOST = 5e6;

export async function drawnResult(path: string): Promise<ResultTable> {
  const format = await resultFormat(path);
  let memory: FrameMemory | null = null;
  const { header, summary } = format.scan(path, ({ columns }) => {
    const kept = frameMemory(Math.max(20_000, Math.floor(MOST / columns.length)));
    memory = kept;
    return kept.add;
  });
  const frames = memory as FrameMemory | null;
  return { header, data: frames?.table(header).data ?? [], summary };
}
