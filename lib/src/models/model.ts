/** A model is a function of named parameters to a problem: a system and where its motion starts. What the parameters are
 *  and mean is data on the function itself, so that the model file, the command line and the reference pages read it. */
import { completed, type ParameterTable, type ValuesOf } from "../core/parameter.js";
import type { Problem, System } from "../core/system.js";
import type { MovingScene } from "../scene/scene.js";

/** `kepler({ eccentricity: 0.85 })`, with `kepler.parameters`, `kepler.cites` … beside it. */
export interface ModelFamily<T extends ParameterTable = ParameterTable> extends ModelData<T> {
  (parameters?: Partial<ValuesOf<T>>): ModelProblem;
}

/** A problem of a model that may know what it looks like. */
export interface ModelProblem extends Problem {
  readonly scene?: () => MovingScene;
  /** Of a problem that is integrated in other coordinates than those seen: the same from another start in the ones seen. */
  readonly startingAt?: (start: Partial<Pick<Problem, "t0" | "q0" | "v0">>) => ModelProblem;
}

interface ModelData<T extends ParameterTable> {
  readonly id: string;
  readonly title: string;
  /** One sentence: what moves, and what there is to see. */
  readonly summary: string;
  readonly parameters: T;
  /** Keys of references.bib. */
  readonly cites: readonly string[];
  /** A step at which a second-order method draws the motion well, and a time that shows what is typical of it. */
  readonly suggested: { readonly step: number; readonly end: number };
  /** Where they are not SI. */
  readonly units?: { readonly length: string; readonly time: string; readonly mass: string };
  /** Of a problem from which an angle was taken out: the angular momentum, by which a run follows the angle. */
  angularMomentum?(parameters: ValuesOf<T>): number;
}

export function model<const T extends ParameterTable>(
  about: ModelData<T>,
  build: (parameters: ValuesOf<T>) => ModelProblem,
): ModelFamily<T> {
  const create = (given: Partial<ValuesOf<T>> = {}): ModelProblem =>
    build(completed(about.id, about.parameters, given));
  return Object.assign(create, about);
}

/** The motion that starts at time 0 from positions q and velocities v. */
export function startingFrom(system: System, q: ArrayLike<number>, v: ArrayLike<number>): Problem {
  return { system, t0: 0, q0: Float64Array.from(q), v0: Float64Array.from(v) };
}
