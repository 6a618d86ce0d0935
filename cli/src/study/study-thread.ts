/** A thread that computes cases of one study: told their numbers, it answers with their rows. */
import { parentPort, workerData } from "node:worker_threads";
import { prepareStudy, type StudyBundle } from "noether/studies";

const { study, runBatch } = prepareStudy(workerData as StudyBundle, { clock: () => performance.now() / 1000 });

parentPort?.on("message", (indices: readonly number[]) => {
  parentPort?.postMessage(runBatch(indices.map((index) => study.caseAt(index))));
});
