/** Computes the cases of a study that have no row yet, on as many threads as there are processors. Cases go to a thread in batches that take about a tenth of
 *  a second, so that handing them over costs nothing beside computing them, and little is lost when something is. */
import { failedRow, type Row, type Study } from "noether/studies";
import type { Journal } from "./journal.js";
import { type StudyThread, studyThread, ThreadEnded } from "./threads.js";

export interface ComputeOptions {
  readonly threads: number;
  /** Which of the cases: all by default. */
  readonly takes?: (index: number) => boolean;
  readonly progress?: (done: number, count: number) => void;
  /** Ends it after the batches that are being computed have been given up. */
  readonly signal?: AbortSignal;
  /** For tests: the threads. */
  readonly thread?: (study: Study) => StudyThread;
}

/** Milliseconds that a batch should take. A thread has two of them, so that it goes on while the rows of one are written. */
const BATCH = 100;
const MOST_IN_BATCH = 5000;
/** Towards the end batches become shorter, so that threads come to it together; but not so short that too few cases are computed side by side. */
const FEWEST_IN_SHARE = 16;
/** So often a case is tried whose thread has died of an error, as of memory; and one whose thread was ended from outside. */
const ATTEMPTS = 3;
const ATTEMPTS_IF_ENDED = 100;

/** Tells whether all of them were computed. */
export async function compute(study: Study, journal: Journal, options: ComputeOptions): Promise<boolean> {
  const { threads, takes = () => true, progress, signal, thread = ({ bundle }) => studyThread(bundle) } = options;
  const wanted = (index: number) => takes(index) && !journal.has(index);
  let [count, done] = [0, 0];
  for (let i = 0; i < study.count; i++) {
    if (!takes(i)) continue;
    count++;
    if (journal.has(i)) done++;
  }
  let next = 0;
  /** Cases whose thread has died: each is tried alone, so that the one that ends threads is found. */
  const again: {
    readonly index: number /** The part of those it has that are used up. */;
    readonly attempts: number;
  }[] = [];
  let size = 1;

  const batch = (): { readonly indices: readonly number[]; readonly attempts: number } | null => {
    const single = again.shift();
    if (single !== undefined) return { indices: [single.index], attempts: single.attempts };
    const indices: number[] = [];
    const share = Math.max(FEWEST_IN_SHARE, Math.ceil((study.count - next) / (4 * threads)));
    const most = Math.min(size, share);
    for (; next < study.count && indices.length < most; next++) if (wanted(next)) indices.push(next);
    return indices.length === 0 ? null : { indices, attempts: 0 };
  };
  const keep = (rows: readonly Row[]) => {
    journal.keep(rows);
    done += rows.length;
    progress?.(done, count);
  };
  const all = Array.from({ length: Math.min(threads, Math.max(1, count - done)) }, () => thread(study));
  const stop = () => all.forEach((each) => void each.close());
  /** Rows could not be kept, as on a full disk: nothing is computed any more, and nothing is written after what was cut off. */
  let failed = false;
  const isEnded = () => failed || signal?.aborted === true;
  const work = async (own: StudyThread): Promise<void> => {
    try {
      await batches(own);
    } catch (error) {
      failed = true;
      stop();
      throw error;
    }
  };
  const batches = async (own: StudyThread): Promise<void> => {
    for (let given = batch(); given !== null; given = batch()) {
      if (isEnded()) return;
      const { indices, attempts } = given;
      const began = performance.now();
      let rows: readonly Row[];
      try {
        rows = await own.run(indices);
      } catch (error) {
        if (isEnded()) return;
        const reason = error instanceof Error ? error.message : String(error);
        const most = error instanceof ThreadEnded ? ATTEMPTS_IF_ENDED : ATTEMPTS;
        const spent = indices.length > 1 ? 0 : attempts + 1 / most;
        // Three thirds are one up to rounding.
        if (spent < 1 - 1e-9) {
          for (const index of indices) again.push({ index, attempts: spent });
        } else {
          const said = `the thread that computed it ended ${most} times: ${reason}`;
          keep(indices.map((index) => failedRow(study, study.caseAt(index), said)));
        }
        continue;
      }
      if (failed) return;
      keep(rows);
      const took = performance.now() - began;
      // At most doubled: the first cases of a thread are the slowest.
      const fitting = indices.length * Math.min(2, BATCH / Math.max(took, 0.01));
      if (indices.length >= size || fitting < size) size = Math.max(1, Math.min(MOST_IN_BATCH, Math.floor(fitting)));
    }
  };

  signal?.addEventListener("abort", stop);
  try {
    // A case that another thread has lost may be left when the first ones have ended.
    while (!isEnded() && (again.length > 0 || next < study.count)) {
      // All of them have ended before an error is handed on: who called closes the journal then.
      const outcomes = await Promise.allSettled(all.flatMap((own) => [work(own), work(own)]));
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
  return signal?.aborted !== true;
}
