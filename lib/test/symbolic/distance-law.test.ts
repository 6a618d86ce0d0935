import { describe, expect, test } from "vitest";
import { machineOf } from "../../src/symbolic/compile.js";
import type { Graph, Node } from "../../src/symbolic/dag.js";
import { type Distance, distanceLaw } from "../../src/symbolic/distance-law.js";

type Write = (graph: Graph, at: Distance) => Node;

function derivativesAt(write: Write, r: number): number[] {
  const { graph, inputs, energy, slope, curvature } = distanceLaw(0, write);
  const { input, routines } = machineOf(graph, inputs, [[energy, slope, curvature]]);
  input.set([r * r, 1 / (r * r), r, 1 / r]);
  routines[0].run();
  return [...routines[0].output];
}

describe("U, U′/r and (U″ − U′/r)/r²", () => {
  test.each<[string, Write, (r: number) => readonly number[]]>([
    ["s²", ({ power }, { square }) => power(square, 2), (r) => [r ** 4, 4 * r ** 2, 8]],
    ["1/s³", ({ power }, { perSquare }) => power(perSquare, 3), (r) => [r ** -6, -6 * r ** -8, 48 * r ** -10]],
    ["r³", ({ power }, { distance }) => power(distance, 3), (r) => [r ** 3, 3 * r, 3 / r]],
    ["1/r", (_graph, { perDistance }) => perDistance, (r) => [1 / r, -(r ** -3), 3 * r ** -5]],
    [
      "exp(r)/r",
      ({ call, multiply }, { distance, perDistance }) => multiply(call("exp", distance), perDistance),
      (r) => {
        const [U, first] = [Math.exp(r) / r, Math.exp(r) * (1 / r - 1 / r ** 2)];
        const second = Math.exp(r) * (1 / r - 2 / r ** 2 + 2 / r ** 3);
        return [U, first / r, (second - first / r) / r ** 2];
      },
    ],
  ])("of %s", (_name, write, expected) => {
    for (const r of [0.7, 1, 2.3]) {
      const found = derivativesAt(write, r);
      // Some ulps of terms that may cancel to a tenth.
      expected(r).forEach((value, k) => {
        expect(Math.abs(found[k] - value)).toBeLessThan(1e-14 * (1 + Math.abs(value)));
      });
    }
  });
});

test("a branch that is not taken may be infinite", () => {
  const write: Write = ({ choose, compare, constant, power, subtract }, { square, distance }) =>
    choose(compare("less", square, constant(1)), square, power(subtract(distance, constant(1)), 2));
  expect(derivativesAt(write, 0)).toEqual([0, 2, 0]);
});
