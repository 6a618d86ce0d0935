/** The plans of cases that have one system. Of cases that differ in their starts, times, methods, masses, dashpots and in parameters of expressions, the system is built
 *  once, and what was compiled for it serves all of them; a case with another system, or with parameters that a system cannot follow (in the scale of a record, say),
 *  is built anew. Both ways give the same digits. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import { refuse } from "../core/method.js";
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { isObject, type Json, type JsonObject } from "../formats/json.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { buildProblem, type Plan } from "../model-file/build.js";
import type { Entry } from "../model-file/entry.js";
import { type Model, modelOfTree } from "../model-file/load.js";
import { matrixAt } from "../model-file/matrix-entry.js";
import { methodAt } from "../model-file/method-choice.js";
import { timeFor } from "../model-file/time.js";
import { treeFrom } from "../model-file/tree-of-data.js";
import { isAdjustable } from "../symbolic/index.js";
import { viscousForce } from "../systems/linear.js";
import { potentialSystem } from "../systems/potential.js";
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
    const matrices = kept === null ? null : attempted(() => matricesOf(model, start.q.length));
    if (kept === null || matrices === null) return built(afresh());
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
    return changed(kept, model, start, matrices);
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

/** What is made of numbers for every case, since a system does not follow parameters in it. */
interface Matrices {
  readonly mass: Matrix;
  /** Null where it is not among what is made for every case. */
  readonly viscosity: Matrix | null;
}

/** Null where something else is made of them: a system without some of its coordinates, the inertial forces of a record. */
function matricesOf({ root, files, data }: Model, dof: number): Matrices | null {
  const system = root.at("system");
  const mass = matrixAt(system.at("mass"), files, dof);
  if (massless(mass).length > 0) return null;
  if (system.at("force").has("groundMotion") && hasText((data["system"] as JsonObject)["mass"])) return null;
  const viscosity = isMatrixAlone(data) ? matrixAt(system.at("damping"), files, dof) : null;
  return { mass, viscosity };
}

/** Is the damping a matrix, and nothing beside it? */
const isMatrixAlone = ({ system }: JsonObject) => isObject(system) && "damping" in system && !("dissipation" in system);

/** Are there expressions in it? */
const hasText = (value: Json): boolean =>
  typeof value === "string" || (Array.isArray(value) && value.some((item) => hasText(item)));

/** Numbers in the place of expressions: reading these would pin their parameters. */
function inNumbers(entry: Entry): Json {
  if (entry.isList()) return entry.items().map(inNumbers);
  return typeof entry.value === "string" ? entry.number() : (entry.value as Json);
}

/** What decides the system, and what is recorded of it; null where the start does, too. */
function keyOf({ data, root }: Model, parameters: "inputs" | "constants"): string | null {
  const { system, record = null, stop = null, units = null } = data;
  if (!isObject(system) || "symmetries" in system) return null;
  const { parameters: named = null, mass: _, ...others } = system;
  const { damping: __, ...rest } = isMatrixAlone(data) ? others : { damping: null, ...others };
  const time = root.at("time");
  const t0 = time.at("start").number(0);
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
  const written = model.root.at("system");
  const system = {
    ...(model.data["system"] as object),
    parameters: model.parameters,
    mass: inNumbers(written.at("mass")),
    ...(isMatrixAlone(model.data) && { damping: inNumbers(written.at("damping")) }),
  } as Json;
  const readTime = Object.fromEntries(Object.keys(time).map((name) => [name, model.root.at("time").at(name).number()]));
  const data = { ...model.data, system, start: numbers, time: readTime };
  const readFile = (name: string) => model.files.contents.get(name) ?? new Uint8Array();
  const own = modelOfTree(treeFrom(data, undefined), {
    readFile,
    threads: model.threads,
    adjustable: parameters === "inputs",
  });
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

function changed(
  { plan, model: kept }: PlannedCase,
  model: Model,
  { q, v }: Start,
  { mass, viscosity }: Matrices,
): PlannedCase {
  const { root } = model;
  const chosen = root.at("method");
  const method = methodAt(chosen);
  const { system: made } = plan.problem;
  if (q.length !== made.dof || made.kind !== "nonlinear") return built(model);
  const system = isBuiltWith(made, mass, viscosity)
    ? made
    : potentialSystem({
        ...made,
        mass: root
          .at("system")
          .at("mass")
          .blamed(() => matrixMass(mass)),
        ...(viscosity !== null && {
          damping: viscosity.values.some((entry) => entry !== 0) ? viscousForce(viscosity) : null,
        }),
      });
  chosen.blamed(() => refuse(method, system));
  const time = timeFor(method, root.at("time"));
  const problem = { ...plan.problem, system, q0: q, v0: v };
  return { plan: { ...plan, problem, method, time }, model: { ...model, given: kept.given } };
}

/** Is there nothing to change in it? */
function isBuiltWith({ mass, damping }: System, wanted: Matrix, viscosity: Matrix | null): boolean {
  const isDiagonal = wanted.pattern.column.length === wanted.pattern.size;
  const undamped = viscosity === null || (damping === null && viscosity.values.every((entry) => entry === 0));
  return undamped && isDiagonal && mass.diagonal !== null && same(mass.diagonal, wanted.values);
}
