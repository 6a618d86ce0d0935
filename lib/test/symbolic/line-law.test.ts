import { describe, expect, test } from "vitest";
import { specialised } from "../../src/core/specialise.js";
import { type LineExpression, lineFunctions, lineLaw, lineLoops } from "../../src/symbolic/line-law.js";

const depth: LineExpression = ({ multiply, power, larger, negate, constant }, gap) =>
  multiply(constant(0.5), power(larger(constant(0), negate(gap)), 2));
const square: LineExpression = ({ multiply, power, constant }, x) => multiply(constant(3), power(x, 2));
const logarithm: LineExpression = ({ power, call, add, constant }, x) => power(call("log", add(constant(1), x)), 2);

/** What every loop finds for pairs of x and d. */
function found(write: LineExpression, pairs: readonly (readonly [number, number])[]) {
  const loops = lineLoops(lineLaw(write), pairs.length);
  pairs.forEach(([x, d], i) => {
    loops.x[i] = x;
    loops.d[i] = d;
  });
  const after = (run: () => void) => {
    run();
    // Zeros without their sign.
    return { first: Array.from(loops.first, (x) => x + 0), second: Array.from(loops.second, (x) => x + 0) };
  };
  return {
    energy: after(loops.energies).first,
    slope: after(loops.slopes).first,
    curvature: after(loops.curvatures).second,
    secant: after(loops.secants).first,
    secantSlope: after(loops.secantSlopes).second,
    slopeChange: after(loops.slopeChanges).first,
    endCurvature: after(loops.endCurvatures).second,
  };
}

describe("½ max(0, −x)²", () => {
  test("has neither force nor stiffness where it just touches", () => {
    const { energy, slope, curvature } = found(depth, [
      [-2, 0],
      [0, 0],
      [3, 0],
    ]);
    expect(energy).toEqual([2, 0, 0]);
    expect(slope).toEqual([-2, 0, 0]);
    expect(curvature).toEqual([1, 0, 0]);
  });

  test("over steps inside, outside, in and out", () => {
    const steps = [
      [-2, 1],
      [2, 1],
      [1, -4],
      [-3, 4],
      [-2, 0],
    ] as const;
    const { secant, secantSlope, slopeChange, endCurvature } = found(depth, steps);
    expect(secant).toEqual([-1.5, 0, -9 / 8, -9 / 8, -2]);
    // Of b²/2(b − a) and −a²/2(b − a), with b = −3, a = 1 and conversely.
    expect(secantSlope).toEqual([0.5, 0, 15 / 32, 9 / 32, 0.5]);
    expect(slopeChange).toEqual([1, 0, -3, 3, 0]);
    expect(endCurvature).toEqual([1, 0, 1, 0, 1]);
  });

  test("a node that hardly touches, and leaves or comes from far, has all digits of its work", () => {
    const [touch, way] = [1e-12, 3];
    const { secant, secantSlope } = found(depth, [
      [-touch, way],
      [way, -way - touch],
    ]);
    expect(Math.abs(secant[0] / (-(touch * touch) / (2 * way)) - 1)).toBeLessThan(1e-15);
    expect(Math.abs(secantSlope[0] / ((touch * touch) / (2 * way * way)) - 1)).toBeLessThan(1e-15);
    const end = way + (-way - touch);
    expect(Math.abs(secant[1] / ((end * end) / (2 * (-way - touch))) - 1)).toBeLessThan(1e-15);
  });
});

test("a difference over a step that is far smaller than x does not cancel", () => {
  const [x, d] = [0.7, 1e-13];
  const { secant, slopeChange } = found(logarithm, [[x, d]]);
  const [slope, curvature] = [(2 * Math.log(1 + x)) / (1 + x), (2 - 2 * Math.log(1 + x)) / (1 + x) ** 2];
  expect(Math.abs(secant[0] / (slope + (curvature * d) / 2) - 1)).toBeLessThan(1e-14);
  expect(Math.abs(slopeChange[0] / (curvature * d) - 1)).toBeLessThan(1e-12);
});

test.each([depth, square, logarithm])(
  "arrays of any length have the digits of single numbers, compiled or not",
  (law) => {
    for (const length of [1, 2, 5]) {
      const pairs = Array.from({ length }, (_, i) => [0.3 * i - 0.5, 0.4 * Math.sin(1 + i)] as const);
      const [compiled, interpreted] = (["always", "never"] as const).map((how) =>
        specialised(how, () => found(law, pairs)),
      );
      expect(compiled).toEqual(interpreted);
      const { energy, slope, change } = lineFunctions(lineLaw(law));
      expect(compiled.energy).toEqual(pairs.map(([x]) => energy(x)));
      expect(compiled.slope).toEqual(pairs.map(([x]) => slope(x) + 0));
      pairs.forEach(([x, d], i) => {
        expect(Math.abs(compiled.secant[i] * d - change(x, d))).toBeLessThan(1e-15);
        expect(Math.abs(change(x, d) - (energy(x + d) - energy(x)))).toBeLessThan(1e-15);
      });
    }
  },
);
