/** The plans of cases that have one system. Of cases that differ in their starts, times, methods and in parameters of expressions, the system is built once, and what
 *  was compiled for it serves all of them; a case with another system, or with parameters that a system cannot follow (in its mass, say), is built anew.
 *  Both ways give the same digits. */
import { InputError } from "../core/failure.js";
import { refuse } from "../core/method.js";
import type { Vec } from "../core/vec.js";
import { isObject, type Json } from "../formats/json.js";
import { buildProblem, type Plan } from "../model-file/build.js";
import { type Model, modelOfTree } from "../model-file/load.js";
import { methodAt } from "../model-file/method-choice.js";
import { timeFor } from "../model-file/time.js";
import { treeFrom } from "../model-file/tree-of-data.js";
import { isAdjustable } from "../symbolic/index.js";
import { canonical } from "./canonical.js";

export interface PlannedCase {
  readonly plan: Plan;
  /** Its parameters are those that the plan's system follows. */
  readonly model: Model;
}

/** So many systems are kept. */
const MOST_SYSTEMS = 8;

/** `parameters`: are they inputs of the code, or constants of it? Models are read with constants in either case. */
export function plansOf(parameters: "inputs" | "constants"): (model: Model, afresh: () => Model) => PlannedCase {
  const known = new Map<string, PlannedCase | null>();
  return (model, afresh) => {
    const start = startOf(model);
    const key = start === null ? null : keyOf(model, parameters);
    if (start === null || key === null) return built(afresh());
    let kept = known.get(key);
    if (kept === undefined) {
      kept = reusable(model, start, parameters);
      if (known.size >= MOST_SYSTEMS) known.delete(known.keys().next().value as string);
      known.set(key, kept);
    }
    if (kept === null) return built(afresh());
    if (parameters === "inputs" && isAdjustable(kept.model.given)) {
      try {
        kept.model.given.set(model.parameters);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // A parameter that was read as a number.
        known.set(key, null);
        return built(afresh());
      }
    }
    return changed(kept, model, start);
  };
}

const built = (model: Model): PlannedCase => ({ plan: buildProblem(model), model });

interface Start {
  readonly q: Vec;
  readonly v: Vec;
}

/** Lists of numbers or expressions; null for a start of any other form. */
function startOf({ root, kind }: Model): Start | null {
  const start = root.at("start");
  const [q, v] = [start.at("q"), start.at("v")];
  if (kind !== "potential" || !q.isList() || !(v.isList() || v.value === undefined)) return null;
  if ([...q.items(), ...v.items()].some((item) => item.isList() || item.isMap())) return null;
  const numbers = q.numbers();
  const speeds = v.value === undefined ? numbers.map(() => 0) : v.numbers();
  return numbers.length === speeds.length ? { q: Float64Array.from(numbers), v: Float64Array.from(speeds) } : null;
}

/** What decides the system, and what is recorded of it; null where the start does, too. */
function keyOf({ data, root }: Model, parameters: "inputs" | "constants"): string | null {
  const { system, record = null, stop = null, units = null } = data;
  if (!isObject(system) || "symmetries" in system) return null;
  const { parameters: named = null, ...rest } = system;
  const time = root.at("time");
  const t0 = time.has("start") ? time.at("start").number() : 0;
  return canonical({
    system: rest,
    record,
    stop,
    units,
    t0,
    parameters: parameters === "inputs" ? null : (named as Json),
  });
}

/** A plan whose start, time and method can be replaced; null where its system has made something of them. */
function reusable(model: Model, start: Start, parameters: "inputs" | "constants"): PlannedCase | null {
  const numbers = { q: [...start.q], v: [...start.v] };
  const { method, time } = model.data;
  if (method === undefined || !isObject(time)) return null;
  // Expressions of parameters would be read as numbers, which pins the parameters: numbers take their place.
  const system = { ...(model.data["system"] as object), parameters: model.parameters } as Json;
  const readTime = Object.fromEntries(Object.keys(time).map((name) => [name, model.root.at("time").at(name).number()]));
  const data = { ...model.data, system, start: numbers, time: readTime };
  const readFile = (name: string) => model.files.contents.get(name) ?? new Uint8Array();
  const own = modelOfTree(treeFrom(data, undefined), { readFile, adjustable: parameters === "inputs" });
  const plan = attempted(() => buildProblem(own));
  if (plan === null) return null;
  const { system: made, q0, v0, view } = plan.problem;
  const isPlain = view === undefined && made.constraints === undefined && made.friction === undefined;
  return isPlain && same(q0, start.q) && same(v0, start.v) ? { plan, model: own } : null;
}

/** What is wrong is told by who builds it in the usual way, with its place. */
function attempted<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

const same = (a: Vec, b: Vec) => a.length === b.length && a.every((x, i) => Object.is(x, b[i]));

function changed({ plan, model: kept }: PlannedCase, model: Model, { q, v }: Start): PlannedCase {
  const { root } = model;
  const chosen = root.at("method");
  const method = methodAt(chosen);
  chosen.blamed(() => refuse(method, plan.problem.system));
  const time = timeFor(method, root.at("time"));
  if (q.length !== plan.problem.system.dof) return built(model);
  const problem = { ...plan.problem, q0: q, v0: v };
  return { plan: { ...plan, problem, method, time }, model: { ...model, given: kept.given } };
}
