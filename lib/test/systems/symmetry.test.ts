import { describe, expect, test } from "vitest";
import type { DiscreteGradient } from "../../src/core/system.js";
import { diagonalMass, scalarMass } from "../../src/linalg/mass.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { checkSymmetries, hiddenSymmetries, type SymmetryName, symmetryDefect } from "../../src/systems/symmetry.js";

const names = (dof: number) => Array.from({ length: dof }, (_, i) => `q${i}`);

/** The system of a formula in the given coordinates. */
function written(coordinates: readonly string[], potential: string, masses?: readonly number[]) {
  const mass = masses === undefined ? scalarMass(coordinates.length, 1) : diagonalMass(Float64Array.from(masses));
  const parts = potentialOf({ coordinates, parameters: {}, potential });
  return potentialSystem({ labels: coordinates, mass, ...parts });
}

const defectOf = (
  coordinates: readonly string[],
  potential: string,
  start: readonly number[],
  symmetry: SymmetryName,
  { dimension = coordinates.length, masses }: { dimension?: number; masses?: readonly number[] } = {},
) =>
  symmetryDefect(written(coordinates, potential, masses), Float64Array.from(start), [symmetry], dimension)?.reason ??
  null;

describe("true declarations", () => {
  test.each([
    [["x", "y"], "sqrt(x^2 + y^2)", [1, 0.3]],
    [["x", "y"], "-1/sqrt(x^2 + y^2)", [1e-6, 2e-6]],
    [["x", "y"], "1e6*((x^2 + y^2 - 1)/2)^2", [0, 1.1]],
    [["x", "y", "z"], "(x^2 + y^2 + z^2)^3", [0.3, -2, 5]],
    [["x", "y"], "x^6 + 3*x^4*y^2 + 3*x^2*y^4 + y^6", [2, 1]],
    [["x", "y"], "1 - cos(sqrt(x^2 + y^2))", [1e-9, 0]],
    [["x", "y"], "x^2 + y^2", [0, 0]],
  ])("rotation of %s in %s", (coordinates, potential, start) => {
    expect(defectOf(coordinates, potential, start, "rotation")).toBeNull();
  });

  test("three bodies in space move and turn together, close to the origin or far from it", () => {
    const pair = (a: number, b: number) =>
      `1/sqrt(${[0, 1, 2].map((d) => `(q${3 * a + d} - q${3 * b + d})^2`).join(" + ")})`;
    const potential = `-${pair(0, 1)} - 2*${pair(0, 2)} - 3*${pair(1, 2)}`;
    const start = [1, 0, 0, -0.5, 0.8, 0.1, 0.2, -0.9, 2];
    const masses = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    for (const far of [0, 1e5]) {
      const at = start.map((x) => x + far);
      for (const symmetry of ["translation", "rotation"] as const) {
        expect(defectOf(names(9), potential, at, symmetry, { dimension: 3, masses })).toBeNull();
      }
    }
  });

  test("translations ask nothing of the masses", () => {
    expect(defectOf(["a", "b"], "(a - b)^4", [0, 1], "translation", { dimension: 1, masses: [1, 7] })).toBeNull();
  });
});

describe("false declarations, with the measured defect", () => {
  test("V = cosh(2x) does not stay as it is when x moves, wherever it starts", () => {
    for (const start of [0, 1]) {
      expect(defectOf(["x"], "cosh(2*x)", [start], "translation")).toMatch(
        /^declared translation, but V changes by [\d.-]+, from [\d.]+ to [\d.]+, under a translation of [\d.]+ along x/,
      );
    }
  });

  test("a centre beside the origin, gravity, an ellipse that is nearly a circle", () => {
    const refused =
      /^declared rotation, but V changes by \S+ from \S+ to \S+ under a rotation of 0\.3 rad about the origin/;
    expect(defectOf(["x", "y"], "(x - 1)^2 + (y - 2)^2", [3, 1], "rotation")).toMatch(refused);
    expect(defectOf(["x", "y"], "x^2 + y^2 + 9.81*y", [0, 1], "rotation")).toMatch(refused);
    expect(defectOf(["x", "y"], "x^2 + (1 + 1e-9)*y^2", [1, 0], "rotation")).toMatch(refused);
    expect(defectOf(["x", "y", "z"], "x^2 + y^2 + 2*z^2", [1, 1, 0], "rotation")).toMatch(/about the [xy] axis/);
  });

  test("a small force beside a large constant is seen by its work", () => {
    expect(defectOf(["x"], "1e12 + 1e-5*x", [1], "translation")).toMatch(/forces resist a translation along x/);
  });

  test("a point that is heavier in one direction", () => {
    expect(defectOf(["x", "y"], "x^2 + y^2", [1, 0], "rotation", { masses: [1, 2] })).toMatch(
      /the mass does not turn with the points/,
    );
  });
});

test("a symmetry that the formula hides is told by the discrete gradient", () => {
  // V = (x² + y²)²/2 by parts: divided differences of x⁴ and y⁴ and a mean for 2x²y², which keep V and lose its rotation.
  const system = written(["x", "y"], "(x^2 + y^2)^2/2");
  const byParts: DiscreteGradient = {
    ofDistances: false,
    between(a, b, out) {
      const [ax, ay] = a;
      const [bx, by] = b;
      out[0] = ((ax + bx) * (ax * ax + bx * bx)) / 2 + ((ax + bx) * (ay * ay + by * by)) / 2;
      out[1] = ((ay + by) * (ay * ay + by * by)) / 2 + ((ay + by) * (ax * ax + bx * bx)) / 2;
    },
    tangent: { pattern: system.tangent?.pattern as never, symmetric: false, values: () => undefined },
  };
  const skew: DiscreteGradient = {
    ...byParts,
    between(a, b, out) {
      byParts.between(a, b, out);
      out[0] += 1e-3 * (b[0] - a[0]) ** 2;
    },
  };
  const q0 = Float64Array.of(1, 0.5);
  expect(checkSymmetries({ ...system, discreteGradient: byParts }, q0, ["rotation"], 2)).toEqual([]);
  expect(hiddenSymmetries({ ...system, discreteGradient: skew }, q0, ["rotation"], 2)).toHaveLength(1);
  const [notice] = checkSymmetries({ ...system, discreteGradient: skew }, q0, ["rotation"], 2);
  expect(notice.code).toBe("hidden-symmetry");
  expect(notice.message).toMatch(/V has the declared rotation, but .* squared distances/);
});

describe("a symmetry that is broken away from the start", () => {
  const broken = written(["x", "y"], "x^2 + y^2 + 0.01*max(0, x - 3)^2");
  const start = Float64Array.of(1, 0);

  test("is refused where the energy lets the motion go there", () => {
    const defect = symmetryDefect(broken, start, ["rotation"], 2, Float64Array.of(0, 40));
    expect(defect?.reason).toMatch(/V changes by .*, where the energy lets it go/);
    // At rest x stays between −1 and 1, where V is symmetric.
    expect(symmetryDefect(broken, start, ["rotation"], 2, Float64Array.of(0, 0))).toBeNull();
  });

  test("and what is symmetric everywhere is not, however far", () => {
    for (const potential of ["-1/sqrt(x^2 + y^2)", "(x^2 + y^2)^3", "exp(-x^2 - y^2)"]) {
      const system = written(["x", "y"], potential);
      expect(symmetryDefect(system, start, ["rotation"], 2, Float64Array.of(0, 1e6))).toBeNull();
    }
  });
});
