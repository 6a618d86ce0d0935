/** A sample of workers.long.test.ts, and what a user sees: worker processes that are killed and stopped while they compute, on a server that is killed too. */
import { expect, test } from "vitest";
import { workplace } from "../program.js";
import { needsRedis } from "./redis-server.js";
import { compareQueued, oscillators } from "./studied.js";

const at = workplace();

test("the table is that of a local run, to the last bit", async (context) => {
  needsRedis(context);
  // Some hundredths of a second each; where b is −1 and a small, the oscillator escapes, and the row says so.
  at.write(
    "study.yaml",
    oscillators({ end: "50", a: "{ from: 0.5, to: 2, count: 5 }", b: "[0, 0.1, 0.2, 0.5, 1, -1]" }),
  );
  const { kills, workers } = await compareQueued(at, {
    ...{ study: "study.yaml", cases: 30, workers: 2, local: "local.csv", queued: "queued.csv" },
    disturbances: [
      { after: 0.2, what: "worker" },
      { after: 0.3, what: "server" },
    ],
  });
  expect(kills).toBe(2);
  const [killed, ...others] = workers;
  expect(killed?.status).toBeNull();
  for (const { status, said } of others) {
    expect(status, said).toBe(130);
    expect(said).toMatch(/Worker of redis:\/\/127.0.0.1:\d+\/0, 1 at a time[\s\S]*Stopping[\s\S]*\d+ cases/);
  }
});

test("what is asked for wrongly", () => {
  at.write("model.yaml", "noether: 1\nsystem: { model: kepler }\nmethod: midpoint\ntime: { end: 1, step: 0.01 }\n");
  const study = ["study", "model.yaml", "--vary", "step=0.1,0.2", "--out", "a.csv"];
  for (const [words, complaint] of [
    [["worker", "--queue", "redis://:secret@host"], /the address names a user or a password/],
    [[...study, "--watch"], /--watch: shows the workers of a queue; give --queue/],
    [[...study, "--queue", "redis://127.0.0.1:1"], /nothing answers there; is a Redis server running/],
  ] as const) {
    const { status, stdout, stderr } = at.noether(...words);
    expect(stderr).toMatch(complaint);
    expect(`${stdout}${stderr}`).not.toMatch(/secret/);
    expect(status).toBe(2);
  }
});
