import { describe, expect, test } from "vitest";
import { bind, scopeOf } from "../../src/symbolic/bind.js";
import { coneOf, emptyGraph } from "../../src/symbolic/dag.js";
import { parse } from "../../src/symbolic/parse.js";

/** Nodes of several expressions in one graph: equal numbers mean equal things. */
function nodes(...texts: string[]): number[] {
  const graph = emptyGraph();
  const scope = scopeOf(graph, ["x", "y"], { k: 4 });
  return texts.map((text) => bind(graph, parse(text), scope));
}

describe("equal things are one node", () => {
  test.each([
    ["x + y", "y + x"],
    ["x*y", "y*x"],
    ["x*x", "x^2"],
    ["sqrt(x)", "x^0.5"],
    ["x + x", "2*x"],
    ["x - y", "-(y - x)"],
    ["x + (-y)", "x - y"],
    ["(-x)*y", "-(x*y)"],
    ["(-x)^2", "x^2"],
    ["(x^2)^3", "x^6"],
    ["2*(3*x)", "6*x"],
    ["(2*x)*(3*y)", "6*(x*y)"],
    ["k*x", "4*x"],
    ["0*x + 1*y", "y"],
    ["x^1 + 0", "x"],
    ["x - x", "0"],
    ["if(1, x, y)", "x"],
    ["if(x, y, y)", "y"],
    ["e^x", "exp(x)"],
    ["x > y", "y < x"],
    ["max(x, y)", "max(y, x)"],
    ["sin(pi/2)*x", "x"],
    ["--x", "x"],
  ])("%s and %s", (left, right) => {
    const [a, b] = nodes(left, right);
    expect(a).toBe(b);
  });

  test("different things are not", () => {
    const all = nodes(
      "x",
      "y",
      "x - y",
      "y - x",
      "x/y",
      "y/x",
      "(x^2)^0.5",
      "x^y",
      "y^x",
      "atan2(x, y)",
      "atan2(y, x)",
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

test("a cone lists what a node is made of, operands first", () => {
  const graph = emptyGraph();
  const root = bind(graph, parse("sin(x*y) + x"), scopeOf(graph, ["x", "y"]));
  expect(coneOf(graph, [root]).map((node) => graph.entries[node].kind)).toEqual([
    "input",
    "input",
    "multiply",
    "sin",
    "add",
  ]);
});

test.each([
  ["sin", /has the name of a function/],
  ["e", /Euler's number/],
  ["and", /an operator/],
  ["2x", /cannot be written/],
  ["x y", /cannot be written/],
  ["", /cannot be written/],
  ["x", /given twice/],
])("the name %j cannot be given to a parameter", (name, reason) => {
  expect(() => scopeOf(emptyGraph(), ["x"], { [name]: 1 })).toThrow(reason);
});
