/** The last lines of ./test: what was skipped and why, and the counts alone on the last one. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scratch } from "../programs.js";

const { path } = scratch();
const tally = fileURLToPath(new URL("../../../scripts/tally.mjs", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly { readonly test: string; readonly reason: string | null }[];
}

function tallied(...outcomes: Outcome[]) {
  const files = outcomes.map((outcome, k) => {
    writeFileSync(path(`${k}.json`), JSON.stringify(outcome));
    return path(`${k}.json`);
  });
  const { status, stdout } = spawnSync(process.execPath, [tally, ...files], { encoding: "utf8" });
  return { status, lines: stdout.trim().split("\n") };
}

const skipped = (count: number, reason: string | null) =>
  Array.from({ length: count }, (_, k) => ({ test: `test ${k} without ${reason}`, reason }));

test("counts of several reports, with the skipped tests by reason above them", () => {
  const { status, lines } = tallied(
    { passed: 7, failed: 0, skipped: skipped(1, "no Gmsh") },
    { passed: 3, failed: 0, skipped: [...skipped(4, "no VTK"), ...skipped(1, "no Gmsh")] },
  );
  expect(lines).toEqual([
    "4 skipped: no VTK",
    "    test 0 without no VTK",
    "    test 1 without no VTK",
    "    test 2 without no VTK",
    "    and 1 more",
    "2 skipped: no Gmsh",
    "    test 0 without no Gmsh",
    "    test 0 without no Gmsh",
    "10 passed, 0 failed, 6 skipped",
  ]);
  expect(status).toBe(0);
});

test.each([
  ["a failure", { passed: 7, failed: 1, skipped: [] }, "7 passed, 1 failed, 0 skipped"],
  ["nothing at all", { passed: 0, failed: 0, skipped: [] }, "0 passed, 0 failed, 0 skipped"],
  ["a skip without a reason", { passed: 7, failed: 0, skipped: skipped(1, null) }, "7 passed, 0 failed, 1 skipped"],
])("%s is no success", (_what, outcome, last) => {
  const { status, lines } = tallied(outcome);
  expect(lines.at(-1)).toBe(last);
  expect(status).toBe(1);
});

test("a report that is missing is a failure", () => {
  const { status, stdout } = spawnSync(process.execPath, [tally, path("none.json")], { encoding: "utf8" });
  expect(stdout.trim()).toBe("0 passed, 1 failed, 0 skipped");
  expect(status).toBe(1);
});

test("the reporter keeps the reasons, and a file that cannot be loaded is a failure", () => {
  writeFileSync(
    path("some.test.mjs"),
    `import { expect, test } from "vitest";
test("holds", () => expect(1).toBe(1));
test("does not", () => expect(1).toBe(2));
test("waits", ({ skip }) => skip(true, "the moon is not full"));`,
  );
  writeFileSync(path("broken.test.mjs"), "throw new Error('not even loaded');");
  const report = path("outcome.json");
  spawnSync(
    process.execPath,
    [
      `${root}/node_modules/vitest/vitest.mjs`,
      "run",
      "--root",
      path("."),
      `--reporter=${root}/scripts/outcome-reporter.mjs`,
    ],
    { env: { ...process.env, NOETHER_OUTCOME: report }, cwd: root },
  );
  const { status, stdout } = spawnSync(process.execPath, [tally, report], { encoding: "utf8" });
  expect(stdout).toContain("1 skipped: the moon is not full\n    some.test.mjs > waits");
  expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 2 failed, 1 skipped");
  expect(status).toBe(1);
});

test("an unknown part of the long tests: the parts that there are", () => {
  const { status, stderr } = spawnSync("bash", [`${root}/test`, "--long", "nothing"], { encoding: "utf8" });
  expect(stderr).toMatch(/^found nothing; accepted: .*\bhunt\b.*\bsolvable\b/);
  expect(status).toBe(2);
});
