/** A model from the page, as the command line opens a model file. */
import { InputError } from "noether";
import { blamedOn, buildProblem, loadModel, type Model, methodSetting, type Plan } from "noether/model-file";
import type { Complaint, ModelSource } from "./messages.js";

export function modelOf({ text, file, files }: ModelSource, method: string | null = null): Model {
  const overrides = method === null ? [] : [methodSetting(method)];
  return loadModel(text, { file, overrides, readFile: (name) => fileNamed(name, files) });
}

function fileNamed(name: string, files: ModelSource["files"]): Uint8Array {
  const bytes = files[name];
  if (bytes !== undefined) return bytes;
  throw new InputError("it has not been given to the page; drop it here, or open it with the model");
}

export interface Opened {
  readonly plan: Plan;
  /** Does what may still refuse the model, and says where in it the reason is. */
  blamed<T>(work: () => T): T;
}

export function opened(source: ModelSource, method: string | null): Opened {
  const model = modelOf(source, method);
  return { plan: buildProblem(model), blamed: (work) => blamedOn(model, work) };
}

/** Null: no wrong input, but a defect of the program. */
export function complaintOf(error: unknown): Complaint {
  if (error instanceof InputError) {
    const { line = null, column = null } = error.place;
    return { message: error.message, line, column };
  }
  const said = error instanceof Error ? error.message : String(error);
  return { message: `internal error: this is a bug in noether: ${said}`, line: null, column: null };
}
