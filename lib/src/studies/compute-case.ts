/** The computation of one case: its run, what is measured of it, and the reference solution that errors are measured from. */
import { explained } from "../analysis/failure-text.js";
import { type Failure, InputError } from "../core/failure.js";
import type { Notice } from "../core/notice.js";
import { begin } from "../core/run.js";
import { copyOf, type State } from "../core/state.js";
import { blamedOn } from "../model-file/begin-plan.js";
import { buildProblem, type Plan } from "../model-file/build.js";
import type { Model } from "../model-file/load.js";
import { canonical } from "./canonical.js";
import { type MeasuredRun, numbersByWord } from "./measures.js";
import { commonTimes, type Path, SAME_TIME } from "./path-error.js";
import type { PlannedCase } from "./plans.js";
import { type ReadStudy, RUN_COLUMNS } from "./read-study.js";
import type { Case } from "./study.js";

/** How a run ended; measures are null where it failed. */
export interface Ended {
  readonly measured: readonly number[] | null;
  readonly counts: readonly (number | null)[];
  readonly t: number | null;
  readonly outcome: "completed" | "stopped" | "failed";
  readonly reason: string;
  /** What should be known about it, its reference solution included. */
  readonly notices: readonly Notice[];
}

export function attempted(work: () => Ended): Ended {
  try {
    return work();
  } catch (error) {
    // What is no wrong input is a mistake of this program: the other cases are computed all the same, and the table says it.
    const reason =
      error instanceof InputError ? error.message : `internal error: ${error instanceof Error ? error.message : error}`;
    return { measured: null, counts: RUN_COLUMNS.map(() => null), t: null, outcome: "failed", reason, notices: [] };
  }
}

export interface Solution {
  readonly t: number;
  /** Of the quantities that errors are measured of: at the end, and along the motion. */
  readonly values: readonly number[];
  readonly path: Path;
  readonly notices: readonly Notice[];
}

/** A solution, or why there is none. */
export type Reference = (c: Case) => Solution | string;

/** States at different times are not compared: a run that was stopped has no error where its reference stopped elsewhere. */
function comparable(reference: Solution, first: number, last: number): boolean {
  return Math.abs(reference.t - last) <= SAME_TIME * Math.max(Math.abs(first), Math.abs(last));
}

/** Why an error is not known; empty where all are. */
function missingErrors(
  reference: Solution | string | null,
  { path }: MeasuredRun,
  first: number,
  last: number,
): string {
  if (reference === null) return "";
  if (typeof reference === "string") return `no error is known: ${reference}`;
  if (reference.values.length > 0 && !comparable(reference, first, last))
    return `no error is known: the reference solution ends at t = ${reference.t}`;
  const [, another] = path.quantities === 0 ? [true, true] : commonTimes(path, reference.path);
  return another === undefined
    ? "no error along the motion is known: the reference solution has no time in common with it but the start; choose steps of which one is a multiple of the other"
    : "";
}

export const planOf = (model: Model): PlannedCase => ({ plan: buildProblem(model), model });

export function computed(study: ReadStudy, found: PlannedCase, c: Case, referenceFor: Reference): Ended {
  const { plan } = found;
  const { runner, measuring, first } = begun(study, found);
  while (runner.advance(Number.MAX_SAFE_INTEGER));
  const { status, failure, last, steps, work, observed } = runner.result();
  const counts = [steps, work.gradients, work.tangents, work.factorizations, work.iterations];
  const notices = [...plan.notices, ...runner.notices, ...runner.remarks()];
  if (failure !== null) {
    const reason = reasonOf(plan, failure, last.t, steps);
    return { measured: null, counts, t: last.t, outcome: "failed", reason, notices };
  }
  const ended = { first, last, counts, outcome: status === "stopped" ? status : "completed", notices } as const;
  return measuredBy(study, measuring, found, c, ended, referenceFor, (name) => observed[name]);
}

