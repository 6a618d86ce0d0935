/** Changes to a model from the command line, made on its tree: what is not changed keeps its place in the file, what is
 *  changed has its place in the option. */
import { InputError } from "../core/failure.js";
import type { Json } from "../formats/json.js";
import { methodInWords } from "./method-text.js";
import { treeOf } from "./source.js";
import type { Dictionary, Path, Spot, Tree } from "./tree.js";
import { treeFrom } from "./tree-of-data.js";

export interface Override {
  /** The option as it was typed, for messages: `--set time.step=0.1`. */
  readonly option: string;
  readonly path: Path;
  /** The new value: in YAML, or as data. */
  readonly text: string | { readonly data: Json };
  /** Keys beside it that it takes the place of. */
  readonly replaces?: readonly string[];
}

/** `system.parameters.m=2`, `start.q[1]=0.5`, `method={ name: hht, alpha: -0.2 }`. */
export function setting(assignment: string): Override {
  const option = `--set ${assignment}`;
  const at = assignment.indexOf("=");
  const refuse = (reason: string) =>
    new InputError(`${reason}; accepted: path=value, as in system.parameters.m=2`, { file: option });
  if (at < 1) throw refuse("there is no path before =");
  const path = assignment
    .slice(0, at)
    .trim()
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".");
  if (path.some((step) => step === "")) throw refuse(`"${assignment.slice(0, at)}" is not a path`);
  return { option, path, text: assignment.slice(at + 1) };
}

/** `newmark(beta=1/6, gamma=1/2)`. */
export function methodSetting(text: string): Override {
  const option = `--method ${text}`;
  return { option, path: ["method"], text: { data: methodInWords(text, { file: option }) } };
}

export const stepSetting = (text: string): Override => ({ option: `--step ${text}`, path: ["time", "step"], text });

export const endSetting = (text: string): Override => ({
  option: `--end ${text}`,
  path: ["time", "end"],
  text,
  replaces: ["steps"],
});

export function overridden(root: Tree, { option, path, text, replaces = [] }: Override): Tree {
  const spot: Spot = { file: option, line: undefined, column: undefined };
  const value =
    typeof text !== "string"
      ? treeFrom(text.data, option)
      : relocated(text.trim() === "" ? { kind: "leaf", value: "", spot, letters: null } : treeOf(text, option), spot);
  return changed(root, path, value, replaces, spot);
}

function changed(tree: Tree | undefined, path: Path, value: Tree, replaces: readonly string[], spot: Spot): Tree {
  if (path.length === 0) return value;
  const [step, ...rest] = path;
  if (tree?.kind === "list") {
    const index = Number(step);
    if (!Number.isInteger(index) || index < 0 || index >= tree.items.length) {
      throw new InputError(`there is no item ${step} in a list of ${tree.items.length}`, {
        file: spot.file,
        key: String(step),
      });
    }
    return {
      ...tree,
      items: tree.items.map((item, i) => (i === index ? changed(item, rest, value, replaces, spot) : item)),
    };
  }
  const map = asMap(tree, spot);
  const entries = new Map(map.entries);
  const old = entries.get(String(step));
  entries.set(String(step), { key: old?.key ?? spot, value: changed(old?.value, rest, value, replaces, spot) });
  if (rest.length === 0) for (const name of replaces) entries.delete(name);
  return { ...map, entries };
}

/** What a key can be set in. A method that is only named becomes a map with that name. */
function asMap(tree: Tree | undefined, spot: Spot): Dictionary {
  if (tree?.kind === "map") return tree;
  const entries = new Map<string, { key: Spot; value: Tree }>();
  if (tree?.kind === "leaf" && typeof tree.value === "string") entries.set("name", { key: tree.spot, value: tree });
  return { kind: "map", entries, spot };
}

/** The place of everything in an option is the option. */
function relocated(tree: Tree, spot: Spot): Tree {
  switch (tree.kind) {
    case "leaf":
      return { ...tree, spot, letters: null };
    case "list":
      return { ...tree, spot, items: tree.items.map((item) => relocated(item, spot)) };
    case "map":
      return {
        ...tree,
        spot,
        entries: new Map(
          [...tree.entries].map(([key, { value }]) => [key, { key: spot, value: relocated(value, spot) }]),
        ),
      };
  }
}
