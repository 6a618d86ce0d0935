import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { compile, constant } from "../../src/symbolic/compile.js";
import { type Expression, parse } from "../../src/symbolic/parse.js";
import { EVERYTHING, evaluate, print, states, type Tree, trees } from "./tree.js";

/** The tree that a postfix list stands for. */
function treeOf({ postfix }: Expression): Tree {
  const stack: Tree[] = [];
  for (const step of postfix) {
    if (step.kind === "number") stack.push({ kind: "number", value: step.value });
    else if (step.kind === "name") stack.push({ kind: "name", name: step.name });
    else {
      const args = stack.splice(stack.length - step.count);
      if (step.what === "negate") stack.push({ kind: "unary", operand: args[0] });
      else if (/^\w/.test(step.what)) stack.push({ kind: "call", name: step.what, args });
      else stack.push({ kind: "binary", sign: step.what, left: args[0], right: args[1] });
    }
  }
  return stack[0];
}

/** The message of the error that is expected. */
function complaint(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error("nothing was thrown");
}

describe("grammar", () => {
  test.each<[string, number]>([
    ["1 + 2*3", 7],
    ["(1 + 2)*3", 9],
    ["2^3^2", 512],
    ["-2^2", -4],
    ["(-2)^2", 4],
    ["2^-1", 0.5],
    ["2^-2^2", 2 ** -4],
    ["2*-3", -6],
    ["--2", 2],
    ["+2 - +3", -1],
    ["8/4/2", 1],
    ["8 - 4 - 2", 2],
    ["8/4*2", 4],
    ["-8/4", -2],
    [".5 + 1. + 1e-3 + 2E+1", 21.501],
    ["1 + 1 < 3", 1],
    ["2 == 1 + 1", 1],
    ["1 != 1", 0],
    ["(1 < 2) + (2 >= 2)", 2],
    ["not 1 > 2 and 2 > 1", 1],
    ["1 > 2 or 2 > 1 and 0", 0],
    ["(not 0) + 1", 2],
    ["if(2 > 1, 10, 20)", 10],
    ["if(0/1, 1/0, 3)", 3],
    ["min(3, 1, 2) + max(3, 1, 2)", 4],
    ["atan2(1, -1)", Math.atan2(1, -1)],
    ["cos(pi)", -1],
    ["log(e^2)", 2],
    ["sqrt(16) + abs(-3) + sign(-7)", 6],
    ["1\n + 2", 3],
  ])("%s = %d", (text, value) => {
    expect(constant(text)).toBeCloseTo(value, 14);
  });

  test("what is printed is read back as the same tree", () => {
    fc.assert(
      fc.property(trees(EVERYTHING), (tree) => {
        expect(treeOf(parse(print(tree)))).toEqual(tree);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  test("values are those of the tree evaluated directly", () => {
    fc.assert(
      fc.property(trees(EVERYTHING), states, (tree, [x, y, z]) => {
        const direct = evaluate(tree, { x, y, z });
        // Where pieces or singularities lie within rounding of the state, the two may fall on different sides.
        fc.pre(Number.isFinite(direct) && isSteady(tree, [x, y, z], direct));
        const out = new Float64Array(1);
        try {
          compile({ inputs: ["x", "y", "z"], outputs: [print(tree)] })(Float64Array.of(x, y, z), out);
        } catch (error) {
          // Some part that is never used in `direct` is not finite.
          expect((error as InputError).message).toMatch(/the result is/);
          return;
        }
        // Constants are gathered and powers are products: a few roundings differ, amplified by the conditioning.
        expect(Math.abs(out[0] - direct)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(direct)));
      }),
      { seed: 2, numRuns: 1000 },
    );
  });

  test("a long sum is no deep recursion", () => {
    expect(constant(Array(50_000).fill("1").join(" + "))).toBe(50_000);
  });
});

/** Does the value change little when the state moves by far more than rounding? */
function isSteady(tree: Tree, [x, y, z]: readonly number[], value: number): boolean {
  return [1e-12, -1e-12].every((shift) => {
    const moved = evaluate(tree, { x: x + shift, y: y - shift, z: z + 2 * shift });
    return Math.abs(moved - value) < 1e-10 * Math.max(1, Math.abs(value));
  });
}

describe("messages", () => {
  test("a caret stands under the column", () => {
    expect(complaint(() => constant("1 + lo^2", { l0: 1, m: 2 }))).toBe(
      '5: unknown name "lo". Did you mean "l0"? Known here: l0, m, pi, e\n    1 + lo^2\n        ^',
    );
  });

  test("the place of the expression is added to the column in it", () => {
    expect(complaint(() => parse("1 +* 2", { file: "a.yaml", line: 7, column: 14, key: "system.potential" }))).toBe(
      'a.yaml:7:17: system.potential: a number, a name or "(" is missing here: found "*"\n    1 +* 2\n       ^',
    );
    expect(complaint(() => parse("1 +\n * 2", { line: 7, column: 14 }))).toMatch(/^8:2: /);
  });

  test.each<[string, number, RegExp]>([
    ["", 1, /empty/],
    ["  ", 1, /empty/],
    ["(1 + 2", 1, /this "\(" is not closed/],
    ["1 + 2)", 6, /no "\(" for this "\)"/],
    ["sin(1, 2)", 1, /sin takes 1 argument, here it has 2/],
    ["if(1, 2)", 1, /if takes 3 arguments, here it has 2/],
    ["max(1)", 1, /max takes 2 or more arguments, here it has 1/],
    ["sin()", 1, /sin takes 1 argument, here it has 0/],
    ["sinn(1)", 1, /no function "sinn". Did you mean "sin"\?/],
    ["sin + 1", 1, /sin is a function; write sin\(…\)/],
    ["2x", 1, /to multiply, write 2\*x/],
    ["2 x", 3, /expected an operator, found "x"; to multiply/],
    ["210 GPa", 5, /found "GPa".*units are not written/],
    ["1.2.3", 1, /"1\.2\.3" is not a number/],
    ["1e400", 1, /beyond the range/],
    ["2**3", 2, /write \^/],
    ["1 = 1", 3, /write ==/],
    ["1 < 2 < 3", 7, /do not chain/],
    ["1 + not 2", 5, /in brackets/],
    ["1, 2", 2, /comma/],
    ["1 @ 2", 3, /unexpected character "@"/],
    ["1 + ", 5, /is missing here: the expression ends/],
    ["* 2", 1, /cannot begin with "\*"/],
    ["1/0", 2, /infinite/],
    ["2*sqrt(-1)", 3, /not a number/],
    [`${"(".repeat(300)}1${")".repeat(300)}`, 201, /nested more than 200 deep/],
    [`${"-".repeat(3000)}1`, 201, /nested more than 200 deep/],
    [Array(500).fill("2").join("^"), 401, /nested more than 200 deep/],
    ["1".repeat(1_000_001), 1_000_001, /1000001 characters/],
  ])("%.30s: column %i", (text, column, reason) => {
    const message = complaint(() => constant(text));
    expect(message).toMatch(reason);
    expect(message).toMatch(new RegExp(`^${column}: `));
    expect(message).toMatch(/\n {4}.*\n {4} *\^$/);
  });

  test("a long line is shown in part, and control characters not at all", () => {
    const message = complaint(() => parse(`${"1 + ".repeat(100)}\u0007 + 1`));
    const [, line, caret] = message.split("\n");
    expect(line.length).toBeLessThan(110);
    expect(line).not.toContain("\u0007");
    expect(caret.length).toBeLessThan(110);
  });
});
