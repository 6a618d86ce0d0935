import fc from "fast-check";
import { expect, test } from "vitest";
import type { Graph } from "../../../src/linalg/ordering/graph.js";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { minimumDegree } from "../../../src/linalg/ordering/minimum-degree.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { laplacian, positiveDefinite, sized } from "../matrices.js";

/** The columns of the factor by elimination of the graph, one vertex after another. */
function eliminated(graph: Graph, order: Int32Array): Set<number>[] {
  const position = new Map(Array.from(order, (v, k) => [v, k]));
  const rows = Array.from(order, (v) => {
    const around = graph.neighbour.subarray(graph.start[v], graph.start[v + 1]);
    return new Set(Array.from(around, (u) => position.get(u) as number));
  });
  return rows.map((_, k) => {
    const later = [...rows[k]].filter((i) => i > k);
    for (const i of later) for (const j of later) if (i !== j) rows[i].add(j);
    return new Set(later);
  });
}

test("fronts hold the factor, children precede parents, and updates fit into the parent", () => {
  fc.assert(
    fc.property(sized(40, positiveDefinite), ({ pattern }) => {
      const { graph } = compressedGraph(pattern);
      const nodes = supernodes(graph, minimumDegree(graph));
      expect([...nodes.order].sort((a, b) => a - b)).toEqual(Array.from({ length: graph.size }, (_, k) => k));
      const columns = eliminated(graph, nodes.order);
      const weightAt = (k: number) => graph.weight[nodes.order[k]];
      let entries = 0;
      for (let s = 0; s < nodes.count; s++) {
        const rows = [...nodes.rows.subarray(nodes.rowStart[s], nodes.rowStart[s + 1])];
        const held = new Set(rows);
        for (let k = nodes.first[s]; k < nodes.first[s + 1]; k++) {
          held.add(k);
          for (const i of columns[k]) expect(held.has(i) || i < nodes.first[s + 1]).toBe(true);
          const w = weightAt(k);
          entries += (w * (w + 1)) / 2 + w * [...columns[k]].reduce((sum, i) => sum + weightAt(i), 0);
        }
        const p = nodes.parent[s];
        expect(p === -1 ? rows.length === 0 : p > s).toBe(true);
        const above = new Set(nodes.rows.subarray(nodes.rowStart[p] ?? 0, nodes.rowStart[p + 1] ?? 0));
        for (const i of rows) expect(above.has(i) || (i >= nodes.first[p] && i < nodes.first[p + 1])).toBe(true);
      }
      expect(nodes.entries).toBe(entries);
    }),
    { numRuns: 120 },
  );
});

test("merging leaves few fronts and few zeros", () => {
  const { graph } = compressedGraph(laplacian(12, 12, 12).pattern);
  const nodes = supernodes(graph, minimumDegree(graph));
  let stored = 0;
  for (let s = 0; s < nodes.count; s++) {
    const k = nodes.first[s + 1] - nodes.first[s];
    stored += (k * (k + 1)) / 2 + k * (nodes.rowStart[s + 1] - nodes.rowStart[s]);
  }
  expect(nodes.count).toBeLessThan(graph.size / 6);
  // Small fronts, of which a grid this small has many, may be more than half zeros; large ones at most 4 %.
  expect(stored).toBeLessThan(1.5 * nodes.entries);
});
