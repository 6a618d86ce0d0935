import { expect, test } from "vitest";
import { nestedDissection } from "../../../src/linalg/ordering/dissection.js";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { minimumDegree } from "../../../src/linalg/ordering/minimum-degree.js";
import { orderOf } from "../../../src/linalg/ordering/order.js";
import { laplacian } from "../matrices.js";

const graphOf = (nx: number, ny: number) => compressedGraph(laplacian(nx, ny, 1).pattern);

test("large graphs are dissected and small ones are not, unless asked otherwise", () => {
  const [small, large] = [graphOf(30, 30), graphOf(32, 32)];
  for (const [compressed, auto] of [
    [small, minimumDegree],
    [large, nestedDissection],
  ] as const) {
    const { graph } = compressed;
    expect(orderOf(compressed, "auto")).toEqual(auto(graph));
    expect(orderOf(compressed, "minimum-degree")).toEqual(minimumDegree(graph));
    expect(orderOf(compressed, "nested-dissection")).toEqual(nestedDissection(graph));
    expect([...orderOf(compressed, "natural")]).toEqual(Array.from({ length: graph.size }, (_, v) => v));
    // Else nothing of this could be told.
    expect(minimumDegree(graph)).not.toEqual(nestedDissection(graph));
  }
});
