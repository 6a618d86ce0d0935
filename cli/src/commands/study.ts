/** `noether study STUDY`: the cases of a study on all processors, with a journal from which it goes on whatever ends it, and one table at the end. */
import { existsSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { InputError } from "noether";
import { significant, textTable } from "noether/report";
import { noticesInRows, type Row, type Study, tableOf } from "noether/studies";
import { onError } from "../colour.js";
import { refuseOutput, writeFile } from "../files.js";
import { statusOf } from "../interruption.js";
import { lock } from "../lock.js";
import { gather } from "../model.js";
import { refuseTwice } from "../paths.js";
import { duration, progressBar } from "../progress.js";
import { computeOnQueue } from "../queue/compute-on-queue.js";
import { type ConnectionOptions, openServer, type QueueServer } from "../queue/connection.js";
import { withQueueOptions } from "../queue/options.js";
import { compute } from "../study/compute.js";
import { quoted, scripts, wordsOf } from "../study/export.js";
import { drawFigures, type FigureFiles, figureFiles, refuseFigures } from "../study/figures.js";
import { forecast } from "../study/forecast.js";
import {
  type Journal,
  journalOf,
  openJournal,
  otherJournals,
  refuseTooMany,
  removeJournals,
} from "../study/journal.js";
import { openStudy, type StudyChoices } from "../study/open.js";
import { tableFormat, writeTable } from "../study/table-file.js";

interface Options extends StudyChoices, Partial<ConnectionOptions> {
  readonly watch?: boolean;
  readonly out?: string;
  readonly figures?: string;
  readonly threads?: number;
  readonly shard?: Shard;
  readonly dryRun?: true;
  readonly export?: string;
  readonly shards: number;
  readonly retry?: true;
  readonly force?: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

interface Shard {
  readonly index: number;
  readonly of: number;
}

export function command(): Command {
  const command = new Command("study")
    .description("Parameter and convergence studies: one model under many settings, one table.")
    .argument("<study>", "a study file, or a model file with --vary or --method")
    .option(
      "-o, --out <table>",
      "write the table, .csv or .parquet, and its figures beside it; what is computed is kept in TABLE.journal, from which it goes on",
    )
    .option("--figures <folder>", "write the figures of the study there")
    .option(
      "--vary <key=values>",
      "0.1,0.2; first:last:count; first:last:count:log; may be given several times",
      gather,
    )
    .option("-m, --method <method>", "a method to compare; may be given several times", gather)
    .option("--set <key=value>", "another value in the model, for all cases", gather)
    .option("--measure <name=measure>", 'a column of the table: "top={ peak: x }"', gather)
    .option("--reference <key=value>", "what is set for the solution that errors refer to", gather)
    .option("--threads <n>", "how many at a time (default: one a processor)", count)
    .option("--dry-run", "tell the number of cases, the time and the size, and compute nothing else")
    .option("--shard <i/n>", "compute only every n-th case, from the i-th on, for a later run that joins them", shardOf)
    .addOption(new Option("--export <system>", "write scripts for a batch system instead").choices(["slurm"]))
    .option("--shards <n>", "how many shards the scripts of --export have", count, 100)
    .option("--retry", "compute the cases that failed again")
    .option("--force", "begin anew: forget what has been computed, and overwrite the table")
    .option("--json", "print one JSON document")
    .option("--quiet", "no progress bar");
  return withQueueOptions(
    command,
    "compute on the workers of a queue: redis://HOST:PORT/DATABASE, or rediss:// with TLS",
  )
    .option("--watch", "with --queue: show workers, rate and time left")
    .action(run);
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("accepted: a whole number ≥ 1");
}

function shardOf(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new InvalidArgumentError("accepted: i/n with i from 1 to n, as 3/100");
}

async function run(path: string, options: Options): Promise<void> {
  const { out, shard, dryRun, json, quiet = false, force = false } = options;
  refuseTwice({ STUDY: path, "--out": out });
  if (out !== undefined) tableFormat(out);
  if (out === undefined && (shard !== undefined || options.export !== undefined))
    throw new InputError("needs a table; give --out TABLE.csv or TABLE.parquet", {
      file: shard === undefined ? "--export" : "--shard",
    });
  const study = openStudy(path, options);
  if (dryRun) return foretell(study, options);
  refuseTooMany(study);
  const figures = figureFiles(
    options.figures === undefined && out === undefined ? { figures: [] } : study,
    options.figures === undefined ? { table: out ?? "" } : { folder: options.figures },
  );
  // Where there is a table already, its figures are those of before, and are replaced with it.
  const isNew = out === undefined || !existsSync(out);
  refuseFigures(figures, options.figures !== undefined, force || !isNew || shard !== undefined);
  if (options.export !== undefined) return writeScripts(path, options);
  const server = await serverOf(options);
  if (out === undefined) return show(study, options, figures, server);

  refuseOutput(out);
  const journalPath = journalOf(out, shard);
  // Its threads compute. A shard whose machine was lost may be sent to another one.
  const held = lock(shard === undefined ? out : journalPath, { renewed: RENEWED });
  if (force) {
    if (shard === undefined) removeJournals(otherJournals(out, journalPath));
    rmSync(journalPath, { force: true });
  }
  // What is forgotten in one shard is not taken from another.
  const others = force ? [] : otherJournals(out, journalPath);
  const replaces = !force && shard === undefined && existsSync(out);
  if (replaces && !existsSync(journalPath) && others.length === 0)
    throw new InputError("exists, and has no journal to go on from; choose another name, or give --force", {
      file: out,
    });
  const journal = openJournal(study, {
    path: journalPath,
    others,
    withoutFailed: options.retry === true,
    ...(replaces ? { replaces: out } : {}),
  });
  try {
    // Of a study that is complete they have been computed again.
    if (journal.damaged > 0 && journal.done < study.count)
      process.stderr.write(
        `${onError.yellow("noether:")} ${journalPath} has damaged lines (${journal.damaged}); what is missing is computed again\n`,
      );
    const done = await computed(study, journal, options, server, quiet || json === true);
    if (!done) return;
    if (shard === undefined) {
      writeTable(out, study, rowsOf(study, journal));
      if (figures.paths.length > 0)
        await drawFigures(study, tableOf(study.columns, [...rowsOf(study, journal)], study.bundle.text), figures);
    }
  } finally {
    journal.close();
    held.release();
  }
  if (shard === undefined) tell(study, journal, out, options);
}

/** The queue that is asked for, before anything is written; null without one. */
async function serverOf({ queue, watch, threads, shard, ...options }: Options): Promise<QueueServer | null> {
  if (queue === undefined) {
    if (watch) throw new InputError("shows the workers of a queue; give --queue redis://HOST", { file: "--watch" });
    return null;
  }
  if (threads !== undefined || shard !== undefined)
    throw new InputError(
      `cannot be given with --queue, where workers compute; ${threads === undefined ? "leave it out" : "give it to noether worker"}`,
      { file: threads === undefined ? "--shard" : "--threads" },
    );
  return openServer({ queue, ...options });
}

/** Until all is computed, or a signal comes; tells which. */
async function computed(
  study: Study,
  journal: Journal,
  { threads, shard, out, watch = false }: Options,
  server: QueueServer | null,
  quiet: boolean,
): Promise<boolean> {
  const bar = progressBar(study.name, quiet);
  const stop = new AbortController();
  let heard: NodeJS.Signals | null = null;
  const hear = (name: NodeJS.Signals) => {
    heard = name;
    stop.abort();
  };
  for (const name of SIGNALS) process.on(name, hear);
  try {
    const progress = (done: number, all: number) => bar.show(done / all);
    if (server !== null)
      await computeOnQueue(server, study, journal, { table: out, watch, progress, signal: stop.signal });
    else
      await compute(study, journal, {
        threads: threads ?? availableParallelism(),
        ...(shard === undefined ? {} : { takes: (index) => index % shard.of === shard.index - 1 }),
        progress,
        signal: stop.signal,
      });
  } finally {
    bar.clear();
    for (const name of SIGNALS) process.off(name, hear);
  }
  if (heard === null) return true;
  const words = process.argv.slice(2).filter((word) => word !== "--force");
  const goesOn = out === undefined ? "" : ` To go on:\n  noether ${words.map(quoted).join(" ")}\n`;
  process.stderr.write(
    `Interrupted: ${journal.done} of ${study.count} cases are computed.${goesOn === "" ? "\n" : goesOn}`,
  );
  process.exitCode = statusOf(heard);
  return false;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function* rowsOf(study: Study, journal: Journal): Generator<Row> {
  for (let i = 0; i < study.count; i++) {
    const row = journal.row(i);
    if (row === null) throw new Error(`case ${i} has no row`);
    yield row;
  }
}

/** Without a table: on the screen. */
async function show(study: Study, options: Options, figures: FigureFiles, server: QueueServer | null): Promise<void> {
  const journal = openJournal(study, { path: null });
  if (!(await computed(study, journal, options, server, options.quiet === true || options.json === true))) return;
  if (options.json !== true) {
    const shown = [...study.columns.entries()].filter(([, { name }]) => name !== "reason" && name !== "notices");
    const columns = shown.map(([, { name, unit }]) => ({ head: name, ...(unit === undefined ? {} : { unit }) }));
    const rows = [...rowsOf(study, journal)].map(({ values }) => shown.map(([j]) => values[j] ?? null));
    process.stdout.write(textTable({ columns, rows }));
  }
  if (figures.paths.length > 0)
    await drawFigures(study, tableOf(study.columns, [...rowsOf(study, journal)], study.bundle.text), figures);
  tell(study, journal, undefined, options);
}

function tell(study: Study, journal: Journal, out: string | undefined, { json }: Options): void {
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const notices = noticesInRows(study, rowsOf(study, journal));
  const failures = [...rowsOf(study, journal)].filter(({ values }) => values[outcome] === "failed");
  if (json) {
    const rows = out === undefined ? { rows: [...rowsOf(study, journal)].map(({ values }) => values) } : { table: out };
    process.stdout.write(
      `${JSON.stringify({ name: study.name, cases: study.count, failed: failures.length, notices, columns: study.columns, ...rows })}\n`,
    );
  } else if (out !== undefined) process.stdout.write(`${study.count} cases in ${out}\n`);
  for (const { notice, cases } of notices.slice(0, MOST_NOTICES))
    process.stderr.write(`${onError.yellow("noether:")} ${cases} of ${study.count} cases: ${notice}\n`);
  if (notices.length > MOST_NOTICES)
    process.stderr.write(
      `${onError.yellow("noether:")} and ${notices.length - MOST_NOTICES} more notices, in the column "notices"\n`,
    );
  const [first] = failures;
  if (first === undefined) return;
  process.stderr.write(
    `${onError.yellow("noether:")} ${failures.length} of ${study.count} cases failed, the first of them case ${first.index}: ${first.values[outcome + 1]}\n`,
  );
  // Some are part of many studies: a step that is too long, say.
  if (failures.length === study.count) process.exitCode = 1;
}

/** On the screen; the table has all. */
const MOST_NOTICES = 5;

/** Seconds after which the lock of a table or a shard is written again. */
const RENEWED = 30;

function foretell(study: Study, { threads, json }: Options): void {
  const found = forecast(study);
  const processors = threads ?? availableParallelism();
  const seconds = found.seconds / Math.min(processors, found.cases);
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ name: study.name, ...found, threads: processors, columns: study.columns })}\n`,
    );
    return;
  }
  const varied = study.axes.map(({ names, count: values }) => `${names.join(" with ")}: ${values}`).join(", ");
  const lines = [
    `${found.cases} cases (${varied === "" ? "nothing is varied" : varied})`,
    `about ${duration(seconds)} on ${processors} ${processors === 1 ? "thread" : "threads"}, ${duration(found.seconds / found.cases)} a case (measured on ${found.tried})`,
    `a table of about ${size(found.bytes)} with ${study.columns.length} columns`,
    ...(found.failed === 0
      ? []
      : [`${found.failed} of the ${found.tried} cases that were tried failed: ${found.reason}`]),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

function size(bytes: number): string {
  for (const [unit, factor] of [
    ["GB", 1e9],
    ["MB", 1e6],
    ["kB", 1e3],
  ] as const) {
    if (bytes >= factor) return `${significant(bytes / factor, 3)} ${unit}`;
  }
  return `${Math.round(bytes)} bytes`;
}

function writeScripts(path: string, { out = "", figures, shards, force = false, ...choices }: Options): void {
  const words = wordsOf(path, choices, { out, ...(figures === undefined ? {} : { figures }) });
  for (const { name, text } of scripts({ words, table: out, shards })) {
    writeFile(name, text, force);
    process.stdout.write(`${name}\n`);
  }
}
