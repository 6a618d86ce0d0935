import { expect, test } from "vitest";
import { potentialOf } from "../../src/symbolic/potential.js";

test("the elastic pendulum of the documentation", () => {
  const parameters = { m: 1, l0: 1, EA: 3000, g: 10 };
  const { potential, gradient, tangent, quadratic } = potentialOf({
    coordinates: ["x", "y"],
    parameters,
    potential: "l0/2*EA*((x^2 + y^2 - l0^2)/(2*l0^2))^2 - m*g*x",
  });
  const q = Float64Array.of(0, 1.1);
  // Green's strain (1.21 - 1)/2 = 0.105; by hand V = 1500·0.105², ∇V = (-10, 3000·0.105·1.1).
  expect(potential(q)).toBeCloseTo(1500 * 0.105 ** 2, 12);
  const g = new Float64Array(2);
  gradient(q, g);
  expect(g[0]).toBeCloseTo(-10, 12);
  expect(g[1]).toBeCloseTo(3000 * 0.105 * 1.1, 10);
  const h = new Float64Array(4);
  tangent.values(q, h);
  h.forEach((value, i) => {
    expect(value).toBeCloseTo([315, 0, 0, 3000 * (0.105 + 1.1 ** 2)][i], 10);
  });
  expect(quadratic).toBe(false);
});

test("a chain has a band for a tangent, and equal mirrored entries", () => {
  const n = 40;
  const coordinates = Array.from({ length: n }, (_, i) => `u${i}`);
  const springs = coordinates
    .slice(1)
    .map((name, i) => `(${name} - ${coordinates[i]})^2/2 + (${name} - ${coordinates[i]})^4`);
  const { tangent } = potentialOf({ coordinates, potential: springs.join(" + ") });
  const { rowStart, column } = tangent.pattern;
  expect(column.length).toBe(3 * n - 2);
  const values = new Float64Array(column.length);
  tangent.values(
    Float64Array.from(coordinates, (_, i) => Math.sin(i)),
    values,
  );
  const at = (i: number, j: number) => values[column.indexOf(j, rowStart[i])];
  for (let i = 1; i < n; i++) expect(at(i, i - 1)).toBe(at(i - 1, i));
});

test("small systems and well-filled ones have a full tangent", () => {
  expect(potentialOf({ coordinates: ["x", "y"], potential: "x^2" }).tangent.pattern.column).toHaveLength(4);
  const coordinates = Array.from({ length: 12 }, (_, i) => `x${i}`);
  const all = potentialOf({ coordinates, potential: `exp(${coordinates.join(" + ")})` });
  expect(all.tangent.pattern.column).toHaveLength(144);
});

test("a coordinate on its own keeps its place on the diagonal", () => {
  const coordinates = Array.from({ length: 12 }, (_, i) => `x${i}`);
  const { tangent, quadratic } = potentialOf({ coordinates, potential: "x0^2 + x1*x2" });
  expect(tangent.pattern.column).toHaveLength(14);
  expect(quadratic).toBe(true);
});

test("time and velocities are no part of a potential", () => {
  expect(() => potentialOf({ coordinates: ["x"], potential: "x*t" })).toThrow(/unknown name "t"/);
});
