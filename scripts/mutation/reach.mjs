/** Which test reaches which mutant: every test file is run once with all switches off, each noting what it passes. What was found is kept with the
 *  text of the test file, so that an interrupted run goes on where it was. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const digest = (text) => createHash("sha1").update(text).digest("hex").slice(0, 12);

/** Longest time for one file of tests; what takes longer is left out, and said. */
const LONGEST = 240_000;

/** `mutants` are planted, in the order of their numbers; of those in `pending` it has to be known who reaches them. */
export async function reachOf({ root, folder, tests, mutants, pending, runner, store, say }) {
  const notes = join(folder, "reached");
  mkdirSync(notes);
  mkdirSync(store, { recursive: true });
  const reach = [];
  for (const [k, file] of tests.entries()) {
    const kept = join(store, `${basename(file)}.${digest(file + readFileSync(join(root, file), "utf8"))}.json`);
    let found = readJson(kept);
    if (found === null || !pending.every(({ id }) => found.planted.includes(id))) {
      say(`${k + 1} of ${tests.length}: what ${file} reaches`);
      runner.set({ active: -1, wanted: null, reached: notes });
      const answer = await runner.run([join(folder, file)], LONGEST);
      const [written] = readdirSync(notes);
      const noted = written === undefined ? null : readJson(join(notes, written));
      if (answer === "hung") say(`${file} takes more than ${LONGEST / 1000} s and is left out`);
      else if (noted === null) say(`${file} has no tests`);
      found = identified(answer === "hung" ? null : noted, mutants);
      for (const name of readdirSync(notes)) rmSync(join(notes, name));
      writeFileSync(kept, JSON.stringify(found));
    }
    for (const test of found.tests) {
      if (!test.passed) say(`fails without mutants, and is left out: ${file} > ${test.name}`);
    }
    reach.push({ file, everywhere: new Set(found.everywhere), tests: found.tests.filter(({ passed }) => passed) });
  }
  return reach;
}

/** With the identity of mutants in the place of their numbers, which are those of one run. */
function identified(noted, mutants) {
  const { everywhere, tests } = noted ?? { everywhere: [], tests: [] };
  const ids = (numbers) => numbers.map((number) => mutants[number].id);
  return {
    planted: mutants.map(({ id }) => id),
    everywhere: ids(everywhere),
    tests: tests.map((test) => ({ ...test, mutants: ids(test.mutants) })),
  };
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** Milliseconds of tests with which a file is tried at first, and of starting it. */
const FIRST = 3000;
const START = 300;

/** The tests that reach a mutant, by files: that named after the source first, then contracts, which see most, then those of the same folder, then
 *  the quickest. Of a long file some tests, whichever they are, come first, and the rest when all files have had their turn. */
export function candidates(reach, { id, file }) {
  const name = basename(file, ".ts");
  const folder = dirname(file).replace("/src/", "/test/");
  const rank = ({ path }) => {
    // dop853-coefficients.ts is tested in dop853.test.ts.
    if (`${name}-`.startsWith(`${basename(path, ".test.ts")}-`)) return 0;
    if (dirname(path).endsWith("/contracts")) return 1;
    return dirname(path) === folder ? 2 : 3;
  };
  const first = [];
  const rest = [];
  for (const { file: path, everywhere, tests } of reach) {
    const chosen = everywhere.has(id) ? tests : tests.filter(({ mutants }) => mutants.includes(id));
    if (chosen.length === 0) continue;
    let sum = 0;
    const [some, others] = [[], []];
    // Those that name the source first; the others in no order that has to do with what they test.
    const key = (test) => (test.name.includes(name) ? " " : "") + digest(test.name);
    for (const test of [...chosen].sort((a, b) => (key(a) < key(b) ? -1 : 1))) {
      const fits = sum + test.ms <= FIRST || (some.length === 0 && chosen.length === 1);
      (fits ? some : others).push(test);
      if (fits) sum += test.ms;
    }
    if (some.length > 0) first.push(batch(path, some));
    if (others.length > 0) rest.push(batch(path, others));
  }
  const order = (a, b) => rank(a) - rank(b) || a.ms - b.ms;
  return [...first.sort(order), ...rest.sort(order)];
}

const batch = (path, tests) => ({
  path,
  names: tests.map(({ name }) => name),
  ms: START + tests.reduce((sum, { ms }) => sum + ms, 0),
});
