/** The main thread of a command that computes in another (thread.ts): it receives signals while the other one computes. The first one asks for
 *  an orderly end after the step that is being computed. If that step takes too long, or at a second signal, the step is given up, and the
 *  state before it becomes the checkpoint. */
import { readFileSync, statSync } from "node:fs";
import { constants } from "node:os";
import { Worker } from "node:worker_threads";
import { onError } from "../colour.js";
import { complain } from "../complaint.js";
import { statusOf } from "../interruption.js";
import { SAME, SIGNALS } from "./drive.js";
import { type HandedOver, HEARD, LISTENING, type Message, type ThreadData } from "./thread.js";

/** Milliseconds after which a signal that the run has not yet seen is acknowledged, and after which the step is given up. */
const [ACKNOWLEDGED, GIVEN_UP] = [150, 5000];

/** Runs the program with these words in a thread. */
export function supervise(program: URL, words: readonly string[]): void {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const workerData: ThreadData = { flags, stdout: terminalOf(process.stdout), stderr: terminalOf(process.stderr) };
  const thread = new Worker(program, { argv: [...words], workerData });
  const locks = new Set<string>();
  let state: HandedOver | null = null;
  let ending = false;
  let since = Number.NEGATIVE_INFINITY;

  const giveUp = async (signal: NodeJS.Signals) => {
    ending = true;
    const [isRunning, isAskedToEnd] = [LISTENING, HEARD].map((place) => Atomics.load(flags, place) !== 0);
    await thread.terminate();
    const { removeOwn } = await import("../lock.js");
    // The thread is no more, and what it has locked is free; what it had released may be another's by now.
    for (const lock of locks) removeOwn(lock);
    process.exitCode = statusOf(signal);
    // A second signal may also come while a run that was asked to end writes what it has.
    if (state !== null && (isRunning || isAskedToEnd)) await keep(state, isRunning === true);
    else if (isRunning) process.stderr.write("Interrupted before the first step: there is nothing to keep.\n");
  };

  const hear = (signal: NodeJS.Signals) => {
    const isRunning = () => Atomics.load(flags, LISTENING) === 1;
    const isAsked = Atomics.load(flags, HEARD) !== 0;
    // Any of them may come twice, the one that gives up the step as well.
    if (performance.now() - since <= SAME) return;
    since = performance.now();
    if (ending) process.exit(statusOf(signal));
    if (!isRunning() || isAsked) return void giveUp(signal);
    Atomics.store(flags, HEARD, constants.signals[signal]);
    const acknowledge = () => !ending && isRunning() && process.stderr.write(acknowledgement(signal));
    setTimeout(acknowledge, ACKNOWLEDGED).unref();
    // Unless a second signal has done so, and what is kept is being written.
    setTimeout(() => void (!ending && isRunning() && giveUp(signal)), GIVEN_UP).unref();
  };

  for (const name of SIGNALS) process.on(name, hear);
  thread.on("message", (message: Message) => {
    if ("state" in message) state = message.state;
    else locks.add(message.lock);
  });
  thread.on("error", (error) => {
    process.exitCode = complain(error, words.includes("--json"));
  });
  thread.on("exit", (status) => {
    if (!ending) process.exitCode ||= status;
  });
}

const terminalOf = ({ isTTY, columns }: NodeJS.WriteStream) => ({ isTTY: isTTY === true, columns });

const acknowledgement = (signal: NodeJS.Signals) =>
  `${onError.yellow("noether:")} ${signal}: the run ends after the step that is being computed. ` +
  `A second signal, or ${GIVEN_UP / 1000} s, gives that step up and keeps the state before it.\n`;

/** What there is of the run: the result as far as it was written, and its last state. The document is printed unless the run may have done so. */
async function keep(
  { model, out, checkpoint, force, json, known, t, steps, bytes }: HandedOver,
  isUnsaid: boolean,
): Promise<void> {
  const { howToGoOn, savedAt } = await import("./cut-short.js");
  const { lock } = await import("../lock.js");
  const { refuseCheckpointPath } = await import("./checkpoints.js");
  const { decodeCheckpoint } = await import("noether/formats");
  const { replaceFile } = await import("../files.js");
  const { syncResult } = await import("../results/sync.js");
  const { run } = decodeCheckpoint(bytes);
  if (out !== undefined) syncResult(out);
  const save = (path: string) => {
    lock(path);
    refuseCheckpointPath(path, run, force);
    replaceFile(path, bytes);
  };
  if (json && isUnsaid)
    process.stdout.write(`${JSON.stringify({ ...known, status: "interrupted", steps, t }, null, 2)}\n`);
  process.stderr.write(howToGoOn({ t, steps }, savedAt(save, model, checkpoint), out));
}

/** Starting a thread takes some 40 ms. Runs of few coordinates do without one: a model file that lists its coordinates, and is short, has
 *  no step that takes long. */
export function mayTakeLong(command: string | undefined, words: readonly string[]): boolean {
  if ((command !== "run" && command !== "compare") || words.includes("--help") || words.includes("-h")) return false;
  const model = words[words.indexOf(command) + 1];
  return model === undefined || !listsFewCoordinates(model);
}

const FEW = 4096;

function listsFewCoordinates(path: string): boolean {
  if (!/\.(ya?ml|json)$/.test(path)) return false;
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= FEW && /["\s{]coordinates"?\s*:/.test(readFileSync(path, "utf8"));
  } catch {
    // Whoever opens it says what is wrong with it.
    return true;
  }
}
