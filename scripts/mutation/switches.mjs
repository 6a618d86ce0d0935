/** Runs in every test file before its tests: sets the switch of one mutant, leaves out the tests that cannot reach it, or, without a mutant,
 *  notes which test reaches which. What to do is in the file that NOETHER_MUTATION names: `{ active, wanted, reached }`,
 *  where `wanted` has the names of tests by file, or is null for all of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

const { active, wanted, reached } = JSON.parse(readFileSync(process.env.NOETHER_MUTATION, "utf8"));
const seen = new Set();

globalThis.__mutant =
  reached === null
    ? (number) => number === active
    : (number) => {
        seen.add(number);
        return false;
      };

let file = "";
let only = null;
beforeEach((context) => {
  if (wanted === null) return;
  const { filepath } = context.task.file;
  if (filepath !== file) {
    file = filepath;
    only = new Set(wanted[filepath]);
  }
  if (!only.has(context.task.fullTestName)) context.skip();
});

if (reached !== null) {
  // What is reached between tests belongs to all of the file: imports, tables of cases, `beforeAll`.
  const everywhere = new Set();
  const tests = [];
  const moved = (to) => {
    for (const number of seen) to.add(number);
    seen.clear();
  };
  let began = 0;
  beforeEach(() => {
    moved(everywhere);
    began = performance.now();
  });
  afterEach(({ task }) => {
    const mutants = new Set();
    moved(mutants);
    tests.push({
      name: task.fullTestName,
      ms: Math.round(performance.now() - began),
      mutants: [...mutants],
      passed: !(task.result?.errors?.length > 0),
    });
  });
  afterAll(() => {
    moved(everywhere);
    writeFileSync(join(reached, "reached.json"), JSON.stringify({ everywhere: [...everywhere], tests }));
  });
}
