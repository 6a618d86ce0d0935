/** The engine in a worker. Everything that computes is in this folder; the page draws. */
import { certificateOf } from "./certify.js";
import { factsOf } from "./check.js";
import { forecastOf, modeOf } from "./forecast.js";
import type { Question, QuestionKind, Questions, Request, ToWorker } from "./messages.js";
import { complaintOf } from "./opened.js";
import { precisionOf } from "./precision.js";
import { registry } from "./registry.js";
import { runModel } from "./run.js";
import { sectionOf } from "./section.js";
import { spectraOf } from "./spectrum.js";
import { stepPlacesOf } from "./step-places.js";
import { type HeardTask, type Task, taskOf } from "./task.js";
import { threadPool } from "./thread-pool.js";
import { startThreads } from "./threads.js";
import { windowOf } from "./window.js";

const threads = threadPool({
  isIsolated: crossOriginIsolated,
  processors: navigator.hardwareConcurrency,
  startThreads,
});

const withThreads = (request: Request): Request =>
  "source" in request && request.source !== undefined
    ? ({ ...request, source: { ...request.source, threads } } as Request)
    : request;

type Answers = {
  readonly [K in QuestionKind]: (
    question: Question<K>,
    task: Task,
  ) => Questions[K]["answer"] | Promise<Questions[K]["answer"] | null>;
};

const ANSWERS: Answers = {
  check: ({ source }) => factsOf(source),
  registry,
  // The papers are loaded when the first of them is opened.
  reproduce: async ({ paper, item }) => (await import("./reproduce.js")).reproduced(paper, item),
  vary: async ({ paper, item, values }) => (await import("./reproduce.js")).varied(paper, item, values),
  forecast: ({ source, methods }) => forecastOf(source, methods),
  window: windowOf,
  section: sectionOf,
  "step places": stepPlacesOf,
  precision: ({ source, methods }) => precisionOf(source, methods),
  spectra: ({ source }) => spectraOf(source),
  "result file": async (question, task) => (await import("./result-file.js")).resultFile(question, task),
  mode: ({ source, mode }) => modeOf(source, mode),
  read: async (request) => (await import("./read.js")).readOpened(request),
  certify: ({ source, method }) => certificateOf(source, method),
};

const tasks = new Map<number, HeardTask>();

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind !== "begin") {
    tasks.get(data.task)?.hear(data);
    return;
  }
  const task = taskOf(data.task);
  tasks.set(data.task, task);
  try {
    const request = withThreads(data.request);
    if (request.kind === "run") await runModel(request, task);
    else await answer(request, task);
  } catch (error) {
    task.tell({ kind: "refused", complaint: complaintOf(error) });
  }
  tasks.delete(data.task);
});

async function answer<K extends QuestionKind>(question: Question<K>, task: Task): Promise<void> {
  const answers = ANSWERS[question.kind] as Answers[K];
  const found = await answers(question, task);
  task.tell(found === null ? { kind: "cancelled" } : { kind: "answer", answer: found });
}
