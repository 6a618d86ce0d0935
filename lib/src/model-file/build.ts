/** From a model to what a run needs. */

import { type Method, refuse } from "../core/method.js";
import type { Notice } from "../core/notice.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Span, StepCount } from "../core/time.js";
import type { Body } from "../mesh/body.js";
import { recommendedMethods } from "../methods/recommended.js";
import { followingAngle } from "../models/particles/swept-angle.js";
import type { Measured } from "../observers/not-finite.js";
import { abstractScene } from "../scene/abstract.js";
import type { MovingScene } from "../scene/scene.js";
import type { CoordinateBounds } from "../scene/window.js";
import { fixedValues } from "../symbolic/index.js";
import type { Model } from "./load.js";
import { methodAt } from "./method-choice.js";
import { type RecordPlan, recordAt, stopAt } from "./record.js";
import { systemKind } from "./system-kinds.js";
import { type BuiltSystem, missingStart } from "./system-parts.js";
import { endTime, startTime, stepAt, timeFor } from "./time.js";

export interface Plan {
  readonly name: string;
  readonly problem: Problem;
  readonly method: Method;
  readonly time: StepCount | Span;
  readonly record: RecordPlan;
  readonly stop: ((s: Readonly<State>) => boolean) | null;
  /** What is measured of a state and should be a number: the probes, and what the stop condition compares. */
  readonly measured: readonly Measured[];
  readonly units: Readonly<Record<string, string>>;
  /** Keys of the bibliography, of the model and the method. */
  readonly cites: readonly string[];
  /** Null for a system without a shape. */
  readonly body: Body | null;
  /** What it looks like, with the range of its coordinates where it is known; scenes of systems without a shape are drawn in it. */
  scene(range?: CoordinateBounds): MovingScene;
  readonly notices: readonly Notice[];
}

/** The system alone, at its start; a start that is missing is 0. For analyses that do not run the motion. */
export function buildSystem({ root, given, files, kind, threads }: Model): BuiltSystem {
  const time = root.at("time");
  const parts = {
    system: root.at("system"),
    start: root.at("start"),
    files,
    threads,
    t0: startTime(time),
    end: endTime(time),
  };
  const chosen = systemKind(kind);
  if (chosen.follows) return chosen.build({ ...parts, parameters: given });
  return chosen.build({ ...parts, parameters: fixedValues(given, `is built into a system of kind ${kind}`) });
}

/** The method that the model names, null if it names none. */
export function chosenMethod({ root }: Model): Method | null {
  const chosen = root.at("method");
  return chosen.value === undefined ? null : methodAt(chosen);
}

/** The step that the model gives, or that suits a builtin model; null if there is neither. */
export function chosenStep({ root }: Model, { suggested }: BuiltSystem): number | null {
  const time = root.at("time");
  return time.has("step") ? stepAt(time.at("step")) : (suggested?.step ?? null);
}

/** Method and time of a model that is too large to be built only to be looked at. */
export function scheduleOf(model: Model): Pick<Plan, "method" | "time"> {
  const method = chosenMethod(model);
  if (method === null) throw missingMethod(model);
  return { method, time: timeFor(method, model.root.at("time")) };
}

const missingMethod = ({ root }: Model) =>
  root.at("method").error("is missing; accepted: the name of a method, or a map with name and parameters");

/** Everything: what is missing or does not fit is refused here, before the first step. */
export function buildProblem(model: Model): Plan {
  const { root, given, kind } = model;
  const method = chosenMethod(model);
  const built = buildSystem(model);
  const { problem } = built;
  // Errors in what is given come before errors about what is missing.
  if (systemKind(kind).needsStart === true && !root.at("start").has("q")) throw missingStart(root.at("start"));
  if (method === null) throw missingMethod(model);
  root.at("method").blamed(() => refuse(method, problem.system, recommendedMethods));
  const { record, followed } = withAngle(built, method, recordAt(root.at("record"), problem, given));
  const stop = stopAt(root.at("stop"), problem, given);
  return {
    name: model.name,
    problem,
    method: followed,
    time: timeOf(model, method, built),
    record,
    stop: stop?.when ?? null,
    measured: [
      ...record.probes.map(({ name, value }) => ({ name: `probe "${name}"`, value })),
      ...(stop?.compared == null ? [] : [{ name: "what the stop condition compares", value: stop.compared }]),
    ],
    units: { ...built.units, ...model.units },
    cites: [...new Set([...built.cites, ...method.cites])],
    body: built.body ?? null,
    scene: (range) => sceneOf(built, range),
    notices: built.notices ?? [],
  };
}

/** What a system looks like that knows it, or else as its coordinates suggest. */
export const sceneOf = ({ scene, problem }: BuiltSystem, range?: CoordinateBounds): MovingScene =>
  scene?.() ?? abstractScene(problem, range ?? null);

/** A problem from which an angle was taken out shows it as the probe `theta`. */
function withAngle({ angularMomentum }: BuiltSystem, method: Method, record: RecordPlan) {
  if (angularMomentum === undefined || record.probes.some(({ name }) => name === "theta"))
    return { record, followed: method };
  const { method: followed, angle } = followingAngle(method, angularMomentum);
  return { record: { ...record, probes: [...record.probes, { name: "theta", value: angle }] }, followed };
}

/** A builtin model knows a time that suits it, for files that give none. */
function timeOf({ root }: Model, method: Method, { suggested }: BuiltSystem): StepCount | Span {
  const time = root.at("time");
  if (time.value !== undefined || suggested === undefined) return timeFor(method, time);
  const { step, end } = suggested;
  return method.clock === "own" ? { end, interval: step } : { step, steps: Math.round(end / step) };
}
