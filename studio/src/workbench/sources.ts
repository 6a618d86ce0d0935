/** Where a model comes from: an example, the server, a link, or nowhere yet. */
import type { ModelSource } from "../engine/messages.js";
import { example } from "../examples.js";
import type { Linked } from "./link.js";

const NEW = `# A mass on a spring. Change anything: the curves follow.
noether: 1
name: New model
system:
  coordinates: [x]
  parameters: { m: 1, k: 40 }
  mass: m
  potential: k*x^2/2
start: { q: [1], v: [0] }
method: newmark
time: { end: 10, step: 0.05 }
`;

/** The model, or why there is none. */
export async function sourceFor(from: string): Promise<Linked | string> {
  if (from.startsWith("m=")) {
    const { decodeLink } = await import("./link.js");
    try {
      return decodeLink(from.slice(2));
    } catch {
      return "The link is damaged: it carries no model.";
    }
  }
  const found = await sourceAt(from);
  return typeof found === "string" ? found : { source: found, methods: [] };
}

async function sourceAt(from: string): Promise<ModelSource | string> {
  const [kind = "", ...rest] = from.split("/");
  const name = rest.join("/");
  try {
    if (kind === "" || kind === "new") return { text: NEW, file: "model.yaml", files: {} };
    if (kind === "example") return (await example(name)) ?? `There is no example called “${name}”.`;
    if (kind === "given") return await given();
    return `The address “${from}” leads to no model.`;
  } catch (error) {
    return `The model could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What `noether studio MODEL` serves. */
async function given(): Promise<ModelSource> {
  const list = (await (await fetched("given.json")).json()) as {
    readonly file: string;
    readonly files: readonly string[];
  };
  const [own, ...others] = await Promise.all(
    [list.file, ...list.files].map(async (_, i) => new Uint8Array(await (await fetched(`given/${i}`)).arrayBuffer())),
  );
  const files = Object.fromEntries(list.files.map((name, i) => [name, others[i] as Uint8Array]));
  return { text: new TextDecoder().decode(own), file: list.file, files };
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}
