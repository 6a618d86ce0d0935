import { expect, test } from "vitest";
import { lost, stateSum } from "../../src/methods/summation.js";

test("what an addition loses is found exactly, whichever number is larger", () => {
  expect(lost(1, 2 ** -60, 1)).toBe(2 ** -60);
  expect(lost(2 ** -60, 1, 1)).toBe(2 ** -60);
  expect(lost(0.1, 0.2, 0.1 + 0.2)).toBe(-(2 ** -55)); // 0.1 + 0.2 is rounded up by half of an ulp of 2⁻⁵⁴
});

test("a million times 0.1 is 1e5 to the last bit, and is not with plain sums", () => {
  const [compensated, plain] = (["compensated", "plain"] as const).map((how) => {
    const s = { q: new Float64Array(1), v: new Float64Array(1) };
    const step = Float64Array.of(0.1);
    const sum = stateSum(1, how);
    for (let n = 0; n < 1_000_000; n++) sum.add(s, step, step);
    return s;
  });
  expect(compensated!.q[0]).toBe(100_000);
  expect(compensated!.v[0]).toBe(100_000);
  expect(Math.abs(plain!.q[0]! - 100_000)).toBeGreaterThan(1e-7);
});
