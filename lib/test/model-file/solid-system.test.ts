import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Vec } from "../../src/core/vec.js";
import { elementCount, nodeCount } from "../../src/mesh/mesh.js";
import { type BuiltSystem, buildProblem, buildSystem, loadModel } from "../../src/model-file/index.js";

const BAR = `
noether: 1
system:
  parameters: { E: 210e9, F: 1e5 }
  solid:
    mesh: { box: { size: [2, 0.1, 0.1], cells: [4, 1, 1], element: hex8 } }
    material: { model: linear-elastic, E: E, nu: 0.3, density: 7850 }
    supports:
      - { on: left, fix: [x] }
      - { on: front, fix: [y] }
      - { on: bottom, fix: [z] }
    loads: [ { on: right, force: [F, 0, 0] } ]
start: equilibrium
method: newmark
time: { end: 1e-4, step: 1e-5 }
`;

const built = (text: string) => buildSystem(loadModel(text));
const withLine = (from: string, to: string) => {
  expect(BAR).toContain(from);
  return BAR.replace(from, to);
};

function field({ body, problem }: BuiltSystem, name: string, on: "nodes" | "elements", q: Vec = problem.q0): Vec {
  const found = body?.fields.find((each) => each.name === name && each.on === on);
  if (found === undefined || body === undefined) throw new Error(name);
  const places = on === "nodes" ? nodeCount(body.mesh) : elementCount(body.mesh);
  const out = new Float64Array(places * Math.max(1, found.components.length));
  found.evaluate(problem.t0, q, problem.v0, out);
  return out;
}

