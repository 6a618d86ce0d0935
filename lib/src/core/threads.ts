/** Other threads that help with large factors and with the forces and neighbours of many particles. They belong to the program, not to the library (worker threads in Node, workers in a browser with
 *  cross-origin isolation), which hands them to the systems that it builds. The digits do not depend on them. */
export interface ThreadPool {
  /** Asks every thread to make an instance of `module` on `memory` (as env.memory) and to call its `runTasks(queue)`, which
   *  returns when there is no work for it. If there is `other` code, an instance of that on the same memory comes first, and `module` imports its functions (as calls). Threads may come late, or not
   *  at all. */
  call(work: ThreadTask): void;
}

export interface ThreadTask {
  /** A module and a memory of WebAssembly, for the other thread to make an instance of. */
  readonly module: object;
  readonly memory: object;
  readonly other?: object;
  readonly queue: number;
}

/** What all that has work for them may be handed. */
export interface WithThreads {
  readonly threads?: ThreadPool | undefined;
}
