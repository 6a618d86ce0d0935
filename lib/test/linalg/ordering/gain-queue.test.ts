import fc from "fast-check";
import { expect, test } from "vitest";
import { gainQueue } from "../../../src/linalg/ordering/gain-queue.js";

test("the largest gain comes first, through insertions, changes and removals", () => {
  const command = fc.tuple(fc.nat(19), fc.integer({ min: -9, max: 9 }), fc.nat(2));
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
      const queue = gainQueue(20);
      const model = new Map<number, number>();
      for (const [v, value, what] of commands) {
        if (!model.has(v)) {
          queue.insert(v, value);
          model.set(v, value);
        } else if (what === 0) {
          queue.remove(v);
          model.delete(v);
        } else {
          queue.change(v, value);
          model.set(v, (model.get(v) ?? 0) + value);
        }
        expect(queue.empty).toBe(model.size === 0);
        expect(queue.has(v)).toBe(model.has(v));
        if (model.size > 0) expect(queue.gainOf(queue.top())).toBe(Math.max(...model.values()));
      }
      queue.clear();
      expect(queue.empty).toBe(true);
    }),
    { numRuns: 300 },
  );
});
