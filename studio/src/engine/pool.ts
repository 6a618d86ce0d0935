/** Workers, each with one task at a time. */
import { type FromWorker, isFinal, type Report, type Request, type ToWorker } from "./messages.js";
import { type ThreadsWanted, threadAt } from "./threads.js";

export interface Running {
  /** Nothing happens while it waits for a worker. */
  pace(pace: "pause" | "resume" | "one frame"): void;
  /** The last report is then `cancelled`, unless another last one was on its way. */
  cancel(): void;
}

export interface Pool {
  begin(request: Request, hear: (report: Report) => void): Running;
}

interface Task {
  readonly id: number;
  readonly request: Request;
  readonly hear: (report: Report) => void;
}

interface Slot {
  readonly worker: Worker;
  /** Those that help it; they end with it. */
  readonly threads: Worker[];
  task: Task | null;
}

/** Milliseconds after which a worker that does not answer is ended: it is inside a long step. */
const PATIENCE = 120;

/** How much longer than a report takes to be drawn the page is left to its user. */
const FREE_SHARE = 5;

export function pool(most: number): Pool {
  const slots: Slot[] = [];
  const waiting: Task[] = [];
  let tasks = 0;

  function assign(): void {
    while (waiting.length > 0) {
      const slot = slots.find((each) => each.task === null) ?? (slots.length < most ? opened() : null);
      if (slot === null) return;
      const task = waiting.shift() as Task;
      slot.task = task;
      send(slot, { kind: "begin", task: task.id, request: task.request });
    }
  }

  function opened(): Slot {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "noether engine" });
    const slot: Slot = { worker, threads: [], task: null };
    worker.onmessage = ({ data }: MessageEvent<FromWorker | ThreadsWanted>) => {
      if ("threads" in data) slot.threads.push(...data.threads.map(threadAt));
      else if (data.task === slot.task?.id) hear(slot, data.report);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const message = `the engine stopped: ${event.message || "it could not be loaded"}`;
      drop(slot, { kind: "refused", complaint: { message, reason: message, line: null, column: null } });
    };
    slots.push(slot);
    return slot;
  }

  function hear(slot: Slot, report: Report): void {
    const { task } = slot;
    if (isFinal(report)) slot.task = null;
    task?.hear(report);
    if (report.kind === "frames" && slot.task !== null) confirm(slot, slot.task);
    if (slot.task === null) assign();
  }

  /** Asks for more when what has come is drawn and the page has been free for a while: one that is slow, or hidden, is sent less. */
  function confirm(slot: Slot, { id }: Task): void {
    const began = performance.now();
    requestAnimationFrame(() =>
      setTimeout(() => {
        const pause = FREE_SHARE * (performance.now() - began);
        setTimeout(() => send(slot, { kind: "drawn", task: id }), pause);
      }),
    );
  }

  function drop(slot: Slot, last: Report): void {
    for (const each of [slot.worker, ...slot.threads]) each.terminate();
    slots.splice(slots.indexOf(slot), 1);
    hear(slot, last);
  }

  function cancel(task: Task): void {
    const at = waiting.indexOf(task);
    if (at >= 0) {
      waiting.splice(at, 1);
      task.hear({ kind: "cancelled" });
      return;
    }
    const slot = slots.find((each) => each.task === task);
    if (slot === undefined) return;
    send(slot, { kind: "cancel", task: task.id });
    setTimeout(() => {
      if (slot.task === task) drop(slot, { kind: "cancelled" });
    }, PATIENCE);
  }

  return {
    begin(request, hear) {
      const task: Task = { id: ++tasks, request, hear };
      waiting.push(task);
      assign();
      return {
        cancel: () => cancel(task),
        pace(kind) {
          const slot = slots.find((each) => each.task === task);
          if (slot !== undefined) send(slot, { kind, task: task.id });
        },
      };
    },
  };
}

const send = ({ worker }: Slot, message: ToWorker) => worker.postMessage(message);
