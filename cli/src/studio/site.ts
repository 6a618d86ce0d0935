/** What the studio's server serves, as a table made before it listens: the files of the built site, and of a model what it is made of. A
 *  request is looked up in the table, never in the file system, so that no path leads anywhere else. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "noether";
import { loadModel } from "noether/model-file";
import { readBytes } from "../files.js";

export interface Served {
  readonly type: string;
  /** Read when it is asked for. */
  bytes(): Uint8Array;
  /** The name has a hash of the content in it. */
  readonly immutable?: boolean;
}

export type Site = ReadonlyMap<string, Served>;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
};
const OTHER = "application/octet-stream";

/** In a checkout beside the program, in the package inside it. */
export function builtSite(): string {
  const beside = ["../../studio/dist", "../../../studio/dist", "../studio-site"];
  const found = beside
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, "index.html")));
  if (found !== undefined) return found;
  throw new InputError("the studio has not been built; npm run build makes it");
}

/** The files of a folder by their addresses. */
export function siteOf(folder: string): Map<string, Served> {
  const site = new Map<string, Served>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join("/")}`;
    site.set(address, {
      type: TYPES[extname(path)] ?? OTHER,
      bytes: () => readFileSync(path),
      immutable: address.startsWith("/assets/"),
    });
  }
  const start = site.get("/index.html");
  if (start !== undefined) site.set("/", start);
  return site;
}

/** A model file, and the files that it names: `/given.json` lists them, `/given/0` is the first. */
export function givenModel(path: string): Map<string, Served> {
  const names = namedBy(path);
  const list = { file: basename(path), files: names };
  const json = new TextEncoder().encode(JSON.stringify(list));
  const paths = [path, ...names.map((name) => resolve(dirname(path), name))];
  return new Map<string, Served>([
    ["/given.json", { type: TYPES[".json"] ?? OTHER, bytes: () => json }],
    ...paths.map((each, i): [string, Served] => [`/given/${i}`, { type: OTHER, bytes: () => readBytes(each) }]),
  ]);
}

/** A file that is no model (a mesh, a record, a result), or one with a mistake in it, names none; the page says what is wrong with it. */
function namedBy(path: string): string[] {
  const bytes = readBytes(path);
  const named = new Set<string>();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    loadModel(text, {
      file: path,
      readFile(name) {
        const content = readBytes(resolve(dirname(path), name));
        named.add(name);
        return content;
      },
    });
  } catch (error) {
    if (!(error instanceof InputError || error instanceof TypeError)) throw error;
  }
  return [...named];
}
