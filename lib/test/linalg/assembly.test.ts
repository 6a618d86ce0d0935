import fc from "fast-check";
import { expect, test } from "vitest";
import { elementAssemblies, elementAssembly } from "../../src/linalg/assembly.js";
import { toRows } from "../../src/linalg/matrix.js";
import { checkPattern } from "../../src/linalg/sparsity.js";

test("assembled elements are the sum of their matrices, and fixed nodes are left out", () => {
  const meshes = fc
    .record({
      nodes: fc.integer({ min: 1, max: 7 }),
      perElement: fc.integer({ min: 1, max: 4 }),
      block: fc.integer({ min: 1, max: 3 }),
    })
    .chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        elements: fc.array(
          fc.uniqueArray(fc.integer({ min: 0, max: shape.nodes + 2 }), {
            minLength: shape.perElement,
            maxLength: shape.perElement,
          }),
          { maxLength: 6 },
        ),
      }),
    );
  fc.assert(
    fc.property(meshes, ({ shape: { nodes, perElement, block }, elements }) => {
      // Nodes beyond the last stand for fixed ones.
      const list = Int32Array.from(elements.flat(), (node) => (node < nodes ? node : -1));
      const { pattern, add } = elementAssembly(nodes, list, perElement, block);
      checkPattern(pattern);
      const values = new Float64Array(pattern.column.length);
      const size = nodes * block;
      const expected = Array.from({ length: size }, () => new Array<number>(size).fill(0));
      const width = perElement * block;
      elements.forEach((_, e) => {
        const matrix = Float64Array.from({ length: width * width }, (_, k) => 1 + ((k * 7 + e) % 13));
        add(e, matrix, values);
        const rowOf = (k: number) => {
          const node = list[e * perElement + Math.floor(k / block)];
          return node < 0 ? -1 : node * block + (k % block);
        };
        for (let i = 0; i < width; i++) {
          for (let j = 0; j < width; j++) {
            if (rowOf(i) >= 0 && rowOf(j) >= 0) expected[rowOf(i)][rowOf(j)] += matrix[i * width + j];
          }
        }
      });
      expect(toRows({ pattern, values })).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("a node out of range is refused with its element", () => {
  expect(() => elementAssembly(3, Int32Array.of(0, 1, 1, 3), 2)).toThrow("element 1: node 3 is outside 0 … 2");
});

test("elements of several kinds share one pattern", () => {
  const triangles = { elements: Int32Array.of(0, 1, 2), perElement: 3 };
  const bars = { elements: Int32Array.of(2, 3, 3, -1), perElement: 2 };
  const [plane, line] = elementAssemblies(4, [triangles, bars]);
  expect(plane.pattern).toBe(line.pattern);
  const values = new Float64Array(plane.pattern.column.length);
  plane.add(0, new Float64Array(9).fill(1), values);
  line.add(0, Float64Array.of(2, -2, -2, 2), values);
  line.add(1, Float64Array.of(5, 6, 7, 8), values);
  expect(toRows({ pattern: plane.pattern, values })).toEqual([
    [1, 1, 1, 0],
    [1, 1, 1, 0],
    [1, 1, 3, -2],
    [0, 0, -2, 7],
  ]);
});
