/** One run in a worker: in slices, so that it can be cancelled between them, with frames reported as they come. */
import { distinct, type Recording, type ThinnedFrames, thinnedFrames, viewOf } from "noether";
import {
  beginPlan,
  type FrameObserver,
  type Plan,
  type PlannedRun,
  partDone,
  type RecordedQuantity,
  spanOf,
} from "noether/model-file";
import { documentOf, endingOf, methodData } from "noether/report";
import { type Looks, looksOf } from "./looks.js";
import type { Beginning, Report, RunRequest, Steps } from "./messages.js";
import { opened } from "./opened.js";

/** Milliseconds: a slice is short enough to be cancelled at once; a preview comes first, then frames as many as the eye needs. */
const SLICE = 25;
const [FIRST_FRAMES, BETWEEN_FRAMES] = [40, 250];
const MOST_FRAMES = 4_000;

/** A worker's side of one task. */
export interface Task {
  tell(report: Report, transfer?: Transferable[]): void;
  isCancelled(): boolean;
  /** Has the page drawn the frames that it was told of? */
  isDrawn(): boolean;
}

export async function runModel({ source, method }: RunRequest, task: Task): Promise<void> {
  const began = performance.now();
  const { plan, blamed } = opened(source, method);
  const [kept, steps] = [thinnedFrames(MOST_FRAMES), plan.method.clock === "own" ? keptSteps() : null];
  const looks = looksOf(plan, task.tell);
  const rowsOf = (recording: PlannedRun["recording"]) => recording(quantitiesOf(plan));
  const { runner, recording } = blamed(() =>
    beginPlan(plan, { frames: (recording) => keeping(kept, rowsOf(recording), steps, looks) }),
  );
  const rows = rowsOf(recording);
  const beginning: Beginning = {
    title: plan.name,
    method: methodData(plan.method),
    columns: rows.columns,
    labels: viewOf(plan.problem).labels,
    units: plan.units,
    span: spanOf(plan),
    ownSteps: plan.method.clock === "own",
  };
  task.tell({ kind: "began", beginning });
  const report = (frames: Float64Array[]) => {
    const transfer = frames.map(({ buffer }) => buffer as ArrayBuffer);
    task.tell({ kind: "frames", done: partDone(plan, runner.state), frames, steps: steps?.all() ?? null }, transfer);
    looks.report();
  };
  const isDone = await drive(runner, task, () => report(kept.columns(rows.columns.length)));
  if (!isDone) return task.tell({ kind: "cancelled" });
  report(withLast(kept, rows, runner));
  looks.report(runner.result().last);
  const notices = distinct([...plan.notices, ...runner.notices]);
  const ending = endingOf(plan, runner, { seconds: (performance.now() - began) / 1000, notices });
  task.tell({ kind: "ended", document: documentOf(ending, true) });
}

const keeping = (kept: ThinnedFrames, rows: Recording, steps: KeptSteps | null, looks: Looks): FrameObserver => ({
  observe(s, ledger) {
    looks.observe(s);
    if (kept.isDue) kept.add(rows.row(s, ledger()));
    else kept.pass();
  },
  ...(steps === null ? {} : { step: steps.add }),
});

interface KeptSteps {
  add(t: number): void;
  all(): Steps;
}

/** The steps that a method chose. */
function keptSteps(): KeptSteps {
  const kept = thinnedFrames(MOST_FRAMES);
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

/** Of many coordinates the curves are those of points that are picked in the scene. */
const MOST_LABELS = 60;

function quantitiesOf({ problem, record }: Plan): readonly RecordedQuantity[] {
  const all: readonly RecordedQuantity[] = ["q", "v", "energy", "ledger", "invariants"];
  const few = viewOf(problem).labels.length <= MOST_LABELS;
  const wanted = record.quantities ?? all;
  return few ? all : wanted.filter((each) => each !== "q" && each !== "v");
}

/** To the end of the run, or until it is cancelled. */
async function drive(runner: PlannedRun["runner"], task: Task, report: () => void): Promise<boolean> {
  let due = performance.now() + FIRST_FRAMES;
  let count = 1;
  while (runner.status === "running") {
    const start = performance.now();
    const more = runner.advance(count, count);
    const now = performance.now();
    // At most doubled, because the first steps of a run are the slowest.
    count = Math.max(1, Math.round(count * Math.min(2, SLICE / Math.max(now - start, 1e-3))));
    if (more && now > due && task.isDrawn()) {
      report();
      due = now + BETWEEN_FRAMES;
    }
    await nextTask();
    if (task.isCancelled()) return false;
  }
  return true;
}

/** The frames kept, and the last state where it is not among them. */
function withLast(kept: ThinnedFrames, rows: Recording, runner: PlannedRun["runner"]): Float64Array[] {
  const { last, ledger } = runner.result();
  const columns = kept.columns(rows.columns.length);
  if (kept.count > 0 && kept.frame(kept.count - 1)[0] === last.t) return columns;
  const row = rows.row(last, ledger);
  return columns.map((column, j) => Float64Array.of(...column, row[j]));
}

/** Lets messages in. Timers are held back when they come one after another; ports are not. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
