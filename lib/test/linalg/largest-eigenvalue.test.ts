import { expect, test } from "vitest";
import type { Vec } from "../../src/core/vec.js";
import { largestModulus } from "../../src/linalg/largest-eigenvalue.js";

/** Rotations in planes by angles, stretched by factors: eigenvalues factor·e^{±i angle}. Shears make it far from normal. */
function rotations(planes: number, factor: (k: number) => number, shear = 0) {
  return {
    size: 2 * planes,
    parts: [planes, planes],
    apply(z: Vec, out: Vec) {
      for (let k = 0; k < planes; k++) {
        const angle = 0.1 + (2.9 * k) / planes;
        const [c, s, f] = [Math.cos(angle), Math.sin(angle), factor(k)];
        const x = z[k] + shear * z[planes + k];
        const y = z[planes + k];
        const turned = f * (s * x + c * y);
        out[k] = f * (c * x - s * y) - shear * turned;
        out[planes + k] = turned;
      }
    },
  };
}

test.each([50, 1000])("the one of %i planes that grows is found", (planes) => {
  expect(largestModulus(rotations(planes, (k) => (k === 7 ? 1.25 : 0.99)))).toBeCloseTo(1.25, 6);
  expect(largestModulus(rotations(planes, (k) => (k === 7 ? 1.02 : 1)))).toBeCloseTo(1.02, 2);
});

test.each([0, 5, 100])("rotations do not grow, sheared by %f", (shear) => {
  expect(largestModulus(rotations(1000, () => 1, shear))).toBeLessThanOrEqual(1);
});

test("a map that leaves the range of numbers is unbounded", () => {
  const lost = { size: 400, parts: [400], apply: (_z: Vec, out: Vec) => out.fill(Number.NaN) };
  expect(largestModulus(lost)).toBe(Infinity);
});

test("the units of positions and velocities do not matter, nor a part that stays zero", () => {
  const plain = rotations(400, (k) => (k === 7 ? 1.25 : 0.99));
  const [z, image] = [new Float64Array(plain.size), new Float64Array(plain.size)];
  const unit = (i: number) => (i < 400 ? 1 : 1e9);
  const other = {
    size: plain.size + 400,
    parts: [...plain.parts, 400],
    apply(x: Vec, out: Vec) {
      for (let i = 0; i < plain.size; i++) z[i] = x[i] / unit(i);
      plain.apply(z, image);
      out.fill(0);
      for (let i = 0; i < plain.size; i++) out[i] = image[i] * unit(i);
    },
  };
  expect(largestModulus(other)).toBeCloseTo(1.25, 6);
});
