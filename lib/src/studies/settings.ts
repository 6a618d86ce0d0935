/** The keys that a study varies, and what they change in a model: the paths that `--set` takes, or short names for parameters and times. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { isObject, type Json } from "../formats/json.js";
import { methodInWords } from "../model-file/method-text.js";
import type { Override } from "../model-file/overrides.js";
import { find, type Path, type Tree } from "../model-file/tree.js";

/** Where a key points to. `m` is a parameter of the model, `step` that of the time. */
export function pathOf(key: string, model: Tree): Path {
  const path = key.replace(/\[(\d+)\]/g, ".$1").split(".");
  const accepted =
    "a path in the model as system.parameters.m, start.q[0] or time.step, the name of a parameter, step, end or method";
  if (path.some((step) => step === "")) throw new InputError(`"${key}" is not a path; accepted: ${accepted}`);
  const parameters = find(model, ["system", "parameters"]);
  const known = parameters?.kind === "map" ? [...parameters.entries.keys()] : [];
  if (path.length === 1) {
    if (known.includes(key)) return ["system", "parameters", key];
    if (TIMES.includes(key)) return ["time", key];
    if (TOP.includes(key)) return path;
    throw new InputError(
      `the model has no parameter "${key}".${didYouMean(key, [...known, ...TIMES, ...TOP])} Accepted: ${accepted}`,
    );
  }
  if (path[0] === "system" && path[1] === "parameters" && !known.includes(path[2])) {
    const list = known.length === 0 ? "it has none" : `accepted: ${known.join(", ")}`;
    throw new InputError(
      `the model has no parameter "${path[2] ?? ""}".${didYouMean(path[2] ?? "", known)} Parameters: ${list}`,
    );
  }
  return path;
}

const TIMES: readonly string[] = ["step", "end", "steps"];
const TOP: readonly string[] = ["method", "start", "stop", "system"];

/** Keys beside it that a value takes the place of: the end of a motion is given in one way. */
const REPLACED: Readonly<Record<string, readonly string[]>> = { "time.end": ["steps"], "time.steps": ["end"] };

export function overrideOf(key: string, path: Path, value: Json): Override {
  const option = `${key} = ${isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)}`;
  const data =
    path.length === 1 && path[0] === "method" && typeof value === "string"
      ? methodInWords(value, { file: option })
      : value;
  return { option, path, text: { data }, replaces: REPLACED[path.join(".")] ?? [] };
}
