/** Ten thousand cases while threads are ended at random, and then the program itself: nothing lost, nothing twice, every bit the same. */
import { readFileSync } from "node:fs";
import { decodeStudyCsv, loadStudy, prepareStudy, type Row, type Study } from "noether/studies";
import { expect, test } from "vitest";
import { uniform } from "../../../lib/src/core/random.js";
import { compute } from "../../src/study/compute.js";
import { openJournal } from "../../src/study/journal.js";
import { type EndableThread, studyThread } from "../../src/study/threads.js";
import { workplace } from "../program.js";
import { studyText } from "./studies.js";

const COUNT = 10_000;
const TEXT = studyText(
  `k: { from: 1, to: 2, count: ${COUNT} }`,
  "  measure: { end: { final: x }, most: { peak: vx } }\n",
);
const { write, start, noether, path } = workplace();

const withoutSeconds = ({ values }: Row) => values.slice(0, -1);

test("two threads, ended at random times in the middle of their batches", { timeout: 3_600_000 }, async () => {
  const program = new URL("../../dist/study/study-thread.js", import.meta.url);
  const study = loadStudy(TEXT);
  const journal = openJournal(study, { path: path("threads.csv.journal") });
  const counts = new Uint8Array(COUNT);
  const threads: EndableThread[] = [];
  const random = uniform(2026);
  let killed = 0;
  let kept = 0;
  let next = 300;
  const counted = {
    ...journal,
    keep(rows: readonly Row[]) {
      for (const { index } of rows) counts[index] = (counts[index] ?? 0) + 1;
      kept += rows.length;
      journal.keep(rows);
      // By cases and not by the clock: a busy machine would never get a thread ready before it is ended.
      if (kept < next) return;
      next = kept + 200 + 1500 * random();
      killed++;
      setTimeout(() => threads[threads.length - 1 - Math.floor(2 * random())]?.end(), 50 * random());
    },
  };
  const thread = ({ bundle }: Study) => {
    const own = studyThread(bundle, program);
    threads.push(own);
    return own;
  };
  expect(await compute(study, counted, { threads: 2, thread })).toBe(true);
  journal.close();
  expect(killed).toBeGreaterThanOrEqual(2);
  expect(counts.every((count) => count === 1)).toBe(true);
  expect(readFileSync(path("threads.csv.journal"), "utf8").trimEnd().split("\n")).toHaveLength(COUNT + 1);
  const prepared = prepareStudy(study.bundle);
  for (let i = 0; i < COUNT; i++) {
    const row = journal.row(i);
    expect(row === null ? null : withoutSeconds(row), `case ${i}`).toEqual(
      withoutSeconds(prepared.run(study.caseAt(i))),
    );
  }
});

test("the program killed at random times, and started again until it has ended", { timeout: 3_600_000 }, async () => {
  write("study.yaml", TEXT);
  const random = uniform(77);
  let killed = 0;
  while (killed < 8) {
    const child = start("study", "study.yaml", "--out", "killed.csv");
    const ended = new Promise<number | null>((resolve) => child.on("exit", (code) => resolve(code)));
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000 + 6000 * random());
    const code = await ended;
    clearTimeout(timer);
    if (code === 0) break;
    killed++;
  }
  expect(killed).toBeGreaterThanOrEqual(2);
  expect(noether("study", "study.yaml", "--out", "killed.csv").status).toBe(0);
  expect(noether("study", "study.yaml", "--out", "whole.csv").status).toBe(0);
  const lines = readFileSync(path("killed.csv.journal"), "utf8").trimEnd().split("\n").slice(1);
  expect(new Set(lines.map((line) => JSON.parse(line).key)).size).toBe(COUNT);
  expect(lines).toHaveLength(COUNT);
  const measured = (name: string) => readFileSync(path(name), "utf8").replace(/,[^,\n]*$/gm, "");
  expect(measured("killed.csv")).toBe(measured("whole.csv"));
  expect(decodeStudyCsv(readFileSync(path("killed.csv"), "utf8")).rows).toBe(COUNT);
});
