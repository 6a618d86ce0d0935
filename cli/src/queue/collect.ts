/** The collector of a table: queues the cases that are missing, takes the rows that workers deliver, and keeps them. The table's journal is the only
 *  memory that counts: whatever the server loses, because it was started again or emptied, is found to be missing and queued again.
 *
 *  A case ends exactly once in the table because the first row of it is kept and later ones are passed over; a job can be computed twice, when a worker
 *  is taken for lost that is not, and its rows are the same. Rows are removed from the server only when they are on disk. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { InputError } from "noether";
import { failedRow, type Row, type Study } from "noether/studies";
import { version } from "../version.js";
import { packed, sha256, store } from "./bundle-store.js";
import type { QueueServer } from "./connection.js";
import { BUNDLE_FAILURE, type CaseJob, jobId, MOST_CASES, type Range, rangeOf } from "./job.js";
import { PREFIX, QUEUE, rowsKey } from "./keys.js";
import { type WorkerFacts, workers } from "./roster.js";
import { deliveries, remove } from "./rows.js";
import { ATTEMPTS } from "./serve.js";

export interface Collection {
  readonly study: Study;
  /** What tells this table from others of the same study: the machine and the path. The same when it is gone on with. */
  readonly table: string;
  /** Whether a case is in the table already. */
  readonly has: (index: number) => boolean;
  /** Keeps rows; they are on disk when it is over. */
  readonly keep: (rows: readonly Row[]) => void | Promise<void>;
  /** Called a few times a second. */
  readonly progress?: (status: Status) => void;
  /** Something to tell, in a sentence. */
  readonly tell?: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Seconds between looks at what has become of the jobs. */
  readonly checkEvery?: number;
  /** Cases of a job; by default as many as take about a second. */
  readonly jobCases?: number;
}

export interface Status {
  readonly count: number;
  readonly done: number;
  /** Cases a second, lately. */
  readonly rate: number;
  readonly workers: readonly WorkerFacts[];
  /** Jobs in the queue, or being computed. */
  readonly jobs: number;
}

/** Rows that are fetched together, about. */
const ROWS_AT_ONCE = 20_000;
/** Cases of a study. */
const MOST_STUDIED = 1e9;
/** Seconds that a job should take: long beside what the queue costs, short beside the patience of who stops a worker; longer when so many threads
 *  compute that the server could not keep up with their jobs (docs/topics/scale.md). */
const JOB_SECONDS = 1;
const JOB_SECONDS_A_THREAD = 0.001;
/** Jobs in the queue for each thread of the workers, within bounds. The others wait here. */
const JOBS_A_THREAD = 3;
const [FEWEST_JOBS, MOST_JOBS] = [16, 10_000];
/** Milliseconds before a job that failed is tried again. */
const BACKOFF = 500;
/** Seconds between looks at the workers. */
const LOOK_EVERY = 1;
/** Seconds for taking back jobs when it is stopped. */
const STOPPING = 5;
/** Times that a study is stored again because workers could not use it. */
const MOST_REPAIRS = 5;
/** Deliveries with rows of something else. */
const MOST_REFUSALS = 100;

/** Ends when the table is complete, or is told to stop; then the jobs that nobody has begun are taken back. */
export async function collect(server: QueueServer, collection: Collection): Promise<"complete" | "stopped"> {
  const { Queue } = await import("bullmq");
  const redis = server.connect();
  const queue = new Queue(QUEUE, { connection: redis, prefix: PREFIX, skipVersionCheck: true });
  queue.on("error", () => {});
  // A server that is away does not keep anybody from stopping.
  collection.signal?.addEventListener("abort", () => setTimeout(() => redis.disconnect(), 1000 * STOPPING).unref());
  try {
    return await collector(redis, queue, collection);
  } catch (error) {
    if (collection.signal?.aborted === true) return "stopped";
    throw error;
  } finally {
    await queue.close().catch(() => {});
    redis.disconnect();
  }
}

