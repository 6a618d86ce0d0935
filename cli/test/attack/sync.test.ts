/** What a power cut leaves: a checkpoint takes its name only when all that was written of the result, and is counted in it, is on the disk. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { PROGRAM, workplace } from "../program.js";
import { BLOCK, POINT } from "./kills.js";

const { folder, path, write } = workplace();
write("point.yaml", `${POINT}method: midpoint\ntime: { steps: 1e9, step: 0.01 }\n`);
write("block.yaml", `${BLOCK}method: newmark\ntime: { steps: 1e9, step: 0.05 }\n`);
// A step of half a second, so that signals come in the midst of one.
const COUNT = 6_000;
const rows = Array.from({ length: COUNT }, (_, i) => `${i % 18},${Math.floor(i / 18) % 18},${Math.floor(i / 324)}`);
write("places.csv", `${rows.join("\n")}\n`);
write(
  "many.yaml",
  `noether: 1
system: { particles: { dimension: 3, masses: 1, pair: { lennardJones: { epsilon: 1, sigma: 0.9 } } } }
start: { q: { file: places.csv } }
method: { name: yoshida, order: 8 }
time: { steps: 3, step: 1e-4 }
`,
);

/** Every write, sync and rename of the program and its threads, a line each. */
write(
  "watch.mjs",
  `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const [append, log] = [fs.writeSync, fs.openSync(process.env.SEEN, "a")];
// A file keeps its number whatever its name.
const fileOf = (file) =>
  typeof file === "number" ? fs.fstatSync(file).ino + " " + fs.readlinkSync("/proc/self/fd/" + file) : fs.statSync(file).ino + " " + file;
const watch = (name, said) => {
  const own = fs[name];
  fs[name] = (...given) => {
    const answer = own(...given);
    append(log, said(...given) + "\\n");
    return answer;
  };
};
watch("writeSync", (fd) => "write " + fileOf(fd));
watch("writeFileSync", (file) => "write " + fileOf(file));
watch("fsyncSync", (fd) => "sync " + fileOf(fd));
watch("renameSync", (from, to) => "rename " + fileOf(to));
syncBuiltinESMExports();
`,
);

interface Watched {
  readonly log: string;
  readonly status: number | null;
  readonly stderr: string;
}

/** `signals`: sent so many milliseconds after the file `first` is there, or after the signal before. */
async function watched(
  out: string,
  first: string,
  signals: readonly number[],
  limit: string,
  words: string[],
): Promise<Watched> {
  const log = path(`${out}.log`);
  const child = spawn(
    "bash",
    [
      "-c",
      `${limit} trap '' XFSZ; exec "$0" "$@"`,
      process.execPath,
      "--import",
      "./watch.mjs",
      PROGRAM,
      "run",
      ...words,
      "--out",
      out,
    ],
    { cwd: folder, env: { ...process.env, SEEN: log }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  for (const wait of signals) {
    while (!existsSync(path(first)) && child.exitCode === null) await setTimeout(5);
    await setTimeout(wait);
    child.kill("SIGINT");
  }
  return { status: await ended, log: readFileSync(log, "utf8"), stderr };
}

/** The files of the result that had been written and not synced when a checkpoint took its name. */
function unsynced(
  log: string,
  out: string,
  checkpoint: string,
): { readonly checkpoints: number; readonly files: string[] } {
  const isResult = (name: string) => !name.includes(".lock") && (name.includes(`/${out}`) || name.endsWith(".vtu"));
  const dirty = new Map<string, string>();
  const files: string[] = [];
  let checkpoints = 0;
  for (const line of log.trim().split("\n")) {
    const [, what, file = "", name = ""] = /^(\w+) (\d+) (.*)$/.exec(line) ?? [];
    if (what === "rename" && name.endsWith(checkpoint)) {
      checkpoints++;
      files.push(...dirty.values());
    } else if (what === "write" && isResult(name)) dirty.set(file, name);
    else if (what === "sync") dirty.delete(file);
  }
  return { checkpoints, files };
}

describe("the result is synced before the checkpoint", () => {
  beforeEach(({ skip }) => skip(process.platform !== "linux", "the names of open files are read from /proc"));

  test.each([
    ["point.yaml", "a.csv"],
    ["point.yaml", "a.json"],
    ["point.yaml", "a.h5"],
    ["block.yaml", "b.pvd"],
    ["block.yaml", "b.vtkhdf"],
  ])("%s → %s: every so many steps, and at Ctrl-C", async (model, out) => {
    const { status, log } = await watched(out, `of-${out}.state`, [200], "", [
      model,
      "--checkpoint",
      `of-${out}.state`,
      "--every",
      "10",
    ]);
    expect(status).toBe(130);
    const { checkpoints, files } = unsynced(log, out, ".state");
    expect(checkpoints).toBeGreaterThan(1);
    expect(files).toEqual([]);
  });

  test.each([["c.csv"], ["c.h5"]])("%s: the disk takes no more", async (out) => {
    const { status, log, stderr } = await watched(out, out, [], "ulimit -f 1500;", ["point.yaml"]);
    expect(status, stderr).toBe(1);
    expect(unsynced(log, out, "point.yaml.checkpoint")).toEqual({ checkpoints: 1, files: [] });
  });

  test("a step is given up", async () => {
    const { status, log, stderr } = await watched("d.csv", "d.csv", [800, 400], "", ["many.yaml"]);
    expect(status, stderr).toBe(130);
    expect(stderr).toContain("gives that step up");
    expect(unsynced(log, "d.csv", "many.yaml.checkpoint")).toEqual({ checkpoints: 1, files: [] });
  });
});
