import { existsSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { readParquet } from "../../src/study/read-parquet.js";
import { workplace } from "../program.js";

const { write, noether, path } = workplace();

const study = (figures: string) => `noether: 1
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { k: 1 }, mass: 1, potential: k*x^2/2 + x^4/4 }
    start: { q: [1], v: [0] }
    method: midpoint
    time: { end: 1, step: 0.1 }
  vary: { method: [midpoint, rk4], step: [1/8, 1/16, 1/32, 1/64] }
  reference: { method: gauss(stages=3), step: 1/32 }
  measure: { error: { error: x } }
  figures: ${figures}
`;
write("study.yaml", study("[convergence, work-precision, { kind: convergence, where: { method: rk4 } }]"));
write("plain.yaml", study("[]"));
write("odd.yaml", study("[{ kind: heat-map, x: step, y: step, value: error }, convergence]"));

test("a table as Parquet with its figures beside it, which plot draws again", async () => {
  const { status, stderr, stdout } = noether("study", "study.yaml", "--out", "t.parquet", "--threads", "1");
  expect([status, stderr, stdout]).toEqual([0, "", "8 cases in t.parquet\n"]);
  const table = await readParquet(path("t.parquet"));
  expect([table.rows, table.text]).toEqual([8, readFileSync(path("study.yaml"), "utf8")]);
  expect(table.columns.find(({ name }) => name === "error")?.role).toBe("measured");
  const drawn = readFileSync(path("t-convergence.svg"), "utf8");
  expect(drawn).toMatch(/midpoint: (?:2\.0|1\.9)/);
  expect(drawn).toMatch(/rk4: (?:4\.|3\.9)/);
  expect(existsSync(path("t-work-precision.svg"))).toBe(true);
  expect(readFileSync(path("t-convergence-2.svg"), "utf8")).not.toContain("midpoint");

  const again = noether("plot", "t.parquet", "--force");
  expect([again.status, again.stderr]).toEqual([0, ""]);
  expect(again.stdout).toBe("t-convergence.svg\nt-work-precision.svg\nt-convergence-2.svg\n");
  expect(readFileSync(path("t-convergence.svg"), "utf8")).toBe(drawn);
});

test("figures in a folder; none to draw and one that cannot be drawn are said", () => {
  const none = noether("study", "plain.yaml", "--figures", "f");
  expect([none.status, none.stderr]).toEqual([2, expect.stringMatching(/--figures: the study asks for no figures/)]);
  const odd = noether("study", "odd.yaml", "--out", "odd.csv", "--figures", "new/figures", "--threads", "1");
  expect(odd.stderr).toMatch(/heat-map\.svg is not drawn: study\.figures\[0\]: several cases have the same step/);
  expect(statSync(path("new/figures/convergence.svg")).size).toBeGreaterThan(1000);
  // The table is there all the same.
  expect([odd.status, existsSync(path("odd.csv"))]).toEqual([2, true]);
});
