/** The work queue: nothing lost, nothing twice, whatever becomes of the threads. */

import type { Worker } from "node:worker_threads";
import { InputError } from "noether";
import { loadStudy, prepareStudy, type Row, type Study } from "noether/studies";
import { expect, test } from "vitest";
import { uniform } from "../../../lib/src/core/random.js";
import { compute } from "../../src/study/compute.js";
import { type Journal, openJournal } from "../../src/study/journal.js";
import { type EndableThread, type StudyThread, studyThread } from "../../src/study/threads.js";
import { studyText } from "./studies.js";

/** A thread's computation without a thread; `dies` says before which of its batches it does. */
const pretended =
  (dies: (indices: readonly number[]) => boolean, seen: number[] = []) =>
  (study: Study): StudyThread => {
    const prepared = prepareStudy(study.bundle);
    return {
      async run(indices) {
        await Promise.resolve();
        if (dies(indices)) throw new Error("out of memory");
        seen.push(...indices);
        return prepared.runBatch(indices.map((index) => study.caseAt(index)));
      },
      close() {},
    };
  };

const all = (study: Study, journal: Journal) => Array.from({ length: study.count }, (_, i) => journal.row(i));
const exact = (study: Study) => {
  const prepared = prepareStudy(study.bundle);
  return Array.from({ length: study.count }, (_, i) => prepared.run(study.caseAt(i)));
};
/** A journal that counts how often a row is handed to it. */
const counting = (study: Study) => {
  const journal = openJournal(study, { path: null });
  const counts = new Uint8Array(study.count);
  const keep = (rows: readonly Row[]) => {
    for (const { index } of rows) counts[index] = (counts[index] ?? 0) + 1;
    journal.keep(rows);
  };
  return { journal: { ...journal, keep }, counts, original: journal };
};

test("threads that die at random lose no case, and none is there twice", async () => {
  const study = loadStudy(studyText("k: { from: 1, to: 2, count: 80 }"));
  const random = uniform(7);
  const { journal, counts, original } = counting(study);
  const done = await compute(study, journal, {
    threads: 3,
    thread: pretended((batch) => batch.length > 1 && random() < 0.3),
  });
  expect(done).toBe(true);
  expect([...counts]).toEqual(Array(80).fill(1));
  expect(all(study, original)).toEqual(exact(study));
});

test("no thread has more than its share of what is left, so that all come to the end together", async () => {
  const study = loadStudy(studyText("k: { from: 1, to: 2, count: 5000 }"));
  const journal = { ...openJournal(study, { path: null }), keep() {} };
  const sizes: number[] = [];
  // Cases that take no time: batches grow as fast as they may.
  const thread = (): StudyThread => ({
    async run(indices) {
      sizes.push(indices.length);
      return [];
    },
    close() {},
  });
  await compute(study, journal, { threads: 2, thread });
  let left = 5000;
  for (const size of sizes) {
    expect(size).toBeLessThanOrEqual(Math.max(16, Math.ceil(left / 8)));
    left -= size;
  }
  expect([left, Math.max(...sizes) > 100]).toEqual([0, true]);
});

test("a case that ends its thread every time is recorded as failed, and only that", async () => {
  const study = loadStudy(studyText("k: [1, 2, 3, 4, 5, 6, 7]"));
  const journal = openJournal(study, { path: null });
  await compute(study, journal, { threads: 2, thread: pretended((batch) => batch.includes(4)) });
  const outcome = study.columns.findIndex(({ name }) => name === "outcome");
  const outcomes = all(study, journal).map((row) => row?.values[outcome]);
  expect(outcomes).toEqual([...Array(4).fill("completed"), "failed", ...Array(2).fill("completed")]);
  expect(journal.row(4)?.values[outcome + 1]).toBe("the thread that computed it ended 3 times: out of memory");
});

