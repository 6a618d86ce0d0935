import fc from "fast-check";
import { expect, test } from "vitest";
import { nestedDissection } from "../../../src/linalg/ordering/dissection.js";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { minimumDegree } from "../../../src/linalg/ordering/minimum-degree.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { laplacian, positiveDefinite } from "../matrices.js";

test("every vertex is eliminated exactly once, and the same way every time", () => {
  const graphs = fc.integer({ min: 100, max: 300 }).chain(positiveDefinite);
  fc.assert(
    fc.property(graphs, ({ pattern }) => {
      const { graph } = compressedGraph(pattern);
      const order = nestedDissection(graph);
      expect([...order].sort((a, b) => a - b).every((v, k) => v === k)).toBe(true);
      expect(nestedDissection(graph)).toEqual(order);
    }),
    { numRuns: 20 },
  );
});

test("a cube fills less than by minimum degree", () => {
  const { graph } = compressedGraph(laplacian(18, 18, 18).pattern);
  const dissected = supernodes(graph, nestedDissection(graph)).entries;
  expect(dissected).toBeLessThan(0.95 * supernodes(graph, minimumDegree(graph)).entries);
});
