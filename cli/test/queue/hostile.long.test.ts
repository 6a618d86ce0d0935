/** A worker process that is sent wrong studies and wrong jobs, and one that is stopped in the middle of a long case. */
import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "bullmq";
import { loadStudy, type Row, type StudyBundle } from "noether/studies";
import { expect, test } from "vitest";
import { packed, store } from "../../src/queue/bundle-store.js";
import { collect } from "../../src/queue/collect.js";
import { openServer } from "../../src/queue/connection.js";
import { PREFIX, QUEUE } from "../../src/queue/keys.js";
import { workplace } from "../program.js";
import { needsRedis, redisServer } from "./redis-server.js";

const { start, write, path } = workplace();

const study = (vary: string, end = 1, potential = '"a*x^2/2"') => `noether: 1
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { a: 1 }, mass: 1, potential: ${potential} }
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: ${end}, step: 0.01 }
  vary: { a: ${vary} }
  measure: { largest: { peak: x } }
`;

function hired(address: string) {
  const child = start("worker", "--queue", address, "--threads", "1", "--lease", "2");
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const end = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, end, said: () => said };
}

test("wrong studies and jobs fail with a reason, read no file, and leave the worker as it was", async (context) => {
  needsRedis(context);
  const redis = await redisServer();
  const connection = redis.connect();
  const queue = new Queue(QUEUE, { connection, prefix: PREFIX, skipVersionCheck: true });
  const good = loadStudy(study("[1, 2, 3]"));
  write("secret.csv", "t,a\n0,1\n1,2\n");
  const { bundle } = good;
  const changed = (change: (text: string) => string): StudyBundle => ({
    ...bundle,
    study: JSON.parse(change(JSON.stringify(bundle.study))),
  });
  const wrong: Record<string, { readonly of: StudyBundle; readonly first?: number; readonly last?: number }> = {
    method: { of: changed((text) => text.replace("midpoint", "no-such-method")) },
    expression: { of: changed((text) => text.replace("a*x^2/2", "process.exit(1)")) },
    file: { of: changed((text) => text.replace('{"a":[1,2,3]}', `{"a":{"files":["${path("secret.csv")}"]}}`)) },
    key: { of: changed((text) => text.replace('"measure"', '"code"')) },
    cases: { of: bundle, first: 2, last: 4 },
  };
  const worker = hired(redis.address);
  for (const [name, { of, first = 0, last = 1 }] of Object.entries(wrong)) {
    const sent = packed(of);
    await store(connection, sent);
    const data = { bundle: sent.hash, table: "b".repeat(64), first, last };
    await queue.add("cases", data, { jobId: `wrong-${name}`, attempts: 2 });
  }
  while ((await queue.getFailedCount()) < Object.keys(wrong).length) await sleep(100);
  const reasons = Object.fromEntries((await queue.getFailed()).map(({ id, failedReason }) => [id, failedReason]));
  expect(reasons).toEqual({
    "wrong-method": expect.stringMatching(/no-such-method/),
    "wrong-expression": expect.stringMatching(/process/),
    "wrong-file": expect.stringMatching(/secret\.csv/),
    "wrong-key": expect.stringMatching(/code/),
    "wrong-cases": expect.stringMatching(/found the case 3; accepted: 0 to 2/),
  });
  expect(Object.values(reasons).join()).not.toMatch(/t,a/);
  expect(await connection.keys(`${PREFIX}:rows:*`)).toEqual([]);

  const rows: Row[] = [];
  const keep = (some: readonly Row[]) => void rows.push(...some);
  await collect(await openServer({ queue: redis.address }), { study: good, table: "x", has: () => false, keep });
  expect(rows).toHaveLength(3);
  await queue.close();
  worker.child.kill("SIGTERM");
  expect(await worker.end).toBe(143);
});

test("a second Ctrl-C gives back a case that takes long, and another worker computes it", async (context) => {
  needsRedis(context);
  const redis = await redisServer();
  // Minutes, without the second signal.
  const long = loadStudy(study("[1]", 40_000));
  const rows: Row[] = [];
  const keep = (some: readonly Row[]) => void rows.push(...some);
  const stop = new AbortController();
  const server = await openServer({ queue: redis.address });
  const collecting = collect(server, { study: long, table: "x", has: () => false, keep, signal: stop.signal });
  const connection = redis.connect();
  const active = () => connection.llen(`${PREFIX}:${QUEUE}:active`);
  const waiting = () => connection.llen(`${PREFIX}:${QUEUE}:wait`);
  const first = hired(redis.address);
  while ((await active()) === 0) await sleep(20);
  await sleep(500);
  first.child.kill("SIGINT");
  while (!first.said().includes("Stopping")) await sleep(20);
  const began = performance.now();
  first.child.kill("SIGINT");
  expect(await first.end).toBe(130);
  // Before its lease was over, and before it was forced to.
  expect(performance.now() - began).toBeLessThan(2500);
  expect([await active(), await waiting()]).toEqual([0, 1]);
  const second = hired(redis.address);
  while ((await active()) === 0) await sleep(20);
  stop.abort();
  expect(await collecting).toBe("stopped");
  second.child.kill("SIGKILL");
  await second.end;
});
