import { expect, test } from "vitest";
import { bind, scopeOf } from "../../src/symbolic/bind.js";
import { emptyGraph } from "../../src/symbolic/dag.js";
import { isOfDistances } from "../../src/symbolic/distances.js";
import { parse } from "../../src/symbolic/parse.js";

function shown(text: string, names: string): boolean {
  const graph = emptyGraph();
  const coordinates = names.split(" ");
  return isOfDistances(graph, bind(graph, parse(text), scopeOf(graph, coordinates)));
}

const two = "x1 y1 x2 y2";

test.each<[string, string]>([
  ["-1/sqrt(x^2 + y^2)", "x y"],
  ["15*(sqrt(x^2 + y^2 + z^2) - 1)^2", "x y z"],
  ["3*x^2/2 + 3*y^2/2 + exp(-(x^2 + y^2))", "x y"],
  ["sqrt(x*x + y*y) + x^2 + y^2 + 4", "x y"],
  ["((x1 - x2)^2 + (y2 - y1)^2)^-6 + x1^2 + y1^2", two],
  ["if((x1 - x2)^2 + (y1 - y2)^2 < 1, 1, 0)", two],
  ["(x - y)^4 + abs(x)", "x y"],
  ["x^2 - x^4", "x"],
  // Two points on a line.
  ["x^2 + 2*y^2", "x y"],
  ["5", "x"],
])("%s of %s: yes", (text, names) => {
  expect(shown(text, names)).toBe(true);
});

test.each<[string, string]>([
  ["x^2 + 2*y^2 + x*y", "x y"],
  ["x^2 + y^2 + 9.81*y", "x y"],
  ["1 - cos(x)", "x"],
  ["x^3", "x"],
  ["(x^2 + y^2 + 2*x*y)^2", "x y"],
  ["((x1 - y2)^2 + (y1 - x2)^2)*x1", two],
  ["sqrt(x^2 + y^2)*x", "x y"],
  ["x1^2 + y2^2 + x1*y1", two],
])("%s of %s: not shown", (text, names) => {
  expect(shown(text, names)).toBe(false);
});
