import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import type { Signal } from "../../../src/core/signal.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import type { Support } from "../../../src/fe/solid-description.js";
import { newmark } from "../../../src/methods/newmark.js";
import { forceDefect } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

const constants = { E: 10, nu: 0.3, density: 2 };
const mesh = block("hex8", { cells: [2, 1, 1], sides: [2, 1, 1] });
const nodesAt = (x: number) =>
  Int32Array.from({ length: mesh.points.length / 3 }, (_, n) => n).filter((n) => mesh.points[3 * n] === x);
/** size × (1 − cos ωt), and its derivatives. */
const swing = (size: number, omega: number): Signal => ({
  kinks: null,
  derivative: (k, t) => (k === 0 ? size : 0) - size * omega ** k * Math.cos(omega * t + (k * Math.PI) / 2),
});
const clamped = (x: number, motion: Signal | null, moved: 0 | 1 | 2): Support[] =>
  ([0, 1, 2] as const).map((direction) => ({
    nodes: nodesAt(x),
    direction,
    motion: direction === moved ? motion : null,
  }));

test.each([
  { name: "pulled apart", supports: [...clamped(0, null, 0), ...clamped(2, swing(0.02, 1.5), 0)] },
  { name: "shaken as a whole", supports: clamped(0, swing(0.02, 1.5), 1) },
])("$name by little, a hyperelastic block moves as the linear one", ({ supports }) => {
  const results = [linearElastic(constants), neoHookean(constants)].map((material) => {
    const { system, displacements, view } = solidOf(mesh, material, {
      supports: supports.map((s) => ({ ...s })),
      damping: { kind: "rayleigh", mass: 0.1, stiffness: 0.05 },
    });
    const rest = new Float64Array(system.dof);
    const problem = { system, t0: 0, q0: rest, v0: rest };
    const { last, status } = run(problem, newmark(), { time: { step: 0.05, steps: 60 } });
    expect(status).toBe("completed");
    const u = new Float64Array(mesh.points.length);
    displacements(last.t, last.q, u);
    expect(view?.labels.length).toBe(system.dof + 4);
    return u;
  });
  const size = Math.max(...results[0].map(Math.abs));
  const apart = Math.max(...results[0].map((x, i) => Math.abs(x - results[1][i])));
  // The strain is a hundredth, and so is what the linear law neglects.
  expect(size).toBeGreaterThan(0.02);
  expect(apart).toBeLessThan(0.03 * size);
});

test("far beyond the size of an element: what is moved as a whole is not strained by it", () => {
  const { system, coordinates, displacements } = solidOf(mesh, neoHookean(constants), {
    supports: clamped(0, swing(10, 0.3), 1),
  });
  const rest = new Float64Array(mesh.points.length);
  const q0 = coordinates(0, rest);
  const problem = { system, t0: 0, q0, v0: new Float64Array(system.dof) };
  const { last, status } = run(problem, newmark(), { time: { step: 0.05, steps: 100 } });
  expect(status).toBe("completed");
  displacements(last.t, last.q, rest);
  expect(rest[1]).toBeCloseTo(10 - 10 * Math.cos(1.5), 12);
});

test("the force of supports that strain has its tangent", () => {
  const { system } = solidOf(mesh, neoHookean(constants), {
    supports: [...clamped(0, null, 0), ...clamped(2, swing(0.3, 1), 0)],
  });
  const q = Float64Array.from({ length: system.dof }, (_, i) => 0.02 * Math.sin(i));
  if (system.load !== null) expect(forceDefect(system.load, 1, q, q, 1e-3)).toBeLessThan(1e-9);
});

test("a node that is fixed and has a prescribed displacement in one direction is refused", () => {
  const supports = [...clamped(0, null, 0), ...clamped(0, swing(1, 1), 0)];
  expect(() => solidOf(mesh, linearElastic(constants), { supports })).toThrow(
    "node 1 is fixed and has a prescribed displacement",
  );
});
