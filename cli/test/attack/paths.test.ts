/** Paths and streams that refuse: looked at before anything is computed, and afterwards no reason to lose what was. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PROGRAM, workplace } from "../program.js";
import { BLOCK, POINT } from "./kills.js";

const { folder, path, write, noether, start } = workplace();
// Nobody would wait for these: what is refused is refused at once.
write("model.yaml", `${POINT}method: midpoint\ntime: { steps: 1e12, step: 0.01 }\n`);
write("short.yaml", `${POINT}method: midpoint\ntime: { steps: 100, step: 0.01 }\n`);
mkdirSync(path("folder"));
symlinkSync("loop.yaml", path("loop.yaml"));
symlinkSync("/dev/null", path("null.csv"));
spawnSync("mkfifo", [path("pipe.csv"), path("pipe.state"), path("pipe.svg")]);

test.each([
  [["--checkpoint", "none/c"], /none\/c: the folder none does not exist/],
  [["--checkpoint", "folder"], /folder: is a folder, and a file is meant/],
  [["--checkpoint", "c".repeat(300)], /its name is too long for this disk/],
  [["--checkpoint", "pipe.state"], /pipe\.state: is a pipe, and a file is meant/],
  [["--plot", "none/p.svg"], /none\/p\.svg: the folder none does not exist/],
  [["--out", "pipe.csv", "--force"], /pipe\.csv: is a pipe, and a file is meant/],
  [["--out", "null.csv", "--force"], /null\.csv: is a device, and a file is meant/],
  [["--out", "x.csv", "--checkpoint", "./x.csv", "--force"], /x\.csv: is given twice, as --out and as --checkpoint/],
  [["--checkpoint", "model.yaml", "--force"], /model\.yaml: is given twice, as MODEL and as --checkpoint/],
])("run %j is refused before the run", (words, message) => {
  const before = readdirSync(folder);
  const { status, stdout, stderr } = noether("run", "model.yaml", ...words);
  expect(stderr).toMatch(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(readdirSync(folder)).toEqual(before);
});

// There is no body.yaml: what is complained about was looked at before.
test.each([
  [["analyze", "body.yaml", "--plot", "none/p.svg"], /none\/p\.svg: the folder none does not exist/],
  [["analyze", "body.yaml", "--out", "none/m.pvd"], /none\/m\.pvd: the folder none does not exist/],
  [["analyze", "body.yaml", "--out", "model.yaml/m.vtkhdf"], /a part of its path is a file/],
  [["certify", "body.yaml", "--plot", "pipe.svg", "--force"], /pipe\.svg: is a pipe/],
  [["convert", "body.yaml", "short.yaml/matrices"], /a part of its path is a file/],
  [["convert", "body.yaml", "older"], /older\/K\.mtx: exists already/],
  [["distort", "body.yaml", "--method", "newmark", "--out", "older"], /older\/K\.mtx: exists already/],
  [
    ["compensate", "body.yaml", "--kind", "period", "--out", "short.yaml"],
    /short\.yaml: is a file, and a folder is meant/,
  ],
  [["study", "study.yaml", "--figures", "short.yaml/figures"], /a part of its path is a file/],
])("%j is refused before the model is read", (words, message) => {
  mkdirSync(path("older"), { recursive: true });
  write("older/K.mtx", "");
  write(
    "study.yaml",
    `noether: 1
study:
  model: model.yaml
  vary: { time.step: [0.01, 0.02, 0.04] }
  measure: { e: { error: x } }
  reference: { time.step: 0.001 }
  figures: [{ kind: convergence }]
`,
  );
  const { status, stdout, stderr } = noether(...words);
  expect(stderr).toMatch(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

test("a link that leads to itself, a name at the limit of what a disk takes", () => {
  expect(noether("run", "loop.yaml")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/leads back to itself/),
  });
  expect(noether("run", "short.yaml", "--checkpoint", "c".repeat(250)).status).toBe(0);
});

test("what lies where a lock belongs and is none is nobody's to remove", () => {
  mkdirSync(path("as-folder.csv.lock"));
  spawnSync("mkfifo", [path("as-pipe.csv.lock")]);
  write("as-text.csv.lock", "x".repeat(5000));
  for (const name of ["as-folder.csv", "as-pipe.csv", "as-text.csv"]) {
    const { status, stderr } = noether("run", "short.yaml", "--out", name);
    expect({ name, status }).toEqual({ name, status: 2 });
    expect(stderr).toMatch(/is being written by another process; .* remove .*\.csv\.lock/);
    expect(existsSync(path(`${name}.lock`))).toBe(true);
    expect(existsSync(path(`${name}.lock-taken`))).toBe(false);
  }
});

test("a folder where nothing can be written is refused before the run; after Ctrl-C the state goes elsewhere", async ({
  skip,
}) => {
  skip(!existsSync("/proc/self/fd"), "this system has no folder that refuses root, too");
  expect(noether("run", "model.yaml", "--out", "/proc/a.csv").status).toBe(2);
  const command = `exec 3<model.yaml; exec "$0" "$@"`;
  const words = ["-c", command, process.execPath, PROGRAM, "run", "/dev/fd/3", "--out", "int.csv"];
  const child = spawn("bash", words, { cwd: folder, stdio: "pipe" });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (!existsSync(path("int.csv"))) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(existsSync(path(`3.${child.pid}.checkpoint`))).toBe(true);
});

test("SIGHUP and another file under the name of the checkpoint: the state is kept beside it", async () => {
  writeFileSync(path("model.yaml.checkpoint"), "notes");
  const child = start("run", "model.yaml", "--out", "hup.csv");
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (!existsSync(path("hup.csv"))) await new Promise((resolve) => setTimeout(resolve, 20));
  const asked = performance.now();
  child.kill("SIGHUP");
  expect(await ended).toBe(129);
  // 200 ms, and time for a machine that is busy.
  expect(performance.now() - asked).toBeLessThan(5000);
  const state = /--resume (\S+)\n$/.exec(stderr)?.[1] ?? "";
  expect(state).toBe(`model.yaml.${child.pid}.checkpoint`);
  expect(existsSync(path(state))).toBe(true);
  expect(readFileSync(path("model.yaml.checkpoint"), "utf8")).toBe("notes");
});

/** The status of the program when one of its streams leads nowhere. */
function statusOf(streams: string, ...words: string[]): number | null {
  const command = `"$0" "$@" ${streams}; exit \${PIPESTATUS[0]}`;
  return spawnSync("bash", ["-c", command, process.execPath, PROGRAM, ...words], { cwd: folder }).status;
}

