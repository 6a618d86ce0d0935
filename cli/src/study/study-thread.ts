/** A thread that computes cases of one study: told their numbers, it answers with their rows. */
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "noether";
import { prepareStudy, type StudyBundle } from "noether/studies";

const { study, runBatch } = prepareStudy(workerData as StudyBundle, { clock: () => performance.now() / 1000 });

parentPort?.on("message", (indices: readonly number[]) => {
  // A number that came from elsewhere, as from a queue.
  const wrong = indices.find((index) => !(index < study.count));
  if (wrong !== undefined) throw new InputError(`found the case ${wrong}; accepted: 0 to ${study.count - 1}`);
  parentPort?.postMessage(runBatch(indices.map((index) => study.caseAt(index))));
});
