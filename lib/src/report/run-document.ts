/** How a run ended, as plain data: the document that `run --json` prints, result files carry and the studio shows. */
import { explained } from "../analysis/failure-text.js";
import type { Failure } from "../core/failure.js";
import type { Method } from "../core/method.js";
import { distinct, type Notice, noticesOf } from "../core/notice.js";
import type { Run } from "../core/run.js";
import type { Problem } from "../core/system.js";
import type { JsonObject } from "../formats/json.js";
import type { Body } from "../mesh/body.js";
import { relativeDisplacement } from "../mesh/relative-displacement.js";
import type { Plan, PlannedRun } from "../model-file/index.js";
import { type Extremes, type NotFinite, type Peak, type StepSizes, viewOf } from "../observers/index.js";
import { significant } from "./number.js";

export type Outcome = "completed" | "stopped" | "failed" | "interrupted";

export interface RunOutcome {
  readonly name: string;
  readonly problem: Problem;
  /** Of a system that has a shape. */
  readonly body: Body | null;
  readonly method: Method;
  readonly status: Outcome;
  readonly run: Run;
  readonly invariants: readonly Extremes[];
  /** Of a method that chooses its steps. */
  readonly sizes: StepSizes | null;
  /** The step that was asked for; null for a method that chooses its own. */
  readonly step: number | null;
  readonly seconds: number;
  /** What a reader of the result should know. */
  readonly notices: readonly Notice[];
}

/** What is known of a run besides its observers. */
export interface Circumstances {
  /** Where the run was cut short from outside. */
  readonly interrupted?: boolean;
  readonly seconds: number;
  /** What was said before the first step. */
  readonly notices: readonly Notice[];
}

export function endingOf(
  { name, problem, body, method, time }: Plan,
  runner: PlannedRun["runner"],
  { interrupted = false, seconds, notices }: Circumstances,
): RunOutcome {
  const run = runner.result();
  const { invariants, sizes = null, unmeasured = [], displaced, frequency } = run.observed;
  const step = "step" in time ? time.step : null;
  const status = interrupted ? "interrupted" : (run.status as Outcome);
  const known = { name, problem, body, method, status, run, invariants, sizes, step, seconds };
  const doubts = balanceWarnings(known);
  return {
    ...known,
    notices: distinct([
      ...notices,
      ...runner.remarks(),
      ...doubts,
      ...largeDisplacements(known, displaced),
      ...(doubts.length > 0 ? [] : unresolvedMotion(known, frequency ?? null)),
      ...notFinite(unmeasured),
    ]),
  };
}

function notFinite(found: readonly NotFinite[]): Notice[] {
  const said = found.map(
    ({ name, count, first }) =>
      `${name} is not a finite number in ${count} ${count === 1 ? "frame" : "frames"}, first at t = ${first}`,
  );
  return noticesOf("not-finite", said);
}

/** Relative displacements up to which linear theory is right to about a hundredth, their square. */
const SMALL = 0.1;

function largeDisplacements({ body, run: { last } }: Omit<RunOutcome, "notices">, seen: Peak | undefined): Notice[] {
  if (body === null || seen === undefined) return [];
  const atEnd = { value: relativeDisplacement(body)(last.t, last.q, last.v), t: last.t };
  const { value, t } = atEnd.value > seen.value ? atEnd : seen;
  if (!(value > SMALL)) return [];
  return noticesOf("large-displacements", [
    `at t = ${significant(t)} the ends of an element have moved against one another by ${significant(value, 2)} of their distance: the body is computed for rotations and ` +
      "strains that are small against 1, and what is left out is about their square. Solids have materials for large rotations (st-venant-kirchhoff, NLGEOM in a deck) and large " +
      "strains (neo-hookean, mooney-rivlin); members of frames have none",
  ]);
}

/** The angle ω h in a step from which on a course in time is not followed: a scheme of second order errs by a tenth of a period and more in each. */
const UNRESOLVED = { second: 1, higher: 2 };