async function collector(redis: Redis, queue: Queue, collection: Collection): Promise<"complete" | "stopped"> {
  const { study, has, keep, signal, checkEvery = 5, progress = () => {}, tell = () => {} } = collection;
  if (study.count > MOST_STUDIED)
    throw new InputError(`--queue: the study has ${study.count} cases; accepted: at most ${MOST_STUDIED}`);
  const bundle = packed(study.bundle);
  const table = sha256(`${bundle.hash} ${collection.table}`);
  const cases = casesOf(study.count, has);
  /** Jobs that are in the queue, and ranges that are not yet. */
  const jobs = new Map<string, Range>();
  const ready: Range[] = [];
  let present: readonly WorkerFacts[] = [];
  let caseSeconds: number | null = null;
  let [repairs, refusals] = [0, 0];
  const pace = pacer();

  const threads = () => present.reduce((sum, worker) => sum + (worker.version === version ? worker.threads : 0), 0);
  const jobLimit = () => Math.min(MOST_JOBS, Math.max(FEWEST_JOBS, JOBS_A_THREAD * threads()));

  /** About a second's work; towards the end less, so that nobody waits long for the last. One case until it is known what they take. */
  const jobCases = (): number => {
    if (collection.jobCases !== undefined) return Math.min(MOST_CASES, collection.jobCases);
    if (caseSeconds === null) return 1;
    const seconds = Math.max(JOB_SECONDS, JOB_SECONDS_A_THREAD * threads());
    const share = Math.ceil(cases.missing / (2 * Math.max(1, threads())));
    return Math.max(1, Math.min(MOST_CASES, share, Math.floor(seconds / Math.max(caseSeconds, 1e-9))));
  };

  const fill = async (): Promise<void> => {
    const added: CaseJob[] = [];
    while (ready.length > 0 && jobs.size < jobLimit()) {
      const next = ready[ready.length - 1] as Range;
      const last = Math.min(next.last, next.first + jobCases());
      if (last === next.last) ready.pop();
      else ready[ready.length - 1] = { first: last, last: next.last };
      const job = { bundle: bundle.hash, table, first: next.first, last };
      jobs.set(jobId(job), job);
      added.push(job);
    }
    if (added.length === 0) return;
    await queue.addBulk(
      added.map((data) => ({
        name: "cases",
        data,
        opts: {
          jobId: jobId(data),
          attempts: ATTEMPTS,
          backoff: { type: "fixed", delay: BACKOFF },
          removeOnComplete: true,
          removeOnFail: false,
          stackTraceLimit: 0,
        },
      })),
    );
  };

  /** True if there was something. */
  const receive = async (): Promise<boolean> => {
    const found = await deliveries(redis, table, study, Math.max(10, Math.ceil(ROWS_AT_ONCE / jobCases())));
    const rows: Row[] = [];
    for (const delivery of found) {
      for (const row of delivery.rows) if (cases.end(row.index)) rows.push(row);
      const own = delivery.seconds / Math.max(1, delivery.rows.length);
      if (delivery.rows.length > 0) caseSeconds = caseSeconds === null ? own : 0.8 * caseSeconds + 0.2 * own;
      if (delivery.refused > 0 && ++refusals > MOST_REFUSALS)
        throw new InputError(
          "--queue: what workers deliver are no rows of this study, again and again; see which workers are started",
        );
      if (delivery.refused > 0)
        tell(
          `${delivery.refused} of the rows that were delivered are no rows of this study; their cases are computed again`,
        );
      const range = jobs.get(delivery.job);
      if (range !== undefined && cases.isComplete(range)) jobs.delete(delivery.job);
    }
    if (rows.length > 0) await keep(rows);
    pace.count(rows.length);
    await remove(
      redis,
      table,
      found.map(({ id }) => id),
    );
    return found.length > 0;
  };

  /** Jobs that are no longer in the queue and have not delivered are queued again; those that failed, in smaller ones. */
  const check = async (): Promise<void> => {
    await store(redis, bundle);
    const ids = [...jobs.keys()];
    const asked = redis.pipeline();
    for (const id of ids)
      asked.exists(queue.toKey(id)).zscore(queue.toKey("failed"), id).hget(queue.toKey(id), "failedReason");
    const answers = ((await asked.exec()) ?? []).map(([error, value]) => {
      if (error !== null) throw error;
      return value;
    });
    // A worker delivers before its job is gone: what it has delivered by now is here after this.
    while (await receive());
    for (const [k, id] of ids.entries()) {
      const [exists, isFailed, reason] = answers.slice(3 * k, 3 * k + 3);
      const range = jobs.get(id);
      if (range === undefined || (exists === 1 && isFailed === null)) continue;
      jobs.delete(id);
      if (exists === 1) {
        await queue.remove(id);
        await afterFailure(range, String(reason ?? "unknown"));
      } else ready.push(...cases.missingIn(range));
    }
  };

  const afterFailure = async (range: Range, reason: string): Promise<void> => {
    if (reason.startsWith(BUNDLE_FAILURE)) {
      if (++repairs > MOST_REPAIRS) throw new InputError(`--queue: workers cannot use the study: ${reason}`);
      await redis.del(`${PREFIX}:bundle:${bundle.hash}`, ...bundle.files.map(({ hash }) => `${PREFIX}:file:${hash}`));
      await store(redis, bundle);
      ready.push(...cases.missingIn(range));
      return;
    }
    for (const part of cases.missingIn(range)) {
      if (part.last - part.first > 1) ready.push(...smaller(part));
      else {
        tell(`case ${part.first} was given up: ${reason}`);
        cases.end(part.first);
        await keep([failedRow(study, study.caseAt(part.first), reason)]);
      }
    }
  };

  /** What an earlier collector of this table has left in the queue goes on. */
  const adopt = async (): Promise<void> => {
    await receive();
    const lists = await Promise.all([
      ...["wait", "active", "paused"].map((name) => redis.lrange(queue.toKey(name), 0, -1)),
      ...["delayed", "failed", "prioritized"].map((name) => redis.zrange(queue.toKey(name), "0", "-1")),
    ]);
    const taken: Range[] = [];
    for (const id of lists.flat()) {
      const range = rangeOf(id, table);
      if (range === null || range.first >= range.last || range.last > study.count) continue;
      if (cases.isComplete(range)) continue;
      jobs.set(id, range);
      taken.push(range);
    }
    ready.push(...cases.missingOutside(taken).reverse());
  };

  const show = () =>
    progress({
      count: study.count,
      done: study.count - cases.missing,
      rate: pace.rate(),
      workers: present,
      jobs: jobs.size,
    });

  await store(redis, bundle);
  await adopt();
  let [checked, looked, pause] = [performance.now(), Number.NEGATIVE_INFINITY, 10];
  // A server that comes back may have forgotten the last second.
  redis.on("ready", () => {
    checked = Number.NEGATIVE_INFINITY;
  });
  while (cases.missing > 0 && signal?.aborted !== true) {
    if (performance.now() - looked > 1000 * LOOK_EVERY) {
      present = await workers(redis);
      looked = performance.now();
    }
    await fill();
    if (performance.now() - checked > 1000 * checkEvery) {
      checked = performance.now();
      await check();
    }
    const found = await receive();
    show();
    pause = found ? 0 : Math.min(100, 5 + 2 * pause);
    if (cases.missing > 0 && pause > 0)
      await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
  show();
  await takeBack(queue, [...jobs.keys()]);
  if (cases.missing > 0) return "stopped";
  await redis.del(rowsKey(table));
  return "complete";
}

/** Which cases of a study have not ended yet. One byte of memory each. */
function casesOf(count: number, has: (index: number) => boolean) {
  const ended = new Uint8Array(count);
  let missing = 0;
  for (let i = 0; i < count; i++) {
    if (has(i)) ended[i] = 1;
    else missing++;
  }
  const missingIn = function* ({ first, last }: Range, passed = ended): Generator<Range> {
    for (let i = first; i < last; i++) {
      if (passed[i]) continue;
      const start = i;
      while (i < last && !passed[i]) i++;
      yield { first: start, last: i };
    }
  };
  return {
    get missing() {
      return missing;
    },
    missingIn: (range: Range) => missingIn(range),
    isComplete: (range: Range) => missingIn(range).next().done === true,
    missingOutside(ranges: readonly Range[]): Range[] {
      const passed = ended.slice();
      for (const { first, last } of ranges) passed.fill(1, first, last);
      return [...missingIn({ first: 0, last: count }, passed)];
    },
    /** False where it had ended before. */
    end(index: number): boolean {
      if (ended[index]) return false;
      ended[index] = 1;
      missing--;
      return true;
    },
  };
}

/** Those that nobody has begun; the rows of the others are collected when the table is gone on with. */
async function takeBack(queue: Queue, ids: readonly string[]): Promise<void> {
  for (const id of ids) await queue.remove(id).catch(() => {});
}

/** In as many parts as there are cases, or in 50. */
function smaller({ first, last }: Range): Range[] {
  const size = Math.ceil((last - first) / 50);
  const parts: Range[] = [];
  for (let i = first; i < last; i += size) parts.push({ first: i, last: Math.min(last, i + size) });
  return parts.reverse();
}

/** Cases a second, over the last half a minute. */
function pacer(): { count(cases: number): void; rate(): number } {
  const WINDOW = 30;
  const began = performance.now();
  const bySecond = new Map<number, number>();
  const second = () => Math.floor((performance.now() - began) / 1000);
  return {
    count(cases) {
      bySecond.set(second(), (bySecond.get(second()) ?? 0) + cases);
    },
    rate() {
      for (const past of bySecond.keys()) if (past < second() - WINDOW) bySecond.delete(past);
      const span = Math.min(WINDOW, (performance.now() - began) / 1000);
      return [...bySecond.values()].reduce((sum, cases) => sum + cases, 0) / Math.max(span, 1e-3);
    },
  };
}
