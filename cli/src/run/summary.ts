/** How a run ended, as the document that `run --json` prints and as text for people. */
import type { Extremes, Failure, Method, Notice, Problem, Run, StepSizes, Work } from "noether";
import { noticesOf } from "noether";
import type { JsonObject } from "noether/formats";
import { type Body, nodeCount, nodeNumber } from "noether/mesh";
import { significant, textTable } from "noether/report";
import { explained } from "../failure.js";
import { noticeData } from "../notices.js";
import { duration } from "../progress.js";
import { viewOf } from "./recording.js";

export type Outcome = "completed" | "stopped" | "failed" | "interrupted";

export interface Ending {
  readonly name: string;
  readonly problem: Problem;
  /** Of a system that has a shape. */
  readonly body: Body | null;
  readonly method: Method;
  readonly status: Outcome;
  readonly run: Run;
  readonly invariants: readonly Extremes[];
  readonly sizes: StepSizes | null;
  /** The step that was asked for; null for a method that chooses its own. */
  readonly step: number | null;
  readonly seconds: number;
  /** What a reader of the result should know. */
  readonly notices: readonly Notice[];
}

/** What belongs to the result: the same for the same run, however long it took and however often it was interrupted. */
export function resultOf(ending: Ending, withState: boolean): JsonObject {
  const { name, problem, method, status, run, invariants, sizes, step } = ending;
  const seen = viewOf(problem).expand(run.last);
  return {
    name,
    method: methodData(method),
    status,
    notices: noticeData(ending.notices),
    ...(run.failure === null ? {} : { failure: failureData(run.failure, ending) }),
    steps: run.steps,
    t: run.last.t,
    ...(withState ? { q: [...seen.q], v: [...seen.v] } : {}),
    invariants: invariants.map((extremes) => ({ ...extremes })),
    ledger: run.ledger === null ? null : { ...run.ledger },
    step: step === null ? (sizes === null ? null : { ...sizes }) : { mean: step, min: step, max: step },
  };
}

export function documentOf(ending: Ending, allState: boolean): JsonObject {
  const few = viewOf(ending.problem).labels.length <= 100;
  return { ...resultOf(ending, few || allState), work: { ...ending.run.work }, seconds: ending.seconds };
}

export function methodData({ id, parameters }: Method): JsonObject {
  return { name: id, ...parameters };
}

export function failureData(failure: Failure, ending: Ending): JsonObject {
  const dof = "dof" in failure ? failure.dof : "row" in failure ? failure.row : null;
  const label = dof === null ? {} : { label: ending.problem.system.labels[dof] ?? String(dof) };
  return { ...failure, ...label, message: failureText(failure, ending) };
}

export function failureText(failure: Failure, { run, step, method, problem, notices }: Ending): string {
  return explained({ failure, t: run.last.t, steps: run.steps, step, method, system: problem.system, notices });
}

/** Known only at the end: a scheme that fed the motion more energy than there was has computed something else, even where it was not
 *  enough to end the run. */
export function doubtsOf({ problem, method, run: { ledger, failure } }: Omit<Ending, "notices">): Notice[] {
  if (ledger === null || failure !== null) return [];
  const { system, q0, v0 } = problem;
  const momentum = new Float64Array(system.dof);
  system.mass.apply(v0, momentum);
  const kinetic = v0.reduce((sum, v, i) => sum + (v * (momentum[i] ?? 0)) / 2, 0);
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

/** What nearly every method has is told to people only where it is not as usual. */
const USUAL: Readonly<Record<string, unknown>> = { tolerance: 0, summation: "compensated" };

/** The same for people: what moved, what was kept, where the energy went. */
export function textOf(ending: Ending): string {
  const { name, problem, method, status, run, invariants, seconds } = ending;
  const parameters = Object.entries(method.parameters)
    .filter(([key, value]) => USUAL[key] !== value)
    .map(([key, value]) => `${key}=${shown(value)}`);
  const title = `${name}: ${method.id}${parameters.length === 0 ? "" : `(${parameters.join(", ")})`}`;
  const sections = [
    `${title}\n${status} at t = ${significant(run.last.t, 9)} after ${run.steps} steps, ${duration(seconds)}\n`,
    stateTable(problem, run),
    bodyLine(ending),
    invariantTable(invariants),
    ledgerLine(run),
    workLine(run.work),
  ];
  return sections.filter((section) => section !== "").join("\n");
}

const shown = (value: unknown) => (typeof value === "number" ? significant(value) : String(value));

function stateTable(problem: Problem, run: Run): string {
  const { labels, expand } = viewOf(problem);
  if (labels.length > 12) return "";
  const { q, v } = expand(run.last);
  return textTable({
    columns: [{ head: "" }, { head: "position", digits: 9 }, { head: "velocity", digits: 9 }],
    rows: labels.map((label, i) => [label, q[i] ?? null, v[i] ?? null]),
  });
}

/** Where a body is displaced and stressed most, at the last state. */
function bodyLine({ body, run: { last } }: Ending): string {
  if (body === null) return "";
  const parts = [
    ["displacement", "largest displacement"],
    ["von-mises", "largest von Mises stress"],
  ].flatMap(([name, words]) => {
    const field = body.fields.find((each) => each.name === name && each.on === "nodes");
    if (field === undefined) return [];
    const width = Math.max(1, field.components.length);
    const values = new Float64Array(width * nodeCount(body.mesh));
    field.evaluate(last.t, last.q, last.v, values);
    const { size, at } = largest(values, width);
    return [`${words} ${significant(size, 4)} at node ${nodeName(body, at)}`];
  });
  return `At the end: ${parts.join(", ")}\n`;
}

/** The nodes of a frame have names: groups of one. */
function nodeName({ mesh }: Body, node: number): string {
  const own = mesh.groups.find((group) => group.of === "nodes" && group.nodes.length === 1 && group.nodes[0] === node);
  return own?.name ?? String(nodeNumber(mesh, node));
}

function largest(values: Float64Array, width: number): { readonly size: number; readonly at: number } {
  let best = { size: -1, at: 0 };
  for (let at = 0; at * width < values.length; at++) {
    const size = Math.hypot(...values.subarray(at * width, (at + 1) * width));
    if (size > best.size) best = { size, at };
  }
  return best;
}

function invariantTable(invariants: readonly Extremes[]): string {
  if (invariants.length === 0) return "";
  return textTable({
    columns: [{ head: "conserved by the exact motion" }, { head: "initial" }, { head: "final" }, { head: "max − min" }],
    rows: invariants.map(({ name, initial, final, min, max }) => [name, initial, final, max - min]),
  });
}

function ledgerLine({ ledger }: Run): string {
  if (ledger === null) return "";
  const { kinetic, potential, work, dissipation, algorithmic, residual } = ledger;
  return textTable({
    columns: ["Δkinetic", "Δpotential", "work", "dissipation", "algorithmic", "residual"].map((head) => ({
      head,
      digits: 4,
    })),
    rows: [[kinetic, potential, work, dissipation, algorithmic, residual]],
  });
}

function workLine({ gradients, tangents, factorizations, iterations, fill }: Work): string {
  const counts = `${gradients} gradients, ${tangents} tangents, ${factorizations} factorizations, ${iterations} iterations\n`;
  if (fill === undefined) return counts;
  // Kilobytes, whatever the machine.
  const gigabytes = process.resourceUsage().maxRSS / 1e6;
  return `${counts}${significant(fill / 1e6, 3)} million numbers stored to solve with, ${significant(gigabytes, 2)} GB of memory at most\n`;
}
