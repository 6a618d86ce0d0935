/** Checks the shape of a model file; of all that is wrong with it, what helps most is reported where it stands. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { shown } from "./entry.js";
import { modelShape } from "./schema.js";
import type { Shape } from "./shape.js";
import { type SystemKindId, systemKind, systemKinds } from "./system-kinds.js";
import { type Dictionary, find, type Path, pathText, plain, spotOf, type Tree } from "./tree.js";

const MODEL = modelShape();

/** The kind of system of a file whose shape is right. */
export function checkShape(root: Tree): SystemKindId {
  checkPart(root, [], MODEL);
  const method = find(root, ["method"]);
  if (method?.kind === "list" || (method?.kind === "leaf" && typeof method.value !== "string") || lacksName(method)) {
    const reason = `found ${shown(plain(method as Tree))}; accepted: the name of a method, or a map with name and its parameters`;
    throw wrong(root, ["method"], "value", reason);
  }
  const kind = kindOf(root, find(root, ["system"]) as Dictionary);
  checkPart(root, ["system"], systemKind(kind).shape);
  return kind;
}

/** Complains about a part that has not this shape, where it stands. */
export function checkPart(root: Tree, path: Path, shape: Shape): void {
  const complaint = shape.check(find(root, path) as Tree, path);
  if (complaint !== null) throw wrong(root, complaint.path, complaint.about, complaint.reason);
}

const wrong = (root: Tree, path: Path, about: "key" | "value", reason: string) =>
  new InputError(reason, { ...spotOf(root, path, about), key: pathText(path) || "model" });

function lacksName(method: Tree | undefined): boolean {
  if (method?.kind !== "map") return false;
  const name = method.entries.get("name")?.value;
  return name?.kind !== "leaf" || typeof name.value !== "string";
}

function kindOf(root: Tree, { entries }: Dictionary): SystemKindId {
  const kinds = systemKinds.map(({ id }) => id);
  const found = kinds.filter((kind) => entries.has(kind));
  const at = (key: string | undefined) => (key === undefined ? ["system"] : ["system", key]);
  const accepted = `a system with one of the keys ${kinds.join(", ")}`;
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    throw wrong(
      root,
      at(found[1]),
      "key",
      `a system is of one kind, and here are ${found.join(" and ")}; accepted: ${accepted}`,
    );
  }
  // With coordinates it can only be meant to be a potential; its shape then says what is missing or misspelt.
  if (entries.has("coordinates")) return "potential";
  const [first] = entries.keys();
  const hint = first === undefined ? "" : didYouMean(first, kinds);
  throw wrong(
    root,
    at(first),
    "key",
    `${shown(plain(find(root, ["system"]) as Tree))} is no kind of system.${hint} Accepted: ${accepted}`,
  );
}
