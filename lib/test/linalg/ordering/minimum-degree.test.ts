import fc from "fast-check";
import { expect, test } from "vitest";
import { fromTriplets } from "../../../src/linalg/matrix.js";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { minimumDegree } from "../../../src/linalg/ordering/minimum-degree.js";
import { orderOf } from "../../../src/linalg/ordering/order.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { laplacian, noise, positiveDefinite, sized } from "../matrices.js";

const isPermutation = (order: Int32Array) => [...order].sort((a, b) => a - b).every((v, k) => v === k);

test("every vertex is eliminated exactly once", () => {
  fc.assert(
    fc.property(sized(60, positiveDefinite), ({ pattern }) => {
      const { graph } = compressedGraph(pattern);
      expect(isPermutation(minimumDegree(graph))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a tree is eliminated without fill", () => {
  const random = noise(5);
  const n = 300;
  const parents = Array.from({ length: n - 1 }, (_, k) => Math.floor(((random() + 1) / 2) * (k + 1)));
  const i = parents.flatMap((p, k) => [k + 1, p]);
  const j = parents.flatMap((p, k) => [p, k + 1]);
  const diagonal = Array.from({ length: n }, (_, k) => k);
  const tree = fromTriplets(n, [...i, ...diagonal], [...j, ...diagonal], new Float64Array(i.length + n).fill(1));
  const { graph } = compressedGraph(tree.pattern);
  // The factor of a tree has one entry a vertex and one an edge.
  expect(supernodes(graph, minimumDegree(graph)).entries).toBe(2 * n - 1);
});

test("a grid fills far less than in its natural order", () => {
  const compressed = compressedGraph(laplacian(20, 20, 20).pattern);
  const entries = (ordering: "natural" | "minimum-degree") =>
    supernodes(compressed.graph, orderOf(compressed, ordering)).entries;
  // 8,000 rows of bandwidth 400: three million in natural order; minimum degree leaves about a quarter.
  expect(entries("minimum-degree")).toBeLessThan(0.3 * entries("natural"));
});
