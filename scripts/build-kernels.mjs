/** Compiles the AssemblyScript kernels of `lib/assembly` and writes each as a TypeScript module that holds the bytes in
 *  base64, so that the library needs neither files nor a network to load them. Does nothing when all is up to date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const source = at("lib/assembly");

/** The modules: where each belongs, and what it needs beyond the usual. */
const MODULES = {
  complex: { folder: "linalg" },
  elementary: { folder: "core" },
  fronts: { folder: "linalg" },
  "fronts-together": { folder: "linalg", flags: "--enable threads --sharedMemory --maximumMemory 65536" },
  neighbours: { folder: "models/particles" },
  "neighbours-together": {
    folder: "models/particles",
    flags: "--enable threads --sharedMemory --maximumMemory 65536",
  },
  oscillators: { folder: "linalg" },
  triples: { folder: "linalg" },
};
const targetOf = (name) => at(`lib/src/${MODULES[name].folder}/kernels`);

const changed = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);
const sources = readdirSync(source).map((name) => `${source}/${name}`);
const newest = Math.max(...[...sources, fileURLToPath(import.meta.url)].map(changed));
const stale = Object.keys(MODULES).filter((name) => changed(`${targetOf(name)}/${name}.ts`) < newest);

if (stale.length > 0) {
  const { default: asc } = await import("assemblyscript/asc");
  for (const name of stale) {
    mkdirSync(targetOf(name), { recursive: true });
    await compile(asc, name, MODULES[name].flags ?? "");
  }
}

async function compile(asc, name, more) {
  const files = new Map();
  const flags = "-O3 --noAssert --runtime stub --enable simd --importMemory --noExportMemory --outFile out.wasm";
  const { error, stderr } = await asc.main([`${name}.ts`, ...`${flags} ${more}`.trim().split(" ")], {
    readFile: (file) => (existsSync(`${source}/${file}`) ? readFileSync(`${source}/${file}`, "utf8") : null),
    writeFile: (file, contents) => files.set(file, contents),
    listFiles: () => [],
  });
  if (error) {
    process.stderr.write(`${stderr.toString()}\n`);
    throw error;
  }
  const base64 = Buffer.from(files.get("out.wasm")).toString("base64");
  const constant = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const text = `/** Made by scripts/build-kernels.mjs from lib/assembly/${name}.ts. */\nexport const ${constant} =\n  "${base64}";\n`;
  writeFileSync(`${targetOf(name)}/${name}.ts`, text);
}
