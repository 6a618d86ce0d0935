import { expect, test } from "vitest";
import { congruence, permutation, startingVector, uniform } from "../../src/core/random.js";

/** Samples of studies and artificial records are made of these: another sequence would be another result. */
test("the sequences are what they were", () => {
  const [u, c] = [uniform(1), congruence(1)];
  expect([u(), u(), u()].map((x) => x * 2147483647)).toEqual([48271, 182605794, 1291394886]);
  expect([c(), c(), c()].map((x) => x * 2 ** 32)).toEqual([1015568748, 1586005467, 2165703038]);
});

test("a starting vector fills [−1, 1) evenly, and another seed gives another", () => {
  const x = startingVector(10_000);
  const mean = (f: (x: number) => number) => x.reduce((sum, each) => sum + f(each), 0) / x.length;
  expect(x.every((each) => each >= -1 && each < 1)).toBe(true);
  // Deviations of the means: 0.0058 and 0.003.
  expect(Math.abs(mean((each) => each))).toBeLessThan(0.02);
  expect(Math.abs(mean((each) => each * each) - 1 / 3)).toBeLessThan(0.01);
  expect(startingVector(3, 2)).not.toEqual(startingVector(3));
  expect(startingVector(3, 2)).toEqual(startingVector(3, 2));
});

test("a permutation has every number once, and all orders are as frequent as one another", () => {
  const random = congruence(5);
  const counts = new Map<string, number>();
  for (let k = 0; k < 2400; k++) {
    const order = permutation(4, random);
    expect([...order].sort()).toEqual([0, 1, 2, 3]);
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  // 100 each, with a deviation of 10.
  for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
});
