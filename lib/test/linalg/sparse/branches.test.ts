import { expect, test } from "vitest";
import { compressedGraph } from "../../../src/linalg/ordering/graph.js";
import { orderOf } from "../../../src/linalg/ordering/order.js";
import { branchesOf, keepApart } from "../../../src/linalg/sparse/branches.js";
import { fronts } from "../../../src/linalg/sparse/fronts.js";
import { supernodes } from "../../../src/linalg/sparse/supernodes.js";
import { laplacian } from "../matrices.js";

const planOf = (nx: number, ny: number) => {
  const { pattern } = laplacian(nx, ny, 3);
  const compressed = compressedGraph(pattern);
  return fronts(pattern, compressed, supernodes(compressed.graph, orderOf(compressed, "auto")));
};

test("branches are subtrees that reach only their own rows and those kept apart", () => {
  const plan = planOf(14, 12);
  const branches = branchesOf(plan, 0);
  const { sequence, start, aboveStart, above } = branches;
  expect(start.length).toBeGreaterThan(4);
  const place = new Int32Array(plan.count);
  sequence.forEach((s, k) => {
    place[s] = k;
  });
  expect(Int32Array.from(sequence).sort()).toEqual(Int32Array.from({ length: plan.count }, (_, s) => s));
  for (let s = 0; s < plan.count; s++) if (plan.parent[s] >= 0) expect(place[s]).toBeLessThan(place[plan.parent[s]]);

  for (let k = 0; k < start.length - 1; k++) {
    const members = sequence.subarray(start[k], start[k + 1]);
    const own = new Set<number>();
    for (const s of members) for (let c = plan.first[s]; c < plan.first[s + 1]; c++) own.add(c);
    for (const s of members) {
      const rows = plan.rows.slice(plan.rowStart[s], plan.rowStart[s + 1]);
      const list = rows.slice();
      keepApart(plan, branches, k, list);
      list.forEach((row, r) => {
        if (row <= plan.size) {
          expect(row).toBe(rows[r]);
          expect(row === plan.size || own.has(row)).toBe(true);
        } else {
          const at = row - plan.size - 1;
          expect(at).toBeGreaterThanOrEqual(aboveStart[k]);
          expect(at).toBeLessThan(aboveStart[k + 1]);
          expect(above[at]).toBe(rows[r]);
        }
      });
    }
  }
});

test("a small factor is not cut", () => {
  const plan = planOf(5, 4);
  const { sequence, start, above } = branchesOf(plan);
  expect(Array.from(start)).toEqual([0]);
  expect(above.length).toBe(0);
  expect(Array.from(sequence)).toEqual(Array.from({ length: plan.count }, (_, s) => s));
});