function unresolvedMotion({ method, step }: Omit<RunOutcome, "notices">, frequency: number | null): Notice[] {
  if (frequency === null || step === null) return [];
  const limit = method.claims.order > 2 ? UNRESOLVED.higher : UNRESOLVED.second;
  if (!(frequency * Math.abs(step) > limit)) return [];
  const period = (2 * Math.PI) / frequency;
  return noticesOf("unresolved-motion", [
    `the motion varies with a period of about ${significant(period, 2)}, and the step is ${significant(Math.abs(step), 3)}: its course in time is not followed, whatever its energy does. ` +
      `Steps of ${significant(period / 20, 1)} resolve it; noether analyze tells the error of every mode`,
  ]);
}

/** What belongs to the result: the same for the same run, however long it took and however often it was interrupted. */
export function resultOf(ending: RunOutcome, withState: boolean): JsonObject {
  const { name, problem, method, status, run, invariants, sizes, step } = ending;
  const seen = viewOf(problem).expand(run.last);
  return {
    name,
    method: methodData(method),
    status,
    notices: ending.notices.map(({ code, message }) => ({ code, message })),
    ...(run.failure === null ? {} : { failure: failureData(run.failure, ending) }),
    steps: run.steps,
    t: run.last.t,
    ...(withState ? { q: [...seen.q], v: [...seen.v] } : {}),
    invariants: invariants.map((extremes) => ({ ...extremes })),
    ledger: run.ledger === null ? null : { ...run.ledger },
    step: step === null ? (sizes === null ? null : { ...sizes }) : { mean: step, min: step, max: step },
  };
}

export function documentOf(ending: RunOutcome, allState: boolean): JsonObject {
  const few = viewOf(ending.problem).labels.length <= 100;
  return { ...resultOf(ending, few || allState), work: { ...ending.run.work }, seconds: ending.seconds };
}

export function methodData({ id, parameters }: Method): JsonObject {
  return { name: id, ...parameters };
}

function failureData(failure: Failure, ending: RunOutcome): JsonObject {
  const dof = "dof" in failure ? failure.dof : "row" in failure ? failure.row : null;
  const label = dof === null ? {} : { label: ending.problem.system.labels[dof] ?? String(dof) };
  return { ...failure, ...label, message: failureText(failure, ending) };
}

export function failureText(failure: Failure, { run, step, method, problem, notices }: RunOutcome): string {
  return explained({ failure, t: run.last.t, steps: run.steps, step, method, system: problem.system, notices });
}

/** Known only at the end: a scheme that fed the motion more energy than there was has computed something else, even where it was not
 *  enough to end the run. */
function balanceWarnings({ problem, method, run: { ledger, failure } }: Omit<RunOutcome, "notices">): Notice[] {
  if (ledger === null || failure !== null) return [];
  const { system, q0, v0 } = problem;
  const momentum = new Float64Array(system.dof);
  system.mass.apply(v0, momentum);
  const kinetic = v0.reduce((sum, v, i) => sum + (v * momentum[i]) / 2, 0);
  const available = kinetic + Math.abs(system.potential(q0)) + Math.abs(ledger.work);
  const fed = -ledger.algorithmic;
  // Energies that have grown far beyond the start's have roundings that are larger than it.
  const rounding = 1e-9 * (Math.abs(ledger.kinetic) + Math.abs(ledger.potential));
  if (available > 0 && ledger.dissipation > available * (1 + 1e-6) + rounding) {
    return noticesOf("unresolved-damping", [
      `the ledger has ${significant(ledger.dissipation, 3)} of dissipation, and start and loads supplied no more than ${significant(available, 3)}: a damping ` +
        "force dies away within a step, and what the step books of it is not what it took. The surplus is in the algorithmic energy, with its sign changed; a " +
        "shorter step resolves it, and midpoint and gauss book what they take at any step",
    ]);
  }
  if (!(available > 0 && fed > available && fed > rounding)) return [];
  const sizes = `${significant(fed, 3)}, and start and loads no more than ${significant(available, 3)}`;
  return noticesOf("energy-fed", [
    `${method.id} itself put energy into the motion: ${sizes}. Do not trust it; take a smaller step or another method`,
  ]);
}
