/** A study computed here and through a queue, while workers and the server are killed: the two tables are compared to the last bit. */
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { workplace } from "../program.js";
import { redisServer } from "./redis-server.js";

type Workplace = ReturnType<typeof workplace>;
type Child = ReturnType<Workplace["start"]>;

/** Duffing oscillators under midpoint, for `compareQueued`. */
export const oscillators = ({ end, a, b }: Readonly<Record<"end" | "a" | "b", string>>) => `noether: 1
name: Duffing oscillators
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { a: 1, b: 0.3 }, mass: 1, potential: "a*x^2/2 + b*x^4/4" }
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: ${end}, step: 0.02 }
  vary: { a: ${a}, b: ${b} }
  measure:
    largest: { peak: x }
    energy: { drift: energy }
`;

/** When what is killed, as parts of the cases that are done. */
export interface Disturbance {
  readonly after: number;
  readonly what: "worker" | "server" | "collector";
}

export interface Trial {
  readonly study: string;
  readonly cases: number;
  readonly workers: number;
  readonly disturbances: readonly Disturbance[];
  readonly local: string;
  readonly queued: string;
}

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

function ended(child: Child): Promise<Ended> {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, said })));
}

export interface Report {
  readonly kills: number;
  readonly seconds: { readonly local: number; readonly queued: number };
  readonly workers: readonly Ended[];
}

export async function compareQueued({ noether, start, path }: Workplace, trial: Trial): Promise<Report> {
  const { study, cases, workers, disturbances, local, queued } = trial;
  let began = performance.now();
  const alone = noether("study", study, "--out", local, "--quiet");
  expect(alone.status, alone.stderr).toBe(0);
  const localSeconds = (performance.now() - began) / 1000;

  const redis = await redisServer();
  const words = ["worker", "--queue", redis.address, "--threads", "1", "--lease", "1"];
  const startWorker = () => {
    const child = start(...words);
    const begun = new Promise<void>((resolve) => {
      let said = "";
      child.stderr.on("data", (chunk) => {
        said += chunk;
        if (said.includes("Worker of")) resolve();
      });
    });
    return { child, begun, end: ended(child) };
  };
  const running = Array.from({ length: workers }, startWorker);
  const all = [...running];
  const collecting = () => {
    const child = start("study", study, "--queue", redis.address, "--watch", "--out", queued);
    return { child, end: ended(child) };
  };
  began = performance.now();
  let collector = collecting();
  let kills = 0;
  let over = false;
  void collector.end.then(() => {
    over = true;
  });
  for (const { after, what } of disturbances) {
    while (!over && rowsIn(path(`${queued}.journal`)) < after * cases) await sleep(10);
    if (over) break;
    kills++;
    if (what === "worker") {
      running.shift()?.child.kill("SIGKILL");
      const next = startWorker();
      running.push(next);
      all.push(next);
    } else if (what === "server") {
      await redis.stop();
      await redis.start();
    } else {
      collector.child.kill("SIGKILL");
      await collector.end;
      collector = collecting();
      over = false;
      void collector.end.then(() => {
        over = true;
      });
    }
  }
  const outcome = await collector.end;
  expect(outcome.status, outcome.said).toBe(0);
  const queuedSeconds = (performance.now() - began) / 1000;
  expect(outcome.said).toMatch(new RegExp(`${cases} of ${cases} cases`));

  expect(withoutTimes(path(queued))).toEqual(withoutTimes(path(local)));
  expect(rowsIn(path(`${queued}.journal`))).toBe(cases);
  for (const { child, begun } of running) {
    await begun;
    child.kill("SIGINT");
  }
  const ends = await Promise.all(all.map(({ end }) => end));
  return { kills, seconds: { local: localSeconds, queued: queuedSeconds }, workers: ends };
}

/** Lines of rows in a journal: no case is there twice if there are as many as cases. */
function rowsIn(journal: string): number {
  return existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length - 2 : 0;
}

/** The lines of a table of CSV, without the last column, which is the time that was measured. */
function withoutTimes(table: string): string[] {
  const lines = readFileSync(table, "utf8").trimEnd().split("\n");
  expect(lines.find((line) => !line.startsWith("#"))).toMatch(/,seconds(?: \[s\])?$/);
  return lines.map((line) => (line.startsWith("#") ? line : line.slice(0, line.lastIndexOf(","))));
}
