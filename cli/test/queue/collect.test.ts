/** The queue on a real server, with workers that compute nothing: what is lost is found, what is wrong is refused, and every case comes once. */
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import type { Row, Study } from "noether/studies";
import { afterEach, beforeAll, expect, test } from "vitest";
import { fetchBundle, LIMITS, packed, sha256, store } from "../../src/queue/bundle-store.js";
import { type Collection, collect, type Status } from "../../src/queue/collect.js";
import { openServer, type QueueServer } from "../../src/queue/connection.js";
import { jobOf } from "../../src/queue/job.js";
import { bundleKey, fileKey, PREFIX, QUEUE, rowsKey } from "../../src/queue/keys.js";
import { workers } from "../../src/queue/roster.js";
import { type Computer, type Service, serve } from "../../src/queue/serve.js";
import { hasRedis, needsRedis, type RedisServer, redisServer } from "./redis-server.js";
import { rowAt, smallComputer, smallStudy } from "./small-study.js";

let redis: RedisServer;
let server: QueueServer;
const services: Service[] = [];

beforeAll(async () => {
  if (!hasRedis()) return;
  redis = await redisServer();
  server = await openServer({ queue: redis.address });
});
// A worker of one test would take the cases of the next.
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stopNow()));
});

const begin = async (computer: Computer, tell: (text: string) => void = () => {}) => {
  const service = await serve(server, computer, { lease: 1, tell });
  services.push(service);
  return service;
};

/** The rows in the order in which they came. */
async function collected(study: Study, options: Partial<Collection> = {}, rows: Row[] = []): Promise<Row[]> {
  const ended = await collect(server, {
    study,
    table: "here",
    has: (index) => rows.some((row) => row.index === index),
    keep: (some) => void rows.push(...some),
    checkEvery: 0.5,
    ...options,
  });
  expect(ended).toBe(rows.length === study.count ? "complete" : "stopped");
  return rows;
}

const withoutTimes = (rows: readonly Row[]) =>
  [...rows]
    .sort((a, b) => a.index - b.index)
    .map(({ index, key, values }) => ({ index, key, values: values.slice(0, -1) }));
const allRows = (study: Study) => withoutTimes(Array.from({ length: study.count }, (_, i) => rowAt(study, i)));

test("every case comes once, with every bit; two studies share the workers", async (context) => {
  needsRedis(context);
  const [one, two] = [smallStudy(3000), smallStudy(500, "other", "4 5 6")];
  const first = await begin(smallComputer(one, 2));
  const statuses: Status[] = [];
  const rows = await collected(one, { progress: (status) => statuses.push(status) });
  expect(withoutTimes(rows)).toEqual(allRows(one));
  expect(Object.is(rows.find(({ index }) => index === 0)?.values[1], -0)).toBe(true);
  expect(statuses.at(-1)).toMatchObject({ count: 3000, done: 3000 });
  expect(statuses.some(({ workers }) => workers.length === 1 && workers[0]?.threads === 2)).toBe(true);
  // What is there already is not asked for again.
  const before = first.cases;
  expect(await collected(one, {}, [...rows])).toHaveLength(3000);
  expect(first.cases).toBe(before);
  await first.stop();

  const second = await begin(smallComputer(two, 1));
  expect(withoutTimes(await collected(two, { table: "there" }))).toEqual(allRows(two));
  await second.stop();
  const connection = redis.connect();
  expect(await workers(connection)).toEqual([]);
  // Nothing is left of the tables but the studies, which are forgotten by and by.
  expect(await connection.keys(`${PREFIX}:rows:*`)).toEqual([]);
  expect(await connection.ttl(bundleKey(packed(one.bundle).hash))).toBeGreaterThan(0);
});

