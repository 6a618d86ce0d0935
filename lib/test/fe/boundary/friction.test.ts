import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { constantSignal } from "../../../src/core/signal.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { twoStep } from "../../../src/methods/two-step.js";
import { forceDefect } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

/** A stiff block of one unit of mass on the floor z = 0, pressed down by its weight 10. */
const mesh = block("tet4", { cells: [1, 1, 1] });
const material = stVenantKirchhoff({ E: 1e4, nu: 0.2, density: 1 });
const floor = { point: [0, 0, 0], normal: [0, 0, 1], penalty: 1e-4, friction: 0.3 } as const;
const weight = Float64Array.from({ length: 24 }, (_, i) => (i % 3 === 2 ? -10 / 8 : 0));
const sliding = (creep: number | null) =>
  solidOf(mesh, material, {
    mass: "lumped",
    contacts: [{ ...floor, creep }],
    loads: [{ pattern: weight, signal: constantSignal(1) }],
  });
/** Pressed in as far as the weight asks for: four nodes of the floor carry 2.5 each on average. */
const sunk = (dof: number) => Float64Array.from({ length: dof }, (_, i) => (i % 3 === 2 ? -2.5e-4 : 0));
const thrown = (dof: number, speed: number) => Float64Array.from({ length: dof }, (_, i) => (i % 3 === 0 ? speed : 0));

test("the force that creeps: exact derivatives", () => {
  const { system } = sliding(0.01);
  const q = Float64Array.from({ length: 24 }, (_, i) => -2e-4 + 1e-5 * Math.sin(i));
  const v = Float64Array.from({ length: 24 }, (_, i) => 0.02 * Math.cos(2 * i));
  expect(system.damping).not.toBeNull();
  // The force bends over `creep`, a hundred steps; q stays behind the plane.
  if (system.damping !== null) expect(forceDefect(system.damping, 0, q, v, 2e-5)).toBeLessThan(1e-9);
});

test.each([
  { method: midpoint(), creep: 0.02 },
  { method: twoStep(), creep: null },
])("a block that slides stops after v²/(2 μ g): $method.id", ({ method, creep }) => {
  const { system } = sliding(creep);
  const speed = 0.6;
  const problem = { system, t0: 0, q0: sunk(system.dof), v0: thrown(system.dof, speed) };
  const { last, status } = run(problem, method, { time: { step: 5e-4, steps: 600 } });
  expect(status).toBe("completed");
  const [way] = [0, 3, 6, 9].map((i) => last.q[i]);
  // The block bounces a little on its floor, and the tangential and normal vibrations share the contact: a tenth.
  expect(Math.abs(way / (speed ** 2 / (2 * 0.3 * 10)) - 1)).toBeLessThan(0.1);
  expect(Math.abs(last.v[0])).toBeLessThan(0.05);
});
