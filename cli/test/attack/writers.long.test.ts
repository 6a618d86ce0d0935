/** One writer a file: locks, checkpoints of other runs, drafts of killed processes. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { decodeCheckpoint, encodeCheckpoint } from "noether/formats";
import { afterAll, expect, test } from "vitest";
import { lock } from "../../src/lock.js";
import { workplace } from "../program.js";
import { POINT } from "./kills.js";

const { folder, path, write, noether, start } = workplace();
write("short.yaml", `${POINT}method: midpoint\ntime: { steps: 100, step: 0.01 }\n`);
write("long.yaml", `${POINT}method: midpoint\ntime: { steps: 1e12, step: 0.01 }\n`);

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited++) {
    if (waited > 3000) throw new Error("waited in vain");
    await setTimeout(10);
  }
}

test("a second writer of a result or a checkpoint is refused, also through a link; that of a killed process takes over", async () => {
  symlinkSync(path("a.csv"), path("link.csv"));
  const first = start("run", "long.yaml", "--out", "a.csv", "--checkpoint", "a.state", "--every", "1000");
  const ended = new Promise((resolve) => first.on("close", resolve));
  await until(() => existsSync(path("a.state")));
  expect(JSON.parse(readFileSync(path("a.csv.lock"), "utf8"))).toMatchObject({ host: hostname(), process: first.pid });
  const busy = new RegExp(`is being written by process ${first.pid} on `);
  for (const words of [
    ["--out", "a.csv", "--force"],
    ["--out", "link.csv", "--force"],
    ["--checkpoint", "a.state", "--force"],
  ]) {
    const { status, stdout, stderr } = noether("run", "short.yaml", ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(busy);
  }
  // Nor does a conversion replace what a run writes.
  write("other.csv", "t,x\n0,1\n1,2\n");
  const converted = noether("convert", "other.csv", "a.csv", "--force");
  expect(converted).toMatchObject({ status: 2, stdout: "" });
  expect(converted.stderr).toMatch(busy);
  first.kill("SIGKILL");
  await ended;
  writeFileSync(path("a.csv.0123abcd.tmp"), "the draft of a killed process");
  const second = noether("run", "short.yaml", "--out", "a.csv", "--checkpoint", "a.state", "--force");
  expect(second).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(folder).filter((name) => /^a\./.test(name))).toEqual(["a.csv", "a.state"]);
});

test("of two that begin at once one writes and the other is refused", async () => {
  const ends = [1, 2].map(() => {
    const child = start("run", "long.yaml", "--set", "time.steps=30000", "--out", "race.csv", "--force");
    return new Promise<number | null>((resolve) => child.on("close", resolve));
  });
  expect((await Promise.all(ends)).sort()).toEqual([0, 2]);
});

test("a lock is that of a process which began when it says, on this machine", () => {
  const sleeper = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  afterAll(() => void sleeper.kill());
  const owned = (name: string, owner: object) => {
    writeFileSync(path(`${name}.lock`), JSON.stringify(owner));
    return () => lock(path(name));
  };
  // Alive, and nothing known about when it began.
  expect(owned("b", { host: hostname(), process: sleeper.pid, began: null })).toThrow(/is being written by process/);
  // Its number was used before, by a process that is no more.
  if (process.platform === "linux") {
    owned("c", { host: hostname(), process: sleeper.pid, began: "another boot 17" })().release();
    expect(existsSync(path("c.lock"))).toBe(false);
  }
  // A container of the same name has its own numbers: that there is none of this number here says nothing.
  const ended = { host: hostname(), process: 2 ** 22 + 7, began: null };
  expect(owned("n", { ...ended, space: "pid:[17]" })).toThrow(/is being written by process/);
  owned("n", ended)().release();
  expect(owned("d", { host: "elsewhere", process: 1, began: null })).toThrow(
    /on elsewhere; .* If it has, remove .*d\.lock/,
  );
  writeFileSync(path("e.lock"), "cut sho");
  expect(() => lock(path("e"))).toThrow(/is being written by another process/);
  const own = lock(path("f"));
  expect(() => lock(path("f"))).toThrow(/is being written by process/);
  own.release();
  lock(path("f")).release();
});

test("a checkpoint of another run is replaced by force only, and so is one that cannot be told", () => {
  expect(noether("run", "short.yaml", "--checkpoint", "g.state").status).toBe(0);
  const before = readFileSync(path("g.state"));
  const other = ["run", "short.yaml", "--method", "rk4", "--checkpoint", "g.state"];
  const refused = noether(...other);
  expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /g\.state: exists already and is the checkpoint of another run: method\.name is "midpoint"/,
  );
  expect(readFileSync(path("g.state")).equals(before)).toBe(true);
  expect(noether("run", "short.yaml", "--set", "time.steps=200", "--checkpoint", "g.state").status).toBe(0);
  expect(noether(...other, "--force").status).toBe(0);
  writeFileSync(path("g.state"), before.subarray(0, 100));
  expect(noether(...other).stderr).toMatch(/exists already and is .*; choose another name, or add --force/);
});

test("a checkpoint of another version is said, and frames that go to a new file; one whose numbers do not fit is refused", () => {
  noether("run", "short.yaml", "--checkpoint", "h.state");
  const resume = ["run", "short.yaml", "--set", "time.steps=200", "--resume", "h.state", "--json"];
  const { status, stderr, stdout } = noether(...resume, "--out", "later.csv");
  expect(status).toBe(0);
  expect(stderr).toMatch(/later\.csv is new: it holds the frames after t = 1, and the earlier ones/);
  expect(JSON.parse(stdout).notices).toMatchObject([{ code: "later-frames" }]);

  const { notes, snapshot, ...checkpoint } = decodeCheckpoint(readFileSync(path("h.state")));
  const store = (change: object) =>
    writeFileSync(path("h.state"), encodeCheckpoint({ ...checkpoint, notes, snapshot, ...change }));
  store({ notes: { ...notes, version: "0.0.9" } });
  expect(noether(...resume).stderr).toMatch(/h\.state was written by noether 0\.0\.9, and this is /);
  store({ snapshot: { ...snapshot, ledger: new Float64Array(9) } });
  expect(noether(...resume).stderr).toMatch(
    /^noether: h\.state: the ledger has 9 numbers in the snapshot, and 8 here: .* older one/,
  );
  store({ snapshot: { ...snapshot, state: { ...snapshot.state, n: 99 } } });
  expect(noether(...resume).stderr).toMatch(/^noether: h\.state: the snapshot is at t = 1 after 99 steps/);
});
