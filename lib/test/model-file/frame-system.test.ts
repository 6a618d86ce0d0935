import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { buildProblem, buildSystem, loadModel } from "../../src/model-file/index.js";

const SECTION = "{ A: 0.01, I: 8e-6, E: 210e9, density: 7850 }";
const PORTAL = `
noether: 1
system:
  parameters: { h: 4, P: 1000 }
  frame:
    nodes: { a: [0, 0], b: [0, h], c: [6, h], d: [6, 0] }
    members:
      - { name: left, from: a, to: b }
      - { name: beam, from: b, to: c }
      - { name: right, from: d, to: c }
    sections: { steel: ${SECTION} }
    supports: [ { on: [a, d], fix: [x, y, rz] } ]
    masses: [ { on: [b, c], mass: 20e3 } ]
    loads: [ { on: b, force: [P, 0] } ]
    damping: { rayleigh: [0.1, 1e-4] }
start: equilibrium
method: newmark
time: { end: 0.1, step: 0.01 }
`;

const built = (text: string) => buildSystem(loadModel(text));
const withLine = (from: string, to: string) => PORTAL.replace(from, to);

describe("frames in a model file", () => {
  test("labels, supports, masses and loads; a start in equilibrium stays", () => {
    const plan = buildProblem(loadModel(PORTAL));
    const { system, q0 } = plan.problem;
    expect(system.labels).toEqual(["ux_b", "uy_b", "rz_b", "ux_c", "uy_c", "rz_c"]);
    expect(q0[0]).toBeGreaterThan(1e-5);
    const outcome = run(plan.problem, plan.method, { time: plan.time });
    // Newmark keeps an equilibrium to rounding.
    outcome.last.q.forEach((x, i) => {
      expect(Math.abs(x - q0[i])).toBeLessThan(1e-12);
    });
    expect(plan.body?.mesh.blocks[0].type).toBe("line2");
    expect(system.describe?.(2)).toBe("node b, direction rz");
  });

  test("probes read the coordinates of nodes", () => {
    const plan = buildProblem(loadModel(`${PORTAL}record: { probes: { sway: 1000*ux_b, speed: vux_b } }\n`));
    const { problem, record } = plan;
    const s = { n: 0, t: 0, q: problem.q0, v: problem.v0, memory: [] };
    expect(record.probes.map(({ value }) => value(s))).toEqual([1000 * problem.q0[0], 0]);
  });

  test("a start by names", () => {
    const { problem } = built(withLine("start: equilibrium", "start: { q: { ux_c: 0.01 }, v: { uy_b: 2 } }"));
    expect([...problem.q0]).toEqual([0, 0, 0, 0.01, 0, 0]);
    expect([...problem.v0]).toEqual([0, 2, 0, 0, 0, 0]);
    const wrong = withLine("start: equilibrium", "start: { q: { ux_e: 0.01 } }");
    expect(() => built(wrong)).toThrow(/16:15: start\.q\.ux_e: there is no coordinate "ux_e"\. Did you mean "ux_b"/);
  });

  test("lumped mass leaves the rotations out of the run and in the results", () => {
    const { problem } = built(withLine("    masses:", "    mass: lumped\n    masses:"));
    expect(problem.system.labels).toEqual(["ux_b", "uy_b", "ux_c", "uy_c"]);
    expect(problem.view?.labels).toHaveLength(6);
  });

  test("buildings, and sections by group", () => {
    const { problem, body } = built(`
noether: 1
system:
  frame:
    mesh: { building: { bays: [6, 6], rows: [5], storeys: [4, 3, 3] } }
    sections:
      columns: { A: 0.02, Iy: 1e-4, Iz: 1e-4, J: 1e-4, E: 30e9, nu: 0.2, density: 2500 }
      beams: { A: 0.015, I: 8e-5, J: 5e-5, E: 30e9, G: 12e9, density: 2500, shearArea: 0.012 }
    supports: [ { on: base, fix: all } ]
    masses: [ { on: roof, mass: 6e4 } ]
    loads: [ { gravity: [0, 0, -9.81] }, { on: beams, uniform: [0, 0, -5e3] } ]
start: equilibrium
`);
    expect(problem.system.dof).toBe(18 * 6);
    expect(problem.q0.every(Number.isFinite)).toBe(true);
    expect(body?.fields.map(({ name }) => name)).toEqual([
      "displacement",
      "velocity",
      "rotation",
      "reaction",
      "reaction-moment",
      "section-forces",
    ]);
  });

  test("trusses: joints that turn freely have no rotations, and members only axial forces", () => {
    const { problem, body } = built(`
noether: 1
system:
  frame:
    mesh: { lattice: { size: [2, 1, 1], cells: [2, 1, 1], kind: octet } }
    joints: hinged
    sections: { rod: { A: 1e-4, I: 1e-9, J: 1e-9, E: 70e9, nu: 0.3, density: 2700 } }
    supports: [ { on: left, fix: [x, y, z] } ]
    loads: [ { on: right, force: [0, 0, -1e3] } ]
start: equilibrium
`);
    const { system, q0 } = problem;
    expect(system.labels.every((label) => label.startsWith("u"))).toBe(true);
    const forces = body?.fields.find(({ name }) => name === "section-forces");
    const width = forces?.components.length ?? 0;
    const out = new Float64Array(width * (body?.mesh.blocks[0].nodes.length ?? 0) * 0.5);
    forces?.evaluate(0, q0, q0, out);
    expect(Math.max(...out.filter((_, i) => i % 6 === 0))).toBeGreaterThan(100);
    // Nothing but rounding of axial forces is across the members or bends them.
    for (const [i, value] of out.entries()) if (i % 6 !== 0) expect(Math.abs(value)).toBeLessThan(1e-8);
  });

  describe("members hinged at both ends need no second moment of area", () => {
    const tripod = (constants: string) => `
noether: 1
system:
  frame:
    dimension: 3
    nodes: { a: [0, 0, 0], b: [3, 0, 0], c: [0, 2, 0], top: [1, 1, 4] }
    members: [ { from: a, to: top, hinged: both }, { from: b, to: top, hinged: both }, { from: c, to: top, hinged: both } ]
    sections: { rod: { A: 1e-3, E: 70e9, ${constants}density: 2700 } }
    supports: [ { on: [a, b, c], fix: [x, y, z] } ]
`;
    const matrices = (text: string) => {
      const { system } = built(text).problem;
      if (system.kind !== "linear") throw new Error("a frame is linear");
      const weights = new Float64Array(system.dof);
      system.mass.apply(new Float64Array(system.dof).fill(1), weights);
      return { stiffness: [...system.stiffness.values], weights };
    };

    test("in space: E A/L along each rod and a third of its mass at its end, as with any I, J and G", () => {
      const bare = matrices(tripod(""));
      expect(bare.stiffness).toEqual(matrices(tripod("I: 1e-6, J: 2e-6, G: 30e9, ")).stiffness);
      const expected = new Float64Array(9);
      let third = 0;
      for (const foot of [
        [0, 0],
        [3, 0],
        [0, 2],
      ]) {
        const along = [1 - foot[0], 1 - foot[1], 4];
        const length = Math.hypot(...along);
        third += (2700 * 1e-3 * length) / 3;
        for (let i = 0; i < 9; i++)
          expected[i] += (70e9 * 1e-3 * along[Math.floor(i / 3)] * along[i % 3]) / length ** 3;
      }
      // A handful of roundings, of the largest entry.
      for (const [i, value] of bare.stiffness.entries())
        expect(Math.abs(value - expected[i])).toBeLessThan(1e-15 * Math.max(...expected));
      for (const weight of bare.weights) expect(weight / third).toBeCloseTo(1, 14);
    });

    test("in the plane, and all of a truss", () => {
      const bar = (constants: string, hinged: string, joints = "") => `
noether: 1
system:
  frame:
    nodes: { a: [0, 0], b: [2, 0] }
    members: [ { from: a, to: b${hinged} } ]
    sections: { rod: { A: 1e-3, E: 70e9, ${constants}density: 2700 } }
    supports: [ { on: a, fix: [x, y, rz] }, { on: b, fix: [y] } ]
${joints}`;
      for (const text of [bar("", ", hinged: both"), bar("", "", "    joints: hinged\n")]) {
        expect(matrices(text).stiffness).toEqual(matrices(bar("I: 8e-6, ", ", hinged: both")).stiffness);
        expect(matrices(text).stiffness[0] / 35e6).toBeCloseTo(1, 15);
      }
      expect(() => built(bar("", ", hinged: to"))).toThrow(
        /sections\.rod: I is missing; a section in the plane needs it, unless its members are hinged at both ends/,
      );
    });
  });

  test("a motion of the ground in a direction", () => {
    const record = "0 0\n0.1 1\n0.2 0\n";
    const text = withLine(
      "    damping",
      "    groundMotion: { file: g.txt, scale: 2, direction: x }\n    damping",
    ).replace("    loads: [ { on: b, force: [P, 0] } ]\n", "");
    const model = loadModel(text, { readFile: () => new TextEncoder().encode(record) });
    const { system } = buildSystem(model).problem;
    const force = new Float64Array(6);
    system.load?.addTo(0.1, force, force, force);
    // −2 times the mass that moves along x: 20 t, the beam, and of each column 13/35 + 9/70 of its mass, 1/2.
    const mass = 20e3 + 7850 * 0.01 * (6 + 2 * 4 * 0.5);
    expect((force[0] + force[3]) / (-2 * mass)).toBeCloseTo(1, 12);
  });
});

