import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { eigenGeneralized } from "../../../src/linalg/eigen-symmetric.js";
import { bilinear } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { shearBuilding } from "../../../src/models/structures/shear-building.js";

function linear(parameters: Parameters<typeof shearBuilding>[0]) {
  const problem = shearBuilding(parameters);
  if (problem.system.kind !== "linear") throw new Error("the building is linear");
  const modes = eigenGeneralized(problem.system.stiffness, problem.system.mass.matrix);
  if (!("vectors" in modes)) throw new Error("the mass is positive");
  return { ...problem, system: problem.system, modes };
}

test.each([1, 2, 5])("with %d storeys: known frequencies, and the asked damping in the first two modes", (storeys) => {
  const { system, modes } = linear({ storeys });
  modes.values.forEach((square, k) => {
    const omega = Math.sqrt(square);
    expect(omega).toBeCloseTo(2 * Math.sqrt(1500) * Math.sin(((2 * k + 1) * Math.PI) / (4 * storeys + 2)), 10);
    if (system.viscosity === null) throw new Error("the building is damped");
    if (k > 1) return;
    expect(bilinear(system.viscosity, modes.vectors[k], modes.vectors[k])).toBeCloseTo(2 * 0.05 * omega, 11);
  });
});

test("the ground pushes every floor alike", () => {
  const { system } = linear({ storeys: 3, peak: 2 });
  const out = new Float64Array(3);
  const rest = new Float64Array(3);
  system.load?.addTo(3.14, rest, rest, out);
  expect(out[0]).not.toBe(0);
  expect([...out]).toEqual([out[0], out[0], out[0]]);
  expect(Math.abs(out[0])).toBeLessThanOrEqual(2e5 * 2);
  expect(shearBuilding({ peak: 0 }).system.load).toBeNull();
});

test("pulled to the side and let go, it comes to rest", () => {
  const problem = shearBuilding({ storeys: 2, peak: 0, displacement: 0.1, damping: 0.2 });
  expect([...problem.q0]).toEqual([0.05, 0.1]);
  const { last } = run(problem, dop853(), { time: { end: 10 } });
  expect(Math.abs(last.q[1])).toBeLessThan(1e-6);
});
