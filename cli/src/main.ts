#!/usr/bin/env node
/** The command line: loads the file of the command that is asked for and of no other, and turns what goes wrong into one
 *  message and the exit status: 0 done, 1 the computation failed, 2 wrong input, 130 interrupted. */
import "./run/thread.js";
import { isMainThread } from "node:worker_threads";
import { Command, CommanderError } from "commander";
import { complain } from "./complaint.js";
import { mayTakeLong, supervise } from "./run/supervise.js";
import { guard } from "./terminal.js";
import { version } from "./version.js";

interface Entry {
  readonly summary: string;
  load(): Promise<{ command(): Command }>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  run: { summary: "integrate one model file", load: () => import("./commands/run.js") },
  check: { summary: "validate a model file without running it", load: () => import("./commands/check.js") },
  compare: { summary: "the same model under several methods", load: () => import("./commands/compare.js") },
  analyze: { summary: "modes, and what schemes and steps do to them", load: () => import("./commands/analyze.js") },
  distort: { summary: "the equation that a scheme really solves", load: () => import("./commands/distort.js") },
  compensate: {
    summary: "matrices and loads for other solvers, compensated",
    load: () => import("./commands/compensate.js"),
  },
  certify: { summary: "measure what a method claims, on your model", load: () => import("./commands/certify.js") },
  reproduce: {
    summary: "recompute the figures and tables of the papers",
    load: () => import("./commands/reproduce.js"),
  },
  study: { summary: "parameter and convergence studies", load: () => import("./commands/study.js") },
  spectrum: { summary: "response spectra of a ground motion", load: () => import("./commands/spectrum.js") },
  plot: { summary: "figures from a stored result", load: () => import("./commands/plot.js") },
  convert: { summary: "matrices, tables, records and results", load: () => import("./commands/convert.js") },
  methods: { summary: "what methods there are", load: () => import("./commands/methods.js") },
  models: { summary: "what models are built in", load: () => import("./commands/models.js") },
  worker: { summary: "computes cases of studies from a queue", load: () => import("./commands/worker.js") },
  studio: { summary: "the browser studio, on this machine", load: () => import("./commands/studio.js") },
  bench: { summary: "the benchmark workloads, as JSON", load: () => import("./commands/bench.js") },
};

const commandIn = (words: readonly string[]) => words.find((word) => !word.startsWith("-") && word !== "help");

async function main(words: readonly string[]): Promise<void> {
  const asked = commandIn(words);
  const program = new Command("noether")
    .description("Motion of mechanical systems in time, with energy, momentum and the symplectic form kept.")
    .version(version)
    .helpCommand(true);
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = name === asked ? (await load()).command() : new Command(name);
    program.addCommand(command.summary(summary).copyInheritedSettings(program));
  }
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({ outputError: () => {} });
  }
  if (words.length === 0) program.outputHelp();
  else await program.parseAsync(words, { from: "user" });
}

// A reader that has seen enough (`| head`) is no failure, and no reason not to finish what else there is to do. Nor can a complaint about
// standard error be heard.
process.stderr.on("error", () => {});
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || code === "ERR_STREAM_DESTROYED") return;
  process.stderr.write(
    `noether: standard output cannot be written: ${code === "ENOSPC" ? "the disk is full" : message}\n`,
  );
  process.exitCode ||= 1;
});

guard(process.stdout);
guard(process.stderr);

const words = process.argv.slice(2);
if (isMainThread && mayTakeLong(commandIn(words), words)) supervise(new URL(import.meta.url), words);
else
  main(words).catch((error: unknown) => {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = complain(error, words.includes("--json"));
  });
