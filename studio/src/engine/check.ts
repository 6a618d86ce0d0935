/** What a model says, checked as far as a run would check it before its first step. */
import { viewOf } from "noether";
import { beginPlan, blamedOn, buildProblem, spanOf } from "noether/model-file";
import { methodData } from "noether/report";
import type { Facts, ModelSource } from "./messages.js";
import { modelOf } from "./opened.js";
import { shownUnits } from "./units.js";

/** Systems beyond that are prepared when they are run, since it takes long. */
const SMALL = 200;
const SHOWN = 100;

export function factsOf(source: ModelSource): Facts {
  const model = modelOf(source);
  const plan = buildProblem(model);
  const { problem, method, time } = plan;
  if (problem.system.dof <= SMALL) blamedOn(model, () => beginPlan(plan));
  const { labels, expand } = viewOf(problem);
  // Bodies begin with fields, one for each direction.
  const columns = [...labels.slice(0, SHOWN), "x", "y", "z"].flatMap((label) => [`q.${label}`, `v.${label}`]);
  const { q, v } = expand({ n: 0, t: problem.t0, q: problem.q0, v: problem.v0, memory: [] });
  return {
    title: plan.name,
    unknowns: problem.system.dof,
    labels: labels.slice(0, SHOWN),
    parameters: model.parameters,
    settings: methodData(method),
    span: spanOf(plan),
    step: "step" in time ? time.step : null,
    start: labels.length > SHOWN ? { q: [], v: [] } : { q: [...q], v: [...v] },
    ...shownUnits(plan.units, columns),
  };
}