test("a worker that is stopped gives back what it has not finished", async (context) => {
  needsRedis(context);
  const study = smallStudy(40, "stopped");
  const slow = smallComputer(study, 1, () => sleep(10));
  const service = await begin(slow);
  const collecting = collected(study);
  while (slow.computed.length < 5) await sleep(5);
  const began = performance.now();
  await service.stop();
  // The lease is a second: it was not waited for.
  expect(performance.now() - began).toBeLessThan(900);
  const done = slow.computed.length;
  const next = smallComputer(study, 1);
  await begin(next).then(() => collecting);
  expect(withoutTimes(await collecting)).toEqual(allRows(study));
  // And none of what it had finished was computed again.
  expect([...slow.computed, ...next.computed].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(done).toBeLessThan(40);
});

test("a collector that is stopped, or dies, goes on where it was", async (context) => {
  needsRedis(context);
  const study = smallStudy(300, "resumed");
  await begin(smallComputer(study, 2, () => sleep(1)));
  const rows: Row[] = [];
  for (let round = 0; rows.length < study.count; round++) {
    const stop = new AbortController();
    const many = rows.length + 60;
    await collected(
      study,
      {
        signal: stop.signal,
        keep: (some) => {
          rows.push(...some);
          if (rows.length >= many) stop.abort();
        },
      },
      rows,
    );
    expect(round).toBeLessThan(10);
  }
  expect(withoutTimes(rows)).toEqual(allRows(study));
});

test("a server that forgets everything is told it again", async (context) => {
  needsRedis(context);
  const study = smallStudy(200, "forgotten");
  await begin(smallComputer(study, 2, () => sleep(5)));
  const rows: Row[] = [];
  const emptied = sleep(400).then(() => redis.connect().flushall());
  expect(withoutTimes(await collected(study, {}, rows))).toEqual(allRows(study));
  await emptied;
});

test("a case that no worker survives is given up alone, with the reason", async (context) => {
  needsRedis(context);
  const study = smallStudy(30, "poisoned");
  await begin(
    smallComputer(study, 2, (index) => {
      if (index === 17) throw new Error("the thread that computed it has died");
    }),
  );
  const told: string[] = [];
  const rows = await collected(study, { tell: (text) => told.push(text) });
  expect(rows).toHaveLength(30);
  expect(rows.find(({ index }) => index === 17)?.values.slice(2)).toEqual(["failed", null]);
  expect(withoutTimes(rows).filter(({ index }) => index !== 17)).toEqual(
    allRows(study).filter(({ index }) => index !== 17),
  );
  expect(told.join()).toMatch(/case 17 was given up/);
});

test("jobs that are not of this program are refused, and the worker goes on", async (context) => {
  needsRedis(context);
  const study = smallStudy(20, "attacked");
  const told: string[] = [];
  const computer = smallComputer(study, 1);
  await begin(computer, (text) => told.push(text));
  const connection = redis.connect();
  const queue = new Queue(QUEUE, { connection, prefix: PREFIX, skipVersionCheck: true });
  const bundle = packed(study.bundle);
  const table = "a".repeat(64);
  const good = { bundle: bundle.hash, table, first: 0, last: 5 };
  const bad: unknown[] = [
    { ...good, file: "/etc/passwd" },
    { ...good, bundle: "../../etc/passwd" },
    { ...good, table: "noether:bundle:x" },
    { ...good, first: -1 },
    { ...good, last: 1e9 },
    { ...good, first: 5 },
    { ...good, bundle: "f".repeat(64) },
    ["code"],
    "process.exit()",
    null,
  ];
  for (const [i, data] of bad.entries()) await queue.add("cases", data, { jobId: `bad-${i}`, attempts: 3 });
  while ((await queue.getFailedCount()) < bad.length) await sleep(20);
  expect(computer.computed).toEqual([]);
  expect(told).toHaveLength(bad.length);
  expect(told.filter((text) => /not a job of this program/.test(text))).toHaveLength(bad.length - 1);
  expect(told[6]).toMatch(/study is not in the queue's server/);

  const rows = await collected(study);
  expect(withoutTimes(rows)).toEqual(allRows(study));
  await queue.obliterate({ force: true });
  await queue.close();
});

test("rows that are not of the study are refused, and computed again", async (context) => {
  needsRedis(context);
  const study = smallStudy(12, "rows");
  const connection = redis.connect();
  const key = rowsKey(sha256(`${packed(study.bundle).hash} here`));
  const own = study.caseAt(3).key;
  const wrong = [
    "no JSON",
    "{}",
    `[[3,"${own}",[3,1,"completed"]]]`,
    `[[3,"${own}",[3,"1","completed",0]]]`,
    `[[3,"${study.caseAt(4).key}",[3,1,"completed",0]]]`,
    `[[12,"${own}",[12,1,"completed",0]],[-1,"${own}",[3,1,"completed",0]]]`,
    `[[3,"${own}",[3,1,"${"x".repeat(10_001)}",0]]]`,
    // A row of the study, in 17 MB that are not fetched.
    `[[3,"${own}",[3,1,"completed",0]]${" ".repeat(17e6)}]`,
  ];
  for (const rows of wrong) await connection.xadd(key, "*", "job", "x", "seconds", "1", "rows", rows);
  await connection.xadd(key, "*", "nothing", "at all");
  const told: string[] = [];
  await begin(smallComputer(study, 1));
  expect(withoutTimes(await collected(study, { tell: (text) => told.push(text) }))).toEqual(allRows(study));
  expect(told).toHaveLength(wrong.length + 1);
});

test("a study that is too large, damaged, of another version, or no study is refused by a worker", async (context) => {
  needsRedis(context);
  const connection = redis.connect();
  const study = smallStudy(5, "stored");
  const bundle = packed(study.bundle);
  await store(connection, bundle);
  const fetched = await fetchBundle(connection, bundle.hash);
  expect(fetched).toEqual(study.bundle);
  expect(Object.is(fetched.study["smallest"], -0)).toBe(true);

  const [file] = bundle.files;
  await connection.set(fileKey(file?.hash ?? ""), "1 2 4");
  await expect(fetchBundle(connection, bundle.hash)).rejects.toThrow(/a.csv.*not what its hash says/);
  await connection.del(fileKey(file?.hash ?? ""));
  await expect(fetchBundle(connection, bundle.hash)).rejects.toThrow(/a.csv.*not in the queue's server/);
  await store(connection, bundle);
  expect(await fetchBundle(connection, bundle.hash)).toEqual(study.bundle);
  await connection.append(bundleKey(bundle.hash), " ");
  await expect(fetchBundle(connection, bundle.hash)).rejects.toThrow(/not what its hash says/);

  const put = async (description: string) => {
    const hash = sha256(description);
    await connection.set(bundleKey(hash), description);
    return fetchBundle(connection, hash);
  };
  const other = bundle.description.replace(/"engine":"[^"]*"/, '"engine":"9.9.9"');
  await expect(put(other)).rejects.toThrow(/version 9\.9\.9 of noether, and this worker is/);
  for (const text of ["", "1", "[]", "{}", "\u0000", bundle.description.replace('"size":5', '"size":-5')])
    await expect(put(text)).rejects.toThrow(/not the description of a study|not in the queue/);
  await expect(put(bundle.description.replace('"size":5', '"size":6'))).rejects.toThrow(/5 bytes instead of 6/);
  await expect(put(bundle.description.replace('"size":5', `"size":${LIMITS.file + 1}`))).rejects.toThrow(/too large/);

  // Zeros, which the server makes: they are not fetched.
  const huge = "e".repeat(64);
  await connection.setrange(bundleKey(huge), LIMITS.description + 1, "x");
  await expect(fetchBundle(connection, huge)).rejects.toThrow(/has \d+ bytes; accepted: at most/);
  await connection.del(bundleKey(huge));
  const bytes = new Uint8Array(LIMITS.description + 1);
  const long = { ...study.bundle, text: new TextDecoder("latin1").decode(bytes) };
  expect(() => packed(long)).toThrow(/too large for the queue/);
  expect(() => packed({ ...study.bundle, study: { x: Number.NaN } })).toThrow(/\.nan/);
});

test("a job is a range of cases and nothing else", () => {
  const job = { bundle: "0".repeat(64), table: "1".repeat(64), first: 0, last: 7 };
  expect(jobOf(job)).toEqual(job);
  expect(() => jobOf({ ...job, __proto__: null, extra: 1 })).toThrow(/not a job/);
});
