/** Ten thousand cases through Redis, while two workers, the collector and the server are killed: none is lost, none comes twice. */
import { expect, test } from "vitest";
import { workplace } from "../program.js";
import { needsRedis } from "./redis-server.js";
import { compareQueued, oscillators } from "./studied.js";

const at = workplace();

test("10,000 cases, with workers, collector and server killed", async (context) => {
  needsRedis(context);
  const hundred = (from: number, to: number) => `{ from: ${from}, to: ${to}, count: 100 }`;
  at.write("study.yaml", oscillators({ end: "1", a: hundred(0.5, 2), b: hundred(0, 1) }));
  const { kills, seconds, workers } = await compareQueued(at, {
    ...{ study: "study.yaml", cases: 10_000, workers: 3, local: "local.csv", queued: "queued.csv" },
    disturbances: [
      { after: 0.13, what: "worker" },
      { after: 0.31, what: "server" },
      { after: 0.47, what: "worker" },
      { after: 0.64, what: "collector" },
    ],
  });
  expect(kills).toBe(4);
  expect(workers.filter(({ status }) => status === null)).toHaveLength(2);
  console.log(`local ${seconds.local.toFixed(1)} s, through the queue ${seconds.queued.toFixed(1)} s`);
});
