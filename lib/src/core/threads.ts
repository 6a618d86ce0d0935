/** Other threads that help with large factors and with the forces of many particles. They belong to the program, not to the library (worker threads in Node, workers in a browser with
 *  cross-origin isolation), which hands them to the systems that it builds. The digits do not depend on them. */
export interface ThreadPool {
  /** Asks every thread to make an instance of `module` on `memory` (as env.memory) and to call its `runTasks(queue)`, which
   *  returns when there is no work for it. Threads may come late, or not at all. */
  call(work: ThreadTask): void;
}

export interface ThreadTask {
  /** A module and a memory of WebAssembly, for the other thread to make an instance of. */
  readonly module: object;
  readonly memory: object;
  readonly queue: number;
}

/** What all that has work for them may be handed. */
export interface WithThreads {
  readonly threads?: ThreadPool | undefined;
}
