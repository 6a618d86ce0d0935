/** A run of the workbench as pictures see it. */
import { ask } from "../engine/engine.js";
import { rowsWithin, thinnedTable } from "../engine/thinned-table.js";
import { type MethodRun, nameOf } from "../workbench/runs.js";
import type { Closer, Shown } from "./panels.js";

/** None before the first frame. */
export function shownOf(run: MethodRun): Shown[] {
  const { beginning, kept, steps, sizes } = run.state.value;
  if (beginning === null || (kept.frames[0]?.length ?? 0) === 0) return [];
  return [{ name: nameOf(run), colour: run.colour, beginning, ...kept, steps, sizes, closer: closerOf(run) }];
}

function closerOf({ method, state }: MethodRun): Shown["closer"] {
  const { origin, kept, table } = state.value;
  if (table !== null)
    return (span) => ({ frames: Promise.resolve(thinnedTable(table, rowsWithin(table, span))), cancel: () => {} });
  if (origin === null || kept.stride === 1) return null;
  const { source, marks } = origin;
  return (span): Closer => {
    const from = marks.findLast(({ state: { t } }) => t <= span[0]) ?? null;
    const asked = ask<"window">({ kind: "window", source, method, from, span });
    return {
      frames: asked.answer.then((found) => (found !== null && "answer" in found ? found.answer : null)),
      cancel: asked.cancel,
    };
  };
}