describe("solids in a model file", () => {
  test("displacements at the start are those of the start time: a body that has gone along with its support is at rest", () => {
    const { problem } = built(
      BAR.replace("linear-elastic", "neo-hookean")
        .replace(/supports:[\s\S]*?loads: .*\n/, 'supports: [{ on: left, move: { z: "0.01*t" } }]\n')
        .replace("start: equilibrium", "start: { q: [0, 0, 0.01], v: [0, 0, 0.01] }")
        .replace("time: {", "time: { start: 1,"),
    );
    // A prescribed direction is no unknown; the others are deviations from the motion of the support.
    expect(Math.max(...problem.q0.map(Math.abs), ...problem.v0.map(Math.abs))).toBeLessThan(1e-17);
  });

  test("a bar in tension: displacement F L/(E A), stress F/A, reactions −F", () => {
    const bar = built(BAR);
    const { system, q0 } = bar.problem;
    const tip = q0[system.labels.indexOf("ux5")];
    expect(tip / ((1e5 * 2) / (210e9 * 0.01))).toBeCloseTo(1, 10);
    for (const on of ["nodes", "elements"] as const) {
      const stress = field(bar, "stress", on);
      const mises = field(bar, "von-mises", on);
      for (let e = 0; e < stress.length / 6; e++) {
        expect(stress[6 * e] / 1e7).toBeCloseTo(1, 9);
        for (let c = 1; c < 6; c++) expect(Math.abs(stress[6 * e + c])).toBeLessThan(1e-2);
        expect(mises[e] / 1e7).toBeCloseTo(1, 9);
      }
    }
    const strain = field(bar, "strain", "elements");
    expect(strain[0] / (1e7 / 210e9)).toBeCloseTo(1, 9);
    expect(strain[1] / (-0.3 * (1e7 / 210e9))).toBeCloseTo(1, 9);
    const [first, second] = field(bar, "principal-stress", "elements");
    expect(first / 1e7).toBeCloseTo(1, 9);
    expect(Math.abs(second)).toBeLessThan(1e-2);
    const reaction = field(bar, "reaction", "nodes");
    const sum = reaction.reduce((total, value, i) => total + (i % 3 === 0 ? value : 0), 0);
    expect(sum / -1e5).toBeCloseTo(1, 10);
  });

  test("an equilibrium stays, and probes read the displacements of nodes", () => {
    const plan = buildProblem(loadModel(`${BAR}record: { probes: { tip: 1000*ux5 } }\n`));
    const { problem, method, time, record } = plan;
    const { last } = run(problem, method, { time });
    last.q.forEach((x, i) => {
      expect(Math.abs(x - problem.q0[i])).toBeLessThan(1e-12);
    });
    expect(record.probes[0].value(last)).toBeCloseTo(1000 * problem.q0[problem.system.labels.indexOf("ux5")], 12);
  });

  test.each(["traction: [F/0.01, 0, 0]", "pressure: -F/0.01"])("the same force as %s", (load) => {
    const { system, q0 } = built(withLine("force: [F, 0, 0]", load)).problem;
    expect(q0[system.labels.indexOf("ux5")] / ((1e5 * 2) / (210e9 * 0.01))).toBeCloseTo(1, 10);
  });

  test.each(["hex20", "tet4", "tet10", "wedge6"])("with %s, on a plane instead of a group", (element) => {
    const text = withLine("hex8", element).replace(
      "on: right",
      "on: { plane: { point: [2, 0, 0], normal: [1, 0, 0] } }",
    );
    const bar = built(text);
    const stress = field(bar, "stress", "elements");
    for (let e = 0; e < stress.length / 6; e++) expect(stress[6 * e] / 1e7).toBeCloseTo(1, 7);
  });

  test.each([
    ["stress", 0],
    ["strain", 0.3],
  ])("in the plane of vanishing %s", (plane, out) => {
    const bar = built(`
noether: 1
system:
  solid:
    mesh: { box: { size: [2, 1], cells: [4, 2], element: quad8 } }
    material: { model: linear-elastic, E: 200, nu: 0.3, density: 1 }
    plane: ${plane}
    thickness: 0.5
    supports: [ { on: left, fix: [x] }, { on: bottom, fix: [y] } ]
    loads: [ { on: right, traction: [10, 0] } ]
start: equilibrium
`);
    const stress = field(bar, "stress", "elements");
    expect(stress[0]).toBeCloseTo(10, 9);
    expect(stress[2]).toBeCloseTo(10 * out, 9);
    const { system, q0 } = bar.problem;
    const modulus = plane === "stress" ? 200 : 200 / (1 - 0.09);
    expect(q0[system.labels.indexOf("ux5")]).toBeCloseTo((10 * 2) / modulus, 9);
  });

  test("a nonlinear equilibrium: a neo-Hookean bar under a load that stretches it by half", () => {
    const text = `
noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [2, 2, 2] } }
    material: { model: neo-hookean, lambda: 1, mu: 1, density: 1 }
    supports: [ { on: left, fix: [x] }, { on: front, fix: [y] }, { on: bottom, fix: [z] } ]
    loads: [ { on: right, force: [1.2, 0, 0] } ]
start: equilibrium
`;
    const bar = built(text);
    const stress = field(bar, "stress", "elements");
    const { system, q0 } = bar.problem;
    const along = 1 + q0[system.labels.indexOf("ux3")];
    const across = 1 + q0[system.labels.indexOf("uy7")];
    // P = μ(l − 1/l) + λ log J / l along, and 0 across: l_y² = 1 − (λ/μ) log J.
    const logJ = Math.log(along * across * across);
    expect(along - 1 / along + logJ / along).toBeCloseTo(1.2, 10);
    expect(across * across).toBeCloseTo(1 - logJ, 10);
    expect(along).toBeGreaterThan(1.4);
    expect(stress[0]).toBeCloseTo(1.2 / (across * across), 9);
    expect(field(bar, "strain", "elements")[0]).toBeCloseTo((along * along - 1) / 2, 9);
  });

  test("bars: the force in each, in a mesh of lines", () => {
    const bars = (model: string) =>
      built(`
noether: 1
system:
  solid:
    mesh: { box: { size: [2], cells: [4] } }
    material: { model: ${model}, E: 1000, nu: 0.3, density: 1 }
    area: 0.1
    supports: [ { on: { near: [0] }, fix: [x] } ]
    loads: [ { on: { near: [2] }, force: [20] } ]
start: equilibrium
`);
    for (const model of ["linear-elastic", "st-venant-kirchhoff"]) {
      const bar = bars(model);
      for (const force of field(bar, "axial-force", "elements")) expect(force).toBeCloseTo(20, 8);
    }
  });

  test("gravity: a free body falls without being deformed", () => {
    for (const mass of ["consistent", "lumped"]) {
      const { problem } = built(`
noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [1, 1, 1], element: tet10 } }
    material: { model: linear-elastic, E: 1, nu: 0.3, density: 3 }
    mass: ${mass}
    loads: [ { gravity: [0, 0, "-9.81*(1 + t)"] } ]
`);
      const { system } = problem;
      const force = new Float64Array(system.dof);
      system.load?.addTo(1, force, force, force);
      system.mass.solve(force, force);
      force.forEach((a, i) => {
        expect(a).toBeCloseTo(i % 3 === 2 ? -19.62 : 0, 9);
      });
    }
  });

  test("starts by expressions of the place", () => {
    const { problem } = built(
      withLine("start: equilibrium", "start: { q: [0, 0, 0.1*X], v: [0, -2*pi*Z, 2*pi*Y + F] }"),
    );
    const { labels } = problem.system;
    expect(problem.q0[labels.indexOf("uz20")]).toBeCloseTo(0.2, 15);
    expect(problem.v0[labels.indexOf("uz20")]).toBeCloseTo(0.2 * Math.PI + 1e5, 8);
    expect(problem.v0[labels.indexOf("uy20")]).toBeCloseTo(-0.2 * Math.PI, 15);
  });

  test("a motion of the ground", () => {
    const text = withLine(
      "    loads: [ { on: right, force: [F, 0, 0] } ]",
      "    groundMotion: { file: g.txt, direction: [0, 0, 1] }",
    );
    const model = loadModel(text, { readFile: () => new TextEncoder().encode("0 0\n1 1\n2 0\n") });
    const { system } = buildSystem(model).problem;
    const force = new Float64Array(system.dof);
    system.load?.addTo(1, force, force, force);
    const sum = force.reduce((total, value, i) => total + (system.labels[i].startsWith("uz") ? value : 0), 0);
    // Half of the bar's mass is at the nodes above the bottom, which is fixed.
    expect(sum / -(7850 * 0.02 * 0.5)).toBeCloseTo(1, 10);
    const longer = text.replace("[0, 0, 1]", "[0, 1, 1]");
    const refused = () => buildSystem(loadModel(longer, { readFile: () => new TextEncoder().encode("0 0\n1 1\n") }));
    expect(refused).toThrow(/groundMotion\.direction: found a direction of length 1\.414; accepted: one of length 1/);
  });
});

