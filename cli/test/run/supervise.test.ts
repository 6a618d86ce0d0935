/** A step that takes seconds, and signals in the midst of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { decodeCheckpoint } from "noether/formats";
import { expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import { mayTakeLong } from "../../src/run/supervise.js";
import { workplace } from "../program.js";

const { folder, path, write, start } = workplace();

// Fifty million pairs, at each of the fifteen kicks of a step: more than a second.
const COUNT = 10_000;
const rows = Array.from({ length: COUNT }, (_, i) => `${i % 18},${Math.floor(i / 18) % 18},${Math.floor(i / 324)}`);
write("places.csv", `${rows.join("\n")}\n`);
const MODEL = `noether: 1
system: { particles: { dimension: 3, masses: 1, pair: { lennardJones: { epsilon: 1, sigma: 0.9 } } } }
start: { q: { file: places.csv } }
method: { name: yoshida, order: 8 }
time: { steps: 3, step: 1e-4 }
`;

test("a signal in the midst of a step is acknowledged, a second one gives the step up: result and checkpoint are those before it", async () => {
  write("many.yaml", MODEL);
  const child = start("run", "many.yaml", "--out", "many.csv", "--json");
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (child.exitCode !== null) throw new Error(stderr);
      await setTimeout(5);
    }
  };
  // Its head, and the start.
  await until(() => existsSync(path("many.csv")) && readFileSync(path("many.csv")).length > 600_000);
  // Before the state of the start is handed over, there is nothing to keep.
  await setTimeout(500);
  const began = performance.now();
  child.kill("SIGINT");
  await until(() => stderr.includes("gives that step up"));
  // 150 ms on an idle machine.
  expect(performance.now() - began).toBeLessThan(1500);
  // Later than what is taken for the same signal.
  await setTimeout(150);
  // Whoever ends a group of processes may signal each of them twice, at any time.
  child.kill("SIGINT");
  child.kill("SIGTERM");
  expect(await ended).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ method: { name: "yoshida" }, status: "interrupted", steps: 0, t: 0 });
  expect(stderr).toMatch(/Interrupted at t = 0, step 0\. What was computed until then is in many\.csv\./);
  expect(stderr).toMatch(/noether run many\.yaml --out many\.csv --json --resume many\.yaml\.checkpoint\n$/);
  expect(decodeCheckpoint(readFileSync(path("many.yaml.checkpoint"))).snapshot.state.n).toBe(0);
  expect((await (await resultFormat("many.csv")).read(path("many.csv"))).data[0]).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(["many.csv", "many.yaml", "many.yaml.checkpoint", "places.csv"]);
});

test("a thread is started where steps may take long, and not for a file with few coordinates", () => {
  write("few.yaml", "noether: 1\nsystem: { coordinates: [x], potential: x^2 }\n");
  write("solid.yaml", "noether: 1\nsystem: { solid: { mesh: a.msh } }\n");
  const asked = (...words: string[]) => mayTakeLong(words[0], words);
  expect(asked("run", path("few.yaml"))).toBe(false);
  expect(asked("compare", path("few.yaml"))).toBe(false);
  expect(asked("run", "--help")).toBe(false);
  expect(asked("check", path("solid.yaml"))).toBe(false);
  expect(asked("run", path("solid.yaml"))).toBe(true);
  expect(asked("run", "--quiet", path("few.yaml"))).toBe(true);
  expect(asked("run", path("deck.inp"))).toBe(true);
});
