/** Tests the tests: changes the sources a little, in one place at a time, and sees whether a test fails.
 *
 *      node scripts/mutation/mutate.mjs [--in FOLDER,FILE…] [--tests FOLDER,FILE…] [--sample N] [--seed N] [--minutes N] [--seconds N] [--out FILE.json]
 *      [--again]
 *
 *  The mutants are sampled evenly over the files of `--in`. What was decided is kept in `--out`, and a run with the same `--out` goes on from there;
 *  `--again` tries those again that survived in it, and no others. After `--minutes` no further one is tried; the tests of one take
 *  `--seconds` at most. How it works and what it found: docs/topics/mutation-testing.md. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { testRunner } from "./child.mjs";
import { mutantsOf } from "./mutants.mjs";
import { planted } from "./plant.mjs";
import { candidates, reachOf } from "./reach.mjs";
import { sample } from "./sample.mjs";
import { scratchCopy } from "./scratch.mjs";
import { table } from "./table.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const FOLDERS = ["core", "linalg", "symbolic", "stepping", "methods", "models", "analysis"];

const { values: options } = parseArgs({
  options: {
    in: { type: "string", default: FOLDERS.map((name) => `lib/src/${name}`).join() },
    tests: {
      type: "string",
      default: [
        ...[...FOLDERS, "contracts", "model-file", "observers"].map((name) => `lib/test/${name}`),
        "docs/reference",
      ].join(),
    },
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
    seconds: { type: "string", default: "30" },
    out: { type: "string", default: ".build/mutation/result.json" },
    again: { type: "boolean", default: false },
  },
});

/** What the tests of one mutant may take without it, in milliseconds. */
const BUDGET = 1000 * Number(options.seconds);
/** Tests hang when they take so much longer than without the mutant, and this much more for starting. */
const HANGS = 4;
const START = 8000;

const say = (text) => process.stderr.write(`${text}\n`);

function filesIn(places, ending) {
  const walk = (path) =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path))
          .sort()
          .flatMap((name) => walk(`${path}/${name}`))
      : [path];
  return places
    .split(",")
    .flatMap(walk)
    .filter((path) => path.endsWith(ending));
}

/** What a mutant is, wherever its line has moved to. */
function identified(mutants) {
  const seen = new Map();
  return mutants.map((mutant) => {
    const what = [mutant.file, mutant.code, mutant.kind, mutant.original, mutant.replacement].join("\n");
    const times = seen.get(what) ?? 0;
    seen.set(what, times + 1);
    return { ...mutant, id: createHash("sha1").update(`${what}\n${times}`).digest("hex").slice(0, 12) };
  });
}

const texts = new Map(
  filesIn(options.in, ".ts")
    .filter((path) => !/kernels\/|index\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]),
);
const all = identified([...texts].flatMap(([path, text]) => mutantsOf(path, text)));

const out = resolve(root, options.out);
mkdirSync(dirname(out), { recursive: true });
let decided = {};
try {
  decided = JSON.parse(readFileSync(out, "utf8")).mutants;
} catch {} // the first run
const numbered = options.again
  ? all.filter(({ id }) => decided[id]?.status === "survived")
  : sample(all, Number(options.sample), Number(options.seed));
const chosen = numbered.map((mutant, number) => ({ ...mutant, number }));

const equivalent = JSON.parse(readFileSync(join(root, "scripts/mutation/equivalent.json"), "utf8"));
const reasonOf = (mutant) =>
  equivalent.find(
    ({ file, code, original, replacement }) =>
      file === mutant.file &&
      code === mutant.code &&
      original === mutant.original &&
      replacement === mutant.replacement,
  )?.reason;

function keep(mutant, outcome) {
  const { file, line, kind, code, original, replacement } = mutant;
  decided[mutant.id] = { file, line, kind, code, original, replacement, ...outcome };
  // In one piece, whenever it is interrupted.
  writeFileSync(
    `${out}.new`,
    JSON.stringify({ of: all.length, seed: Number(options.seed), mutants: decided }, null, 1),
  );
  renameSync(`${out}.new`, out);
}