describe("what is wrong with a solid is said in its words", () => {
  test.each([
    [
      "on: right",
      "on: rihgt",
      /loads\[0\]\.on: there is no group "rihgt"\. Did you mean "right"\? Accepted: left, right, front, back, bottom, top/,
    ],
    ["fix: [x]", "fix: [w]", /supports\[0\]/],
    ["E: E, nu: 0.3", "E: E", /found E; accepted: E and nu, or lambda and mu/],
    ["nu: 0.3", "C10: 0.3", /linear-elastic has no C10; accepted: E, nu, lambda, mu/],
    ["linear-elastic, E: E, nu: 0.3", "mooney-rivlin, C10: 1", /D1 is missing; mooney-rivlin needs it/],
    ["force: [F, 0, 0]", "force: [F, 0, sin(tt)]", /force\[2\]: unknown name "tt"\..*Known here: .*\bt\b/],
    ["nu: 0.3", "nu: 0.5", /material\.nu: Poisson's ratio is 0\.5/],
    [
      "    supports:",
      "    materials: { core: { model: neo-hookean, E: 1, nu: 0.3, density: 1 } }\n    supports:",
      /materials\.core: there is no group of elements "core": the mesh has none; give material:/,
    ],
    ["force: [F, 0, 0]", "force: [F, 0, 0], pressure: 1", /found force and pressure; give one/],
    [
      "    supports:",
      "    contact: [{ plane: { point: [0, 0, -0.1], normal: [0, 0, -1] }, penalty: 1 }]\n    supports:",
      /contact\[0\]\.plane: the whole body is behind it; its normal points to the body/,
    ],
    ["on: right, force", "on: { nodes: [] }, force", /on\.nodes: found no node; give at least one/],
    ["on: right, force", "on: { nodes: [1, 999] }, force", /there is no node 999; the mesh has 20 nodes/],
    ["on: right, force", "on: { plane: { point: [5, 0, 0], normal: [1, 0, 0] } }, force", /no node lies on it/],
    ["element: hex8", "element: quad4", /a box of 3 lengths has no quad4; accepted: hex8/],
    [
      "mesh: { box: { size: [2, 0.1, 0.1], cells: [4, 1, 1], element: hex8 } }",
      "mesh: part.msh",
      /the file "part.msh" cannot be read/,
    ],
    ["    loads", "    plane: stress\n    loads", /the mesh is not in the plane/],
  ])("%s → %s", (from, to, message) => {
    expect(() => built(withLine(from, to))).toThrow(message);
  });

  test("a plane that is softer than the body by far is told: a small penalty is a stiff one", () => {
    const touching = (penalty: string) =>
      built(
        withLine(
          "    supports:",
          `    contact: [{ plane: { point: [0, 0, -0.1], normal: [0, 0, 1] }, penalty: ${penalty} }]\n    supports:`,
        ),
      ).notices?.filter(({ code }) => code === "soft-contact");
    expect(touching("1e4")).toMatchObject([
      { message: expect.stringMatching(/contact\[0\] hardly holds the body: .* a small penalty is a stiff plane/) },
    ]);
    expect(touching("1e-6")).toEqual([]);
  });

  test("a body that is not supported: which node, which direction", () => {
    const free = withLine("      - { on: left, fix: [x] }\n", "");
    expect(() => built(free)).toThrow(
      /there is no equilibrium: the stiffness matrix is singular: node \d+, direction x, is not restrained/,
    );
  });
});

describe("what acts on the ends of bars", () => {
  const ROD = `
noether: 1
system:
  solid:
    mesh: { box: { size: [1], cells: [1], element: line2 } }
    area: 1
    material: { model: linear-elastic, E: 3, nu: 0.3, density: 6 }
    supports: [ { on: left, fix: all } ]
    loads: [ { on: right, LOAD } ]
method: newmark
time: { end: 1, step: 0.01 }
`;
  const stretched = (load: string) => {
    const plan = buildProblem(loadModel(ROD.replace("LOAD", load)));
    return run(plan.problem, plan.method, { time: plan.time }).last.q[0];
  };

  test("a force is taken by its node: 2 u'' + 3 u = 1", () => {
    const exact = (1 - Math.cos(Math.sqrt(1.5))) / 3;
    // The period of Newmark's method is longer by (ωh)²/12 = 1.3e-5, which u feels ωt sin(ωt)/(1 − cos(ωt)) = 1.7 times.
    expect(Math.abs(stretched("force: [1]") / exact - 1)).toBeLessThan(3e-5);
  });

  test.each(["traction: [1]", "pressure: 1"])("%s is refused", (load) => {
    expect(() => stretched(load)).toThrow(/the ends of bars are nodes.*give the whole force, as force/);
  });
});
