/** Equilibria of nonlinear systems, against closed forms. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import type { System } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import type { Entry } from "../../src/model-file/entry.js";
import { equilibriumAt } from "../../src/model-file/equilibrium.js";
import { buildSystem, loadModel } from "../../src/model-file/index.js";
import { timeLoad } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";

const built = (text: string) => buildSystem(loadModel(text)).problem;

/** max Σ |K_ij q_j| of the tangent at q. */
function largestSum({ tangent, dof }: System, q: Float64Array): number {
  if (tangent === null) return 0;
  const { rowStart, column } = tangent.pattern;
  const K = new Float64Array(column.length);
  tangent.values(q, K);
  const sums = Array.from({ length: dof }, (_, i) => {
    let sum = 0;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) sum += Math.abs(K[j] * q[column[j]]);
    return sum;
  });
  return Math.max(...sums);
}

describe("large displacements", () => {
  /** A beam of length 1 with E I = 1, clamped at the left, under a force at its end, in the plane. */
  const beam = (force: number) => `
noether: 1
system:
  parameters: { h: 0.02, F: ${force} }
  solid:
    mesh: { box: { size: [1, h], cells: [20, 1], element: quad8 } }
    material: { model: st-venant-kirchhoff, E: 12/h^3, nu: 0, density: 1 }
    plane: stress
    supports: [ { on: left, fix: all } ]
    loads: [ { on: right, force: [0, -F] } ]
start: equilibrium
`;

  test.each([
    // Deflection and shortening of the elastica under F L²/(E I) = 1, 2, 5: the elliptic integrals of the inextensible rod.
    [1, 0.30172, 0.05643],
    [2, 0.49346, 0.16064],
    [5, 0.71379, 0.38763],
  ])("the elastica under F L²/(E I) = %d", (force, down, short) => {
    const { system, q0 } = built(beam(force));
    // The middle of the loaded end is its mid-side node: the one whose height is halfway.
    const at = (name: string) => q0[system.labels.indexOf(name)];
    const corner = { x: (at("ux21") + at("ux42")) / 2, y: (at("uy21") + at("uy42")) / 2 };
    // A beam fifty times as long as it is high stretches and shears a little.
    expect(-corner.y).toBeCloseTo(down, 2);
    expect(-corner.x).toBeCloseTo(short, 2);
    const rest = new Float64Array(system.dof);
    const inner = new Float64Array(system.dof);
    const outer = new Float64Array(system.dof);
    system.gradient(q0, inner);
    system.load?.addTo(0, q0, rest, outer);
    // Rounding: a force is a sum of products K q that are much larger.
    const noise = 64 * Number.EPSILON * largestSum(system, q0);
    expect(noise).toBeLessThan(1e-6 * force);
    inner.forEach((f, i) => {
      expect(Math.abs(f - outer[i])).toBeLessThan(noise);
    });
  });

  test("a nonlinear body that nothing holds: which node, which direction", () => {
    const free = beam(1).replace("fix: all", "fix: [y]").replace("[0, -F]", "[-F, 0]");
    expect(() => built(free)).toThrow(/the stiffness matrix is singular: node \d+, direction [xy], is not restrained/);
  });
});

