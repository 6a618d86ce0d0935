import { describe, expect, test } from "vitest";
import {
  type DefectPoint,
  decisive,
  defectInWords,
  defectsOver,
  isResolved,
  judged,
  judgedRuns,
  largestDefect,
} from "../../../src/analysis/certify/defects.js";

const BOUND = 1e-14;
const sizes = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32];
const points = (defect: (step: number, k: number) => number, bound = BOUND): DefectPoint[] =>
  sizes.map((step, k) => ({ step, defect: defect(step, k), bound }));

describe("defects over step sizes", () => {
  test("within ten times their bounds: none", () => {
    const known = judged(points((_, k) => (k % 2 === 0 ? 9.9 : 0.1) * BOUND));
    expect(known).toMatchObject({ found: "none", beyond: null, exponent: null });
    expect(largestDefect(known)).toBeCloseTo(9.9 * BOUND, 20);
    expect(defectInWords(known)).toBe("at rounding (9.9e-14), steps 0.01 … 0.32");
  });

  test.each([0.8, 3, 5])("a power of the step, %d, is found with its exponent", (p) => {
    const known = judged(points((step) => 1e-3 * step ** p));
    expect(known.found).toBe("power");
    expect(known.exponent).toBeCloseTo(p, 10);
    expect(known.standardError).toBeLessThan(1e-6);
  });

  test("where only the long steps show it, it is the power of those", () => {
    const known = judged(points((step) => Math.max(1e-15, step ** 6 * 1e-6)));
    expect(known.found).toBe("power");
    expect(known.exponent).toBeCloseTo(6, 6);
  });

  test("a power that is not above a half by three standard errors is none", () => {
    expect(judged(points((step) => 1e-12 * step ** 0.4)).found).toBe("undecided");
    const scattered = judged(points((step, k) => 1e-8 * step ** 2 * 30 ** ((-1) ** k)));
    expect(scattered.found).toBe("undecided");
    expect(scattered.reason).toBe("above rounding at 6 of 6 step sizes, but not as a power of the step");
  });

  test("far above the bounds at every size", () => {
    expect(judged(points(() => 1e-3)).found).toBe("everywhere");
    // Not by as much as 10⁻⁹, not by 10⁴ of the bound, or not at every size.
    expect(judged(points(() => 0.9e-9)).found).toBe("undecided");
    expect(judged(points(() => 1e-8, 2e-12)).found).toBe("undecided");
    expect(judged(points((_, k) => (k === 2 ? 1e-15 : 1e-3))).found).not.toBe("everywhere");
  });

  test("one size is not enough", () => {
    expect(judged(points(() => 0).slice(0, 1))).toMatchObject({ found: "undecided" });
    expect(judged(points(() => 0).slice(0, 2))).toMatchObject({ found: "none" });
  });

  test("from a jump on that no power explains, nothing is read off", () => {
    const known = judged(points((_, k) => (k < 4 ? 1e-15 : 0.5)));
    expect(known).toMatchObject({ found: "none", beyond: 0.16 });
    expect(largestDefect(known)).toBe(1e-15);
    expect(defectInWords(known)).toContain("steps 0.01 … 0.08");
  });

  test("nor beyond the longest step that resolves the motion, where three shorter ones show nothing", () => {
    const grows = points((step, k) => (k < 4 ? 1e-15 : 1e-9 * step));
    expect(judged(grows, 0.08)).toMatchObject({ found: "none", beyond: 0.16 });
    expect(judged(grows, 0.16).beyond).not.toBe(0.16);
    expect(judged(grows, 0.02).found).not.toBe("none");
  });

  test("large defects have no part in the power", () => {
    const known = judged(points((step) => (step < 0.1 ? step ** 3 : 0.2)));
    expect(known.exponent).toBeCloseTo(3, 8);
    expect(judged(points((step) => (step < 0.03 ? 1e-15 : 0.2))).found).not.toBe("power");
  });
});

test("sizes in between are added where few show a small defect", () => {
  const asked: number[] = [];
  const known = defectsOver(
    [0.01, 0.1, 1],
    (step) => {
      asked.push(step);
      return { defect: Math.max(1e-16, 0.3 * step ** 6), bound: BOUND };
    },
    Number.POSITIVE_INFINITY,
  );
  expect(asked).toHaveLength(7);
  expect(asked.slice(3).every((step) => step > 0.01 && step < 1)).toBe(true);
  expect(known.points.map(({ step }) => step)).toEqual([...asked].sort((a, b) => a - b));
  expect(known).toMatchObject({ found: "power" });
  expect(known.exponent).toBeCloseTo(6, 1);
});

test("sizes that cannot be solved or resolved are left out", () => {
  const known = defectsOver(
    sizes,
    (step) => (step > 0.1 ? null : { defect: 1e-16, bound: step < 0.015 ? 1e-2 : BOUND }),
    Number.POSITIVE_INFINITY,
  );
  expect(known.points.map(({ step }) => step)).toEqual([0.02, 0.04, 0.08]);
  expect(isResolved({ defect: Number.NaN, bound: 0 })).toBe(false);
  expect(isResolved({ defect: 1, bound: 0.9e-3 })).toBe(true);
});

describe("the run that was asked for", () => {
  const none = points(() => 1e-16);
  const own = (defect: number, bound = BOUND) => [{ step: 0.05, defect, bound }];

  test("decides nothing where others show a defect, and all where they do not", () => {
    expect(judgedRuns([], none, 1).found).toBe("none");
    expect(judgedRuns(own(1e-15), none, 1).found).toBe("none");
    expect(judgedRuns(own(1e-12), none, 1)).toMatchObject({
      found: "undecided",
      reason: "above rounding in the run that was asked for, and in no other",
    });
    expect(judgedRuns(own(1e-12, 1), none, 1).reason).toBe("rounding hides it in the run that was asked for");
    expect(
      judgedRuns(
        own(1e-16),
        points((step) => step ** 3),
        1,
      ).found,
    ).toBe("power");
  });
});

test("of several states the one that shows most decides", () => {
  const [none, power, everywhere, undecided] = [
    judged(points(() => 0)),
    judged(points((step) => 1e-3 * step ** 2)),
    judged(points(() => 1e-3)),
    judged(points((step) => 1e-12 * step ** 0.4)),
  ];
  expect(decisive([none, undecided, everywhere, power])).toBe(power);
  expect(decisive([none, undecided, everywhere])).toBe(everywhere);
  expect(decisive([undecided, none])).toBe(undecided);
  expect(decisive([none])).toBe(none);
  expect(defectInWords(power)).toBe("defect 1.0e-7 at 0.01, ∝ step^2.0 ± 0.0");
  expect(defectInWords(everywhere, "grid")).toBe("defect 1.0e-3 at 0.01, and large at all of grids 0.01 … 0.32");
});