const pending = chosen.filter((mutant) => {
  const reason = reasonOf(mutant);
  if (reason !== undefined) keep(mutant, { status: "equivalent", reason });
  const before = decided[mutant.id]?.status;
  return (
    reason === undefined &&
    (before === undefined || before === "equivalent" || (options.again && before === "survived"))
  );
});
say(`${all.length} mutants in ${texts.size} files; ${chosen.length} in the sample, ${pending.length} to be tried`);

const scratch = scratchCopy(root);
const runner = testRunner(scratch.folder);
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));
process.on("exit", () => {
  runner.stop();
  scratch.remove();
});

async function tried(mutant, reach) {
  const batches = candidates(reach, mutant);
  if (batches.length === 0) return { status: "survived", why: "no test reaches it" };
  const within = [];
  let spent = 0;
  for (const batch of batches) {
    spent += batch.ms;
    if (spent > BUDGET && within.length > 0) break;
    within.push(batch);
  }
  const answer = await outcomeOf(mutant.number, within);
  if (answer === "hung") return { status: "timeout" };
  if (answer.failed) return { status: "killed", by: `${relative(scratch.folder, answer.file ?? "")} > ${answer.test}` };
  const share = within.length === batches.length ? "all" : `${options.seconds} s of the`;
  return { status: "survived", why: `passed ${share} tests that reach it` };
}

/** What fails together with others may have met their leavings, and is run once more alone. */
async function outcomeOf(active, batches) {
  const run = (chosen) => {
    // A file may come twice: some of its tests and the others.
    const wanted = {};
    for (const { path, names } of chosen) {
      const file = join(scratch.folder, path);
      wanted[file] = [...(wanted[file] ?? []), ...names];
    }
    runner.set({ active, wanted, reached: null });
    return runner.run(Object.keys(wanted), START + HANGS * chosen.reduce((sum, { ms }) => sum + ms, 0));
  };
  const answer = await run(batches);
  if (answer === "hung") return answer;
  const alone = batches.filter(({ path }) => answer.file === join(scratch.folder, path));
  if (!answer.failed || alone.length === 0 || alone.includes(batches[0])) return answer;
  const again = await run(alone);
  if (again === "hung" || again.failed) return again;
  say(`${alone[0].path} > ${answer.test} fails only together with others`);
  return outcomeOf(
    active,
    batches.filter((batch) => !alone.includes(batch)),
  );
}

if (pending.length > 0) {
  for (const [path, text] of texts) {
    const here = chosen.filter(({ file }) => file === path);
    if (here.length > 0) writeFileSync(join(scratch.folder, path), planted(text, here));
  }
  const tests = filesIn(options.tests, ".test.ts").filter((path) => !path.endsWith(".long.test.ts"));
  const coverage = testRunner(scratch.folder, { bail: 0 });
  process.on("exit", coverage.stop);
  const reach = await reachOf({
    root,
    folder: scratch.folder,
    tests,
    mutants: chosen,
    pending,
    runner: coverage,
    store: `${out}.reach`,
    say,
  });
  coverage.stop();
  for (const [k, mutant] of pending.entries()) {
    const began = performance.now();
    if (began > Number(options.minutes) * 60_000) {
      say(`${pending.length - k} are left for want of time`);
      break;
    }
    const outcome = await tried(mutant, reach);
    keep(mutant, { ...outcome, seconds: Math.round((performance.now() - began) / 100) / 10 });
    const words = (text) => text.replace(/\s+/g, " ").slice(0, 60);
    say(
      `${k + 1}/${pending.length} ${outcome.status} ${mutant.file}:${mutant.line} ${words(mutant.original)} → ${words(mutant.replacement)}`,
    );
  }
}
// What the sources no longer have is forgotten.
console.log(table(all.flatMap(({ id }) => decided[id] ?? [])));
process.exit();
