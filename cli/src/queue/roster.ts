/** Which workers there are: each tells now and then that it is there. By the server's clock, since those of machines differ. */
import type { Redis } from "ioredis";
import { isObject } from "noether/formats";
import { WORKER_FACTS, WORKERS } from "./keys.js";

export interface WorkerFacts {
  readonly id: string;
  readonly host: string;
  readonly process: number;
  readonly threads: number;
  /** Threads that are computing. */
  readonly busy: number;
  /** Cases since it was started. */
  readonly cases: number;
  readonly version: string;
}

/** Seconds between two signs of life, and after which a worker is taken for gone. */
export const SIGN_EVERY = 5;
const GONE_AFTER = 20;

export async function signIn(redis: Redis, facts: WorkerFacts): Promise<void> {
  const now = await serverTime(redis);
  await redis.multi().zadd(WORKERS, now, facts.id).hset(WORKER_FACTS, facts.id, JSON.stringify(facts)).exec();
}

export async function signOut(redis: Redis, id: string): Promise<void> {
  await redis.multi().zrem(WORKERS, id).hdel(WORKER_FACTS, id).exec();
}

export async function workers(redis: Redis): Promise<WorkerFacts[]> {
  const limit = (await serverTime(redis)) - GONE_AFTER;
  const gone = await redis.zrangebyscore(WORKERS, "-inf", limit);
  for (const id of gone) await signOut(redis, id);
  const here = await redis.zrangebyscore(WORKERS, limit, "+inf");
  if (here.length === 0) return [];
  const texts = await redis.hmget(WORKER_FACTS, ...here);
  return texts.map(factsOf).filter((facts) => facts !== null);
}

async function serverTime(redis: Redis): Promise<number> {
  const [seconds, micros] = await redis.time();
  return Number(seconds) + Number(micros) / 1e6;
}

function factsOf(text: string | null): WorkerFacts | null {
  try {
    const data: unknown = JSON.parse(text ?? "");
    if (!isObject(data)) return null;
    const { id, host, process, threads, busy, cases, version } = data;
    if (typeof id !== "string" || typeof host !== "string" || typeof version !== "string") return null;
    const counts = [process, threads, busy, cases].map(Number);
    if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) return null;
    const [number = 0, all = 0, working = 0, done = 0] = counts;
    return { id, host, version, process: number, threads: all, busy: working, cases: done };
  } catch {
    return null;
  }
}
