/** A model from the page, as the command line opens a model file. */
import { InputError, type Method, methods } from "noether";
import { blamedOn, buildProblem, loadModel, type Model, methodSetting, type Plan } from "noether/model-file";
import type { Complaint, ModelSource } from "./messages.js";

export function modelOf({ text, file, files, threads }: ModelSource, method: string | null = null): Model {
  const overrides = method === null ? [] : [methodSetting(method)];
  return loadModel(text, { file, overrides, threads, readFile: (name) => fileNamed(name, files) });
}

/** A model may name a file in a folder, and a browser knows files by their names alone. */
function fileNamed(name: string, files: ModelSource["files"]): Uint8Array {
  const bytes = files[name] ?? files[name.slice(name.lastIndexOf("/") + 1)];
  if (bytes !== undefined) return bytes;
  throw new InputError(
    "it has not been given to the page; open it together with the model or the result that needs it, or drop it here",
  );
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

/** The name with those settings that are not its defaults, as `--method` takes it. */
export function inWords({ id, parameters }: Method): string {
  const family = methods.find((each) => each.id === id);
  const own = Object.entries(parameters).filter(([key, value]) => family?.parameters[key]?.default !== value);
  return own.length === 0 ? id : `${id}(${own.map(([key, value]) => `${key}=${value}`).join(", ")})`;
}

export function complaintOf(error: unknown): Complaint {
  if (error instanceof InputError) {
    const { line = null, column = null, key } = error.place;
    const reason = key === undefined || key === "" ? error.reason : `${key}: ${error.reason}`;
    return { message: error.message, reason, key: key?.replace(/\[(\d+)\]/g, ".$1"), line, column };
  }
  const said = error instanceof Error ? error.message : String(error);
  const message = `internal error: this is a bug in noether: ${said}`;
  return { message, reason: message, line: null, column: null };
}
