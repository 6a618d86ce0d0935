import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { block } from "../meshes.js";
import { HYPERELASTIC, solidOf } from "../solids.js";

const mesh = block("tet4", { cells: [2, 1, 1] });
const { system } = solidOf(mesh, neoHookean({ E: 10, nu: 0.3, density: 1 }), { mass: "lumped" });
/** The face x = 1 flies at the other one, faster than any wave. */
const v0 = Float64Array.from({ length: system.dof }, (_, i) => (i % 3 === 0 ? -100 * mesh.points[i] : 0));

test.each([centralDifference(), midpoint()])("$id names an element that is pressed through itself", (method) => {
  const problem = { system, t0: 0, q0: new Float64Array(system.dof), v0 };
  const { failure, steps } = run(problem, method, { time: { step: 0.02, steps: 10 } });
  expect(failure?.kind).toBe("inverted");
  if (failure?.kind !== "inverted") return;
  expect(failure.volume).toBeLessThanOrEqual(0);
  expect(failure.element).toBeGreaterThan(0);
  expect(failure.resisted).toBe(true);
  expect(steps).toBe(0);
});

test.each(HYPERELASTIC)("$name has no energy where it is turned inside out", (material) => {
  for (const element of ["tet4", "hex8", "wedge15"] as const) {
    const mesh = block(element, { cells: [1, 1, 1] });
    const { system } = solidOf(mesh, material);
    const flat = (x: number) => Float64Array.from(mesh.points, (X, i) => (i % 3 === 0 ? (x - 1) * X : 0));
    expect(system.potential(flat(0.01))).toBeGreaterThan(0);
    expect(system.potential(flat(-0.01))).toBeNaN();
    expect(system.fault?.(flat(-0.01))).toMatchObject({
      kind: "inverted",
      resisted: material.name !== "st-venant-kirchhoff",
    });
  }
});

// A softening material lets itself be pressed flat at a finite energy, and with steps however short: before, such a run was completed.
test.each([centralDifference(), midpoint(), energyMomentum()])(
  "$id ends where a material that does not resist is turned inside out",
  (method) => {
    const { system } = solidOf(mesh, HYPERELASTIC[0], { mass: "lumped" });
    const start = { system, t0: 0, q0: new Float64Array(system.dof), v0: v0.map((v) => v / 10) };
    const { failure, last } = run(start, method, { time: { step: 1e-3, steps: 1000 } });
    expect(failure).toMatchObject({ kind: "inverted", resisted: false });
    expect(system.potential(last.q)).toBeGreaterThan(0);
    expect(system.fault?.(last.q)).toBeNull();
  },
);

test("degrees of freedom have names and words", () => {
  expect(system.labels.slice(0, 4)).toEqual(["ux1", "uy1", "uz1", "ux2"]);
  expect(system.describe?.(5)).toBe("node 2, direction z");
});

test("a start in which an element is turned inside out is refused by its number", () => {
  const q0 = Float64Array.from(mesh.points, (X, i) => (i % 3 === 0 ? -2 * X : 0));
  const start = { system, t0: 0, q0, v0: new Float64Array(system.dof) };
  expect(() => run(start, midpoint(), { time: { step: 0.01, steps: 1 } })).toThrow(
    /potential energy of the start is NaN, since element \d+ is turned inside out/,
  );
});