test("what is there is not computed again; a shard takes its own cases; a signal ends it", async () => {
  const study = loadStudy(studyText("k: { from: 1, to: 2, count: 20 }"));
  const journal = openJournal(study, { path: null });
  const first: number[] = [];
  await compute(study, journal, { threads: 2, takes: (i) => i % 4 === 1, thread: pretended(() => false, first) });
  expect(first.sort((a, b) => a - b)).toEqual([1, 5, 9, 13, 17]);
  const stop = new AbortController();
  const second: number[] = [];
  const progress = (done: number) => {
    if (done >= 8) stop.abort();
  };
  const options = { threads: 1, thread: pretended(() => false, second), progress, signal: stop.signal };
  expect(await compute(study, journal, options)).toBe(false);
  expect(second.some((index) => index % 4 === 1)).toBe(false);
  expect(journal.done).toBeLessThan(20);
  const third: number[] = [];
  await compute(study, journal, { threads: 2, thread: pretended(() => false, third) });
  expect([...first, ...second, ...third].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test("rows that cannot be kept end it: no thread goes on, and nothing is written any more", async () => {
  const program = new URL("../../dist/study/study-thread.js", import.meta.url);
  const study = loadStudy(studyText("k: { from: 1, to: 2, count: 2000 }"));
  const journal = openJournal(study, { path: null });
  let kept = 0;
  const keep = (rows: readonly Row[]) => {
    if (++kept === 2) throw new Error("no space left on the disk");
    journal.keep(rows);
  };
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on("worker", note);
  try {
    const computing = compute(
      study,
      { ...journal, keep },
      { threads: 2, thread: ({ bundle }) => studyThread(bundle, program) },
    );
    await expect(computing).rejects.toThrow("no space left on the disk");
    expect(workers).toHaveLength(2);
    // One that has ended has no number.
    await expect.poll(() => workers.map(({ threadId }) => threadId), { timeout: 10_000 }).toEqual([-1, -1]);
    expect(workers).toHaveLength(2);
    expect(kept).toBe(2);
  } finally {
    process.off("worker", note);
    for (const worker of workers) await worker.terminate();
  }
});

test("a thread that is closed does not start again", async () => {
  const { bundle } = loadStudy(studyText("k: [1, 2]"));
  const thread = studyThread(bundle, new URL("../../dist/study/study-thread.js", import.meta.url));
  thread.close();
  await expect(thread.run([0])).rejects.toThrow("the thread ended");
});

test("wrong input that a thread finds is an InputError: a worker refuses it, and does not try again", async () => {
  const program = new URL("../../dist/study/study-thread.js", import.meta.url);
  const { bundle } = loadStudy(studyText("k: [1, 2]"));
  const thread = studyThread(bundle, program);
  await expect(thread.run([7])).rejects.toThrow(new InputError("found the case 7; accepted: 0 to 1"));
  await expect(thread.run([7])).rejects.toBeInstanceOf(InputError);
  thread.close();
  const broken = studyThread({ ...bundle, study: { noether: 1, study: { model: "/elsewhere" } } }, program);
  await expect(broken.run([0])).rejects.toBeInstanceOf(InputError);
  broken.close();
});

test("threads of the program that are ended in the middle of their work", async () => {
  const program = new URL("../../dist/study/study-thread.js", import.meta.url);
  const study = loadStudy(studyText("k: { from: 1, to: 2, count: 120 }"));
  const { journal, counts, original } = counting(study);
  const threads: EndableThread[] = [];
  let killed = 0;
  const thread = ({ bundle }: Study) => {
    const own = studyThread(bundle, program);
    threads.push(own);
    return own;
  };
  const progress = (done: number) => {
    if (killed < 2 && done > 20 * (killed + 1)) threads[killed++]?.end();
  };
  expect(await compute(study, journal, { threads: 2, thread, progress })).toBe(true);
  expect(killed).toBe(2);
  expect([...counts]).toEqual(Array(120).fill(1));
  const seconds = study.columns.length - 1;
  const without = (row: Row | null) => row?.values.slice(0, seconds);
  expect(all(study, original).map(without)).toEqual(exact(study).map(without));
});