test("closed and full streams do not change the exit status, nor what is written", ({ skip }) => {
  skip(!existsSync("/dev/full"), "this system has no /dev/full");
  write(
    "fails.yaml",
    "noether: 1\nsystem: { coordinates: [x], mass: 1, potential: -1/abs(x) }\nstart: { q: [1], v: [0] }\nmethod: dop853\ntime: { end: 3, step: 1 }\n",
  );
  expect(statusOf("| true", "run", "fails.yaml")).toBe(1);
  expect(statusOf("| true", "run", "short.yaml", "--plot", "seen.svg")).toBe(0);
  expect(existsSync(path("seen.svg"))).toBe(true);
  expect(statusOf("2>/dev/full", "run", "none.yaml")).toBe(2);
  expect(statusOf("2>&1 >/dev/null | true", "run", "none.yaml")).toBe(2);
  expect(statusOf(">/dev/full 2>/dev/null", "run", "short.yaml")).toBe(1);
});

test("a collection whose folder holds older frames leaves nothing behind, and one that lost frames is not gone on with", () => {
  write("block.yaml", `${BLOCK}method: newmark\ntime: { steps: 6, step: 0.05 }\n`);
  mkdirSync(path("m"));
  writeFileSync(path("m/m_000000.vtu"), "an older frame");
  expect(noether("run", "block.yaml", "--out", "m.pvd").status).toBe(2);
  expect(existsSync(path("m.pvd"))).toBe(false);
  expect(noether("run", "block.yaml", "--out", "m.pvd", "--checkpoint", "m.state", "--force").status).toBe(0);
  spawnSync("rm", [path("m/m_000003.vtu")]);
  const { status, stderr } = noether("run", "block.yaml", "--end", "1", "--resume", "m.state", "--out", "m.pvd");
  expect(status).toBe(2);
  expect(stderr).toMatch(/its frame 3 is missing: there is no file .*m_000003\.vtu/);
});
