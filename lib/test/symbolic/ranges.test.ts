import { expect, test } from "vitest";
import { uniform } from "../../src/core/random.js";
import { bind, scopeOf } from "../../src/symbolic/bind.js";
import { parsed } from "../../src/symbolic/compile.js";
import { emptyGraph } from "../../src/symbolic/dag.js";
import { rangesOf } from "../../src/symbolic/ranges.js";
import { scalarOf } from "../../src/symbolic/scalar.js";

function rangeOf(formula: string) {
  const graph = emptyGraph();
  const node = bind(graph, parsed(formula), scopeOf(graph, ["x", "y"], { k: 3 }));
  return rangesOf(graph)(node);
}

test.each([
  ["x^2 + 1", 1, Infinity],
  ["1 - 0.5*sin(x)", 0.5, 1.5],
  ["2 + tanh(x*y)", 1, 3],
  ["k*cos(x) - 4", -7, -1],
  ["abs(x) + k", 3, Infinity],
  ["max(x, 2) + min(y, -5)", -Infinity, Infinity],
  ["min(x^2, 4)", 0, 4],
  ["if(x > 0, sin(y), 2)", -1, 2],
  ["1/(1 + x^2)", 0, 1],
  ["cosh(x)^-2", 0, 1],
  ["x", -Infinity, Infinity],
  ["1/x", -Infinity, Infinity],
])("%s", (formula, low, high) => {
  const range = rangeOf(formula);
  // What is positive but for underflow is above zero.
  expect([range.low < 1e-300 && low === 0 ? 0 : range.low, range.high]).toEqual([low, high]);
});

test("what is positive stays so where it underflows", () => {
  for (const formula of ["exp(x)", "exp(x)*exp(y)", "1/cosh(x)", "exp(x)^2", "1/x^2", "sqrt(1 + x^2)"]) {
    expect(rangeOf(formula).low, formula).toBeGreaterThan(0);
  }
});

test("values are inside", () => {
  const random = uniform(5);
  const names = { coordinates: ["x", "y"], parameters: { k: 3 } };
  for (const formula of [
    "sin(x)^3*(2 - cos(y))",
    "abs(x - y)/(1 + abs(x))",
    "(tanh(x) - 2)*(sin(y) - 3)",
    "sqrt(abs(x)) - atan(y)^2",
    "log(2 + sin(x))*min(y, 1)^3",
    "(x^2 + 1)^-1.5 - exp(-y^2)",
    "max(sin(x), cos(y)) - abs(sinh(x)/cosh(x))",
    "k^2 - sign(x)*if(y > 0, exp(-y), y^2)",
  ]) {
    const { low, high } = rangeOf(formula);
    const value = scalarOf({ ...names, expression: formula });
    for (let n = 0; n < 200; n++) {
      const q = Float64Array.of(10 * random() - 5, 10 * random() - 5);
      const found = value(0, q, q);
      expect(found, formula).toBeGreaterThanOrEqual(low);
      expect(found, formula).toBeLessThanOrEqual(high);
    }
  }
});
