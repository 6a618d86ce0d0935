/** `noether worker --queue redis://…`: computes cases of studies that others collect, until it is stopped. */
import { availableParallelism } from "node:os";
import { Command } from "commander";
import { InputError } from "noether";
import { statusOf } from "../interruption.js";
import { type ConnectionOptions, openServer } from "../queue/connection.js";
import { withQueueOptions } from "../queue/options.js";
import { type Service, serve } from "../queue/serve.js";
import { caseThreads } from "../queue/threads.js";

interface Options extends Partial<ConnectionOptions> {
  readonly threads?: string;
  readonly lease: string;
  readonly idle?: string;
  readonly quiet?: boolean;
}

export function command(): Command {
  return withQueueOptions(
    new Command("worker"),
    "where the cases are: redis://HOST:PORT/DATABASE, or rediss:// with TLS",
  )
    .description(
      "Computes cases of studies (noether study --queue …) until it is stopped. Ctrl-C finishes the cases that it is at and gives back the others; a second one gives back all.",
    )
    .option("--threads <count>", "cases at a time (default: as many as there are processors)")
    .option("--lease <seconds>", "others take over the cases of a worker that is not heard of for so long", "30")
    .option("--idle <seconds>", "end when there has been nothing to do for so long")
    .option("--quiet", "say nothing but what is wrong")
    .action(work);
}

async function work({ queue, threads, lease, idle, quiet = false, ...options }: Options): Promise<void> {
  if (queue === undefined) throw new InputError("--queue is missing; give the address of a Redis server: redis://HOST");
  const count = threads === undefined ? availableParallelism() : whole("--threads", threads, 1024);
  const leaseSeconds = whole("--lease", lease, 86_400);
  const idleSeconds = idle === undefined ? null : whole("--idle", idle, 31_536_000);
  const tell = (text: string) => process.stderr.write(`${text}\n`);
  const server = await openServer({ queue, ...options });
  // Before it takes its first case.
  const heard = signals();
  const service = await serve(server, caseThreads(count), { lease: leaseSeconds, tell });
  if (!quiet) tell(`Worker of ${server.address}, ${count} at a time; Ctrl-C stops it`);
  const signal = await Promise.race([heard, ...(idleSeconds === null ? [] : [idleness(service, idleSeconds)])]);
  if (signal !== null) {
    process.exitCode = statusOf(signal);
    if (!quiet) tell("Stopping: the cases in progress are finished, once more gives them back at once");
    process.once(signal, () => {
      void service.stopNow();
      // A server that is away takes nothing back; it finds out by the lease.
      setTimeout(() => process.exit(), 3000).unref();
    });
  }
  await service.stop();
  if (!quiet) tell(`${service.cases} cases`);
}

/** The first signal that asks to stop. */
function signals(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const hear = (signal: NodeJS.Signals) => {
      for (const each of SIGNALS) process.off(each, hear);
      resolve(signal);
    };
    for (const each of SIGNALS) process.on(each, hear);
  });
}

/** Comes when there has been nothing to do for so many seconds. */
function idleness(service: Service, seconds: number): Promise<null> {
  return new Promise((resolve) => {
    let [last, since] = [-1, performance.now()];
    const timer = setInterval(() => {
      if (service.busy > 0 || service.cases !== last) [last, since] = [service.cases, performance.now()];
      if (performance.now() - since < 1000 * seconds) return;
      clearInterval(timer);
      resolve(null);
    }, 200);
    timer.unref();
  });
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function whole(option: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new InputError(`${option}: found ${text}; accepted: a whole number from 1 to ${most}`);
}
