/** `noether bench [NAME]`: the benchmark workloads; one line a measurement, as it is made. */
import { Command } from "commander";
import { didYouMean, InputError } from "noether";
import { textTable } from "noether/report";
import { type Line, type Workload, workloads } from "noether-bench";
import { duration, progressBar } from "../progress.js";

const large = workloads.filter(({ onRequest }) => onRequest).map(({ id }) => id);

export function command(): Command {
  return new Command("bench")
    .description("The benchmark workloads.")
    .argument(
      "[name]",
      `one workload: ${workloads.map(({ id }) => id).join(", ")} (default: all but ${large.join(", ")})`,
    )
    .option("--json", "print one JSON object a line")
    .option("--quiet", "no progress bar")
    .action(bench);
}

async function bench(name: string | undefined, { json, quiet = false }: { json?: true; quiet?: boolean }) {
  for (const workload of name === undefined ? workloads.filter(({ onRequest }) => !onRequest) : [named(name)]) {
    const progress = progressBar(`${workload.id}: ${workload.title}`, quiet);
    const lines: Line[] = [];
    for await (const line of workload.lines()) {
      if (json) process.stdout.write(`${JSON.stringify(line)}\n`);
      lines.push(line);
    }
    progress.clear();
    if (!json) process.stdout.write(asText(workload, lines));
    if (lines.some(({ ok }) => !ok)) process.exitCode = 1;
  }
}

function named(name: string): Workload {
  const known = workloads.map(({ id }) => id);
  const found = workloads.find(({ id }) => id === name.toLowerCase());
  if (found !== undefined) return found;
  throw new InputError(`there is no workload "${name}"; accepted: ${known.join(", ")}.${didYouMean(name, known)}`);
}

function asText({ id, title, remark }: Workload, lines: readonly Line[]): string {
  const table = textTable({
    columns: [{ head: id }, { head: "a step" }, { head: "to C" }, { head: "error", digits: 2 }, { head: "ok" }],
    rows: lines.map(({ peer, seconds_per_step, ratio_to_c, error, ok }) => {
      const ratio = typeof ratio_to_c === "number" ? ratio_to_c : null;
      return [peer, duration(seconds_per_step), ratio, error, ok];
    }),
  });
  return `${title}\n${table}${remark}\n\n`;
}
