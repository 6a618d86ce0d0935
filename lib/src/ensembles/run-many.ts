/** Many systems of one kind: one problem with other starts and other parameters, thousands of times (docs/topics/ensembles.md).
 *
 *      const parameters = adjustable({ alpha: 1, beta: 1 });
 *      const system = potentialSystem({ labels: ["x"], mass: scalarMass(1, 1), ...potentialOf({
 *        coordinates: ["x"], parameters, potential: "alpha*x^2/2 + beta*x^4/4" }) });
 *      const ensemble = runMany({ system, t0: 0, q0: Float64Array.of(1), v0: Float64Array.of(0) }, centralDifference(), {
 *        time: { step: 0.05, steps: 2000 }, adjustable: parameters, parameters: { alpha: [1, 2, 3], beta: [0, 1, 2] } });
 *
 *  Every member has the digits that `run` gives it alone, ends as it would, and fails as it would; the others go on. Where the steps of the
 *  method are compiled for this system, members are integrated together in lanes; elsewhere one after another. */
import { type Failure, InputError } from "../core/failure.js";
import type { GrowthPolicy } from "../core/growth.js";
import { type FixedStepMethod, type Method, refuse } from "../core/method.js";
import type { Notice } from "../core/notice.js";
import type { Problem } from "../core/system.js";
import { stepCountOf, type Time } from "../core/time.js";
import type { Vec } from "../core/vec.js";
import { type Lanes, lanesOf } from "../stepping/code/lanes.js";
import { linearLanesOf } from "../stepping/code/linear-lanes.js";
import { COUNTED, type MemberOptions } from "../stepping/code/members.js";
import type { AdjustableParameters, NamedNumbers } from "../symbolic/parameters.js";
import { runAlone } from "./alone.js";
import { runInLanes } from "./in-lanes.js";

export interface EnsembleOptions {
  readonly time: Time;
  /** How many members there are, where neither starts nor parameters say it. */
  readonly members?: number;
  /** Positions and velocities of all members at the start, one member after another; those of the problem where absent. */
  readonly starts?: { readonly q?: ArrayLike<number>; readonly v?: ArrayLike<number> };
  /** By name, one number a member. */
  readonly parameters?: Readonly<Record<string, ArrayLike<number>>>;
  /** What these parameters belong to: the system has been compiled with it. */
  readonly adjustable?: Pick<AdjustableParameters, "values" | "set">;
  /** Keep the largest |q_i| of every member and coordinate, over all steps (default false). */
  readonly peaks?: boolean;
  /** Count the work of every member (default false). */
  readonly work?: boolean;
  /** Keep what `run` says about every member before its first step (default false). */
  readonly notices?: boolean;
  /** Keep the states of every so many steps, from the start on; 0 for none (default). */
  readonly every?: number;
  /** As for `run`. */
  readonly growth?: GrowthPolicy;
}

/** One problem for all, or one for each: then the number of members has to be said. */
export type Problems = Problem | ((member: number) => Problem);

export type MemberFailure = Failure | { readonly kind: "refused"; readonly reason: string };

/** Plain data. Vectors hold one member after another, in each `dof` numbers. */
export interface Ensemble {
  readonly members: number;
  readonly dof: number;
  /** The last good state of every member, and how many steps it had taken. */
  readonly q: Vec;
  readonly v: Vec;
  readonly steps: Vec;
  /** Why a member came to an end before the others, by its number; all others have completed. A start or parameters that `run` refuses
   *  are a failure of the member, not of the ensemble. */
  readonly failures: ReadonlyMap<number, MemberFailure>;
  /** Kinetic and potential energy together, one number a member; not a number for members that were refused. */
  readonly energy: { readonly start: Vec; readonly end: Vec };
  readonly peaks: Vec | null;
  /** What every member cost, as `run` counts it, one number a member; null unless it is asked for. Not a number where it is not known: of members that were refused, and of
   *  those in lanes whose code does not count, or does not take all their steps. */
  readonly work: MemberWork | null;
  /** What `run` says about every member; null unless it is asked for. */
  readonly notices: readonly (readonly Notice[])[] | null;
  /** Not a number from the end of a member that failed on. */
  readonly frames: readonly EnsembleFrame[];
  /** How many of the members were integrated in lanes to the end. */
  readonly inLanes: number;
}

/** Vectors of one number a member. */
export type MemberWork = Readonly<Record<(typeof COUNTED)[number], Vec>>;

export interface EnsembleFrame {
  readonly n: number;
  readonly t: number;
  readonly q: Vec;
  readonly v: Vec;
}