describe("what is wrong with a frame is said in its words", () => {
  test.each([
    [
      "from: a, to: b",
      "from: a, to: bb",
      /members\[0\]\.to: there is no node "bb"\. Did you mean "b"\? Accepted: a, b, c, d/,
    ],
    ["on: b,", "on: z,", /loads\[0\]\.on: there is no node "z"\..*Accepted: a, b, c, d/],
    ["fix: [x, y, rz]", "fix: [x, y, ry]", /fix\[2\]: found ry in the plane; accepted: x, y, rz/],
    ["force: [P, 0]", "force: [P]", /found 1 numbers; accepted: 2, one for each direction/],
    ["force: [P, 0]", "fource: [P, 0]", /Did you mean "force"/],
    [", fix: [x, y, rz]", "", /it does nothing; give one of fix/],
    ["A: 0.01", "A: -1", /sections\.steel\.A: found -1; accepted: a positive number/],
    ["mass: 20e3", "mass: 20e3, inertia: [2]", /inertia: found a list of 1; accepted: a number, about z/],
    ["mass: 20e3", "mass: 20e3, inertia: -2", /inertia: found -2; accepted: zero or a positive number/],
    ["I: 8e-6, ", "", /I is missing; a section in the plane needs it/],
    ["to: b }", "to: b, section: iron }", /there is no section "iron"/],
    ["nodes: { a:", "nodes: { 'a-1':", /the name of a node is made of letters/],
  ])("%s → %s", (from, to, message) => {
    expect(() => built(withLine(from, to))).toThrow(message);
  });

  test("a mechanism: which node, which direction", () => {
    const sliding = withLine("fix: [x, y, rz]", "fix: [y, rz]");
    expect(() => built(sliding)).toThrow(/the stiffness matrix is singular: node \w, direction x, is not restrained/);
  });
});

test("a support whose velocity jumps is refused with a consistent mass, and taken with a lumped one", () => {
  const prescribed = (mass: string) =>
    withLine(
      "supports: [ { on: [a, d], fix: [x, y, rz] } ]",
      `supports: [ { on: d, fix: [x, y, rz] }, { on: a, fix: [y, rz] }, { on: a, move: { x: "max(0, t - 0.05)" } } ]\n    mass: ${mass}`,
    );
  expect(() => built(prescribed("consistent"))).toThrow(
    /its velocity jumps at t = 0\.05, and a consistent mass couples/,
  );
  expect(() => built(prescribed("lumped"))).not.toThrow();
});
