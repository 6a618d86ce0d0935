/** The changes that mutation testing makes, and the switches behind which they stand. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

interface Mutant {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly line: number;
  readonly code: string;
  readonly original: string;
  readonly replacement: string;
}
const script = (name: string) => new URL(`../../../scripts/mutation/${name}`, import.meta.url).href;
const { mutantsOf } = (await import(script("mutants.mjs"))) as { mutantsOf(file: string, text: string): Mutant[] };
const { planted } = (await import(script("plant.mjs"))) as {
  planted(text: string, mutants: readonly (Mutant & { number: number })[]): string;
};
const { sample } = (await import(script("sample.mjs"))) as {
  sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[];
};

const changes = (text: string) =>
  mutantsOf("it.ts", text).map(({ kind, original, replacement }) => [kind, original, replacement]);

test("what is changed, and into what", () => {
  expect(changes("const y = a + -b;")).toEqual([
    ["arithmetic", "a + -b", "a - -b"],
    ["sign", "-b", "b"],
  ]);
  expect(changes("if (a <= b && c) step(0.5);")).toEqual([
    ["condition", "a <= b && c", "!(a <= b && c)"],
    ["logic", "a <= b && c", "a <= b || c"],
    ["boundary", "a <= b", "a < b"],
    ["negation", "a <= b", "a > b"],
    ["removal", "step(0.5);", ""],
    ["constant", "0.5", "0.5 * 1.001"],
  ]);
  expect(changes("for (let i = 0; i < n; i++) x[i] *= 2;").filter(([kind]) => kind !== "constant")).toEqual([
    ["bound", "i < n", "i < n - 1"],
    ["negation", "i < n", "i >= n"],
    ["removal", "x[i] *= 2;", ""],
    ["arithmetic", "x[i] *= 2", "x[i] /= 2"],
    ["index", "i", "i + 1"],
  ]);
  expect(changes("f([0, 7, 1e-12]);").filter(([kind]) => kind === "constant")).toEqual([
    ["constant", "0", "1"],
    ["constant", "7", "8"],
    ["constant", "1e-12", "-1e-12"],
  ]);
  expect(changes("function f(): Failure | null { g(); return null; }")).toEqual([
    ["return", "{ g(); return null; }", "return null;"],
    ["removal", "g();", ""],
  ]);
});

test("what is said, types and imports stay as they are", () => {
  const silent = `import { f } from "./f.js";
interface A { readonly b: 1 | 2 }
const words = \`found \${a + 1}\`;
const sentence = "a" + b;
type C = [0, 1];`;
  expect(changes(silent)).toEqual([]);
  // That it is thrown can be taken away; what it says cannot be changed.
  expect(changes('throw new InputError("at " + (line + 1));').map(([kind]) => kind)).toEqual(["removal"]);
});

/** What the planted text computes when the switch of one mutant is on. */
function computed(text: string, active: number): unknown {
  const mutants = mutantsOf("it.ts", text).map((mutant, number) => ({ ...mutant, number }));
  const { outputText } = ts.transpileModule(planted(text, mutants), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const scope = { __mutant: (number: number) => number === active };
  return new Function("globalThis", `${outputText}; return f(3, 4);`)(scope);
}

test("each switch makes its own change, also inside of another one's", () => {
  const text = `function f(a: number, b: number): number {
  let sum = 1;
  for (let i = 0; i < 2; i++) sum += a * b - 2;
  return sum > 20 ? sum : 0;
}`;
  expect(computed(text, -1)).toBe(21);
  const mutants = mutantsOf("it.ts", text);
  const outcome = (original: string, replacement: string) =>
    computed(
      text,
      mutants.findIndex((mutant) => mutant.original === original && mutant.replacement === replacement),
    );
  expect(outcome("a * b", "a / b")).toBe(0);
  expect(outcome("a * b - 2", "a * b + 2")).toBe(29);
  expect(outcome("sum += a * b - 2;", "")).toBe(0);
  expect(outcome("i < 2", "i < 2 - 1")).toBe(0);
  expect(outcome("sum > 20", "sum <= 20")).toBe(0);
});

test("planted sources are still sources", () => {
  for (const name of ["methods/newmark.ts", "linalg/nonlinear.ts", "core/run.ts"]) {
    const text = readFileSync(fileURLToPath(new URL(`../../src/${name}`, import.meta.url)), "utf8");
    const mutants = mutantsOf(name, text).map((mutant, number) => ({ ...mutant, number }));
    expect(mutants.length, name).toBeGreaterThan(20);
    const options = { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } };
    expect(ts.transpileModule(planted(text, mutants), options).diagnostics, name).toEqual([]);
  }
});

test("a sample takes the same number from every file, and the same ones for the same seed", () => {
  const mutant = (file: string, line: number) => ({
    id: `${file}${line}`,
    file,
    line,
    kind: "",
    code: "",
    original: "",
    replacement: "",
  });
  const all = ["a", "b", "c"].flatMap((file, k) =>
    Array.from({ length: 4 ** (k + 1) }, (_, line) => mutant(file, line)),
  );
  const chosen = sample(all, 12, 5);
  expect(
    chosen
      .map(({ file }) => file)
      .sort()
      .join(""),
  ).toBe("aaaabbbbcccc");
  expect(new Set(chosen).size).toBe(12);
  expect(sample(all, 12, 5)).toEqual(chosen);
  expect(sample(all, 12, 6)).not.toEqual(chosen);
  expect(sample(all, 1000, 5)).toHaveLength(all.length);
  // One that is gone is replaced, and nothing else.
  const [gone] = chosen;
  const others = sample(
    all.filter((one) => one !== gone),
    11,
    5,
  );
  expect(chosen.slice(1).filter((one) => !others.includes(one)).length).toBeLessThanOrEqual(1);
});

test("what is listed as equivalent is still in the sources, with its reason", () => {
  const path = fileURLToPath(new URL("../../../scripts/mutation/equivalent.json", import.meta.url));
  const listed = JSON.parse(readFileSync(path, "utf8")) as (Mutant & { reason: string })[];
  for (const { file, code, original, replacement, reason } of listed) {
    const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), "utf8");
    const found = mutantsOf(file, text).some(
      (mutant) => mutant.code === code && mutant.original === original && mutant.replacement === replacement,
    );
    expect(found, `${file}: ${code}: ${original} → ${replacement}`).toBe(true);
    expect(reason.length, code).toBeGreaterThan(20);
  }
});
