/** Equations that the code cites exist in their papers: `[kane2000, (22)–(24)]` anywhere, and `// (22)` at a line of a file whose header names one of the papers
 *  that have a list, `papers/KEY/equations.json`. Whether the line is that equation, the list helps a reader to see. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const lists = new Map(
  readdirSync(join(root, "papers"))
    .filter((key) => existsSync(join(root, "papers", key, "equations.json")))
    .map((key) => [key, JSON.parse(textOf(`papers/${key}/equations.json`)) as Record<string, string>]),
);
const sources = execFileSync("git", ["ls-files", "lib/src", "papers", "cli/src"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)));

/** The ranges of a list have to follow one another from (1) on; the last number. */
function lastOf(list: Readonly<Record<string, string>>): number {
  let last = 0;
  // Names that are whole numbers come first in a JavaScript object.
  const ranges = Object.keys(list).map((range) => range.split("-").map(Number));
  for (const [from, to = from] of ranges.sort(([a], [b]) => a - b)) {
    expect(from).toBe(last + 1);
    expect(to).toBeGreaterThanOrEqual(from);
    last = to;
  }
  return last;
}
const last = new Map([...lists].map(([key, list]) => [key, lastOf(list)]));

/** Numbers in parentheses: (22)–(24) and (11) are 22, 24, 11. */
const numbersIn = (text: string) => [...text.matchAll(/\((\d+)\)/g)].map(([, digits]) => Number(digits));
/** What a text cites of papers with lists. */
function citations(text: string): { key: string; numbers: number[] }[] {
  // A citation may go over the end of a line of a comment.
  const flat = text.replace(/\n \* +/g, " ");
  return [...flat.matchAll(/\[(\w+), ([^\]]*)\]/g)]
    .filter(([, key]) => lists.has(key))
    .map(([, key, rest]) => ({ key, numbers: numbersIn(rest) }));
}
/** `// (22)`, `// (22), (23)`, `// (35): in words`; not `// (a₀ + 4A)/6`. */
const tagsIn = (text: string) =>
  [...text.matchAll(/\/\/ ((?:\(\d+\)(?:–|, |: |\b|$| ?))+)/gm)].flatMap(([, tag]) => numbersIn(tag));

test("each of the five papers has its list", () => {
  expect([...lists.keys()].sort()).toEqual(["gonzalez2010", "kane2000", "krenk2014", "rojas2024", "takacs2024"]);
  expect(Object.fromEntries(last)).toEqual({
    gonzalez2010: 77,
    kane2000: 59,
    krenk2014: 58,
    rojas2024: 51,
    takacs2024: 80,
  });
});

test("every citation and every tag resolves", () => {
  for (const path of sources) check(path);
});

function check(path: string): void {
  const text = textOf(path);
  const cited = citations(text);
  for (const { key, numbers } of cited) {
    for (const number of numbers) expect(number, `[${key}, (${number})]`).toBeLessThanOrEqual(last.get(key) ?? 0);
  }
  const tags = tagsIn(text);
  if (tags.length === 0) return;
  // A tag without a name belongs to the first paper that the header names.
  const [, owner] =
    [...lists.keys()]
      .map((key) => [text.indexOf(`[${key}`), key] as const)
      .filter(([at]) => at >= 0)
      .sort(([a], [b]) => a - b)[0] ?? [];
  expect(owner, `${path} has tags and names no paper`).toBeDefined();
  for (const number of tags) expect(number, `(${number})`).toBeLessThanOrEqual(last.get(owner ?? "") ?? 0);
}

/** The equations that a method is made of stand in its files. */
test.each([
  ["newmark", "kane2000", [22, 23], ["methods/newmark.ts", "stepping/alpha-family.ts"]],
  ["variational", "kane2000", [8, 19], ["methods/variational.ts", "stepping/action"]],
  ["lagrange-dalembert", "kane2000", [45], ["methods/lagrange-dalembert.ts", "stepping/action"]],
  ["two-step", "kane2000", [56, 58], ["methods/two-step.ts"]],
  ["newmark-minimization", "kane2000", [34, 35, 36], ["methods/newmark-minimization.ts"]],
  ["energy-momentum", "krenk2014", [29, 33, 35, 37, 38, 39, 43], ["methods/energy-momentum"]],
  ["force-stepping", "gonzalez2010", [13, 21], ["methods/force-stepping/paper.ts"]],
  ["simpson", "rojas2024", [18, 25], ["methods/simpson.ts", "methods/simpson"]],
  ["compensation", "takacs2024", [62, 63, 73, 74], ["stepping/compensation"]],
] as const)("%s carries the tags of %s", (_, key, equations, places) => {
  const files = sources.filter((path) => places.some((place) => path.startsWith(`lib/src/${place}`)));
  const found = new Set(
    files.flatMap((path) => {
      const body = textOf(path)
        .split("\n")
        .filter((line) => /^(?! ?\*|\/\*\*)/.test(line))
        .join("\n");
      const own = [...body.matchAll(new RegExp(`\\[${key}, ([^\\]]*)\\]`, "g"))].flatMap(([, rest]) => numbersIn(rest));
      return [...own, ...tagsIn(body)];
    }),
  );
  for (const number of equations) expect([...found], `(${number})`).toContain(number);
});
