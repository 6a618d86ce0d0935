/** # How to compute with finite elements in code
 *
 *  `solid({ mesh, material })` and `frame({ nodes, members })` are systems as all others. What a [model file](solids.md) says in words is a function here: nodes and surfaces
 *  of a mesh, supports, loads, motions of the ground, the equilibrium to start from. */
import {
  equilibriumOf,
  fixed,
  frame,
  generalizedAlpha,
  gravity,
  groundAcceleration,
  linearElastic,
  neoHookean,
  newmark,
  prescribed,
  run,
  type Signal,
  sampledSignal,
  solid,
  solidBody,
  solidProblem,
  surfaceForce,
  surfacePressure,
} from "noether";
import { box, nearestNode, nodesNamed, nodesOnPlane, nodesWhere, surfaceNamed } from "noether/mesh";
import { expect, test } from "vitest";

const E = 210e9;
const density = 7850;
const steel = linearElastic({ E, nu: 0.3, density });
const mesh = box({ size: [1, 0.1, 0.1], cells: [8, 1, 1], element: "hex20" });
const left = nodesNamed(mesh, "left");
const tip = nearestNode(mesh, [1, 0.05, 0.05]);

test("two fields make a system", () => {
  const body = solid({ mesh, material: steel });
  expect(body.system.kind).toBe("linear");
  expect(body.system.dof).toBe(mesh.points.length);
  // Nothing holds it: it keeps its momentum.
  expect(body.system.invariants.map(({ name }) => name)).toContain("linear-momentum-x");
});

test("a beam under its own weight, at rest", () => {
  const material = linearElastic({ E, nu: 0, density });
  const body = solid({ mesh, material, supports: fixed(left), loads: [gravity([0, 0, -9.81])] });
  const u = new Float64Array(mesh.points.length);
  body.displacements(0, equilibriumOf(body.system, 0), u);
  // Bending alone is q L⁴ / 8 E I. Timoshenko's shear adds 4 E I / (5/6 G A L²), 8 thousandths; one element across shows most of it.
  const bending = (density * 0.01 * 9.81) / ((8 * E * 0.1 ** 4) / 12);
  expect(u[3 * tip + 2] / -bending).toBeGreaterThan(1);
  expect(u[3 * tip + 2] / -bending).toBeLessThan(1.008);
});

test("let go: what was loaded before the start swings", () => {
  const surface = surfaceNamed(mesh, "right");
  const untilStart: Signal = {
    kinks: Float64Array.of(0),
    jumps: Float64Array.of(0),
    derivative: (k, t, side) => (k === 0 && (t < 0 || (t === 0 && side < 0)) ? 1 : 0),
  };
  const body = solid({
    mesh,
    material: steel,
    supports: fixed(left),
    loads: [surfaceForce({ mesh, surface }, [0, 0, -2000], untilStart)],
    damping: { kind: "rayleigh", mass: 0, stiffness: 2e-5 },
  });
  const problem = solidProblem(body, { displacement: "equilibrium" });
  const result = run(problem, generalizedAlpha({ rho: 0.8 }), { time: { step: 2e-4, steps: 30 }, ledger: true });
  expect(result.status).toBe("completed");
  // It swings to the other side, and what is missing of the energy the damping has taken.
  const u = new Float64Array(mesh.points.length);
  body.displacements(result.last.t, result.last.q, u);
  expect(u[3 * tip + 2]).toBeGreaterThan(0);
});

test("large strain, a pressure, and a support that moves along a path", () => {
  const rubber = neoHookean({ E: 1e6, nu: 0.4, density: 1000 });
  const block = box({ size: [0.2, 0.1, 0.1], cells: [2, 1, 1], element: "hex8" });
  const path: Signal = {
    kinks: null,
    derivative: (k, t) =>
      0.01 * 20 ** k * [Math.sin, Math.cos, (x: number) => -Math.sin(x), (x: number) => -Math.cos(x)][k % 4](20 * t),
  };
  const base = nodesOnPlane(block, { point: [0, 0, 0], normal: [1, 0, 0] });
  const steady: Signal = { kinks: null, derivative: (k) => (k === 0 ? 1e3 : 0) };
  const body = solid({
    mesh: block,
    material: rubber,
    mass: "lumped",
    supports: [...fixed(base, ["x", "y"]), prescribed(base, "z", path)],
    loads: [surfacePressure({ mesh: block, surface: surfaceNamed(block, "top") }, steady)],
  });
  const { status, last } = run(solidProblem(body), newmark(), { time: { step: 1e-3, steps: 50 } });
  expect(status).toBe("completed");
  const fields = new Map(solidBody(body).fields.map((field) => [`${field.name} on ${field.on}`, field]));
  const reached = new Float64Array(block.points.length);
  fields.get("displacement on nodes")?.evaluate(last.t, last.q, last.v, reached);
  for (const node of base) expect(reached[3 * node + 2]).toBeCloseTo(0.01 * Math.sin(20 * last.t), 15);
});

test("a motion of the ground", () => {
  const record = { times: [0, 0.1, 0.2, 0.3], values: [0, 3, -3, 0] };
  const shaken = groundAcceleration([0, 1, 0], sampledSignal(record));
  const body = solid({ mesh, material: steel, supports: fixed(nodesWhere(mesh, (x) => x === 0)), loads: [shaken] });
  expect(run(solidProblem(body), newmark(), { time: { step: 1e-3, steps: 300 } }).status).toBe("completed");
});

test("a frame: nodes and members, all else has a default", () => {
  const section = { E, A: 0.01, Iz: 1e-4, density };
  const { system, places } = frame({
    nodes: [{ point: [0, 0, 0] }, { point: [3, 0, 0] }],
    members: [{ from: 0, to: 1, section }],
    supports: ([0, 1, 5] as const).map((direction) => ({ node: 0, direction, motion: null })),
    loads: [{ action: { kind: "gravity", acceleration: [0, -9.81, 0] }, signal: { kinks: null, derivative: () => 1 } }],
  });
  const q = equilibriumOf(system, 0);
  const down = places.findIndex(({ node, direction }) => node === 1 && direction === 1);
  // One member is exact: q L⁴ / 8 E I.
  const exact = (-density * 0.01 * 9.81 * 3 ** 4) / (8 * E * 1e-4);
  expect(Math.abs(q[down] / exact - 1)).toBeLessThan(1e-12);
});
