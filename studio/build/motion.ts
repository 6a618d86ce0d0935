/** A short run of an example, for its picture: the states of its first steps, evenly thinned. */
import { thinnedFrames } from "noether";
import { beginPlan, buildProblem, loadModel, type Plan, type ReadFile } from "noether/model-file";

export interface Motion {
  readonly plan: Plan;
  readonly states: readonly { readonly t: number; readonly q: Float64Array; readonly v: Float64Array }[];
}

/** As long as its picture needs: the whole run of a small system, the first steps of a large one. */
const STEPS = 4_000;
const WORK = 20_000;
const KEPT = 500;

export function motionOf(text: string, file: string, readFile: ReadFile): Motion {
  const plan = buildProblem(loadModel(text, { file, readFile }));
  const { dof } = plan.problem.system;
  const kept = thinnedFrames(KEPT);
  const row = new Float64Array(1 + 2 * dof);
  const { runner } = beginPlan(plan, {
    frames: () => ({
      observe({ t, q, v }) {
        row[0] = t;
        row.set(q, 1);
        row.set(v, 1 + dof);
        kept.add(row);
      },
    }),
  });
  const isOwn = plan.method.clock === "own";
  runner.advance(isOwn ? 20 * STEPS : Math.min(STEPS, Math.max(50, Math.round(WORK / dof))));
  const states = Array.from({ length: kept.count }, (_, i) => {
    const frame = kept.frame(i);
    return { t: frame[0] ?? 0, q: frame.slice(1, 1 + dof), v: frame.slice(1 + dof) };
  });
  return { plan, states };
}
