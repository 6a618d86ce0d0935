/** A part of a run in full: computed again from the last state kept before it. A restart has the digits of the whole run. */
import { beginPlan } from "noether/model-file";
import { keptFrames, recordingFor } from "./kept.js";
import type { Thinned, WindowRequest } from "./messages.js";
import { opened } from "./opened.js";
import { inSlices, type Task } from "./task.js";

export async function windowOf(
  { source, method, from, span: [start, end] }: WindowRequest,
  task: Task,
): Promise<Thinned | null> {
  const { plan } = opened(source, method);
  let kept: ReturnType<typeof keptFrames> | null = null;
  const { runner } = beginPlan(plan, {
    frames: (recording) => {
      kept = keptFrames(recordingFor(plan, recording), ({ t }) => t >= start && t <= end);
      return kept;
    },
    ...(from === null ? {} : { from }),
  });
  if (!(await inSlices(runner, task, () => runner.state.t >= end))) return null;
  return (kept as ReturnType<typeof keptFrames> | null)?.thinned() ?? null;
}
