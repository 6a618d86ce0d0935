/** A Poincaré section of a run: computed again, with an observer that locates the crossings inside the steps. */
import { begin, poincareSection, type State } from "noether";
import { columnReader } from "./column-reader.js";
import type { SectionPoints, SectionRequest } from "./messages.js";
import { opened } from "./opened.js";
import { inSlices, type Task } from "./task.js";

export async function sectionOf(
  { source, method, plane, at, direction, x, y }: SectionRequest,
  task: Task,
): Promise<SectionPoints | null> {
  const { plan, blamed } = opened(source, method);
  const { problem } = plan;
  const [onPlane, abscissa, ordinate] = [
    columnReader(problem, plane),
    columnReader(problem, x),
    columnReader(problem, y),
  ];
  const runner = blamed(() =>
    begin(problem, plan.method, {
      time: plan.time,
      observe: () => ({
        section: poincareSection(problem, {
          surface: (s) => onPlane(s) - at,
          direction,
          order: plan.method.claims.order,
        }),
      }),
      ...(plan.stop === null ? {} : { stop: plan.stop }),
    }),
  );
  if (!(await inSlices(runner, task))) return null;
  const { t, q, v } = runner.result().observed.section;
  const states = Array.from(t, (time, k): State => ({ n: 0, t: time, q: q[k], v: v[k], memory: [] }));
  return { x: Float64Array.from(states, abscissa), y: Float64Array.from(states, ordinate), t };
}
