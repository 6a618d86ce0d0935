/** node bench/dist/brouwer/measure.js METHOD PROBLEM STEPS STARTS [WINDOW] [STEP] [JOURNAL]: how rounding errors of energy and momenta grow,
 *  as one line at the end of bench/results/brouwer.jsonl. METHOD as on the command line: `yoshida(order=8, summation=plain)`. With a journal, a file that
 *  keeps what every start has given, a measurement that was cut short goes on where it was. */
import { appendFileSync } from "node:fs";
import { growthOf } from "noether/analysis";
import { methodOf } from "noether/model-file";
import { EXPERIMENTS, type Measurement, type QuantityGrowth } from "./experiment.js";
import { type Journal, journalledRuns } from "./journal.js";

const [text = "central-difference", problem = "kepler", steps = "1e5", starts = "16", windowGiven, stepGiven, journal] =
  process.argv.slice(2);
const experiment = EXPERIMENTS[problem];
if (experiment === undefined) {
  throw new Error(`found problem "${problem}"; accepted: ${Object.keys(EXPERIMENTS).join(", ")}`);
}
const window = windowGiven === undefined ? experiment.window : Number(windowGiven);
const step = stepGiven === undefined ? experiment.step : Number(stepGiven);
const method = methodOf(text);
const { runs, seconds } = journalledRuns(
  experiment.starts(2 * Number(starts)),
  method,
  { step, steps: Number(steps), window },
  Number(starts),
  journal === undefined ? null : ({ file: journal, key: `${text} ${problem}` } satisfies Journal),
);
const sampled = runs[0]?.steps ?? [];
const growth = Object.fromEntries(
  followed(Object.keys(runs[0]?.errors ?? {})).map((name): [string, QuantityGrowth] => {
    const { exponent, standardError, rms } = growthOf(runs, name);
    return [name, { exponent: digits(exponent), standard_error: digits(standardError), rms: rms.map(digits) }];
  }),
);
const line: Measurement = {
  method: text,
  problem,
  step,
  steps: Number(steps),
  starts: runs.length,
  window,
  seconds: digits(seconds),
  sampled,
  growth,
};
appendFileSync(new URL("../../results/brouwer.jsonl", import.meta.url), `${JSON.stringify(line)}\n`);
for (const [name, { exponent, standard_error, rms }] of Object.entries(growth)) {
  process.stdout.write(`${text} ${problem} ${name}: n^${exponent} ± ${standard_error}, ${rms.at(-1)} at the end\n`);
}

/** What the method conserves; the energy of a symplectic method only where a window can take its oscillations away. Those of the
 *  solar system are as slow as ten thousand years: there it takes a method that hardly has any. */
function followed(names: readonly string[]): readonly string[] {
  const { conserves, order, symplectic } = method.claims;
  const seen = symplectic !== null && (problem === "kepler" || problem === "bowl" || (order >= 8 && step <= 15));
  return names.filter((name) => conserves.some((kept) => kept === name) || (name === "energy" && seen));
}

function digits(x: number): number {
  return Number(x.toPrecision(3));
}
