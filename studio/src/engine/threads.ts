/** How a worker comes to threads: the page starts them, because a worker can start none while it computes, and each waits at a port for what
 *  the worker sends there. */

/** From a worker to the page: a thread is to wait at each of these ports. */
export interface ThreadsWanted {
  readonly threads: readonly MessagePort[];
}

/** In the worker. What is sent to a port before its thread has started waits there. */
export function startThreads(count: number): readonly MessagePort[] {
  const channels = Array.from({ length: count }, () => new MessageChannel());
  const theirs = channels.map(({ port2 }) => port2);
  const wanted: ThreadsWanted = { threads: theirs };
  postMessage(wanted, { transfer: theirs });
  return channels.map(({ port1 }) => port1);
}

/** In the page. */
export function threadAt(port: MessagePort): Worker {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { type: "module", name: "noether thread" });
  // One that cannot start is missed by nobody: the others do its work.
  thread.onerror = (event) => event.preventDefault();
  thread.postMessage(port, [port]);
  return thread;
}
