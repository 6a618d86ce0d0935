import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

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
  expect(steps).toBe(0);
});

test("degrees of freedom have names and words", () => {
  expect(system.labels.slice(0, 4)).toEqual(["ux1", "uy1", "uz1", "ux2"]);
  expect(system.describe?.(5)).toBe("node 2, direction z");
});
