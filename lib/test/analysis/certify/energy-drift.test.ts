import { describe, expect, test } from "vitest";
import { driftTest, goesOn, isSmall, isSuspect, shrinks } from "../../../src/analysis/certify/energy-drift.js";

const STEPS = 1600;
/** Energies at the times 0, 0.1, …, as a function of time. */
const series = (energy: (t: number) => number, steps = STEPS) => {
  const t = Float64Array.from({ length: steps }, (_, n) => n / 10);
  return { t, values: t.map(energy) };
};

describe("energies of a run", () => {
  test("a line: band, slope and share are its own, in parts of the energies that flow", () => {
    const drift = driftTest(
      series((t) => 7 + 0.003 * t),
      2,
    );
    const span = (STEPS - 1) / 10;
    expect(drift.band).toBeCloseTo((0.003 * span) / 2, 12);
    expect(drift.slope).toBeCloseTo(0.0015, 12);
    expect(drift.share).toBeCloseTo(1, 10);
    expect(drift.standardError).toBeLessThan(1e-12);
    expect(isSuspect(drift)).toBe(true);
  });

  test("an oscillation: no share of its band", () => {
    const drift = driftTest(
      series((t) => 1 + 0.01 * Math.sin(t)),
      0.5,
    );
    expect(drift.band).toBeCloseTo(0.04, 4);
    // 25 turns: what is left over of the last one.
    expect(drift.share).toBeLessThan(0.02);
    expect(isSuspect(drift)).toBe(false);
    expect(isSmall(drift)).toBe(true);
    expect(isSmall({ ...drift, band: 0.11 })).toBe(false);
  });

  test("nothing at all", () => {
    const still = series(() => 3);
    expect(driftTest(still, 1)).toMatchObject({ band: 0, slope: 0, share: 0 });
  });

  test("neighbouring residuals that have much in common widen the error of the slope", () => {
    const slow = driftTest(
      series((t) => Math.sin((2 * Math.PI * t) / 80)),
      1,
    );
    // Residuals of the sixteen batches that alternate have nothing in common, at the same size.
    const quick = driftTest(
      series((t) => (Math.floor(t / 10) % 2 === 0 ? Math.SQRT1_2 : -Math.SQRT1_2)),
      1,
    );
    // √((1 + ρ)/(1 − ρ)) with ρ of about 0.6, the cosine of an eighth of a turn less what the line takes.
    expect(slow.standardError).toBeGreaterThan(1.8 * quick.standardError);
  });
});

describe("what is suspected in a run", () => {
  const drift = (energy: (t: number) => number, times: number) => driftTest(series(energy, times * STEPS), 1);

  test.each([
    ["a line", (t: number) => 1e-4 * t, true],
    ["a line with a ripple", (t: number) => 1e-4 * t + 1e-3 * Math.sin(3 * t), true],
    ["an oscillation of ten times the run", (t: number) => 1e-2 * Math.sin(t / 250), false],
    ["a change at the start", (t: number) => 1e-2 * Math.min(1, t / 100), false],
  ])("%s", (_, energy, expected) => {
    const short = drift(energy, 1);
    expect(isSuspect(short)).toBe(true);
    expect(goesOn(short, drift(energy, 16), 16)).toBe(expected);
  });
});

describe("bands at the step divided by 1, 2, 4, 8", () => {
  const bands = (exponent: number, first = 1) =>
    [1, 2, 4, 8].map((part) => ({ step: 0.1 / part, band: first / part ** exponent }));

  test.each([
    { exponent: 2, order: 2, bounded: true },
    { exponent: 1.1, order: 2, bounded: true },
    { exponent: 0.9, order: 2, bounded: false },
    { exponent: 2.1, order: 4, bounded: true },
    { exponent: 1.9, order: 4, bounded: false },
    { exponent: 0, order: 2, bounded: false },
  ])("step^$exponent of order $order: $bounded", ({ exponent, order, bounded }) => {
    const found = shrinks(bands(exponent), order);
    expect(found.exponent).toBeCloseTo(exponent, 10);
    expect(found.bounded).toBe(bounded);
  });

  test("a line through bands of which the last is no less than half of the first shows nothing", () => {
    const [a, b, c, d] = bands(0);
    const uneven = [
      { ...a, band: 1 },
      { ...b, band: 3 },
      { ...c, band: 0.01 },
      { ...d, band: 0.6 },
    ];
    expect(shrinks(uneven, 1).exponent).toBeGreaterThan(0.5);
    expect(shrinks(uneven, 1).bounded).toBe(false);
  });
});
