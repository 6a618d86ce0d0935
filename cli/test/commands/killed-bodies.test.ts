/** A run that is killed leaves its body in files that open. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { readVtu } from "noether/formats";
import { expect, test } from "vitest";
import { resultFormat } from "../../src/results/writer.js";
import { workplace } from "../program.js";

const { write, start, path } = workplace();

// Far more steps than anybody waits for.
write(
  "block.yaml",
  `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [3, 3, 3] } }
    material: { model: linear-elastic, E: 10, nu: 0.25, density: 1 }
    supports: [ { on: left, fix: all } ]
    loads: [ { gravity: [0, 0, -1] } ]
method: newmark
time: { steps: 1e9, step: 0.01 }
record: { every: 20 }
`,
);

test.each(["movie.pvd", "movie.vtkhdf", "movie.vtu"])("%s", async (name) => {
  const child = start("run", "block.yaml", "--quiet", "--out", name);
  const ended = new Promise((resolve) => child.on("close", resolve));
  const grown = () => {
    if (!existsSync(path(name))) return false;
    return name.endsWith(".vtu") || statSync(path(name)).size > (name.endsWith(".pvd") ? 6_000 : 4_000_000);
  };
  for (let waited = 0; !grown() && waited < 3000; waited++) await setTimeout(10);
  await setTimeout(300);
  child.kill("SIGKILL");
  await ended;
  if (name.endsWith(".vtu")) {
    expect(readVtu(readFileSync(path(name)), name).mesh.blocks[0]?.type).toBe("hex8");
    return;
  }
  const { data, summary } = (await resultFormat(name)).read(path(name));
  expect(summary).toBeNull();
  const frames = data[0]?.length ?? 0;
  expect(frames).toBeGreaterThan(1);
  for (let k = 1; k < frames; k++) expect((data[0]?.[k] ?? 0) - (data[0]?.[k - 1] ?? 0)).toBeCloseTo(0.2, 9);
  if (!name.endsWith(".pvd")) return;
  const last = `movie_${String(frames - 1).padStart(6, "0")}.vtu`;
  expect(readVtu(readFileSync(path(join("movie", last))), last).mesh.blocks[0]?.type).toBe("hex8");
});
