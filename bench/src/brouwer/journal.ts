/** Runs from many starts, each kept in a file as soon as it has ended: hours of computing can be interrupted. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Method, Problem } from "noether";
import { type RoundingErrors, type RoundingOptions, roundingErrors } from "noether/analysis";
import { cpuSeconds } from "../line.js";

export interface Journal {
  readonly file: string;
  /** Tells methods and problems apart. */
  readonly key: string;
}

/** A line of the file: what start number `start` has given; no errors where the run failed. */
interface Entry {
  readonly key: string;
  readonly start: number;
  readonly seconds: number;
  readonly run: RoundingErrors | null;
}

/** Of the first `count` starts from which the method gets to the end. */
export function journalledRuns(
  starts: readonly Problem[],
  method: Method,
  options: RoundingOptions,
  count: number,
  journal: Journal | null,
): { readonly runs: readonly RoundingErrors[]; readonly seconds: number } {
  const key = `${journal?.key} ${JSON.stringify(options)}`;
  const known = new Map(journal === null ? [] : entriesOf(journal.file, key).map((entry) => [entry.start, entry]));
  const runs: RoundingErrors[] = [];
  let seconds = 0;
  for (let start = 0; start < starts.length && runs.length < count; start++) {
    const entry = known.get(start) ?? made(starts[start]!, start);
    seconds += entry.seconds;
    if (entry.run !== null) runs.push(entry.run);
  }
  return { runs, seconds };

  function made(problem: Problem, start: number): Entry {
    let run: RoundingErrors | null = null;
    const taken = cpuSeconds(() => {
      run = roundingErrors(problem, method, options);
    });
    const entry: Entry = { key, start, seconds: taken, run };
    if (journal !== null) appendFileSync(journal.file, `${JSON.stringify(entry)}\n`);
    return entry;
  }
}

function entriesOf(file: string, key: string): readonly Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Entry).filter((entry) => entry.key === key);
}
