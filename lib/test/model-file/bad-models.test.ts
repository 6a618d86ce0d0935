/** Broken model files, thousands of them: each ends in an InputError with file, line and key, and soon. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { InputError } from "../../src/core/failure.js";
import { buildProblem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { ALL, readFile } from "./models.js";

type Data = null | boolean | number | string | Data[] | { [key: string]: Data };
type Path = readonly (string | number)[];

const sound = Object.values(ALL).map((text) => loadModel(text, { readFile }).data as { [key: string]: Data });

/** The error in which the text ends; null if it is a model after all. */
function problemIn(text: string): InputError | null {
  try {
    buildProblem(loadModel(text, { file: "bad.yaml", readFile }));
    return null;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw new Error(`${error instanceof Error ? error.stack : error}\n---\n${text.slice(0, 2000)}`);
  }
}

/** Without the test library's expectations, which would take longer than the models. */
function expectRefused(text: string): void {
  const error = problemIn(text);
  if (error === null) throw new Error(`nothing was found wrong with\n${text.slice(0, 2000)}`);
  const { file, line = 0, column = 0, key = "" } = error.place;
  const located = file === "bad.yaml" && line >= 1 && line <= text.split("\n").length && column >= 1 && key !== "";
  if (!located) throw new Error(`without its place: ${error.message}\n---\n${text.slice(0, 2000)}`);
}

/** The paths of all parts, maps before what is in them. */
function pathsOf(data: Data, path: Path = []): Path[] {
  if (typeof data !== "object" || data === null) return [path];
  const inner = Array.isArray(data) ? data.map((item, i) => [i, item] as const) : Object.entries(data);
  return [path, ...inner.flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

const at = (data: Data, path: Path): Data =>
  path.reduce<Data>((part, key) => (part as Record<string | number, Data>)[key], data);

/** The data with the part at the path replaced, or removed if the replacement is undefined. */
function changed(data: Data, path: Path, replace: (part: Data) => Data | undefined): Data {
  const copy = structuredClone(data);
  const [last, owner] = [path[path.length - 1], at(copy, path.slice(0, -1)) as Record<string | number, Data>];
  const value = replace(owner[last]);
  if (value !== undefined) owner[last] = value;
  else if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete owner[last];
  return copy;
}

/** Maps in which any name may be a key. */
const isOpen = (path: Path) => ["parameters", "units", "probes"].includes(String(path[path.length - 1]));
const isText = (path: Path) =>
  ["name", "description", "file", "model"].includes(String(path[path.length - 1])) ||
  path[0] === "units" ||
  path[0] === "method" ||
  path.includes("coordinates") ||
  path.includes("quantities") ||
  path.includes("symmetries") ||
  (path[0] === "start" && path.length === 1);
const isFlag = (path: Path) => path.includes("shift");

interface Spoiler {
  readonly what: string;
  /** Which parts can be spoilt in this way. */
  suits(data: Data, path: Path): boolean;
  spoil(data: Data, path: Path, dice: number): Data;
}

const pick = <T>(items: readonly T[], dice: number): T => items[dice % items.length];
const isLeaf = (data: Data) => typeof data !== "object" || data === null;
const isNumber = (data: Data, path: Path) =>
  isLeaf(at(data, path)) && path.length > 1 && !isText(path) && !isFlag(path);

const REQUIRED = [
  "noether",
  "system",
  "method",
  "mass",
  "potential",
  "matrices",
  "stiffness",
  "dimension",
  "masses",
  "between",
];

const spoilers: readonly Spoiler[] = [
  {
    what: "an unknown key",
    suits: (data, path) => !isLeaf(at(data, path)) && !Array.isArray(at(data, path)) && !isOpen(path),
    spoil: (data, path, dice) => {
      const key = pick(["bogus", "Mass", "sytem", "__proto__", "constructor", "x y", "toString", "42"], dice);
      if (path.length === 0) return { ...(data as object), [key]: 1 };
      // By definition, not by assignment: the key may be __proto__.
      return changed(data, path, (part) =>
        Object.defineProperty({ ...(part as { [key: string]: Data }) }, key, { value: 1, enumerable: true }),
      );
    },
  },
  {
    what: "a map instead of a value",
    suits: (data, path) => isLeaf(at(data, path)) && path.length > 0,
    spoil: (data, path) => changed(data, path, () => ({ unexpected: 1 })),
  },
  {
    what: "a list in lists instead of a value",
    suits: (data, path) => isLeaf(at(data, path)) && path.length > 0,
    spoil: (data, path) => changed(data, path, () => [[[[1]]]]),
  },
  {
    what: "nothing instead of a value",
    suits: (data, path) => isLeaf(at(data, path)) && path.length > 0,
    spoil: (data, path) => changed(data, path, () => null),
  },
  {
    what: "a value instead of a list or map",
    suits: (data, path) => !isLeaf(at(data, path)) && path.length > 0 && path[0] !== "method" && path[0] !== "start",
    spoil: (data, path, dice) => changed(data, path, () => pick<Data>([true, false, null], dice)),
  },
  {
    what: "a number that is none",
    suits: isNumber,
    spoil: (data, path, dice) =>
      changed(data, path, () =>
        pick<Data>(
          [
            Number.NaN,
            Number.POSITIVE_INFINITY,
            "1/0",
            "sqrt(-1)",
            "1e999",
            "nonsense",
            "1 +",
            "sin(",
            "2 3",
            "",
            true,
          ],
          dice,
        ),
      ),
  },
  {
    what: "one number too many",
    suits: (data, path) => Array.isArray(at(data, path)) && path[0] === "start" && path.length === 2,
    spoil: (data, path) =>
      changed(data, path, (part) => [...(part as Data[]), Array.isArray((part as Data[])[0]) ? [1] : 1]),
  },
  {
    what: "something missing",
    suits: (_data, path) => REQUIRED.includes(String(path[path.length - 1])),
    spoil: (data, path) => changed(data, path, () => undefined),
  },
  {
    what: "another method",
    suits: (_data, path) => path.length === 0,
    spoil: (data, _path, dice) => ({
      ...(data as object),
      method: pick<Data>(
        [
          "newmak",
          "",
          "newmark(",
          { name: "newmark", beta: -1 },
          { name: "newmark", betta: 1 },
          { name: "rk4", beta: 1 },
          { beta: 1 },
          4,
          ["newmark"],
          { name: ["newmark"] },
        ],
        dice,
      ),
    }),
  },
  {
    what: "another time",
    suits: (_data, path) => path.length === 0,
    spoil: (data, _path, dice) => ({
      ...(data as object),
      time: pick<Data>(
        [
          { end: 1, step: -0.1 },
          { end: 1, step: 0.3 },
          { end: -1, step: 0.1 },
          { end: 1 },
          { step: 1 },
          {},
          { steps: 0.5, step: 1 },
          { end: 1, steps: 2, step: 1 },
          { end: 1e300, step: 1e-300 },
          [1, 2],
          "soon",
        ],
        dice,
      ),
    }),
  },
];

test("mutations of sound models", { timeout: 120_000 }, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(
      fc.constantFrom(...sound),
      fc.constantFrom(...spoilers),
      fc.nat(),
      fc.nat(1_000_000),
      fc.boolean(),
      (data, { what, suits, spoil }, where, dice, json) => {
        const paths = pathsOf(data).filter((path) => suits(data, path));
        if (paths.length === 0) return;
        const bad = spoil(data, paths[where % paths.length], dice);
        const asJson = json && !JSON.stringify(bad).includes("null");
        expectRefused(asJson ? JSON.stringify(bad, null, 1) : stringify(bad, { aliasDuplicateObjects: false }));
        seen.set(what, (seen.get(what) ?? 0) + 1);
      },
    ),
    { seed: 7, numRuns: 3000 },
  );
  expect([...seen.keys()].sort()).toEqual(spoilers.map(({ what }) => what).sort());
  expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(2600);
});

