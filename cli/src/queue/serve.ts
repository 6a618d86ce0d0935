/** A worker: takes ranges of cases from the queue, has them computed by threads, and delivers the rows. The event loop of the process computes nothing:
 *  it renews the locks of its jobs, without which another worker would be given them. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Job } from "bullmq";
import { InputError } from "noether";
import type { Row, StudyBundle } from "noether/studies";
import { version } from "../version.js";
import { fetchBundle } from "./bundle-store.js";
import type { QueueServer } from "./connection.js";
import { BUNDLE_FAILURE, jobOf } from "./job.js";
import { PREFIX, QUEUE } from "./keys.js";
import { recent } from "./recent.js";
import { SIGN_EVERY, signIn, signOut } from "./roster.js";
import { deliver } from "./rows.js";

/** What computes: threads, or something quicker in a simulation. */
export interface Computer {
  /** How many jobs at a time. */
  readonly threads: number;
  /** The rows of the cases from first to the one before last, in their order; only those that were finished if it is stopped. A study that is no
   *  study, and cases that it does not have, are InputErrors. */
  compute(hash: string, bundle: StudyBundle, first: number, last: number): Promise<readonly Row[]>;
  /** Every thread finishes the case that it is at, and begins no other. */
  stop(): void;
  /** Ends the threads, whatever they are at. */
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** Seconds after which the cases of a worker that is not heard of are given to another. */
  readonly lease: number;
  /** Something to tell, in a sentence. */
  readonly tell?: (text: string) => void;
}

export interface Service {
  /** Cases since the start. */
  readonly cases: number;
  readonly busy: number;
  /** Takes no further jobs, finishes the cases that are being computed, gives back the rest, and ends. */
  stop(): Promise<void>;
  /** The same without finishing a case. */
  stopNow(): Promise<void>;
}

/** Of a job that fails, beside those of workers that are lost. */
export const ATTEMPTS = 3;
/** How many workers a job may lose before it is taken for the reason. */
const MOST_LOST = 3;

/** Studies that are kept in memory. */
const KEPT = 4;

export async function serve(server: QueueServer, computer: Computer, options: ServiceOptions): Promise<Service> {
  const { lease, tell = () => {} } = options;
  const { Worker, UnrecoverableError, WaitingError } = await import("bullmq");
  const redis = server.connect();
  const id = randomUUID();
  const bundles = recent<Promise<StudyBundle>>(KEPT);
  let [cases, busy, stopping] = [0, 0, false];

  const bundleOf = (hash: string): Promise<StudyBundle> => {
    const known = bundles.get(hash, () => fetchBundle(redis, hash));
    known.catch(() => bundles.delete(hash));
    return known;
  };

  /** Wrong data is not tried again; what else fails is. */
  const orRefuse = async <T>(prefix: string, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      tell(`refused a job: ${error.message}`);
      throw new UnrecoverableError(`${prefix}${error.message}`);
    }
  };

  const answer = async (job: Job, token?: string): Promise<null> => {
    const { bundle: hash, table, first, last } = await orRefuse("", () => jobOf(job.data));
    const bundle = await orRefuse(BUNDLE_FAILURE, () => bundleOf(hash));
    const began = performance.now();
    const rows = await orRefuse("", () => computer.compute(hash, bundle, first, last));
    cases += rows.length;
    // Before the job is completed: a job that is gone has delivered.
    if (rows.length > 0) await deliver(redis, table, job.id ?? "", rows, (performance.now() - began) / 1000);
    if (rows.length === last - first) return null;
    if (!stopping) throw new Error(`${rows.length} of ${last - first} cases were computed`);
    await job.updateData({ bundle: hash, table, first: first + rows.length, last });
    await job.moveToWait(token);
    throw new WaitingError();
  };

  const worker = new Worker(
    QUEUE,
    async (job, token) => {
      busy++;
      try {
        return await answer(job, token);
      } finally {
        busy--;
      }
    },
    {
      connection: redis,
      prefix: PREFIX,
      name: id,
      concurrency: computer.threads,
      lockDuration: 1000 * lease,
      stalledInterval: 1000 * lease,
      maxStalledCount: MOST_LOST,
      runRetryDelay: 1000,
      drainDelay: 5,
      skipVersionCheck: true,
    },
  );
  // Of broken connections, which are made again, and of locks that were lost while they were broken: the job is done by another worker as well.
  worker.on("error", () => {});

  const sign = () =>
    signIn(redis, {
      id,
      host: hostname(),
      process: process.pid,
      threads: computer.threads,
      busy,
      cases,
      version,
    }).catch(() => {});
  await sign();
  const signs = setInterval(sign, 1000 * SIGN_EVERY);

  let stopped: Promise<void> | null = null;
  const stop = () => {
    stopped ??= (async () => {
      stopping = true;
      computer.stop();
      await worker.close();
      clearInterval(signs);
      await signOut(redis, id).catch(() => {});
      await computer.close();
      redis.disconnect();
    })();
    return stopped;
  };

  return {
    get cases() {
      return cases;
    },
    get busy() {
      return busy;
    },
    stop,
    async stopNow() {
      const stopped = stop();
      await computer.close();
      await stopped;
    },
  };
}
