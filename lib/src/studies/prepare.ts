/** A study that is ready to compute its cases. The same case gives the same row wherever and whenever it is computed, its seconds excepted. */
import { explained } from "../analysis/failure-text.js";
import { type Failure, InputError } from "../core/failure.js";
import { begin } from "../core/run.js";
import { copyOf } from "../core/state.js";
import { blamedOn } from "../model-file/begin-plan.js";
import { buildProblem, type Plan } from "../model-file/build.js";
import type { Model } from "../model-file/load.js";
import { canonical } from "./canonical.js";
import { readBundle, valueText } from "./load.js";
import { numbersByWord } from "./measures.js";
import { type PlannedCase, plansOf } from "./plans.js";
import { type ReadStudy, RUN_COLUMNS } from "./read-study.js";
import type { Case, Cell, Column, Row, Study, StudyBundle } from "./study.js";

export interface PreparedStudy {
  readonly study: Study;
  /** A case that fails is a row that says why. */
  run(c: Case): Row;
  /** The rows of cases in their order. */
  runBatch(cases: readonly Case[]): Row[];
}

export interface PrepareOptions {
  /** Seconds that pass, for the column of that name; without it they are not measured. */
  readonly clock?: () => number;
}

export function prepareStudy(bundle: StudyBundle, { clock }: PrepareOptions = {}): PreparedStudy {
  const study = readBundle(bundle);
  const referenceFor = references(study);
  /** Parameters that are constants of the code remove what they multiply by 0, which as inputs they do not: what fails is tried in that form. */
  const form = study.variesParameters ? "inputs" : "constants";
  const planned = plansOf(form);
  const endedOf = (c: Case): Ended => {
    const first = attempted(() => {
      const model = study.modelOf(c, "constants");
      const found = planned(model, () => (form === "constants" ? model : study.modelOf(c, form)));
      return computed(study, found, c, referenceFor);
    });
    if (first.outcome !== "failed" || form === "constants") return first;
    return attempted(() => computed(study, planOf(study.modelOf(c, "constants")), c, referenceFor));
  };
  const run = (c: Case): Row => {
    const began = clock?.();
    const ended = endedOf(c);
    const seconds = began === undefined || clock === undefined ? null : clock() - began;
    return rowOf(study, c, ended, seconds);
  };
  return { study, run, runBatch: (cases) => cases.map(run) };
}

/** How a run ended; measures are null where it failed. */
interface Ended {
  readonly measured: readonly number[] | null;
  readonly counts: readonly (number | null)[];
  readonly t: number | null;
  readonly outcome: "completed" | "stopped" | "failed";
  readonly reason: string;
}

function attempted(work: () => Ended): Ended {
  try {
    return work();
  } catch (error) {
    // What is no wrong input is a mistake of this program: the other cases are computed all the same, and the table says it.
    const reason =
      error instanceof InputError ? error.message : `internal error: ${error instanceof Error ? error.message : error}`;
    return { measured: null, counts: RUN_COLUMNS.map(() => null), t: null, outcome: "failed", reason };
  }
}

interface Solution {
  readonly t: number;
  /** Of the quantities that errors are measured of. */
  readonly values: readonly number[];
}

/** A solution, or why there is none. */
type Reference = (c: Case) => Solution | string;

/** Ends of runs with other steps agree to rounding. */
const SAME_TIME = 1e-9;

/** States at different times are not compared: a run that was stopped has no error where its reference stopped elsewhere. */
function comparable(reference: Solution | string, first: number, last: number): Solution["values"] | string {
  if (typeof reference === "string") return reference;
  const isThere = Math.abs(reference.t - last) <= SAME_TIME * Math.max(Math.abs(first), Math.abs(last));
  return isThere ? reference.values : `the reference solution ends at t = ${reference.t}`;
}

const planOf = (model: Model): PlannedCase => ({ plan: buildProblem(model), model });

