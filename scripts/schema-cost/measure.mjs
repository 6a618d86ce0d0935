/** What the shapes of model files would cost if they were written with zod/mini or valibot instead of by hand: bytes, time to load, time to check, and what is said
 *  about mistakes. The libraries come from the registry of npm into a temporary folder; the project does not depend on them.
 *    node scripts/schema-cost/measure.mjs
 *  Needs the built library (npx tsc -b lib). The table is in docs/topics/model-file-schema.md. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { parse } from "yaml";
import { loadModel } from "../../lib/dist/model-file/index.js";

const PACKAGES = ["zod@4.6.7", "valibot@1.5.0", "@valibot/to-json-schema@1.8.0"];
const CANDIDATES = ["own", "zod-mini", "valibot"];
const LOADS = 25;
const CHECKS = 20_000;
const ROUNDS = 7;

const MODEL = `noether: 1
name: Elastic pendulum
system:
  coordinates: [x, y]
  parameters: { m: 1, l0: 1, EA: 3000, g: 10 }
  mass: m
  potential: l0/2*EA*((x^2 + y^2 - l0^2)/(2*l0^2))^2 - m*g*x
  damping: [0.1, 0.1]
  symmetries: { rotation: false, dimension: 2 }
start: { q: [0, 1.1], v: { x: 1/2 } }
method: { name: energy-momentum, damping: 0.02 }
time: { end: 6, step: 1/50 }
record: { every: 2, quantities: [q, energy, ledger], probes: { length: sqrt(x^2 + y^2) } }
`;
const MISTAKES = [
  ["a misspelt key", (text) => text.replace("  potential:", "  potental:")],
  ["a wrong type", (text) => text.replace("step: 1/50", "step: [1/50]")],
  ["a wrong type in one of several forms", (text) => text.replace("v: { x: 1/2 }", "v: { x: [1/2] }")],
  ["a word that is none", (text) => text.replace("[q, energy, ledger]", "[q, enrgy, ledger]")],
];

const folder = mkdtempSync(join(tmpdir(), "schema-cost-"));
try {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const library = fileURLToPath(new URL("../../lib", import.meta.url));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...PACKAGES], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  cpSync(here, join(folder, "scripts/schema-cost"), { recursive: true });
  symlinkSync(library, join(folder, "lib"));
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const bundles = [];
  for (const candidate of CANDIDATES) {
    bundles.push({
      candidate,
      checks: await bundled(candidate, "check, prepared"),
      all: await bundled(candidate, "check, prepared, jsonSchema"),
    });
  }
  const data = parse(MODEL);
  const loads = alternating(bundles, LOADS, ({ checks }) => loaded(checks.file, data));
  const modules = await Promise.all(bundles.map(({ all }) => import(pathToFileURL(all.file).href)));
  const inputs = modules.map(({ prepared }) => prepared(data));
  for (const [k, { check }] of modules.entries()) {
    const wrong = check(inputs[k]);
    if (wrong !== null) throw new Error(`${CANDIDATES[k]} refuses the model: ${wrong}`);
  }
  const times = alternating(modules, ROUNDS, ({ check }, k) => timed(check, inputs[k]));
  const rows = bundles.map(({ candidate, checks, all }, k) => ({
    candidate,
    "bytes minified": checks.minified,
    "and gzipped": checks.gzipped,
    "with JSON Schema, gzipped": all.gzipped,
    "load, ms": least(loads[k].map(({ load }) => load)).toFixed(2),
    "first check, ms": least(loads[k].map(({ first }) => first)).toFixed(2),
    "a check, µs": least(times[k]).toFixed(1),
  }));
  console.table(rows);
  for (const [what, change] of MISTAKES) {
    const text = change(MODEL);
    console.log(`\n${what}`);
    console.log(`  own: ${refusal(text)}`);
    const wrong = parse(text);
    for (const k of [1, 2]) console.log(`  ${CANDIDATES[k]}: ${modules[k].check(wrong)?.replaceAll("\n", "\n    ")}`);
  }
}

async function bundled(candidate, names) {
  const input = join(folder, `scripts/schema-cost/entry-${candidate}.mjs`);
  writeFileSync(input, `export { ${names} } from "./${candidate}.mjs";\n`);
  const bundle = await rolldown({
    input,
    cwd: folder,
    treeshake: { moduleSideEffects: (id) => id.startsWith(join(folder, "scripts")) },
    logLevel: "silent",
  });
  const file = join(folder, `${candidate}-${names.length}.mjs`);
  await bundle.write({ file, format: "esm", minify: true });
  await bundle.close();
  const bytes = readFileSync(file);
  return { file, minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
}

/** In a process of its own: to the end of the import, and the first check. */
function loaded(file, data) {
  const program = `
    const data = ${JSON.stringify(data)};
    const start = performance.now();
    const { check, prepared } = await import(${JSON.stringify(pathToFileURL(file).href)});
    const load = performance.now() - start;
    const input = prepared(data);
    const before = performance.now();
    check(input);
    console.log(JSON.stringify({ load, first: performance.now() - before }));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }));
}

function timed(check, input) {
  const start = performance.now();
  for (let k = 0; k < CHECKS; k++) check(input);
  return ((performance.now() - start) / CHECKS) * 1000;
}

/** Each in turn, again and again. */
function alternating(items, rounds, work) {
  const results = items.map(() => []);
  for (let round = 0; round < rounds; round++) for (const [k, item] of items.entries()) results[k].push(work(item, k));
  return results;
}

function least(values) {
  return Math.min(...values);
}

function refusal(text) {
  try {
    loadModel(text, { file: "model.yaml" });
  } catch (error) {
    return error.message;
  }
  return "nothing";
}
