/** How a run ended, as text for people. */
import { type Extremes, type Problem, type Run, viewOf, type Work } from "noether";
import { type RunOutcome, significant, textTable } from "noether/results";
import { duration } from "../progress.js";

/** What nearly every method has is printed only where it differs. */
const USUAL: Readonly<Record<string, unknown>> = { tolerance: 0, summation: "compensated" };

/** What moved, what was kept, where the energy went. */
export async function textOf(ending: RunOutcome): Promise<string> {
  const { name, problem, body, method, status, run, invariants, seconds } = ending;
  const parameters = Object.entries(method.parameters)
    .filter(([key, value]) => USUAL[key] !== value)
    .map(([key, value]) => `${key}=${shown(value)}`);
  const title = `${name}: ${method.id}${parameters.length === 0 ? "" : `(${parameters.join(", ")})`}`;
  const sections = [
    `${title}\n${status} at t = ${significant(run.last.t, 9)} after ${run.steps} steps, ${duration(seconds)}\n`,
    stateTable(problem, run),
    body === null ? "" : (await import("./body-line.js")).bodyLine(body, run.last),
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