/** What is asked for, and where it goes. */
export interface EnsembleWork extends Omit<Ensemble, "inLanes" | "failures" | "notices"> {
  readonly notices: (readonly Notice[])[] | null;
  readonly failures: Map<number, MemberFailure>;
  readonly method: FixedStepMethod;
  readonly h: number;
  readonly count: number;
  readonly growth: GrowthPolicy;
  readonly every: number;
  readonly starts: { readonly q: Vec; readonly v: Vec };
  /** The problem of a member, with its parameters set. */
  problemOf(member: number): Problem;
  /** One of its parameters; undefined for one that members cannot differ in. */
  parameter(name: string, member: number): number | undefined;
}

export function runMany(problems: Problems, method: Method, options: EnsembleOptions): Ensemble {
  if (method.clock !== "fixed")
    throw new InputError(`${method.id} chooses its own steps; runMany takes methods with fixed steps`, {
      key: "method",
    });
  const members = membersOf(problems, options);
  const { adjustable } = options;
  const before = adjustable?.values;
  try {
    const first = typeof problems === "function" ? firstOf(problems, members) : problems;
    if (typeof problems !== "function") refuse(method, first.system);
    const work = workOf(problems, first, method, members, options);
    const wanted = { peaks: options.peaks ?? false, counts: options.work ?? false };
    const lanes = members === 0 ? null : lanesFor(problems, first, work, wanted);
    const alone = (member: number) => runAlone(work, member);
    let inLanes = 0;
    if (lanes === null) for (let member = 0; member < members; member++) alone(member);
    else inLanes = runInLanes(work, lanes, alone);
    const { q, v, dof, steps, failures, energy, peaks, frames, notices, work: counted } = work;
    return { members, dof, q, v, steps, failures, energy, peaks, work: counted, notices, frames, inLanes };
  } finally {
    if (before !== undefined) adjustable?.set(before);
  }
}

/** Stands for all: the first of those that can be built. One that cannot be is refused in its turn. */
function firstOf(problems: (member: number) => Problem, members: number): Problem {
  for (let member = 0; ; member++) {
    try {
      return problems(member);
    } catch (error) {
      if (!(error instanceof InputError) || member + 1 >= members) throw error;
    }
  }
}

