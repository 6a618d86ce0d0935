/** A command whose steps may take long computes in a thread of its own, so that the main one is free to hear signals, whatever is being
 *  computed. This is the thread's side: the signal is read from shared memory between steps, and the state of a run is handed over now
 *  and then, for the case that a step has to be given up. */
import { constants } from "node:os";
import { parentPort, workerData } from "node:worker_threads";

/** Places in the shared memory: the number of the signal that has come, and whether the run looks at it between its steps. */
export const [HEARD, LISTENING] = [0, 1];

export interface ThreadData {
  readonly flags: Int32Array;
  /** What a thread does not know of its streams. */
  readonly stdout: TerminalData;
  readonly stderr: TerminalData;
}

export interface TerminalData {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
}

/** A run as far as it has come: enough to go on from there. */
export interface HandedOver {
  readonly model: string;
  readonly out: string | undefined;
  readonly checkpoint: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
  /** What a document says of the run. */
  readonly known: object;
  readonly t: number;
  readonly steps: number;
  /** The content of a checkpoint. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Message = { readonly state: HandedOver } | { readonly lock: string };

/** Other threads, those of studies, have other data. */
const data: ThreadData | null = workerData?.flags instanceof Int32Array ? (workerData as ThreadData) : null;

if (data !== null) {
  Object.assign(process.stdout, data.stdout);
  Object.assign(process.stderr, data.stderr);
}

/** The memory that is shared with the main thread; null where the command runs there. */
export const flags: Int32Array | null = data?.flags ?? null;

export const signalHeard = (shared: Int32Array): NodeJS.Signals | null => {
  const number = Atomics.load(shared, HEARD);
  const named = Object.entries(constants.signals).find(([, value]) => value === number);
  return named === undefined ? null : (named[0] as NodeJS.Signals);
};

/** Tells the main thread; has no effect where this is the main thread. */
export function report(message: Message): void {
  if (data === null) return;
  parentPort?.postMessage(message, "state" in message ? [message.state.bytes.buffer] : []);
}
