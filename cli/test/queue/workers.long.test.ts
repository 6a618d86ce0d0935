/** Ten thousand cases through Redis, while two workers, the collector and the server are killed: none is lost, none comes twice. */
import { expect, test } from "vitest";
import { workplace } from "../program.js";
import { needsRedis } from "./redis-server.js";
import { compareQueued } from "./studied.js";

const at = workplace();

test("10,000 cases, with workers, collector and server killed", async (context) => {
  needsRedis(context);
  at.write(
    "study.yaml",
    `noether: 1
name: ten thousand oscillators
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { a: 1, b: 0.3 }, mass: 1, potential: "a*x^2/2 + b*x^4/4" }
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: 1, step: 0.02 }
  vary:
    a: { from: 0.5, to: 2, count: 100 }
    b: { from: 0, to: 1, count: 100 }
  measure:
    largest: { peak: x }
    energy: { drift: energy }
`,
  );
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
