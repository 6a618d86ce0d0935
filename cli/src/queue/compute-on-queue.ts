/** The cases of a study, computed by the workers of a queue and kept in the journal of its table, as those of threads are. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Study } from "noether/studies";
import { realPath } from "../files.js";
import type { Journal } from "../study/journal.js";
import { collect, type Status } from "./collect.js";
import type { QueueServer } from "./connection.js";
import { watching } from "./watch.js";

export interface QueuedOptions {
  /** The file of the table; without one, nothing is gone on with later. */
  readonly table: string | undefined;
  readonly watch: boolean;
  /** Otherwise: the part that is done. */
  readonly progress: (done: number, count: number) => void;
  readonly signal: AbortSignal;
}

/** Seconds after which the absence of workers is mentioned. */
const PATIENCE = 5;

export async function computeOnQueue(
  server: QueueServer,
  study: Study,
  journal: Journal,
  { table, watch, progress, signal }: QueuedOptions,
): Promise<void> {
  const tell = (text: string) => process.stderr.write(`${text}\n`);
  for (const notice of server.notices) tell(`--queue: ${notice}`);
  const lines = watch ? watching(server.address) : null;
  const began = performance.now();
  let isAlone = true;
  const show = (status: Status) => {
    lines?.show(status);
    if (!watch) progress(status.done, status.count);
    if (!isAlone || watch || performance.now() - began < 1000 * PATIENCE) return;
    isAlone = false;
    if (status.workers.length === 0) tell(`No workers yet; start some: noether worker --queue ${server.address}`);
  };
  try {
    await collect(server, {
      study,
      table: table === undefined ? randomUUID() : `${hostname()} ${realPath(table)}`,
      has: journal.has,
      keep: journal.keep,
      progress: show,
      tell,
      signal,
    });
  } finally {
    lines?.clear();
  }
}
