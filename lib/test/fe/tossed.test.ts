/** A block that is thrown and tumbles: what methods keep of it. */
import { describe, expect, test } from "vitest";
import type { Method } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Material } from "../../src/fe/materials/material.js";
import { isochoricNeoHookean } from "../../src/fe/materials/mooney-rivlin.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { extremes } from "../../src/observers/extremes.js";
import { block } from "./meshes.js";
import { HYPERELASTIC, solidOf } from "./solids.js";

function tossed(type: ElementName, material: Material) {
  const mesh = block(type, { cells: [2, 1, 1], sides: [2, 1, 1] });
  const plane = /^(tri|quad)/.test(type) ? ({ vanishing: "strain", thickness: 1 } as const) : null;
  const { system, rates } = solidOf(mesh, material, { plane });
  // It flies upwards, turns about all axes and is pulled apart.
  const velocities = mesh.points.map((_, i) => {
    const [x, y, z] = [0, 1, 2].map((d) => mesh.points[i - (i % 3) + d] - (d === 0 ? 1 : 0.5));
    return [z - 2 * y + 0.8 * x, 2 * x - 0.5 * z, 1 + 0.5 * y - x][i % 3];
  });
  return { system, t0: 0, q0: new Float64Array(system.dof), v0: rates(0, velocities) };
}

/** The largest change of every invariant in a run, relative to its size or to one. */
function largestChanges(problem: ReturnType<typeof tossed>, method: Method, steps: number): Record<string, number> {
  const { observed, status } = run(problem, method, {
    time: { step: 0.02, steps },
    observe: { kept: extremes(problem.system.invariants) },
  });
  expect(status).toBe("completed");
  return Object.fromEntries(
    observed.kept.map(({ name, initial, min, max }) => [name, (max - min) / Math.max(1, Math.abs(initial))]),
  );
}

describe.each(["tet4", "hex8", "wedge6", "tet10", "hex20", "quad4", "tri6"] as const)("%s", (type) => {
  test.each(HYPERELASTIC)("$name", (material) => {
    const problem = tossed(type, material);
    const steps = type === "hex20" || type === "tet10" ? 15 : 60;
    const kept = largestChanges(problem, energyMomentum({ momentum: "angular" }), steps);
    expect(Object.keys(kept)).toContain("angular-momentum-z");
    // Rounding of positions and velocities over some tens of steps.
    for (const [name, change] of Object.entries(kept)) expect(change, name).toBeLessThan(1e-12);
    const lost = largestChanges(problem, midpoint(), steps);
    expect(lost.energy).toBeGreaterThan(1e-6);
    expect(lost["angular-momentum-z"]).toBeLessThan(1e-12);
    expect(largestChanges(problem, newmark(), steps)["angular-momentum-z"]).toBeGreaterThan(1e-6);
  });
});

/** The block of workloads W4 and W5 with seven cells across: large enough for conjugate gradients and SIMD. */
function largeBlock(mass: "consistent" | "lumped") {
  const mesh = block("tet4", { cells: [14, 7, 7], sides: [2, 1, 1] });
  const { system, rates } = solidOf(mesh, isochoricNeoHookean(100, 0.3, 1), { mass });
  const velocities = mesh.points.map((_, i) => {
    const [x, y, z] = [0, 1, 2].map((d) => mesh.points[i - (i % 3) + d] - (d === 0 ? 1 : 0.5));
    return [z - 2 * y + 1.5 * x, 2 * x - 0.5 * z, 1 + 0.5 * y - x][i % 3];
  });
  return { system, t0: 0, q0: new Float64Array(system.dof), v0: rates(0, velocities) };
}

/** Positions of its far corner, computed by independent programs. */
test.each([
  { method: midpoint(), mass: "consistent", step: 0.02, steps: 10, corner: [1.89210811, 1.29955506, 1.08385553] },
  {
    method: centralDifference(),
    mass: "lumped",
    step: 0.016 / 7,
    steps: 200,
    corner: [1.49473778, 1.6140203, 1.21510544],
  },
] as const)("$method.id ends where others end", ({ method, mass, step, steps, corner }) => {
  const problem = largeBlock(mass);
  const { last } = run(problem, method, { time: { step, steps } });
  corner.forEach((known, d) => {
    // Nine digits are known.
    expect(Math.abs([2, 1, 1][d] + last.q[problem.system.dof - 3 + d] - known)).toBeLessThan(1e-8);
  });
});

test.each([midpoint(), energyMomentum({ momentum: "angular" })])("$id, resumed, repeats its bits", (method) => {
  const problem = largeBlock("consistent");
  const time = { step: 0.02, steps: 4 };
  const whole = run(problem, method, { time });
  const half = begin(problem, method, { time });
  half.advance(2);
  const rest = run(problem, method, { time, from: half.snapshot() });
  expect(rest.last.q).toEqual(whole.last.q);
  expect(rest.last.v).toEqual(whole.last.v);
});
