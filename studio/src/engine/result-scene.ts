/** What a stored result looks like: the scene of its model, at the states of its frames. */
import { InputError, type Problem } from "noether";
import type { ResultTable } from "noether/formats";
import { buildProblem, type Plan } from "noether/model-file";
import { sceneRecording } from "noether/scene";
import type { ModelSource, StoredResult } from "./messages.js";
import { modelOf } from "./opened.js";

export function sceneOfResult(
  { header, data }: Pick<ResultTable, "header" | "data">,
  files: ModelSource["files"],
): StoredResult["scene"] {
  const plan = planOf({ text: JSON.stringify(header.model), file: header.name, files });
  if (typeof plan === "string") return { missing: plan };
  const places = { q: placesOf("q", plan.problem, header.columns), v: placesOf("v", plan.problem, header.columns) };
  if (places.q === null) return { missing: MISSING };
  const recording = sceneRecording(plan.scene);
  const { dof } = plan.problem.system;
  const [q, v] = [new Float64Array(dof), new Float64Array(dof)];
  const [times = new Float64Array()] = data;
  times.forEach((t, k) => {
    places.q?.forEach((place, i) => {
      q[i] = data[place]?.[k] as number;
    });
    places.v?.forEach((place, i) => {
      v[i] = data[place]?.[k] as number;
    });
    recording.observe({ t, q, v });
  });
  return recording.frames();
}

const MISSING = "The file does not hold all positions, and they are needed to draw the motion: record q and v.";

/** The model that was run, or why it cannot be built. */
function planOf(source: ModelSource): Plan | string {
  try {
    return buildProblem(modelOf(source));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `The motion is drawn from its model, which cannot be built: ${error.reason}.`;
  }
}

/** Where the coordinates of the system are among the columns; null unless all of them are. */
function placesOf(part: "q" | "v", { system }: Problem, columns: readonly string[]): readonly number[] | null {
  const at = new Map(columns.map((column, i) => [column, i]));
  const places = system.labels.map((label) => at.get(`${part}.${label}`) ?? -1);
  return places.includes(-1) ? null : places;
}
