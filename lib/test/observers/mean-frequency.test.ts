import { expect, test } from "vitest";
import { diagonalMass } from "../../src/linalg/mass.js";
import { meanFrequency } from "../../src/observers/mean-frequency.js";

const system = { dof: 2, mass: diagonalMass(Float64Array.of(2, 3)) };
const seen = (steps: number, motion: (t: number) => readonly [readonly number[], readonly number[]], h = 0.01) => {
  const observer = meanFrequency(system);
  for (let n = 0; n <= steps; n++) {
    const [q, v] = motion(n * h).map((x) => Float64Array.from(x));
    observer.observe({ n, t: n * h, q, v, memory: [] }, () => null);
  }
  return observer.finish();
};
const harmonic =
  (omega: number, offset = 0) =>
  (t: number) =>
    [
      [offset + Math.cos(omega * t), 0.5 * Math.sin(omega * t)],
      [-omega * Math.sin(omega * t), 0.5 * omega * Math.cos(omega * t)],
    ] as const;

// 20 periods and more: means over phases are right to some hundredths.
test("of a harmonic motion, about any mean, also where states are far apart or as far as a period", () => {
  for (const omega of [0.7, 3, 100, 1000]) {
    expect(seen(20_000, harmonic(omega)) ?? 0).toBeCloseTo(omega, -Math.log10(omega * 0.06));
    expect(seen(20_000, harmonic(omega, 30)) ?? 0).toBeCloseTo(omega, -Math.log10(omega * 0.06));
  }
  // A period is eight states, or forty.
  for (const period of [0.08, 0.4]) {
    const omega = (2 * Math.PI) / period;
    expect(seen(20_000, harmonic(omega)) ?? 0).toBeCloseTo(omega, -Math.log10(omega * 0.06));
  }
});

// Steps at which one state out of eight, however chosen, has one phase: a wrong frequency would be told up to three times as high.
test("of short runs with any step and any phase, to a tenth", () => {
  for (let omega = 0.3; omega < 1.9; omega += 0.0137) {
    for (const phase of [0, 0.7, 1.9, 2.4]) {
      const found = seen(
        200,
        (t) => [
          [Math.cos(omega * t + phase), 0],
          [-omega * Math.sin(omega * t + phase), 0],
        ],
        1,
      );
      expect(Math.abs((found ?? 0) / omega - 1)).toBeLessThan(0.1);
    }
  }
});

test("none of a body that flies on, of a rest, of a few states, and of a vibration that is rounding", () => {
  expect(
    seen(10_000, (t) => [
      [5 * t, 3 * t],
      [5, 3],
    ]) ?? 0,
  ).toBeLessThan(0.1);
  expect(
    seen(1000, () => [
      [1, 2],
      [0, 0],
    ]),
  ).toBeNull();
  expect(seen(20, harmonic(3))).toBeNull();
  expect(
    seen(1000, (t) => [
      [1, 2 + 1e-9 * Math.sin(t)],
      [0, 0],
    ]),
  ).toBeNull();
});