/** Null where a stepper can only be made for each by itself, or not at all: what is wrong is then the failure of every member. */
function lanesFor(
  problems: Problems,
  first: Problem,
  { method, h, count }: EnsembleWork,
  options: MemberOptions,
): Lanes | null {
  try {
    const stepper = method.prepare(first, h, null);
    const ofParameters = typeof problems === "function" ? null : lanesOf(stepper, options);
    return ofParameters ?? linearLanesOf(stepper, first, count, options);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function workOf(
  problems: Problems,
  first: Problem,
  method: FixedStepMethod,
  members: number,
  {
    time,
    starts = {},
    parameters = {},
    adjustable,
    peaks = false,
    work = false,
    notices = false,
    every = 0,
    growth = "fail",
  }: EnsembleOptions,
): EnsembleWork {
  const { dof } = first.system;
  const { step: h, steps: count } = stepCountOf(time, first.t0, method.id);
  if (!Number.isSafeInteger(every) || every < 0)
    throw new InputError(`every is ${every}; accepted: 0 for no frames, 1, 2, 3, …`, { key: "every" });
  const vectors = () => new Float64Array(members * dof).fill(Number.NaN);
  const numbers = () => new Float64Array(members).fill(Number.NaN);
  const frameCount = every === 0 ? 0 : Math.floor(count / every) + 1;
  const given = {
    q: startsOf(starts.q, first.q0, members, "starts.q"),
    v: startsOf(starts.v, first.v0, members, "starts.v"),
  };
  const names = Object.keys(parameters);
  refuseFixed(names, parameters, adjustable);
  const now = adjustable?.values ?? {};
  /** A value that is missing is not a number, and not what the parameter is now. */
  const varied = new Map(names.map((name) => [name, Float64Array.from(parameters[name])]));
  const parameter = (name: string, member: number): number | undefined => {
    const values = varied.get(name);
    return values === undefined ? now[name] : values[member];
  };
  return {
    members,
    dof,
    method,
    h,
    count,
    growth,
    every,
    starts: given,
    q: vectors(),
    v: vectors(),
    steps: new Float64Array(members),
    failures: new Map(),
    energy: { start: numbers(), end: numbers() },
    peaks: peaks ? vectors() : null,
    work: work ? (Object.fromEntries(COUNTED.map((name) => [name, numbers()])) as unknown as MemberWork) : null,
    notices: notices ? Array.from({ length: members }, () => []) : null,
    frames: Array.from({ length: frameCount }, (_, k) => ({
      n: k * every,
      t: first.t0 + k * every * h,
      q: vectors(),
      v: vectors(),
    })),
    parameter,
    problemOf(member) {
      if (typeof problems === "function") return startingAt(ofSize(problems(member), dof), starts, given, member);
      adjustable?.set(Object.fromEntries([...varied].map(([name, values]) => [name, values[member]])));
      return startingAt(problems, { q: given.q, v: given.v }, given, member);
    },
  };
}

/** Results of all are side by side. */
function ofSize(problem: Problem, dof: number): Problem {
  if (problem.system.dof === dof) return problem;
  throw new InputError(
    `it has ${problem.system.dof} coordinates, others of the ensemble ${dof}; accepted: as many in all`,
  );
}

function startingAt(
  problem: Problem,
  said: { readonly q?: unknown; readonly v?: unknown },
  given: { readonly q: Vec; readonly v: Vec },
  member: number,
): Problem {
  const { dof } = problem.system;
  const part = (vector: Vec) => vector.slice(member * dof, (member + 1) * dof);
  return {
    ...problem,
    ...(said.q !== undefined && { q0: part(given.q) }),
    ...(said.v !== undefined && { v0: part(given.v) }),
  };
}

function membersOf(problems: Problems, { members, starts = {}, parameters = {} }: EnsembleOptions): number {
  const dof = typeof problems === "function" ? null : problems.system.dof;
  const said: (readonly [string, number])[] = members === undefined ? [] : [["members", members]];
  for (const [name, values] of Object.entries(parameters)) said.push([`parameters.${name}`, values.length]);
  for (const key of ["q", "v"] as const) {
    const vector = starts[key];
    if (vector !== undefined && dof !== null) said.push([`starts.${key}`, vector.length / dof]);
  }
  if (said.length === 0)
    throw new InputError("how many members there are is not said: give members, starts or parameters", {
      key: "members",
    });
  const [[name, count], ...others] = said;
  const odd = [[name, count] as const, ...others].find(([, other]) => !Number.isSafeInteger(other) || other < 0);
  if (odd !== undefined)
    throw new InputError(`${odd[0]} is for ${odd[1]} members; accepted: a whole number of them`, { key: odd[0] });
  const other = others.find(([, more]) => more !== count);
  if (other !== undefined)
    throw new InputError(`${name} is for ${count} members and ${other[0]} for ${other[1]}; they must agree`, {
      key: other[0],
    });
  return count;
}

function startsOf(given: ArrayLike<number> | undefined, common: Vec, members: number, key: string): Vec {
  const dof = common.length;
  if (given !== undefined) {
    if (given.length !== members * dof)
      throw new InputError(
        `${key} has ${given.length} numbers; ${members} members of ${dof} each need ${members * dof}`,
        {
          key,
        },
      );
    return Float64Array.from(given);
  }
  const all = new Float64Array(members * dof);
  for (let member = 0; member < members; member++) all.set(common, member * dof);
  return all;
}

/** A parameter that something has been made of for good cannot vary; nor can one that nobody can set. */
function refuseFixed(
  names: readonly string[],
  parameters: NonNullable<EnsembleOptions["parameters"]>,
  adjustable: EnsembleOptions["adjustable"],
): void {
  if (names.length === 0) return;
  if (adjustable === undefined)
    throw new InputError(
      `parameters vary (${names.join(", ")}), and adjustable is not given: compile the system with adjustable({ … }) and give that`,
      { key: "adjustable" },
    );
  const before: NamedNumbers = adjustable.values;
  for (const name of names) {
    const other = Array.from(parameters[name]).find((value) => !Object.is(value, before[name]));
    if (other === undefined || !Number.isFinite(other)) continue;
    try {
      adjustable.set({ [name]: other });
    } catch (error) {
      if (!isOfValue(adjustable, name, before[name])) throw error;
    }
    adjustable.set({ [name]: before[name] });
  }
}

/** Is it this value that is refused, and not every change? */
function isOfValue(adjustable: NonNullable<EnsembleOptions["adjustable"]>, name: string, value: number): boolean {
  const nearby = value === 0 ? 2 ** -20 : value * (1 + 2 ** -20);
  try {
    adjustable.set({ [name]: nearby });
    return true;
  } catch {
    return false;
  }
}
