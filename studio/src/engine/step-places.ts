/** Where a method that chooses its steps has ended them: computed again, with an observer of every step. */
import { begin, type Observer, thinnedFrames } from "noether";
import { columnReader } from "./column-reader.js";
import type { StepPlaces, StepPlacesRequest } from "./messages.js";
import { opened } from "./opened.js";
import { inSlices, type Task } from "./task.js";

const MOST_STEPS = 4_000;

export async function stepPlacesOf(
  { source, method, x, y }: StepPlacesRequest,
  task: Task,
): Promise<StepPlaces | null> {
  const { plan, blamed } = opened(source, method);
  const { problem, time, stop } = plan;
  const [abscissa, ordinate] = [columnReader(problem, x), columnReader(problem, y)];
  const kept = thinnedFrames(MOST_STEPS);
  const row = new Float64Array(3);
  let before = problem.t0;
  const places: Observer<null> = {
    on: "steps",
    observe(s) {
      row[0] = abscissa(s);
      row[1] = ordinate(s);
      row[2] = s.t - before;
      // The start is no step.
      if (s.t !== problem.t0) kept.add(row);
      before = s.t;
    },
    finish: () => null,
  };
  const runner = blamed(() =>
    begin(problem, plan.method, { time, observe: () => ({ places }), ...(stop === null ? {} : { stop }) }),
  );
  if (!(await inSlices(runner, task))) return null;
  const [xs, ys, sizes] = kept.columns(3) as [Float64Array, Float64Array, Float64Array];
  return { x: xs, y: ys, sizes };
}
