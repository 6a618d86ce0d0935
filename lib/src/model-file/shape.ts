/** Checks the shape of a model file; of all that is wrong with it, the first is reported where it stands. */
import type * as z from "zod";
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";
import { shown } from "./entry.js";
import { KINDS, modelShape, type SystemKind } from "./schema.js";
import { type Path, pathText, plain, spotOf, type Tree } from "./tree.js";

/** The kind of system of a file whose shape is right. */
export function checkShape(root: Tree): SystemKind {
  const data = plain(root);
  check(root, [], modelShape, data);
  const system = (data as { readonly system: Readonly<Record<string, unknown>> }).system;
  const kind = kindOf(root, system);
  check(root, ["system"], KINDS[kind], system);
  return kind;
}

function check(root: Tree, base: Path, schema: z.ZodType, data: unknown): void {
  const outcome = schema.safeParse(data);
  if (outcome.success) return;
  const issue = best(outcome.error.issues.map(innermost));
  const path = [...base, ...issue.path] as Path;
  if (issue.code === "unrecognized_keys") throw misplaced(root, [...path, issue.keys[0]], "key", issue.message);
  throw misplaced(root, path, "value", issue.message);
}

const misplaced = (root: Tree, path: Path, what: "key" | "value", reason: string) =>
  new InputError(reason, { ...spotOf(root, path, what), key: pathText(path) || undefined });

type Issue = z.core.$ZodIssue;

/** Where one of several shapes is accepted, the complaint that got furthest is the one that helps. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inside = issue.errors
    .flat()
    .map((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
  const deepest = Math.max(...inside.map(depth));
  return deepest === issue.path.length ? issue : best(inside.filter((inner) => depth(inner) === deepest));
}

/** An unknown key is one level further in than the map it is found in. */
const depth = ({ code, path }: Issue) => path.length + (code === "unrecognized_keys" ? 1 : 0);

/** Misspelt keys come first, those whose meaning can be guessed before all: what seems to be missing is often one of them. */
function best(issues: readonly Issue[]): Issue {
  const unknown = issues.filter(({ code }) => code === "unrecognized_keys");
  return unknown.find(({ message }) => message.includes("Did you mean")) ?? unknown[0] ?? issues[0];
}

const LATER = ["solid", "frame"];

function kindOf(root: Tree, system: Readonly<Record<string, unknown>>): SystemKind {
  const names = Object.keys(KINDS) as SystemKind[];
  const found = names.filter((name) => Object.hasOwn(system, name));
  if (found.length === 1) return found[0];
  const later = LATER.find((name) => Object.hasOwn(system, name));
  if (later !== undefined) {
    throw misplaced(
      root,
      ["system", later],
      "key",
      `systems of kind ${later} are not available in this version; accepted: ${names.join(", ")}`,
    );
  }
  if (found.length > 1) {
    throw misplaced(
      root,
      ["system", found[1]],
      "key",
      `a system is of one kind, and here are ${found.join(" and ")}; keep one`,
    );
  }
  if (Object.hasOwn(system, "coordinates"))
    throw misplaced(root, ["system"], "key", "potential is missing; accepted: an expression in the coordinates");
  const [first] = Object.keys(system);
  const hint = first === undefined ? "" : didYouMean(first, [...names, ...LATER]);
  throw misplaced(
    root,
    first === undefined ? ["system"] : ["system", first],
    "key",
    `found ${shown(system)}, which is no kind of system.${hint} Accepted: one with ${names.join(", ")}`,
  );
}
