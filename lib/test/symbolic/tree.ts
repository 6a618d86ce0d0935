/** Random expressions as trees: printed with as few brackets as the grammar needs, and evaluated directly. What the tree
 *  means is written here a second time, on purpose and as plainly as possible. */
import fc from "fast-check";

export type Tree =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "unary"; readonly operand: Tree }
  | { readonly kind: "binary"; readonly sign: string; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Tree[] };

const LEVEL: Readonly<Record<string, number>> = {
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "==": 4,
  "!=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "^": 8,
};
const UNARY = 7;

export function print(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return String(tree.value);
    case "name":
      return tree.name;
    case "unary":
      return `-${bracketed(tree.operand, 8)}`;
    case "call":
      return `${tree.name}(${tree.args.map(print).join(", ")})`;
    case "binary": {
      const level = LEVEL[tree.sign];
      // Left-associative but for ^; comparisons do not associate at all.
      const [left, right] = tree.sign === "^" ? [9, UNARY] : level === 4 ? [5, 5] : [level, level + 1];
      return `${bracketed(tree.left, left)} ${tree.sign} ${bracketed(tree.right, right)}`;
    }
  }
}

function bracketed(tree: Tree, least: number): string {
  const level = tree.kind === "binary" ? LEVEL[tree.sign] : tree.kind === "unary" ? UNARY : 10;
  return level < least ? `(${print(tree)})` : print(tree);
}

export function evaluate(tree: Tree, names: Readonly<Record<string, number>>): number {
  switch (tree.kind) {
    case "number":
      return tree.value;
    case "name":
      return names[tree.name];
    case "unary":
      return -evaluate(tree.operand, names);
    case "binary":
      return BINARY[tree.sign](evaluate(tree.left, names), evaluate(tree.right, names));
    case "call": {
      const args = tree.args.map((arg) => evaluate(arg, names));
      if (tree.name === "if") return args[0] !== 0 ? args[1] : args[2];
      return (Math as unknown as Record<string, (...all: number[]) => number>)[tree.name](...args);
    }
  }
}

const BINARY: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
};

interface Vocabulary {
  readonly names: readonly string[];
  readonly signs: readonly string[];
  readonly functions: readonly string[];
  readonly exponents: readonly number[];
}

export const EVERYTHING: Vocabulary = {
  names: ["x", "y", "z"],
  signs: ["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="],
  functions: ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs", "sign"],
  exponents: [-2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, 4, 7, 0.3],
};

/** Smooth on the whole space and of moderate size near the origin: for comparing derivatives with differences. */
export const SMOOTH: Vocabulary = {
  names: ["x", "y", "z"],
  signs: ["+", "-", "*"],
  functions: ["sin", "cos", "atan", "tanh"],
  exponents: [0, 1, 2, 3],
};

export function trees({ names, signs, functions, exponents }: Vocabulary): fc.Arbitrary<Tree> {
  const number = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0.01, max: 3, noNaN: true }));
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      fc.constantFrom(...names).map((name): Tree => ({ kind: "name", name })),
      number.map((value): Tree => ({ kind: "number", value })),
      tie("tree").map((operand): Tree => ({ kind: "unary", operand })),
      fc
        .tuple(fc.constantFrom(...signs), tie("tree"), tie("tree"))
        .map(([sign, left, right]): Tree => ({ kind: "binary", sign, left, right })),
      fc
        .tuple(tie("tree"), fc.constantFrom(...exponents))
        .map(([left, value]): Tree => ({ kind: "binary", sign: "^", left, right: literal(value) })),
      fc
        .tuple(fc.constantFrom(...functions), tie("tree"))
        .map(([name, arg]): Tree => ({ kind: "call", name, args: [arg] })),
      ...(signs.includes("<")
        ? [
            fc
              .tuple(fc.constantFrom("min", "max", "atan2"), tie("tree"), tie("tree"))
              .map(([name, a, b]): Tree => ({ kind: "call", name, args: [a, b] })),
            fc.tuple(tie("tree"), tie("tree"), tie("tree")).map((args): Tree => ({ kind: "call", name: "if", args })),
          ]
        : []),
    ),
  }));
  return tree;
}

function literal(value: number): Tree {
  const size: Tree = { kind: "number", value: Math.abs(value) };
  return value < 0 ? { kind: "unary", operand: size } : size;
}

/** Coordinates that are neither special values nor large. */
export const states = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1.5, max: 1.5, noNaN: true })));

/** Three numbers spread evenly up to a size. */
export const evenly = (size: number) =>
  fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -1e9, max: 1e9 }).map((k) => size * 1e-9 * k)));
