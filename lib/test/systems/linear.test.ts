import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { linearSystem } from "../../src/systems/linear.js";
import { timeLoad } from "../../src/systems/loads.js";

const mass = diagonalMass([2, 3]);
const stiffness = fromRows([
  [5, -1],
  [-1, 4],
]);
const damping = fromRows([
  [0.3, 0.1],
  [-0.1, 0.2],
]);
const q = Float64Array.of(1, 2);
const v = Float64Array.of(-1, 3);

test("the parts of M a + C v + K q = F(t)", () => {
  const load = timeLoad((t, out) => {
    out[1] += t;
  });
  const system = linearSystem({ mass, damping, stiffness, load });
  const out = new Float64Array(2);
  expect(system.potential(q)).toBe((5 - 2 - 2 + 16) / 2);
  system.gradient(q, out);
  expect([...out]).toEqual([3, 7]);
  out.fill(10);
  system.damping?.addTo(0, q, v, out);
  expect(out[0]).toBeCloseTo(10 - (-0.3 + 0.3), 14);
  expect(out[1]).toBeCloseTo(10 - (0.1 + 0.6), 14);
  expect(system.damping?.byVelocity?.symmetric).toBe(false);
  out.fill(0);
  system.load?.addTo(7, q, v, out);
  expect([...out]).toEqual([0, 7]);
  expect(system.labels).toEqual(["q0", "q1"]);
});

test("the energy is listed exactly when nothing does work", () => {
  const free = linearSystem({
    mass,
    stiffness,
    damping: fromRows([
      [0, 0],
      [0, 0],
    ]),
  });
  expect(free.damping).toBeNull();
  expect(free.viscosity).toBeNull();
  expect(free.invariants.map(({ name }) => name)).toEqual(["energy"]);
  expect(free.invariants[0].value(0, q, v)).toBe((2 + 27) / 2 + 17 / 2);
  expect(linearSystem({ mass, stiffness, damping }).invariants).toEqual([]);
  expect(linearSystem({ mass, stiffness, load: timeLoad(() => {}) }).invariants).toEqual([]);
});

describe("refusals", () => {
  const refused = (parts: Partial<Parameters<typeof linearSystem>[0]>) => () =>
    linearSystem({ mass, stiffness, ...parts });

  test.each([
    [
      "another size of the stiffness",
      { stiffness: fromRows([[1]]) },
      /stiffness matrix has 1 rows and the mass matrix 2/,
    ],
    ["another size of the damping", { damping: fromRows([[1]]) }, /damping matrix has 1 rows/],
    [
      "an unsymmetric stiffness",
      {
        stiffness: fromRows([
          [1, 0.5],
          [0, 1],
        ]),
      },
      /not symmetric: the entries \(0, 1\)/,
    ],
    ["the wrong number of names", { labels: ["x"] }, /1 names for 2 degrees of freedom/],
  ])("%s", (_what, parts, message) => {
    expect(refused(parts)).toThrow(InputError);
    expect(refused(parts)).toThrow(message);
  });
});
