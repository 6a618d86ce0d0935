/** Where the examples end, to the last bit: what changes a digit of a result shows here. Where arithmetic was meant to change, `-u` stores the new states; motions that are chaotic
 *  or go from event to event then differ in all digits. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";

const folder = new URL("../../../examples/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

function ended(file: string): string {
  const { problem, method, time, stop } = buildProblem(
    loadModel(new TextDecoder().decode(read(file)), { file, readFile: read }),
  );
  const { last, steps } = run(problem, method, { time, ...(stop === null ? {} : { stop }) });
  const digest = createHash("sha256")
    .update(JSON.stringify([...last.q, ...last.v]))
    .digest("hex")
    .slice(0, 16);
  return `${file}: ${steps} steps, q0 = ${last.q[0]}, v0 = ${last.v[0]}, all ${digest}`;
}

test("the examples end in the states that are stored", async () => {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map(ended);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("final-states.txt");
});