const texts = Object.values(ALL);
const somewhere = (text: string, dice: number) => {
  const lines = text.split("\n");
  const line = dice % (lines.length - 1);
  return {
    before: lines.slice(0, line).join("\n") + (line > 0 ? "\n" : ""),
    line: lines[line],
    after: lines.slice(line + 1).join("\n"),
  };
};

const textSpoilers: readonly ((text: string, dice: number) => string)[] = [
  (text, dice) => {
    const { before, line, after } = somewhere(text, dice);
    return `${before}${line}\n${pick(["\t- {", "] }", "  : : [", '"open', "'open", "{ a: [", "@here", "`there", "%x", "*nowhere", "&a *a", "!!unknown x"], dice)}\n${after}`;
  },
  (text) => `${text}${text}`,
  (text, dice) => `${text}name: &a [${"x, ".repeat(dice % 10)}*a]\n`,
  (text, dice) => `${text}units: ${"[".repeat(41 + (dice % 5000))}\n`,
  (text, dice) => `${text}units: ${"{a: ".repeat(41 + (dice % 5000))}\n`,
  (text, dice) => `${text}units:\n  ${"- ".repeat(41 + (dice % 5000))}\n`,
  (text) =>
    `${text}a: &a [1, 1, 1, 1, 1, 1, 1, 1]\n${Array.from(
      { length: 12 },
      (_, i) =>
        `a${i}: &a${i} [${Array(8)
          .fill(i === 0 ? "*a" : `*a${i - 1}`)
          .join(", ")}]`,
    ).join("\n")}\n`,
  (text) => `${text}---\n${text}`,
  (text, dice) => `${text}${Array.from({ length: dice % 100 }, (_, i) => `key${i}: ${i}`).join("\n")}\nlast: 1\n`,
  (text) => `- ${text.replaceAll("\n", "\n  ").trimEnd()}\n`,
  (text) => JSON.stringify(text),
];

test("text that is no model", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.constantFrom(...textSpoilers), fc.nat(), (text, spoil, dice) => {
      expectRefused(spoil(text, dice));
    }),
    { seed: 8, numRuns: 1000 },
  );
});

test("random edits are refused or understood, and nothing else happens", { timeout: 60_000 }, () => {
  const scraps = fc.constantFrom(
    "[",
    "]",
    "{",
    "}",
    ":",
    "-",
    " ",
    "\n",
    "  ",
    "'",
    '"',
    "#",
    "&a",
    "*a",
    "0",
    "x",
    ",",
    "|",
    ">",
    "!",
    "1e9",
    "\t",
    "\u0000",
    "é",
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(6), scraps), { minLength: 1, maxLength: 3 }),
      (text, edits) => {
        const edited = edits.reduce((whole, [where, remove, insert]) => {
          const offset = Math.floor(where * whole.length);
          return whole.slice(0, offset) + insert + whole.slice(offset + remove);
        }, text);
        problemIn(edited);
      },
    ),
    { seed: 9, numRuns: 500 },
  );
});
