/** The examples of the repository, each loaded when it is opened, with the files that it names. */
import type { ModelSource } from "./engine/messages.js";

const texts = import.meta.glob<string>("../../examples/*.yaml", { query: "?raw", import: "default" });
const files = import.meta.glob<string>("../../examples/{records,meshes}/*.{at2,msh}", {
  query: "?url",
  import: "default",
});

const FOLDER = "../../examples/";

/** Null if there is none of that name. */
export async function example(name: string): Promise<ModelSource | null> {
  const load = texts[`${FOLDER}${name}.yaml`];
  if (load === undefined) return null;
  const text = await load();
  const named = Object.keys(files).filter((path) => text.includes(path.slice(FOLDER.length)));
  const contents = await Promise.all(
    named.map(async (path) => [path.slice(FOLDER.length), await bytesAt(path)] as const),
  );
  return { text, file: `${name}.yaml`, files: Object.fromEntries(contents) };
}

async function bytesAt(path: string): Promise<Uint8Array> {
  const address = (await files[path]?.()) ?? path;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}
