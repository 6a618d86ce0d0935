import { expect, test } from "vitest";
import { extrapolation } from "../../src/stepping/extrapolation.js";

/** The guesses after each of these accelerations, the first of them that of the start. */
function guesses([start, ...others]: readonly number[]): number[] {
  const accelerations = extrapolation(Float64Array.of(start ?? Number.NaN));
  return others.map((a) => {
    accelerations.enter(Float64Array.of(a));
    return accelerations.guess[0] ?? Number.NaN;
  });
}

test("the first guess is the acceleration of the start", () => {
  expect([...extrapolation(Float64Array.of(3, -2)).guess]).toEqual([3, -2]);
});

test("three accelerations on a parabola foretell the fourth", () => {
  // (n + 5)²: 25, 36, 49, 64. After the first step the difference before is taken for 0, and nothing is foretold.
  expect(guesses([25, 36, 49])).toEqual([36, 64]);
});

test("a constant acceleration stays what it is", () => {
  expect(guesses([2, 2, 2])).toEqual([2, 2]);
});

test("what zigzags is not extrapolated", () => {
  expect(guesses([1, -1, 1, -1])).toEqual([-1, 1, -1]);
});

test("whether it is smooth is one question for all coordinates", () => {
  const accelerations = extrapolation(Float64Array.of(0, 0));
  accelerations.enter(Float64Array.of(10, 1));
  accelerations.enter(Float64Array.of(20, -1)); // differences 10 and −2, second differences 0 and −3: 2·3 < 12
  expect([...accelerations.guess]).toEqual([30, -6]);
});

test("a restart from the memory goes on with the same bits", () => {
  const whole = extrapolation(Float64Array.of(0.1));
  const resumed = extrapolation(Float64Array.of(7));
  for (const a of [0.2, 0.31]) whole.enter(Float64Array.of(a));
  resumed.memory.forEach((vector, i) => {
    vector.set(whole.memory[i] ?? []);
  });
  for (const each of [whole, resumed]) each.enter(Float64Array.of(0.43));
  expect(resumed.guess[0]).toBe(whole.guess[0]);
});

test("two coordinates are extrapolated like two of many, bit for bit", () => {
  const [two, three] = [extrapolation(new Float64Array(2)), extrapolation(new Float64Array(3))];
  for (let n = 1; n < 200; n++) {
    // Smooth for a while, then not.
    const [x, y] = [Math.sin(n / 10), n % 50 < 25 ? Math.cos(n / 7) : Math.cos(3 * n)];
    two.enter(Float64Array.of(x, y));
    three.enter(Float64Array.of(x, y, 0));
    expect(two.memory.map((part) => [...part])).toEqual(three.memory.map((part) => [...part.subarray(0, 2)]));
  }
});
