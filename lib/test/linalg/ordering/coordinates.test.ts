import { expect, test } from "vitest";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { orderOf } from "../../../src/linalg/ordering/order.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { laplacian } from "../matrices.js";

const [nx, ny, nz] = [16, 11, 11];
const compressed = compressedGraph(laplacian(nx, ny, nz).pattern);
const points = Float64Array.from({ length: 3 * nx * ny * nz }, (_, k) => {
  const p = Math.floor(k / 3);
  return [p % nx, Math.floor(p / nx) % ny, Math.floor(p / (nx * ny))][k % 3];
});

test("a block is dissected in space about as well as by its graph", () => {
  const order = orderOf(compressed, { points, dimension: 3 });
  expect([...order].sort((a, b) => a - b).every((v, k) => v === k)).toBe(true);
  const entries = (o: Int32Array) => supernodes(compressed.graph, o).entries;
  expect(entries(order)).toBeLessThan(1.35 * entries(orderOf(compressed, "nested-dissection")));
});

test("coordinates that do not fit the rows are refused", () => {
  expect(() => orderOf(compressed, { points: points.subarray(0, 21), dimension: 3 })).toThrow("as many rows each");
});
