import fc from "fast-check";
import { expect, test } from "vitest";
import { congruence } from "../../../src/core/random.js";
import { coarsen, withUnitEdges } from "../../../src/linalg/ordering/coarsening.js";
import { compressedGraph, type Graph } from "../../../src/linalg/ordering/graph.js";
import { SEPARATOR, splitOf } from "../../../src/linalg/ordering/refinement.js";
import { separate } from "../../../src/linalg/ordering/separator.js";
import { laplacian, positiveDefinite, sized } from "../matrices.js";

const crossings = ({ size, start, neighbour }: Graph, side: Uint8Array) => {
  let count = 0;
  for (let v = 0; v < size; v++) {
    for (let j = start[v]; j < start[v + 1]; j++) if (side[v] + side[neighbour[j]] === 1) count++;
  }
  return count;
};

test("no edge crosses a separator, whatever the graph", () => {
  fc.assert(
    fc.property(sized(150, positiveDefinite), ({ pattern }) => {
      const { graph } = compressedGraph(pattern);
      const split = separate(graph, congruence(3));
      expect(crossings(graph, split.side)).toBe(0);
      expect(split.weights).toEqual(splitOf(graph, split.side).weights);
    }),
    { numRuns: 200 },
  );
});

test("a grid is cut across its short direction, nearly in the middle", () => {
  const { graph } = compressedGraph(laplacian(60, 30, 1).pattern);
  const { weights } = separate(graph, congruence(1));
  // A straight cut has 30 vertices.
  expect(weights[SEPARATOR]).toBeLessThanOrEqual(33);
  expect(Math.max(weights[0], weights[1])).toBeLessThanOrEqual(0.6 * 1800);
});

test("a coarser graph keeps the weight, and its edges stand for the edges between its vertices", () => {
  const fine = withUnitEdges(compressedGraph(laplacian(9, 8, 3).pattern).graph);
  const { coarse, into } = coarsen(fine, 100, congruence(7));
  const sum = (x: Int32Array) => x.reduce((a, b) => a + b, 0);
  expect(sum(coarse.weight)).toBe(sum(fine.weight));
  expect(coarse.size).toBeLessThan(0.6 * fine.size);
  let between = 0;
  for (let v = 0; v < fine.size; v++) {
    for (let j = fine.start[v]; j < fine.start[v + 1]; j++) if (into[v] !== into[fine.neighbour[j]]) between++;
  }
  expect(sum(coarse.edge)).toBe(between);
});
