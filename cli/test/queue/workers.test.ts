/** Worker processes as a user starts them, killed while they compute, on a server that is killed too: the rows are those of this process, to the last bit. */
import { loadStudy, prepareStudy, type Row, type Study } from "noether/studies";
import { expect, test } from "vitest";
import { collect } from "../../src/queue/collect.js";
import { openServer } from "../../src/queue/connection.js";
import { workplace } from "../program.js";
import { needsRedis, redisServer } from "./redis-server.js";

const { start } = workplace();

/** Some hundredths of a second each. */
const DUFFING = `noether: 1
name: Duffing oscillators
study:
  model:
    noether: 1
    system:
      coordinates: [x]
      parameters: { a: 1, b: 0.3 }
      mass: 1
      potential: "a*x^2/2 + b*x^4/4"
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: 100, step: 0.02 }
  vary:
    a: { from: 0.5, to: 2, count: 8 }
    b: [0, 0.1, 0.2, 0.5, 1, -1]
  measure:
    largest: { peak: x }
    energy: { drift: energy }
`;

const comparable = (study: Study, rows: readonly Row[]) =>
  [...rows]
    .sort((a, b) => a.index - b.index)
    .map(({ index, key, values }) => ({
      index,
      key,
      values: values.filter((_, j) => study.columns[j]?.role !== "timing"),
    }));

function ended(child: ReturnType<typeof start>): Promise<{ readonly status: number | null; readonly said: string }> {
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, said })));
}

test("workers are killed and stopped, the server is killed: every case comes once, and is the same", async (context) => {
  needsRedis(context);
  const redis = await redisServer();
  const study = loadStudy(DUFFING);
  const { run } = prepareStudy(study.bundle);
  const local = Array.from({ length: study.count }, (_, i) => run(study.caseAt(i)));
  // Where b is −1 and a small, the oscillator escapes, and the row says so.
  const failures = local.filter(({ values }) => values.includes("failed")).length;
  expect(failures).toBeGreaterThan(0);
  expect(failures).toBeLessThan(study.count / 4);

  const words = ["worker", "--queue", redis.address, "--threads", "1", "--lease", "1"];
  const crew = [start(...words), start(...words)];
  const ends = crew.map(ended);
  const rows: Row[] = [];
  let disturbed: Promise<unknown> = Promise.resolve();
  const disturb = async () => {
    crew[0]?.kill("SIGKILL");
    await redis.stop();
    await redis.start();
    const third = start(...words);
    crew.push(third);
    ends.push(ended(third));
  };
  const outcome = await collect(await openServer({ queue: redis.address }), {
    study,
    table: "test",
    has: () => false,
    keep: (some) => {
      if (rows.length < 8 && rows.length + some.length >= 8) disturbed = disturb();
      rows.push(...some);
    },
    checkEvery: 0.5,
  });
  await disturbed;
  expect(outcome).toBe("complete");
  expect(comparable(study, rows)).toEqual(comparable(study, local));

  for (const worker of crew.slice(1)) worker.kill("SIGINT");
  const [killed, ...stopped] = await Promise.all(ends);
  expect(killed?.status).toBeNull();
  for (const { status, said } of stopped) {
    expect(status, said).toBe(130);
    expect(said).toMatch(/Worker of redis:\/\/127.0.0.1:\d+\/0, 1 at a time[\s\S]*Stopping[\s\S]*\d+ cases/);
  }
});
