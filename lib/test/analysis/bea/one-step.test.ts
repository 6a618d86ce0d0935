import { describe, expect, test } from "vitest";
import { fractionText } from "../../../src/analysis/bea/fraction.js";
import { distortedField, distortedFieldText, oneStepMethods } from "../../../src/analysis/bea/one-step.js";
import { splittings, symmetry, tree, treesOf, treeText } from "../../../src/analysis/bea/trees.js";

test("trees are counted as in the books", () => {
  expect([1, 2, 3, 4, 5, 6].map((order) => treesOf(order).length)).toEqual([1, 1, 2, 4, 9, 20]);
  expect(treesOf(4).map(treeText).sort()).toEqual(
    ["f''' (f, f, f)".replace("' (", "'("), "f''(f, f' f)", "f' f''(f, f)", "f' f' f' f"].sort(),
  );
  const bush = tree("f", [tree("f"), tree("f"), tree("f")]);
  expect(symmetry(bush)).toBe(6n);
  expect(splittings(bush)).toHaveLength(3);
});

describe("distorted fields", () => {
  test.each([
    [
      "explicit Euler",
      "f - 1/2 h f' f + 1/12 h^2 f''(f, f) + 1/3 h^2 f' f' f - 1/12 h^3 f''(f, f' f) - 1/12 h^3 f' f''(f, f) - 1/4 h^3 f' f' f' f",
    ],
    [
      "implicit Euler",
      "f + 1/2 h f' f + 1/12 h^2 f''(f, f) + 1/3 h^2 f' f' f + 1/12 h^3 f''(f, f' f) + 1/12 h^3 f' f''(f, f) + 1/4 h^3 f' f' f' f",
    ],
    ["implicit midpoint", "f - 1/24 h^2 f''(f, f) + 1/12 h^2 f' f' f"],
    ["trapezoidal", "f + 1/12 h^2 f''(f, f) + 1/12 h^2 f' f' f"],
  ] as const)("of %s", (name, text) => {
    const terms = distortedField(oneStepMethods[name], 4);
    expect(sorted(distortedFieldText(terms))).toEqual(sorted(text));
  });

  test("of Störmer–Verlet belongs to H + h²(p² U''/12 − U'²/24)", () => {
    const verlet = oneStepMethods["Störmer–Verlet"];
    expect(distortedFieldText(distortedField(verlet, 3, "q"))).toBe("v - 1/6 h^2 g' v");
    const v = distortedField(verlet, 3, "v").map(({ tree: each, coefficient }) => [
      treeText(each),
      fractionText(coefficient),
    ]);
    expect(Object.fromEntries(v)).toEqual({ g: "1", "g''(v, v)": "1/12", "g' g": "1/12" });
  });
});

/** Terms as a set: the order in which trees are found does not matter. */
const sorted = (text: string) => text.replaceAll(" - ", " + -").split(" + ").sort();
