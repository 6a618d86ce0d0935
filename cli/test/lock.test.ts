/** One writer a file, also where processes are on other machines. */
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type Lock, lock, writerOf } from "../src/lock.js";
import { workplace } from "./program.js";

const { path } = workplace();
const held: Lock[] = [];
afterEach(() => {
  for (const each of held.splice(0)) each.release();
});
const long = 3600;

/** As a process of another machine has left it, so many seconds ago. */
function foreign(name: string, renewed: number | null, seconds: number): string {
  const place = `${path(name)}.lock`;
  writeFileSync(place, `${JSON.stringify({ host: "elsewhere", process: 7, space: null, began: null, renewed })}\n`);
  const then = Date.now() / 1000 - seconds;
  utimesSync(place, then, then);
  return path(name);
}

test("a lock of another machine is taken over when it should have been renewed many times", () => {
  held.push(lock(foreign("dead.csv", 30, long)));
  expect(readFileSync(path("dead.csv.lock"), "utf8")).not.toContain("elsewhere");
  expect(writerOf(foreign("dead-too.csv", 30, long))).toBeNull();
});

test("one that is renewed, or never is, is not", () => {
  const living = foreign("living.csv", 30, 60);
  expect(() => lock(living)).toThrow(/is being written by process 7 on elsewhere/);
  expect(writerOf(living)).toBe("process 7 on elsewhere");
  expect(() => lock(foreign("run.csv", null, long))).toThrow(/is being written by process 7 on elsewhere/);
  expect(existsSync(path("run.csv.lock"))).toBe(true);
});

test("an owner renews its lock, and leaves that of another alone", async () => {
  const own = lock(path("own.csv"), { renewed: 0.01 });
  held.push(own);
  const place = path("own.csv.lock");
  const content = readFileSync(place, "utf8");
  utimesSync(place, 0, 0);
  for (let k = 0; k < 500 && statSync(place).mtimeMs === 0; k++) await sleep(10);
  expect(statSync(place).mtimeMs).toBeGreaterThan(0);
  expect(readFileSync(place, "utf8")).toBe(content);
  foreign("own.csv", 30, long);
  await sleep(100);
  expect(readFileSync(place, "utf8")).toContain("elsewhere");
  expect(Date.now() - statSync(place).mtimeMs).toBeGreaterThan(1000 * (long - 60));
  own.release();
  expect(existsSync(place)).toBe(true);
});
