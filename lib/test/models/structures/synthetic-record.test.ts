import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGroundMotion } from "../../../src/formats/ground-motion.js";
import { syntheticRecord } from "../../../src/models/structures/synthetic-record.js";

test("it has the length, the step and the peak asked for, and begins and ends at zero", () => {
  const { times, values } = syntheticRecord({ duration: 12, step: 0.01, peak: 2.5 });
  expect(times).toHaveLength(1201);
  expect(times[1200]).toBeCloseTo(12, 12);
  expect(Math.max(...values.map(Math.abs))).toBeCloseTo(2.5, 14);
  expect(values[0]).toBe(0);
  // 1 − t/T at the last time, which is T but for rounding.
  expect(Math.abs(values[1200])).toBeLessThan(1e-14);
});

test("a seed is an earthquake", () => {
  expect(syntheticRecord({ seed: 3 })).toEqual(syntheticRecord({ seed: 3 }));
  expect(syntheticRecord({ seed: 4 }).values).not.toEqual(syntheticRecord({ seed: 3 }).values);
});

test("it shakes mostly at the frequencies of firm soil", () => {
  const { times, values } = syntheticRecord();
  const power = (frequency: number) => {
    let [re, im] = [0, 0];
    times.forEach((t, n) => {
      re += values[n] * Math.cos(2 * Math.PI * frequency * t);
      im += values[n] * Math.sin(2 * Math.PI * frequency * t);
    });
    return re * re + im * im;
  };
  const band = (from: number, to: number) => {
    let sum = 0;
    for (let frequency = from; frequency < to; frequency += 0.05) sum += power(frequency);
    return sum * 0.05;
  };
  expect(band(0.3, 6)).toBeGreaterThan(3 * band(6, 12));
  expect(band(12.5, 25)).toBeLessThan(1e-2 * band(0.3, 12.5));
});

test("the record among the examples is this one, in g", () => {
  const file = new URL("../../../../examples/records/synthetic.at2", import.meta.url);
  const { step, units, values } = readGroundMotion(readFileSync(file, "utf8"));
  const expected = syntheticRecord({ seed: 1, peak: 0.3 * 9.81, duration: 20, step: 0.02 });
  expect([step, units?.toLowerCase(), values.length]).toEqual([0.02, "g", expected.values.length]);
  values.forEach((a, n) => {
    // Half a unit of the seventh digit, for numbers between 0.1 and 1 the largest; and the last bits of sines elsewhere.
    expect(Math.abs(a - expected.values[n] / 9.81)).toBeLessThan(5.001e-8);
  });
});
