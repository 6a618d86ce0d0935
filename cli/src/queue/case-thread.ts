/** A thread that computes cases of studies. It is told what to compute as data, and has no connection to the queue. */
import { parentPort } from "node:worker_threads";
import { InputError } from "noether";
import { type PreparedStudy, prepareStudy, type Row } from "noether/studies";
import { recent } from "./recent.js";
import { type Answer, READY, type Task } from "./threads.js";

const studies = recent<PreparedStudy>(READY);
/** Milliseconds between two messages with rows, about. */
const SEND_EVERY = 100;

const answer = (message: Answer) => parentPort?.postMessage(message);

parentPort?.on("message", ({ hash, bundle, first, last, stop }: Task) => {
  try {
    const { study, runBatch } = studies.get(hash, () => {
      if (bundle === null) throw new Error("the study was not sent");
      return prepareStudy(bundle, { clock: () => performance.now() / 1000 });
    });
    if (last > study.count)
      throw new InputError(`the job asks for cases up to ${last - 1}, and the study has ${study.count}`);
    const stopped = new Int32Array(stop);
    // As many together as take about the time between two messages.
    let size = 1;
    for (let i = first; i < last && Atomics.load(stopped, 0) === 0; ) {
      const end = Math.min(last, i + size);
      const began = performance.now();
      const rows: Row[] = runBatch(Array.from({ length: end - i }, (_, k) => study.caseAt(i + k)));
      const took = performance.now() - began;
      answer({ rows });
      i = end;
      if (took < SEND_EVERY / 2) size *= 2;
      else if (took > SEND_EVERY) size = Math.max(1, size >> 1);
    }
    answer({ ended: true });
  } catch (error) {
    // The study or the job is wrong; anything else is a mistake of this program.
    if (error instanceof InputError) answer({ wrong: error.message });
    else answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
