import { describe, expect, test } from "vitest";
import type { Force } from "../../src/core/system.js";
import {
  addProducts,
  type Forces,
  forceRounding,
  inertiaRounding,
  ROUNDING,
  sizesOf,
} from "../../src/linalg/force-rounding.js";
import { diagonalMass, matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";

const vec = (...entries: number[]) => Float64Array.from(entries);
/** In units of what a few operations leave in a term: small whole numbers, and exact. */
const units = (out: Float64Array) => [...out].map((x) => x / ROUNDING);

/** ∇V = (3, −5) with the stiffness [[1, −2], [−2, 4]], anywhere. */
const potential: Forces = {
  dof: 2,
  gradient: (_q, out) => out.set([3, -5]),
  tangent: { pattern: fullPattern(2), values: (_q, out) => out.set([1, -2, -2, 4]) },
};
const force: Force = {
  addTo(_t, _q, _v, out) {
    out[0] -= 7;
  },
  byPosition: { pattern: fullPattern(2), symmetric: true, values: (_t, _q, _v, out) => out.set([0, 1, 1, 0]) },
  byVelocity: { pattern: fullPattern(2), symmetric: true, values: (_t, _q, _v, out) => out.set([-10, 0, 0, 0]) },
};

function bound(system: Forces, which?: readonly ("potential" | "load" | "damping")[], factor = 1) {
  const out = vec(0, 0);
  const { addTo } = forceRounding(system, which);
  addTo(0, vec(0, 0), vec(0, 0), vec(1, 2), vec(1, 1), factor, out);
  return units(out);
}

test("sizes add up terms that cancel, whatever was there before", () => {
  expect([...sizesOf(vec(9, 9), vec(1, -2))]).toEqual([1, 2]);
  expect([...sizesOf(vec(9, 9), vec(1, -2), vec(-5, 5))]).toEqual([6, 7]);
  expect([...sizesOf(vec(9, 9), vec(1, -2), null, vec(1, 2), -3)]).toEqual([4, 8]);
});

test("products of a matrix are added without their signs", () => {
  const out = vec(1, 1);
  addProducts(fullPattern(2), vec(1, -2, -2, 4), vec(3, -1), 2, out);
  expect([...out]).toEqual([1 + 2 * (3 + 2), 1 + 2 * (6 + 4)]);
});

test("inertia: the same for a diagonal mass and for its matrix, and only of its own entries", () => {
  const a = vec(-4, 8);
  for (const mass of [
    diagonalMass([2, 3]),
    matrixMass(
      fromRows([
        [2, 0],
        [0, 3],
      ]),
    ),
  ]) {
    const out = vec(5, 5, 5); // multipliers may stand behind the accelerations
    inertiaRounding(mass, a, -2, out);
    expect(units(out.slice(0, 2))).toEqual([2 * 2 * 4, 2 * 3 * 8]);
    expect(out[2]).toBe(5);
  }
});

describe("forces", () => {
  test("of a potential: every term, and what the stiffness makes of the rounding of positions", () => {
    expect(bound(potential)).toEqual([3 + (1 + 4), 5 + (2 + 8)]);
    expect(bound(potential, ["potential"], -2)).toEqual([16, 30]);
  });

  test("terms that cancel inside of it count, or its own bound where it has one", () => {
    expect(bound({ ...potential, cancellingTerms: 100 })).toEqual([108, 115]);
    const own = (_q: Float64Array, out: Float64Array) => out.set([20 * ROUNDING, 0]);
    expect(bound({ ...potential, gradientRounding: own })).toEqual([25, 10]);
  });

  test("without a tangent only terms", () => {
    expect(bound({ ...potential, tangent: null })).toEqual([3, 5]);
  });

  test("loads and damping by position and by velocity, where they are asked for", () => {
    expect(bound({ ...potential, load: force }, ["load"])).toEqual([7 + 2 + 10, 1]);
    expect(bound({ ...potential, load: force }, ["damping"])).toEqual([0, 0]);
    expect(bound({ ...potential, load: force, damping: force })).toEqual([8 + 2 * 19, 15 + 2]);
  });
});
