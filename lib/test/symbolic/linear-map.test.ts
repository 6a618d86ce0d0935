import { describe, expect, test } from "vitest";
import { gradientsAt } from "../../src/fe/elements/element-set.js";
import { shapeOf } from "../../src/mesh/shapes/shape-of.js";
import { machineOf } from "../../src/symbolic/compile.js";
import { emptyGraph, type Graph, type Node } from "../../src/symbolic/dag.js";
import { linearMap } from "../../src/symbolic/linear-map.js";
import { assemble, STRIDE } from "../../src/symbolic/program.js";
import { randomNumbers } from "../systems/derivatives.js";

type Write = (graph: Graph, x: readonly Node[]) => readonly Node[];

const written = (write: Write, inputs: number) => {
  const graph = emptyGraph();
  return {
    graph,
    results: write(
      graph,
      Array.from({ length: inputs }, (_, k) => graph.input(k)),
    ),
  };
};

function valuesOf(write: Write, x: Float64Array): Float64Array {
  const { graph, results } = written(write, x.length);
  const { input, routines } = machineOf(graph, x.length, [results]);
  input.set(x);
  routines[0].run();
  return Float64Array.from(routines[0].output);
}

function operationsOf(write: Write, inputs: number): number {
  const { graph, results } = written(write, inputs);
  return assemble(graph, inputs, [results]).routines[0].code.length / STRIDE;
}

/** Derivatives of shape functions at integration points, of all nodes but the first. */
function rowsOf(type: "hex8" | "tet10" | "hex20" | "wedge6"): Float64Array[] {
  const shape = shapeOf(type);
  const { dimension, nodes } = shape;
  return gradientsAt(shape, shape.stiffness).flatMap((gradients) =>
    [0, 1, 2].map((k) => Float64Array.from({ length: nodes - 1 }, (_, a) => gradients[(a + 1) * dimension + k])),
  );
}

const MATRICES = {
  hex8: rowsOf("hex8"),
  tet10: rowsOf("tet10"),
  hex20: rowsOf("hex20"),
  wedge6: rowsOf("wedge6"),
  "rows of zeros and of one number": [
    [0, 0, 0],
    [0, 2, 0],
    [0, 0, 0],
    [1, 1, -1],
  ].map((row) => Float64Array.from(row)),
};

describe.each(Object.entries(MATRICES))("%s", (_, matrix) => {
  const columns = matrix[0].length;
  const map = linearMap(matrix);
  const random = randomNumbers(4);
  const x = Float64Array.from({ length: columns }, random);
  const y = Float64Array.from(matrix, random);
  // 40 ulp: sums of up to 81 terms in another order.
  const close = (found: number, exact: number, size: number) =>
    expect(Math.abs(found - exact)).toBeLessThanOrEqual(40 * Number.EPSILON * size);

  test("the rows, with their scales, are those of the matrix", () => {
    valuesOf(map.times, x).forEach((value, k) => {
      const terms = matrix[k].map((c, column) => c * x[column]);
      const sum = terms.reduce((a, b) => a + b, 0);
      close(
        value * map.scales[k],
        sum,
        terms.reduce((a, b) => a + Math.abs(b), 0),
      );
    });
  });

  test("and the transpose has them as columns", () => {
    const scaled = y.map((value, k) => value * map.scales[k]);
    valuesOf(map.transposeTimes, scaled).forEach((value, column) => {
      const terms = y.map((own, k) => own * matrix[k][column]);
      const sum = terms.reduce((a, b) => a + b, 0);
      close(
        value,
        sum,
        terms.reduce((a, b) => a + Math.abs(b), 0),
      );
    });
  });
});

test("bricks are evaluated direction by direction, with a fifth of the operations", () => {
  const direct = 24 * (2 * 7 - 1);
  // 60 by hand: 4 differences along each axis, and two sums with a factor for each of four and four values across.
  const most = 66;
  expect(operationsOf(linearMap(MATRICES.hex8).times, 7)).toBeLessThanOrEqual(most);
  expect(most).toBeLessThan(direct / 4);
});