/** A motion that came to its end. */
export interface Motion {
  readonly first: Readonly<State>;
  readonly last: Readonly<State>;
  /** As RUN_COLUMNS. */
  readonly counts: readonly number[];
  readonly outcome: "completed" | "stopped";
  readonly notices: readonly Notice[];
}

export function measuredBy(
  study: ReadStudy,
  measuring: MeasuredRun,
  { model }: PlannedCase,
  c: Case,
  { first, last, counts, outcome, notices: ofRun }: Motion,
  referenceFor: Reference,
  observed: (name: string) => unknown,
): Ended {
  const reference = study.measures.needsReference ? referenceFor(c) : null;
  const solution = typeof reference === "string" ? null : reference;
  const isThere = solution !== null && comparable(solution, first.t, last.t);
  const compared = { values: isThere ? solution.values : null, path: solution?.path ?? null };
  const notices = [...ofRun, ...(solution?.notices ?? [])];
  const values = measuring.finish(first, last, compared, observed, notices);
  const numbers = new Map([
    ...numbersByWord({ ...model.parameters, ...c.settings, t: last.t }),
    ...RUN_COLUMNS.map((name, i): [string, number] => [name, counts[i]]),
  ]);
  const measured = [...values, ...study.measures.completed(values, numbers)];
  const reason = missingErrors(reference, measuring, first.t, last.t);
  return { measured, counts, t: last.t, outcome, reason, notices };
}

function reasonOf({ method, time, problem, notices }: Plan, failure: Failure, t: number, steps: number): string {
  const step = "step" in time ? time.step : null;
  return explained({ failure, t, steps, step, method, system: problem.system, notices });
}

function begun(study: ReadStudy, { plan, model }: PlannedCase) {
  const { problem, method, time, stop } = plan;
  let measuring: MeasuredRun | null = null;
  const runner = blamedOn(model, () =>
    begin(problem, method, {
      time,
      observe: (invariants) => {
        measuring = study.measures.begin(plan, model, invariants);
        const { observe, observers } = measuring;
        return observe === null ? observers : { ...observers, measures: { observe, finish: () => null } };
      },
      ...(stop === null ? {} : { stop }),
    }),
  );
  if (measuring === null) throw new Error("a run without observers");
  return {
    runner,
    first: copyOf(runner.state),
    measuring: measuring as MeasuredRun,
  };
}

/** Numbers of reference solutions that are kept. */
const MOST_STORED = 4e6;

const sizeOf = (solution: Solution | string): number =>
  typeof solution === "string"
    ? 1
    : 1 + solution.values.length + solution.path.times.length + solution.path.values.length;

/** Solutions that errors are measured from, each computed once and kept: cases of one system share it. */
export function references(study: ReadStudy): Reference {
  const known = new Map<string, Solution | string>();
  let stored = 0;
  return (c) => {
    const model = study.modelOf(c, "constants", study.reference ?? []);
    const key = canonical(model.data);
    let found = known.get(key);
    if (found === undefined) {
      found = referenceOf(study, model);
      known.set(key, found);
      stored += sizeOf(found);
      // Those that were computed first are computed again when they are asked for.
      for (const [old, solution] of known) {
        if (stored <= MOST_STORED || old === key) break;
        known.delete(old);
        stored -= sizeOf(solution);
      }
    }
    return found;
  };
}

function referenceOf(study: ReadStudy, model: Model): Solution | string {
  const failed = (reason: string) => `the reference solution failed: ${reason}`;
  try {
    const found = planOf(model);
    const { runner, measuring } = begun(study, found);
    while (runner.advance(Number.MAX_SAFE_INTEGER));
    const { failure, last, steps } = runner.result();
    if (failure !== null) return failed(reasonOf(found.plan, failure, last.t, steps));
    const notices = [...found.plan.notices, ...runner.notices, ...runner.remarks()].map(({ code, message }) => ({
      code,
      message: `of the reference solution: ${message}`,
    }));
    return { t: last.t, values: measuring.errorsAt(last), path: measuring.path, notices };
  } catch (error) {
    if (error instanceof InputError) return failed(error.message);
    throw error;
  }
}
