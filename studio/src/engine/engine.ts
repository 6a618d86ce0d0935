/** The page's side of the engine: runs go to a few workers, questions to one of their own, so that an answer never waits for a run. The
 *  engine is loaded when it is first asked for something. */
import type { Complaint, Question, QuestionKind, Questions, Report, RunRequest } from "./messages.js";
import { pool, type Running } from "./pool.js";

export type { Running } from "./pool.js";

const runs = pool(Math.max(2, Math.min(4, (navigator.hardwareConcurrency ?? 2) - 1)));
const questions = pool(1);
const studies = pool(1);

export function begin(request: RunRequest, hear: (report: Report) => void): Running {
  return runs.begin(request, hear);
}

export type Answer<T> = { readonly answer: T } | { readonly complaint: Complaint } | null;

/** Those that may take seconds wait for one another only. */
const LONG: readonly QuestionKind[] = [
  "forecast",
  "certify",
  "read",
  "mode",
  "window",
  "result file",
  "reproduce",
  "vary",
];

export interface Asked<K extends QuestionKind> {
  cancel(): void;
  /** Null after it was cancelled. */
  readonly answer: Promise<Answer<Questions[K]["answer"]>>;
}

export function ask<K extends QuestionKind>(question: Question<K>): Asked<K> {
  let running: Running | null = null;
  const answer = new Promise<Answer<Questions[K]["answer"]>>((resolve) => {
    const place = LONG.includes(question.kind) ? studies : questions;
    running = place.begin(question as Question, (report) => {
      if (report.kind === "answer") resolve({ answer: report.answer as Questions[K]["answer"] });
      if (report.kind === "refused") resolve({ complaint: report.complaint });
      if (report.kind === "cancelled") resolve(null);
    });
  });
  return { answer, cancel: () => running?.cancel() };
}
