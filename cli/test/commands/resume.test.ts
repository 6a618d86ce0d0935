/** Interrupted, killed, resumed: real processes, real signals. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { decodeCheckpoint, type ResultTable } from "noether/formats";
import { describe, expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import { workplace } from "../program.js";

const { write, noether, start, path } = workplace();

// Far more steps than anybody waits for.
write(
  "long.yaml",
  `noether: 1
name: Long
system: { coordinates: [x, y], mass: 1, potential: (x^2 + y^2)*(x^2 + y^2 - 1)^2 }
start: { q: [0.5, 0.2], v: [0.3, 0.4] }
method: midpoint
time: { steps: 1e12, step: 0.01 }
record: { every: 100 }
`,
);

async function until(condition: () => boolean): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error("waited in vain");
    await setTimeout(10);
  }
}

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function finished(child: ChildProcess): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on("close", (status) => resolve({ status, stdout, stderr })));
}

const read = async (name: string): Promise<ResultTable> => (await resultFormat(name)).read(path(name));
const stepsIn = (checkpoint: string) => decodeCheckpoint(readFileSync(path(checkpoint))).snapshot.state.n;

/** The result of a run that nobody disturbed. */
async function undisturbed(steps: number, name: string): Promise<ResultTable> {
  const { status } = noether("run", "long.yaml", "--set", `time.steps=${steps}`, "--out", name);
  expect(status).toBe(0);
  return read(name);
}

test("Ctrl-C keeps what was computed, writes a checkpoint, says how to go on, and exits 130", async () => {
  const child = start("run", "long.yaml", "--out", "int.csv", "--json");
  const outcome = finished(child);
  await until(() => existsSync(path("int.csv")) && readFileSync(path("int.csv")).length > 20_000);
  child.kill("SIGINT");
  const { status, stdout, stderr } = await outcome;
  expect(status).toBe(130);
  const { status: how, steps } = JSON.parse(stdout);
  expect(how).toBe("interrupted");
  expect(stderr).toMatch(/Interrupted at t = \S+, step \d+\. What was computed until then is in int\.csv\./);
  const words = /\n {2}noether (.*)\n$/.exec(stderr)?.[1]?.split(" ") ?? [];
  expect(words).toEqual(["run", "long.yaml", "--out", "int.csv", "--json", "--resume", "long.yaml.checkpoint"]);
  expect(stepsIn("long.yaml.checkpoint")).toBe(steps);
  expect((await read("int.csv")).summary).toMatchObject({ status: "interrupted", steps });

  const end = steps + 1234;
  const resumed = JSON.parse(noether(...words, "--set", `time.steps=${end}`).stdout);
  const whole = await undisturbed(end, "whole.csv");
  expect(readFileSync(path("int.csv"), "utf8")).toBe(readFileSync(path("whole.csv"), "utf8"));
  // Round-off would show in the last bits of a state after so many steps, and of the extremes along them.
  const { seconds: _, work: __, ...result } = resumed;
  expect(result).toEqual(whole.summary);
});

describe.each([".csv", ".json", ".h5"])("kill -9 while %s is written", (ending) => {
  const out = `killed${ending}`;
  const checkpoint = `killed${ending}.checkpoint`;

  test("leaves a file that opens, and a checkpoint from which the run goes on bit for bit", async () => {
    const child = start("run", "long.yaml", "--out", out, "--checkpoint", checkpoint, "--every", "20000");
    const outcome = finished(child);
    await until(() => existsSync(path(checkpoint)));
    await setTimeout(100);
    child.kill("SIGKILL");
    expect((await outcome).status).toBe(null);

    const steps = stepsIn(checkpoint);
    const left = await read(out);
    const frames = left.data[0]?.length ?? 0;
    expect(left.summary).toBeNull();
    // A frame every hundred steps, and one at the start.
    expect(frames).toBeGreaterThanOrEqual(Math.floor(steps / 100) + 1);

    const end = steps + 1300;
    const words = ["--resume", checkpoint, "--checkpoint", checkpoint, "--set", `time.steps=${end}`];
    const resumed = noether("run", "long.yaml", "--out", out, ...words);
    expect(resumed).toMatchObject({ status: 0, stderr: "" });
    const whole = await undisturbed(end, `undisturbed${ending}`);
    expect(await read(out)).toEqual(whole);
    // Bit for bit also where the killed run had gone further than its checkpoint.
    const common = Math.min(frames, whole.data[0]?.length ?? 0);
    left.data.forEach((column, j) => {
      expect(column.slice(0, common)).toEqual(whole.data[j]?.slice(0, common));
    });
  });
});

test("a method with its own steps goes on bit for bit as well", async () => {
  const words = [
    "--method",
    "dop853(tolerance=1e-9)",
    "--set",
    "record.every=1",
    "--set",
    "time={ end: 60, step: 0.05 }",
  ];
  expect(noether("run", "long.yaml", ...words, "--out", "own.csv").status).toBe(0);
  const half = words.map((word) => word.replace("end: 60", "end: 31.4"));
  const first = noether("run", "long.yaml", ...half, "--out", "own-part.csv", "--checkpoint", "own.checkpoint");
  expect(first.status).toBe(0);
  const second = noether("run", "long.yaml", ...words, "--out", "own-part.csv", "--resume", "own.checkpoint");
  expect(second).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(path("own-part.csv"), "utf8")).toBe(readFileSync(path("own.csv"), "utf8"));
});

describe("a checkpoint is refused", () => {
  const short = ["--set", "time.steps=50"];
  noether("run", "long.yaml", ...short, "--checkpoint", "short.checkpoint");

  test.each([
    [
      "another system",
      ["--set", "system.mass=2"],
      /short\.checkpoint: belongs to another run: system\.mass is 1 in the .* 2 here/,
    ],
    ["another start", ["--set", "start.q[0]=0.6"], /start\.q\[0\] is 0\.5 in the checkpoint and 0\.6 here/],
    ["another method", ["--method", "rk4"], /method\.name is "midpoint" in the checkpoint and "rk4" here/],
    ["another step", ["--step", "0.02"], /time\.step is 0\.01 in the checkpoint and 0\.02 here/],
    ["an end before it", ["--set", "time.steps=40"], /is at t = 0\.5, beyond the end 0\.4; give a later --end/],
  ])("for %s", (_, words, message) => {
    const { status, stdout, stderr } = noether("run", "long.yaml", ...words, "--resume", "short.checkpoint");
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  test("when it is cut short, or something else", () => {
    write("cut.checkpoint", "");
    expect(noether("run", "long.yaml", "--resume", "cut.checkpoint").stderr).toMatch(
      /cut\.checkpoint: is not a checkpoint/,
    );
    expect(noether("run", "long.yaml", "--resume", "none").stderr).toMatch(/none: there is no such file/);
  });

  test("and never takes the place of another file", () => {
    write("notes.txt", "precious");
    const { status, stderr } = noether("run", "long.yaml", ...short, "--checkpoint", "notes.txt");
    expect(status).toBe(2);
    expect(stderr).toMatch(/notes\.txt: exists already and is not a checkpoint/);
    expect(readFileSync(path("notes.txt"), "utf8")).toBe("precious");
  });
});