describe("what a model file is told", () => {
  const start = { error: (reason: string) => new InputError(reason, { key: "start" }) } as Entry;
  /** A spring whose force x/√(1 + x²) stays below 1, or one that is as soft as x³ in 0. */
  const system = (force: (x: number) => number, stiffness: (x: number) => number): System =>
    potentialSystem({
      labels: ["x"],
      mass: scalarMass(1, 1),
      potential: () => 0,
      gradient: ([x], out) => out.fill(force(x)),
      tangent: { pattern: fullPattern(1), values: ([x], out) => out.fill(stiffness(x)) },
      load: timeLoad((_t, out) => {
        out[0] += 2;
      }),
    });
  const fading = system(
    (x) => x / Math.hypot(1, x),
    (x) => Math.hypot(1, x) ** -3,
  );

  test("a load that nothing carries: the share of it that could be", () => {
    expect(() => equilibriumAt(start, fading, 0)).toThrow(
      /^start: there is no equilibrium that could be found: beyond (4\d|50)\.\d % of the load Newton's iteration does not converge; give q and v instead$/,
    );
  });

  test("a coordinate that nothing holds, by its name", () => {
    const soft = system(
      (x) => x ** 3,
      (x) => 3 * x * x,
    );
    expect(() => equilibriumAt(start, soft, 0)).toThrow(
      "start: there is no equilibrium: the stiffness matrix is singular, at x; hold it, or give q and v instead",
    );
  });

  test("a system without a tangent", () => {
    expect(() => equilibriumAt(start, { ...fading, tangent: null } as System, 0)).toThrow(
      "start: an equilibrium needs the tangent of the potential, and this system has none; give q and v instead",
    );
  });
});

describe("velocities and accelerations of supports and ground are nothing that a body at rest is under", () => {
  const q0 = (system: object, time: object = {}) => {
    const data = { noether: 1, system, start: "equilibrium", method: "midpoint", time: { end: 2, step: 0.1, ...time } };
    const readFile = () => new TextEncoder().encode("0 0\n1 3\n4 0\n");
    return buildSystem(loadModel(JSON.stringify(data), { readFile })).problem.q0;
  };
  const column = {
    nodes: { a: [0, 0], b: [0, 2], c: [1, 3] },
    members: [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
    ],
    sections: { s: { A: 0.01, I: 1e-5, E: 1e9, density: 1000 } },
    damping: { rayleigh: [0.5, 1e-3] },
  };
  const block = (model: string) => ({
    mesh: { box: { size: [2, 1, 1], cells: [2, 1, 1], element: "hex8" } },
    material: { model, E: 1e5, nu: 0.3, density: 1000 },
    damping: { rayleigh: [0.5, 1e-3] },
  });
  /** Its velocity and its acceleration at t = 0 are no zeros. */
  const path = "0.01*sin(3*t) + 0.01*(1 - cos(40*t))";
  const feet = [{ on: "a", fix: ["y", "rz"], move: { x: path } }];
  const wall = [{ on: "left", fix: ["y", "z"], move: { x: path } }];

  test.each([
    ["a frame", { frame: { ...column, supports: feet } }],
    ["a frame with lumped mass", { frame: { ...column, mass: "lumped", supports: feet } }],
    ["a linear solid", { solid: { ...block("linear-elastic"), supports: wall } }],
    ["a solid of large strain", { solid: { ...block("neo-hookean"), supports: wall } }],
  ])("%s that nothing loads starts straight", (_, system) => {
    for (const q of q0(system)) expect(Math.abs(q)).toBe(0);
  });

  test.each([
    [
      "a frame",
      (ground: object) => ({
        frame: { ...column, supports: [{ on: "a", fix: "all" }], loads: [{ gravity: [0, -9.81] }], ...ground },
      }),
    ],
    [
      "a solid",
      (ground: object) => ({
        solid: {
          ...block("linear-elastic"),
          supports: [{ on: "left", fix: "all" }],
          loads: [{ gravity: [0, 0, -9.81] }],
          ...ground,
        },
      }),
    ],
  ])("%s in the middle of a record starts under its weight", (_, system) => {
    const shaken = q0(system({ groundMotion: { file: "g.csv", direction: "x" } }), { start: 1 });
    expect([...shaken]).toEqual([...q0(system({}))]);
    expect(Math.max(...shaken.map(Math.abs))).toBeGreaterThan(1e-6);
  });

  test("matrices in the middle of a record start at rest", () => {
    const matrices = {
      mass: [1, 2],
      stiffness: [
        [2, -1],
        [-1, 1],
      ],
    };
    expect([...q0({ matrices, force: { groundMotion: { file: "g.csv" } } }, { start: 1 })]).toEqual([0, 0]);
  });
});
