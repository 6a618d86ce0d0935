import { expect, test } from "vitest";
import type { Force } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { dominantTerm, notFinite } from "../../src/stepping/diagnosis.js";
import { potentialSystem } from "../../src/systems/potential.js";

const force = (entries: (t: number, q: Vec, v: Vec) => readonly number[]): Force => ({
  byPosition: null,
  byVelocity: null,
  addTo(t, q, v, out) {
    entries(t, q, v).forEach((value, i) => {
      out[i] += value;
    });
  },
});
const system = potentialSystem({
  labels: ["x", "y", "z"],
  mass: scalarMass(3, 1),
  potential: ([x]) => Math.log(x),
  gradient: ([x, y, z], out) => out.set([1 / x, 2 * y, 3 * z]),
  tangent: null,
  load: force((t) => [0, 1 / t, 40]),
  damping: force((_t, _q, [u, v, w]) => [-u, -v, -100 * Math.sqrt(w)]),
});
const vec = (...values: number[]) => Float64Array.from(values);

test.each([
  ["a position", 1, [1, Number.NaN, 1], [0, 0, 0], { dof: 1, term: "position" }],
  ["a velocity", 1, [1, 1, 1], [0, 0, Number.POSITIVE_INFINITY], { dof: 2, term: "velocity" }],
  ["a position before a velocity", 1, [Number.NaN, 1, 1], [Number.NaN, 0, 0], { dof: 0, term: "position" }],
  ["the gradient", 1, [0, 1, 1], [0, 0, 0], { dof: 0, term: "potential" }],
  ["the load", 0, [1, 1, 1], [0, 0, 0], { dof: 1, term: "load" }],
  ["the damping", 1, [1, 1, 1], [0, 0, -1], { dof: 2, term: "damping" }],
  ["the potential alone", 1, [-1, 1, 1], [0, 0, 0], { dof: 0, term: "potential" }],
  ["none of these", 1, [1, 1, 1], [0, 0, 0], { dof: 0, term: "inertia" }],
] as const)("what is not finite: %s", (_what, t, q, v, found) => {
  expect(notFinite(system, t, vec(...q), vec(...v))).toEqual({ kind: "not-finite", ...found });
});

test("what a model knows to be wrong with a position comes first, where the position is a number", () => {
  const fault = { kind: "inverted", element: 3, volume: -1, resisted: true } as const;
  const broken = { ...system, fault: () => fault };
  expect(notFinite(broken, 1, vec(0, 1, 1), vec(0, 0, 0))).toBe(fault);
  expect(notFinite(broken, 1, vec(1, Number.NaN, 1), vec(0, 0, 0))).toMatchObject({ term: "position" });
});

test("the largest term of one equation", () => {
  const term = (dof: number, inertia: number, w = 0) =>
    dominantTerm(system, 0.1, vec(0.5, 4, 1), vec(1, 1, w), dof, inertia);
  expect(term(0, 1)).toEqual({ dof: 0, term: "potential" }); // 1/x = 2, damping 1
  expect(term(0, -3)).toEqual({ dof: 0, term: "inertia" });
  expect(term(1, 1)).toEqual({ dof: 1, term: "load" }); // 10 against 8
  expect(term(2, 1)).toEqual({ dof: 2, term: "load" }); // 40 against 3
  expect(term(2, 1, 1)).toEqual({ dof: 2, term: "damping" }); // 100
});