function computed(study: ReadStudy, found: PlannedCase, c: Case, referenceFor: Reference): Ended {
  const { plan, model } = found;
  const { runner, measuring, first } = begun(study, found);
  while (runner.advance(Number.MAX_SAFE_INTEGER));
  const { status, failure, last, steps, work, observed } = runner.result();
  const counts = [steps, work.gradients, work.tangents, work.factorizations, work.iterations];
  if (failure !== null)
    return { measured: null, counts, t: last.t, outcome: "failed", reason: reasonOf(plan, failure, last.t, steps) };
  const reference = study.measures.needsReference ? referenceFor(c) : null;
  const compared = reference === null ? null : comparable(reference, first.t, last.t);
  const values = measuring.finish(
    first,
    last,
    typeof compared === "string" ? null : compared,
    (name) => observed[name],
  );
  const numbers = new Map([
    ...numbersByWord({ ...model.parameters, ...c.settings, t: last.t }),
    ...RUN_COLUMNS.map((name, i): [string, number] => [name, counts[i]]),
  ]);
  const measured = [...values, ...study.measures.completed(values, numbers)];
  const reason = typeof compared === "string" ? `no error is known: ${compared}` : "";
  return { measured, counts, t: last.t, outcome: status === "stopped" ? "stopped" : "completed", reason };
}

function reasonOf({ method, time, problem, notices }: Plan, failure: Failure, t: number, steps: number): string {
  const step = "step" in time ? time.step : null;
  return explained({ failure, t, steps, step, method, system: problem.system, notices });
}

function begun(study: ReadStudy, { plan, model }: PlannedCase) {
  const { problem, method, time, stop } = plan;
  let measuring: ReturnType<ReadStudy["measures"]["begin"]> | null = null;
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
    measuring: measuring as ReturnType<ReadStudy["measures"]["begin"]>,
  };
}

/** Solutions that errors are measured from, each computed once and kept: cases of one system share it. */
function references(study: ReadStudy): Reference {
  const known = new Map<string, Solution | string>();
  return (c) => {
    const model = study.modelOf(c, "constants", study.reference ?? []);
    const key = canonical(model.data);
    let found = known.get(key);
    if (found === undefined) {
      found = referenceOf(study, model);
      known.set(key, found);
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
    return { t: last.t, values: measuring.errorsAt(last) };
  } catch (error) {
    if (error instanceof InputError) return failed(error.message);
    throw error;
  }
}

const settingOf = ({ settings }: Case, { name, type }: Column): Cell =>
  type === "text" ? valueText(settings[name]) : (settings[name] as Cell);

/** Characters of a reason. */
const LONGEST_REASON = 4000;

const oneLine = (reason: string) => reason.slice(0, LONGEST_REASON).replace(/\s*\n\s*/g, " ");

/** The row of a case that could not be computed at all. */
export function failedRow({ columns }: Pick<Study, "columns">, c: Case, reason: string): Row {
  const values = columns.map((column): Cell => {
    if (column.role === "case") return c.index;
    if (column.role === "varied") return settingOf(c, column);
    return column.name === "outcome" ? "failed" : column.name === "reason" ? oneLine(reason) : null;
  });
  return { index: c.index, key: c.key, values };
}

/** The row of a case from what was computed for its key, maybe as another case of another study: the values of the columns after those that are varied. */
export function rowWith({ columns }: Pick<Study, "columns">, c: Case, computed: readonly Cell[]): Row {
  const varied = columns.filter(({ role }) => role === "varied");
  return {
    index: c.index,
    key: c.key,
    values: [c.index, ...varied.map((column) => settingOf(c, column)), ...computed],
  };
}

/** That part of a row. */
export const computedIn = ({ columns }: Pick<Study, "columns">, { values }: Row): readonly Cell[] =>
  values.slice(columns.filter(({ role }) => role === "case" || role === "varied").length);

function rowOf({ columns, measures }: ReadStudy, c: Case, ended: Ended, seconds: number | null): Row {
  const { measured, counts, t, outcome, reason } = ended;
  const varied = columns.filter(({ role }) => role === "varied");
  const values: Cell[] = [
    c.index,
    ...varied.map((column) => settingOf(c, column)),
    // A number that is none is a value that is missing, in every table.
    ...(measured?.map((x) => (Number.isNaN(x) ? null : x)) ?? measures.columns.map(() => null)),
    ...counts,
    t,
    outcome,
    oneLine(reason),
    seconds,
  ];
  return { index: c.index, key: c.key, values };
}
