/** One run in a worker: in slices, so that it can be paused and cancelled between them, with frames reported as they come. */
import { distinct, type Invariant, invariantSize, type State, thinnedFrames, viewOf } from "noether";
import { beginPlan, type FrameObserver, type PlannedRun, partDone, spanOf } from "noether/model-file";
import { documentOf, endingOf, methodData } from "noether/report";
import { type KeptFrames, keptFrames, recordingFor } from "./kept.js";
import { type Looks, looksOf } from "./looks.js";
import { marksOf } from "./marks.js";
import type { Beginning, RunRequest, Sizes, Steps, Thinned } from "./messages.js";
import { opened } from "./opened.js";
import { nextTask, type Task } from "./task.js";
import { shownUnits } from "./units.js";

/** Milliseconds: a slice is short enough to be cancelled at once; a preview comes first, then frames as many as the eye needs. */
const SLICE = 25;
const [FIRST_FRAMES, BETWEEN_FRAMES] = [40, 250];
const MOST_STEPS = 4_000;

export async function runModel({ source, method }: RunRequest, task: Task): Promise<void> {
  const began = performance.now();
  const { plan, blamed } = opened(source, method);
  const chosen = plan.method.clock === "own" ? keptSteps() : null;
  const looks = looksOf(plan, task.tell);
  const marks = marksOf(plan.problem.system.dof);
  const watch: { kept: KeptFrames | null } = { kept: null };
  const { runner, recording } = blamed(() =>
    beginPlan(plan, {
      frames: (recorded) => {
        watch.kept = keptFrames(recordingFor(plan, recorded));
        return watched(watch.kept, chosen, looks);
      },
    }),
  );
  const kept = watch.kept as unknown as KeptFrames;
  const rows = recordingFor(plan, recording);
  const beginning: Beginning = {
    title: plan.name,
    method: methodData(plan.method),
    columns: rows.columns,
    labels: viewOf(plan.problem).labels,
    ...shownUnits(plan.units, rows.columns),
    span: spanOf(plan),
    ownSteps: plan.method.clock === "own",
  };
  task.tell({ kind: "began", beginning });
  let sizes = sizesOf(runner.invariants, runner.state);
  const report = (thinned: Thinned) => {
    const { frames, extremes } = thinned;
    const transfer = new Set(
      [...frames, ...(extremes?.low ?? []), ...(extremes?.high ?? [])].map(({ buffer }) => buffer),
    );
    const done = partDone(plan, runner.state);
    const steps = chosen?.all() ?? null;
    task.tell({ kind: "frames", done, kept: thinned, steps, sizes }, [...transfer] as ArrayBuffer[]);
    looks.report();
  };
  const isDone = await drive(runner, task, {
    every: plan.record.every,
    frames: () => kept.seen,
    report: () => report(kept.thinned()),
    slice: () => marks.observe(runner),
  });
  if (!isDone) return task.tell({ kind: "cancelled" });
  const { last, ledger } = runner.result();
  // A motion that begins at rest has momenta later only.
  sizes = larger(sizes, sizesOf(runner.invariants, last));
  report(kept.thinned(rows.row(last, ledger)));
  looks.report(last);
  const notices = distinct([...plan.notices, ...runner.notices]);
  const ending = endingOf(plan, runner, { seconds: (performance.now() - began) / 1000, notices });
  task.tell({ kind: "ended", document: documentOf(ending, true), marks: marks.all() });
}

const sizesOf = (invariants: readonly Invariant[], { t, q, v }: Readonly<State>): Sizes =>
  Object.fromEntries(
    invariants.map((each) => [
      each.name === "energy" ? each.name : `invariant.${each.name}`,
      invariantSize(each, t, q, v),
    ]),
  );

const larger = (a: Sizes, b: Sizes): Sizes =>
  Object.fromEntries(Object.entries(a).map(([name, size]) => [name, Math.max(size, b[name] ?? 0)]));

const watched = (kept: KeptFrames, steps: KeptSteps | null, looks: Looks): FrameObserver => ({
  observe(s, ledger) {
    looks.observe(s);
    kept.observe(s, ledger);
  },
  ...(steps === null ? {} : { step: steps.add }),
});

interface KeptSteps {
  add(t: number): void;
  all(): Steps;
}

/** The steps that a method chose. */
function keptSteps(): KeptSteps {
  const kept = thinnedFrames(MOST_STEPS);
  const pair = new Float64Array(2);
  let before = Number.NaN;
  return {
    add(t) {
      pair[0] = t;
      pair[1] = t - before;
      if (!Number.isNaN(before)) kept.add(pair);
      before = t;
    },
    all() {
      const [times, sizes] = kept.columns(2);
      return { times, sizes };
    },
  };
}

interface Watch {
  /** Steps from frame to frame. */
  readonly every: number;
  /** How many have been shown. */
  frames(): number;
  report(): void;
  /** After every slice. */
  slice(): void;
}

/** To the end of the run, or until it is cancelled. */
async function drive(runner: PlannedRun["runner"], task: Task, watch: Watch): Promise<boolean> {
  const { report, slice } = watch;
  let due = performance.now() + FIRST_FRAMES;
  let count = 1;
  while (runner.status === "running") {
    const start = performance.now();
    const isOneFrame = task.pace === "one frame";
    const more = isOneFrame ? oneFrame(runner, watch) : runner.advance(count, count);
    const now = performance.now();
    slice();
    // At most doubled, because the first steps of a run are the slowest.
    count = Math.max(1, Math.round(count * Math.min(2, SLICE / Math.max(now - start, 1e-3))));
    if (more && now > due && task.isDrawn) {
      report();
      due = now + BETWEEN_FRAMES;
    }
    if (isOneFrame) task.pace = "paused";
    await nextTask();
    if (more && task.pace === "paused" && !task.isCancelled) {
      report();
      task.tell({ kind: "paused" });
      await task.woken();
    }
    if (task.isCancelled) return false;
  }
  return true;
}

/** Until the next one is shown: a state waits until it is known whether it belongs to the motion. */
function oneFrame(runner: PlannedRun["runner"], { every, frames }: Watch): boolean {
  const before = frames();
  let more = true;
  while (more && frames() === before) more = runner.advance(every, 1);
  return more;
}
