/** The threads of the whole program. A factorisation sits deep inside a method, where nobody hands it threads; as they change the
 *  time and no digit, the program may set them once for all large factorisations that bring none of their own. */
import type { ThreadPool } from "./wasm-kernels.js";

let inUse: ThreadPool | null = null;

/** null: from now on without. */
export function useThreads(threads: ThreadPool | null): void {
  inUse = threads;
}

export const threadsInUse = (): ThreadPool | null => inUse;
