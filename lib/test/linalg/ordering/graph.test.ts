import fc from "fast-check";
import { expect, test } from "vitest";
import { fromTriplets } from "../../../src/linalg/matrix.js";
import { compressedGraph, subgraph } from "../../../src/linalg/ordering/graph.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { laplacian, positiveDefinite, sized } from "../matrices.js";

test("three directions of one node become one vertex", () => {
  const scalar = laplacian(4, 3, 1);
  const { size, rowStart, column } = scalar.pattern;
  const i: number[] = [];
  const j: number[] = [];
  for (let r = 0; r < size; r++) {
    for (let k = rowStart[r]; k < rowStart[r + 1]; k++) {
      for (let c = 0; c < 9; c++) {
        i.push(3 * r + (c % 3));
        j.push(3 * column[k] + Math.floor(c / 3));
      }
    }
  }
  const tripled = fromTriplets(3 * size, i, j, new Float64Array(i.length).fill(1));
  const { graph, vertexOf } = compressedGraph(tripled.pattern);
  const { graph: plain } = compressedGraph(scalar.pattern);
  expect([...graph.weight]).toEqual(new Array(size).fill(3));
  expect(graph.start).toEqual(plain.start);
  expect(graph.neighbour).toEqual(plain.neighbour);
  expect([...vertexOf]).toEqual(Array.from({ length: 3 * size }, (_, r) => Math.floor(r / 3)));
});

test("a full matrix is one vertex; an unsymmetric pattern is refused", () => {
  expect(compressedGraph(fullPattern(5)).graph.size).toBe(1);
  expect(() => compressedGraph(fromTriplets(2, [0], [1], [1]).pattern)).toThrow("both of its triangles");
});

test("the graph has an edge exactly where rows of different vertices meet", () => {
  fc.assert(
    fc.property(sized(12, positiveDefinite), ({ pattern }) => {
      const { graph, vertexOf } = compressedGraph(pattern);
      const edges = new Set<string>();
      for (let i = 0; i < pattern.size; i++) {
        for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++) {
          const other = vertexOf[pattern.column[k]];
          if (other !== vertexOf[i]) edges.add(`${vertexOf[i]},${other}`);
        }
      }
      const found = new Set<string>();
      for (let v = 0; v < graph.size; v++) {
        for (let k = graph.start[v]; k < graph.start[v + 1]; k++) found.add(`${v},${graph.neighbour[k]}`);
      }
      expect(found).toEqual(edges);
      expect(found.size).toBe(graph.neighbour.length);
    }),
  );
});

test("a subgraph keeps the edges inside it and leaves the scratch clean", () => {
  const { graph } = compressedGraph(laplacian(3, 3, 1).pattern);
  const place = new Int32Array(9).fill(-1);
  const part = subgraph(graph, Int32Array.of(0, 1, 4, 8), place);
  expect([...part.start]).toEqual([0, 1, 3, 4, 4]);
  expect([...part.neighbour]).toEqual([1, 0, 2, 1]);
  expect(place.every((p) => p === -1)).toBe(true);
});
