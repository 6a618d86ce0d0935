/** Threads that help to factor large matrices and with the forces of many particles, where the page is isolated from others and workers can share memory; elsewhere the engine computes
 *  alone. They are started when they are first called for, and the digits do not depend on them. */
import type { ThreadPool, ThreadTask } from "noether/linalg";

/** Beyond that, the parts of a factorisation that one thread does alone take most of the time. */
const MOST_THREADS = 3;

export interface Machine {
  readonly isIsolated: boolean;
  readonly processors: number;
  /** Where so many threads can be called from now on. */
  startThreads(count: number): readonly { postMessage(work: ThreadTask): void }[];
}

/** Undefined where memory cannot be shared, or there is no processor to spare. */
export function threadPool({ isIsolated, processors, startThreads }: Machine): ThreadPool | undefined {
  const count = Math.min(processors - 1, MOST_THREADS);
  if (!isIsolated || count < 1) return undefined;
  let threads: ReturnType<Machine["startThreads"]> | null = null;
  return {
    call(work) {
      threads ??= startThreads(count);
      for (const each of threads) each.postMessage(work);
    },
  };
}
