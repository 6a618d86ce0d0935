/** Threads of a worker that compute the cases of its jobs, one job each at a time, in batches of about a tenth of a second, so that one which is stopped ends soon
 *  and keeps what it has. */
import type { Row } from "noether/studies";
import { type StudyThread, studyThread } from "../study/threads.js";
import type { Computer } from "./serve.js";

/** Milliseconds that a batch should take. */
const BATCH = 100;

interface Idle {
  readonly hash: string;
  readonly thread: StudyThread;
  /** Cases of a batch. */
  size: number;
}

export function caseThreads(count: number): Computer {
  let [stopped, closed] = [false, false];
  /** Ready for another job of their study; the one that was used last comes last. */
  let idle: Idle[] = [];
  const all = new Set<StudyThread>();
  const close = (thread: StudyThread) => {
    all.delete(thread);
    thread.close();
  };
  return {
    threads: count,
    async compute(hash, bundle, first, last) {
      const found = idle.find((each) => each.hash === hash);
      const own = found ?? { hash, thread: studyThread(bundle), size: 1 };
      idle = idle.filter((each) => each !== own);
      all.add(own.thread);
      const rows: Row[] = [];
      try {
        for (let i = first; i < last && !stopped; ) {
          const end = Math.min(last, i + own.size);
          const began = performance.now();
          rows.push(...(await own.thread.run(Array.from({ length: end - i }, (_, k) => i + k))));
          const took = performance.now() - began;
          i = end;
          if (took < BATCH / 2) own.size *= 2;
          else if (took > BATCH) own.size = Math.max(1, own.size >> 1);
        }
      } catch (error) {
        // What it had answered before it was ended counts.
        if (closed) return rows;
        close(own.thread);
        throw error;
      }
      idle.push(own);
      for (const { thread } of idle.splice(0, Math.max(0, idle.length - count))) close(thread);
      return rows;
    },
    stop() {
      stopped = true;
    },
    async close() {
      [stopped, closed] = [true, true];
      for (const thread of all) close(thread);
    },
  };
}
