/** How a run ended, as text for people. */
import { type Extremes, type Problem, type Run, viewOf, type Work } from "noether";
import { type Body, nodeCount, nodeNumber } from "noether/mesh";
import { type RunOutcome, significant, textTable } from "noether/results";
import { duration } from "../progress.js";

/** What nearly every method has is printed only where it differs. */
const USUAL: Readonly<Record<string, unknown>> = { tolerance: 0, summation: "compensated" };

/** What moved, what was kept, where the energy went. */
export function textOf(ending: RunOutcome): string {
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
function bodyLine({ body, run: { last } }: RunOutcome): string {
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
  return `${counts}factor: ${fill.toLocaleString("en-US")} entries; peak memory ${significant(gigabytes, 2)} GB\n`;
}
