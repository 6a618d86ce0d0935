import fc from "fast-check";
import { expect, test } from "vitest";
import { elementAssembly } from "../../../src/linalg/assembly.js";
import { nestedDissection } from "../../../src/linalg/ordering/dissection.js";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { minimumDegree } from "../../../src/linalg/ordering/minimum-degree.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { positiveDefinite } from "../matrices.js";

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

/** The pattern of a block of hexahedra: every node meets 26 others. */
function hexahedra(nx: number, ny: number, nz: number) {
  const corners = [0, 1, nx, nx + 1, nx * ny, nx * ny + 1, nx * ny + nx, nx * ny + nx + 1];
  const elements: number[] = [];
  for (let p = 0; p < nx * ny * (nz - 1); p++) {
    if (p % nx === nx - 1 || Math.floor(p / nx) % ny === ny - 1) continue;
    elements.push(...corners.map((corner) => p + corner));
  }
  return elementAssembly(nx * ny * nz, Int32Array.from(elements), 8).pattern;
}

test("a block of solid elements fills less than by minimum degree", () => {
  const { graph } = compressedGraph(hexahedra(24, 12, 12));
  const dissected = supernodes(graph, nestedDissection(graph)).entries;
  // The gain grows with the size; a block of a hundred thousand unknowns fills a third less.
  expect(dissected).toBeLessThan(0.9 * supernodes(graph, minimumDegree(graph)).entries);
});
