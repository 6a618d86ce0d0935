import { expect, test } from "vitest";
import { frameMemory } from "../../src/run/memory.js";

const header = {
  ...{ name: "", model: {}, method: {}, version: "", citations: [], units: {}, labels: [] },
  columns: ["t", "q.x"],
};

test("keeps all frames of a short run", () => {
  const memory = frameMemory();
  for (let i = 0; i < 100; i++) memory.add(Float64Array.of(i, -i));
  const { data } = memory.table(header);
  expect(data[0]).toEqual(Float64Array.from({ length: 100 }, (_, i) => i));
  expect(data[1]?.[99]).toBe(-99);
});

test("keeps equally spaced frames of a long one, from the first to nearly the last", () => {
  const memory = frameMemory();
  const count = 300_000;
  for (let i = 0; i < count; i++) memory.add(Float64Array.of(i, 0));
  const [t = new Float64Array()] = memory.table(header).data;
  expect(t.length).toBeGreaterThan(8_000);
  expect(t.length).toBeLessThan(20_000);
  const stride = (t[1] ?? 0) - (t[0] ?? 0);
  expect(t.every((x, i) => x === i * stride)).toBe(true);
  expect(t.at(-1)).toBeGreaterThan(count - 1 - stride);
});
