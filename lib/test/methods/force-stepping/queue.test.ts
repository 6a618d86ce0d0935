import fc from "fast-check";
import { expect, test } from "vitest";
import { changedAt, earliest, emptyQueue, leavesFor, renewed } from "../../../src/methods/force-stepping/queue.js";

test.each([
  { name: "a range", restore: (tree: Float64Array, size: number, at: number) => renewed(tree, size, at, at) },
  { name: "one leaf", restore: changedAt },
])("the earliest of many times, whatever changes: $name", ({ restore }) => {
  const change = fc.tuple(fc.nat(36), fc.oneof(fc.double({ min: 0, max: 9, noNaN: true }), fc.constant(Infinity)));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 200 }), (changes) => {
      const size = leavesFor(37);
      const tree = emptyQueue(size);
      const plain = new Array<number>(37).fill(Infinity);
      for (const [at, time] of changes) {
        plain[at] = time;
        tree[size + at] = time;
        restore(tree, size, at);
        const least = Math.min(...plain);
        expect(tree[size + earliest(tree, size)]).toBe(least);
        if (least < Infinity) expect(earliest(tree, size)).toBe(plain.indexOf(least));
      }
    }),
    { seed: 4, numRuns: 60 },
  );
});

test("room for a power of two", () => {
  expect([1, 2, 3, 8, 9].map(leavesFor)).toEqual([2, 2, 4, 8, 16]);
});
