/** What the builders make of the kinds of system. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import { run } from "../../src/core/run.js";
import type { Force, LinearSystem, System } from "../../src/core/system.js";
import { toRows } from "../../src/linalg/matrix.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { buildProblem, buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";
import { BUILTIN, DAMPED, MATRICES, PARTICLES, PENDULUM, readFile, SHAKEN } from "./models.js";

const build = (text: string) => buildSystem(loadModel(text, { file: "model.yaml", readFile }));

function complaint(text: string): string {
  try {
    build(text);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error("nothing was thrown");
}

function forceOf(force: Force | null, t: number, q: readonly number[], v: readonly number[]): number[] {
  const out = new Float64Array(q.length);
  force?.addTo(t, Float64Array.from(q), Float64Array.from(v), out);
  return [...out];
}

function gradientOf(system: System, q: readonly number[]): number[] {
  const out = new Float64Array(q.length);
  system.gradient(Float64Array.from(q), out);
  return [...out];
}

describe("potential", () => {
  test("mass, potential and start", () => {
    const { problem } = build(PENDULUM);
    expect([...problem.q0, ...problem.v0]).toEqual([0, 1.1, 0, 0]);
    expect([...(problem.system.mass.diagonal ?? [])]).toEqual([1, 1]);
    expect(problem.system.invariants.map(({ name }) => name)).toEqual(["energy"]);
    expect(gradientOf(problem.system, [0, 1.1])[1]).toBeCloseTo(3000 * 0.105 * 1.1, 10);
  });

  test("damping, dissipation, force and symmetries", () => {
    const { problem } = build(DAMPED);
    const { system, t0, v0 } = problem;
    expect(t0).toBe(1);
    expect([...v0]).toEqual([0, 0]);
    // −C v − c vx³, with c = 0.1.
    expect(forceOf(system.damping, 0, [1, 2], [2, 3]).map((f) => Number(f.toFixed(12)))).toEqual([-0.2 - 0.8, -0.3]);
    expect(forceOf(system.load, 2, [1, 2], [3, 4])).toEqual([Math.sin(2), -6]);
    expect(system.damping?.byVelocity?.symmetric).toBe(true);
    expect(system.load?.byPosition).not.toBeNull();
    // With forces the energy is not conserved; what the file calls a symmetry is watched all the same.
    expect(system.invariants.map(({ name }) => name)).toEqual(["angular-momentum-z"]);
  });

  test("the tangent of several damping forces is their sum", () => {
    const tangent = build(DAMPED).problem.system.damping?.byVelocity;
    const values = new Float64Array(4);
    tangent?.values(0, new Float64Array(2), Float64Array.of(2, 0), values);
    // −c − 3 c vx²
    expect([...values].map((value) => Number(value.toFixed(12)))).toEqual([-1.3, 0, 0, -0.1]);
  });

  test("momenta of points", () => {
    const points = `noether: 1
system:
  coordinates: [x1, y1, x2, y2]
  mass: 1
  potential: ((x1 - x2)^2 + (y1 - y2)^2)^2
  symmetries: [translation, rotation]
  dimension: 2
start: { q: [0, 0, 1, 0] }
`;
    const names = ["energy", "linear-momentum-x", "linear-momentum-y", "angular-momentum-z"];
    expect(build(points).problem.system.invariants.map(({ name }) => name)).toEqual(names);
    const map = points.replace(
      /symmetries.*\n.*\n/,
      "symmetries: { translation: true, rotation: true, dimension: 2 }\n",
    );
    expect(build(map).problem.system.invariants.map(({ name }) => name)).toEqual(names);
    expect(complaint(points.replace("  dimension: 2\n", ""))).toMatch(
      /symmetries: 4 coordinates make points of which dimension/,
    );
    expect(complaint(points.replace("dimension: 2", "dimension: 3"))).toMatch(
      /4 coordinates do not make points of 3 each/,
    );
  });

  test("a translation of a chain is refused in space, saying how it is written on a line", () => {
    const chain = (symmetries: string) => `noether: 1
system:
  coordinates: [x, y, z]
  mass: [1, 2, 1]
  potential: (x - y)^2 + 3*(y - z)^4
  symmetries: ${symmetries}
start: { q: [0, 0.1, 0.3], v: [0, 0, 0] }
`;
    const refused = complaint(chain("[translation]"));
    expect(refused).toMatch(/symmetries\[0\]: declared translation, but V changes by .* along x/);
    expect(refused).toMatch(
      /points of dimension 3; V has it where every coordinate is a point: write symmetries: \{ translation: true, dimension: 1 \}$/,
    );
    const written = refused.replace(/.*write symmetries: /s, "");
    expect(build(chain(written)).problem.system.invariants.map(({ name }) => name)).toEqual([
      "energy",
      "linear-momentum-x",
    ]);
    expect(complaint(chain("[rotation]"))).not.toMatch(/write symmetries/);
  });

  test("a coordinate without mass follows the others, and is seen", () => {
    const { problem } = build(`noether: 1
system:
  coordinates: [x, y]
  mass: [1, 0]
  potential: x^2/2 + (y - 2*x)^2/2
start: { q: [1, 2], v: [0, 0] }
`);
    expect(problem.system.labels).toEqual(["x"]);
    expect(problem.view?.labels).toEqual(["x", "y"]);
    const [q, v] = [new Float64Array(2), new Float64Array(2)];
    problem.view?.expand({ t: 0, q: Float64Array.of(3), v: Float64Array.of(1) }, q, v);
    expect(q[1]).toBeCloseTo(6, 12);
    expect(v[1]).toBeCloseTo(2, 12);
  });

  test("a force that reads a coordinate without mass is refused for that", () => {
    const reading = (force: string) =>
      complaint(
        `noether: 1\nsystem: { coordinates: [x, y], mass: [1, 0], potential: x^2/2 + cosh(y - 2*x), force: ${force} }\nstart: { q: [1, 2] }\n`,
      );
    expect(reading("[-0.3*y, 0]")).toMatch(/y has no mass, so that no load may depend on it; give it mass/);
    expect(reading("[-0.3*vy, 0]")).toMatch(/y has no mass, so that no load may depend on it; give it mass/);
    expect(reading("[0, -0.3*x]")).toMatch(/y has no mass, so that no load may act on it; give it mass/);
  });

  test("a start of a coordinate without mass that the others do not leave it is told", () => {
    const follower = (start: string) =>
      build(
        `noether: 1\nsystem: { coordinates: [x, y], mass: [1, 0], potential: x^2/2 + cosh(y - 2*x) }\nstart: ${start}\n`,
      ).notices;
    const replaced = (what: string) => [
      {
        code: "start-replaced",
        message: `coordinates without mass start where the others and the loads hold them: ${what}`,
      },
    ];
    expect(follower("{ q: [1, 1.5], v: [0.25, 0.5] }")).toEqual(replaced("the start of y is 2 and not 1.5"));
    expect(follower("{ q: { x: 1 }, v: { x: 0.25, vy: 0 } }".replace("vy", "y"))).toEqual(
      replaced("the velocity of y is 0.5 and not 0"),
    );
    expect(follower("{ q: [1, 2.0000001] }")).toEqual(replaced("the start of y is 2 and not 2.0000001"));
    expect(follower("{ q: { x: 1 } }")).toEqual([]);
    expect(follower("{ q: [0.1, 0.2], v: [0.3, 0.6] }")).toEqual([]);
  });

  test.each([
    ["force: [sin(t), -y*vx]", "force: [sin(t)]", /system\.force: found 1 expressions; accepted: 2/],
    ["force: [sin(t), -y*vx]", "force: [sin(t), z]", /10:19: system\.force\[1\]: unknown name "z"/],
    ["dissipation: c/4*vx^4", "dissipation: t*vx^2", /system\.dissipation: a Rayleigh potential .* not on time/],
    ["(x^2 + y^2)^2/4", "(x^2 + 2*y^2)^2/4", /system\.symmetries\[0\]: declared rotation, but V changes by /],
    ["mass: [2, 2]", "mass: [1, 2]", /system\.symmetries\[0\]: declared rotation, but the mass does not turn/],
    ["potential: (x", "potential: vx + (x", /system\.potential: unknown name "vx"/],
    [
      "symmetries: [rotation]",
      "symmetries: [mirror]",
      /symmetries\[0\]: found "mirror"; accepted: a symmetry: translation, rotation/,
    ],
  ])("%s → %s", (from, to, message) => {
    expect(complaint(DAMPED.replace(from, to))).toMatch(message);
  });
});

describe("matrices", () => {
  test("inline, with Rayleigh damping, at rest under the loads", () => {
    const { problem } = build(MATRICES.replace("10*sin(3*t)", "10"));
    const system = problem.system as LinearSystem;
    expect(system.kind).toBe("linear");
    expect(system.labels).toEqual(["q0", "q1"]);
    expect(toRows(system.stiffness)).toEqual([
      [200, -100],
      [-100, 100],
    ]);
    expect(
      toRows(system.viscosity!)
        .flat()
        .map((c) => Number(c.toFixed(12))),
    ).toEqual([0.3, -0.1, -0.1, 0.3]);
    // K q = (10, 0): both move by 0.1.
    expect(problem.q0[0]).toBeCloseTo(0.1, 14);
    expect(problem.q0[1]).toBeCloseTo(0.1, 14);
  });

  test("from files, with modal damping, under a ground motion", () => {
    const system = build(SHAKEN).problem.system as LinearSystem;
    expect(system.labels).toEqual(["u1", "u2"]);
    expect(toRows(system.stiffness)).toEqual([
      [300, -100],
      [-100, 100],
    ]);
    // −M·influence·scale·a at the peak of 0.1.
    expect(forceOf(system.load, 0.5, [0, 0], [0, 0]).map((f) => Number(f.toFixed(12)))).toEqual([-1.962, -0.981]);
    expect([...(system.load?.kinks ?? [])]).toEqual([0, 0.5, 1]);
    expect([...build(SHAKEN).problem.q0]).toEqual([0, 0]);
  });

  test("a table of loads", () => {
    const text = MATRICES.replace(/force: .*/, "force: { table: { file: load.csv } }");
    expect(forceOf(build(text).problem.system.load, 0.5, [0, 0], [0, 0])).toEqual([1, 2]);
    expect(build(text).notices).toEqual([]);
    // The last row is no zero: a run that goes on was perhaps meant to have a force.
    const longer = text.replace("time: { end: 1,", "time: { start: -1, end: 3,");
    expect(build(longer).notices).toEqual([
      {
        code: "table-ends",
        message:
          "load.csv ends at t = 1 with a force, before the run, and none acts after: add a row with the force there, or with zero",
      },
    ]);
  });

  test("rows without mass are condensed", () => {
    const { problem } = build(
      MATRICES.replace("mass: [1, 2]", "mass: [1, 0]").replace("rayleigh: [0.1, 0.001]", "rayleigh: [0.1, 0]"),
    );
    expect(problem.system.dof).toBe(1);
    expect(problem.view?.labels).toEqual(["q0", "q1"]);
  });

  test("rows without mass start where the load holds them, and another start is told", () => {
    const { notices } = build(`noether: 1
system: { matrices: { mass: [1, 0], stiffness: [[2, -1], [-1, 4]] }, force: [0, 3 + t] }
start: { q: [1, 2], v: [0, 0] }
`);
    expect(notices).toEqual([
      {
        code: "start-replaced",
        message:
          "coordinates without mass start where the others and the loads hold them: the start of q1 is 1 and not 2; the velocity of q1 is 0.25 and not 0",
      },
    ]);
  });

  test.each([
    ["mass: [1, 2]", "mass: [1, 2, 3]", /system\.matrices\.mass: found 3 numbers for 2 coordinates/],
    ["mass: [1, 2]", "mass: 1", /system\.matrices\.mass: found 1; accepted: rows of numbers, a list/],
    [
      "[[2*k, -k], [-k, k]]",
      "[[2*k, -k], [k, k]]",
      /system\.matrices\.stiffness: the stiffness matrix is not symmetric/,
    ],
    ["[[2*k, -k], [-k, k]]", "[[k, -k], [-k, k]]", /start: there is no equilibrium: the stiffness matrix is singular/],
    ["rayleigh: [0.1, 0.001]", "rayleigh: [0.1]", /damping\.rayleigh: found 1 numbers; accepted: \[a0, a1\]/],
    ["rayleigh:", "rayliegh:", /damping\.rayliegh: unknown key "rayliegh"\. Did you mean "rayleigh"\?/],
    ["force: [10*sin(3*t), 0]", "force: [10*sin(3*t)]", /system\.force: found 1 expressions; accepted: 2/],
    ["force: [10*sin(3*t), 0]", "force: [10*sin(3*x), 0]", /system\.force\[0\]: unknown name "x"/],
    ["force: [10*sin(3*t), 0]", "force: { table: { file: quake.csv } }", /^quake\.csv:1: found 2 columns; accepted: 3/],
    [
      "force: [10*sin(3*t), 0]",
      "force: { groundMotion: { file: quake.csv, influence: [1] } }",
      /groundMotion\.influence: found 1 numbers for 2/,
    ],
    [
      "parameters: { k: 100 }",
      "parameters: { k: 100 }\n  coordinates: [x]",
      /system\.coordinates: found 1 names for matrices of 2 rows/,
    ],
  ])("%s → %s", (from, to, message) => {
    expect(MATRICES).toContain(from);
    expect(complaint(MATRICES.replace(from, to))).toMatch(message);
  });
});

describe("particles", () => {
  test("masses, labels and start", () => {
    const { system, q0, v0 } = build(PARTICLES).problem;
    expect(system.labels).toEqual(["x0", "y0", "x1", "y1", "x2", "y2"]);
    expect([...(system.mass.diagonal ?? [])]).toEqual([1, 1, 2, 2, 1, 1]);
    expect([...q0]).toEqual([0, 0, 1.1, 0, 0, 1.2]);
    expect(v0[1]).toBe(0.1);
  });

  test("positions from a file, one mass for all, one side for all", () => {
    const text = PARTICLES.replace(/q: .*/, "q: { file: q.txt }").replace("[1, 2, 1]", "2").replace("[10, 10]", "10");
    const { system, q0 } = build(text).problem;
    expect([...q0]).toEqual([0, 0, 1.1, 0, 0, 1.2]);
    expect([...(system.mass.diagonal ?? [])]).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test("in Jacobi coordinates: the motion relative to the centre of mass, and the particles as they are seen", () => {
    const plain = PARTICLES.replace("box: [10, 10]", "coordinates: cartesian").replace(
      "cutoff: 2.5, shift: true",
      "cutoff: 50",
    );
    const [{ problem }, jacobi] = [build(plain), build(plain.replace("cartesian", "jacobi"))];
    const { system, q0, view } = jacobi.problem;
    expect(system.dof).toBe(4);
    expect(system.potential(q0)).toBeCloseTo(problem.system.potential(problem.q0), 12);
    expect(view?.labels).toEqual(["x0", "y0", "x1", "y1", "x2", "y2"]);
    // Momenta are exact whatever the method does: the centre of mass moves on a line.
    const seen = (p: typeof problem) => run(p, forceStepping({ grid: 0.05 }), { time: { end: 2, interval: 2 } }).last;
    const last = seen(jacobi.problem);
    const [q, v] = [new Float64Array(6), new Float64Array(6)];
    view?.expand(last, q, v);
    expect(v[1] + 2 * v[3] + v[5]).toBeCloseTo(0.1, 14);
    const wandering = seen(problem).v;
    expect(Math.abs(wandering[1] + 2 * wandering[3] + wandering[5] - 0.1)).toBeGreaterThan(1e-6);
  });

  test("Jacobi coordinates of one particle are none", () => {
    const text = PARTICLES.replace("box: [10, 10]", "coordinates: jacobi").replace(/q: .*/, "q: [[0, 0]]");
    expect(
      complaint(
        text
          .replace(/ {4}bonds: .*\n/, "")
          .replace("[1, 2, 1]", "1")
          .replace(/v: .*/, "v: [[0, 0]]"),
      ),
    ).toMatch(/particles\.coordinates: Jacobi coordinates need two particles or more; found 1/);
  });

  test("gravity", () => {
    const text = PARTICLES.replace(/pair: .*/, "pair: { gravity: { G: 4/2 } }").replace(/ {4}(bonds|box): .*\n/g, "");
    const { system, q0 } = build(text).problem;
    // −G Σ m m / r over the three pairs.
    expect(system.potential(q0)).toBeCloseTo(-2 * (2 / 1.1 + 1 / 1.2 + 2 / Math.hypot(1.1, 1.2)), 12);
  });

  test.each([
    ["dimension: 2", "dimension: 4", /particles\.dimension: found 4; accepted: a whole number from 1 to 3/],
    ["masses: [1, 2, 1]", "masses: [1, 2]", /particles\.masses: found 2 masses, and start\.q has 3 particles/],
    [
      "masses: [1, 2, 1]",
      "masses: [1, 2, -1]",
      /system\.particles: row 4: the mass matrix is not positive definite|masses/,
    ],
    ["between: [0, 1]", "between: [0, 3]", /bonds\[0\]\.between\[1\]: found 3; accepted: a whole number from 0 to 2/],
    ["between: [0, 1]", "between: [0]", /bonds\[0\]\.between: found 1 numbers/],
    ["box: [10, 10]", "box: [10]", /particles\.box: the box is \[10\]; accepted: 2 sides/],
    ["cutoff: 2.5", "cutoff: 6", /particles\.box: the cutoff is 6/],
    ["sigma: 1", "sgma: 1", /pair\.lennardJones\.sgma: unknown key "sgma"\. Did you mean "sigma"\?/],
    ["lennardJones", "lenardJones", /pair\.lenardJones: unknown key "lenardJones"\. Did you mean "lennardJones"\?/],
    ["[1.1, 0], [0, 1.2]]", "[1.1, 0], [0]]", /start\.q: found 5 numbers; accepted: rows of 2/],
    ["  v: [[0, 0.1], [0, 0], [0, 0]]", "  v: [[0, 0.1]]", /start\.v: found 2 numbers; accepted: 6/],
    ["shift: true", "shift: 1", /lennardJones\.shift: found 1; accepted: true or false/],
  ])("%s → %s", (from, to, message) => {
    expect(PARTICLES).toContain(from);
    expect(complaint(PARTICLES.replace(from, to))).toMatch(message);
  });

  test("a number in the wrong place of a file is named there", () => {
    const bad = (name: string) => new TextEncoder().encode(name === "q.txt" ? "0 0\n1 x\n" : "");
    const text = PARTICLES.replace(/q: .*/, "q: { file: q.txt }");
    expect(() => buildSystem(loadModel(text, { file: "model.yaml", readFile: bad }))).toThrow(/^q\.txt:2: found "x"/);
  });
});

describe("builtin", () => {
  test("with parameters as expressions, and its own start", () => {
    const { problem, cites } = build(BUILTIN);
    expect(problem.q0[0]).toBeCloseTo(0.4, 14);
    expect(cites).toContain("hairer2006");
  });

  test("another start, and another time of it", () => {
    const { problem } = build(`${BUILTIN.replace("end: 2*pi", "start: 3, steps: 10")}start: { q: [1, 0] }\n`);
    expect([...problem.q0]).toEqual([1, 0]);
    expect(problem.v0[1]).toBeGreaterThan(0);
    expect(problem.t0).toBe(3);
  });

  test.each(["argon-cluster", "outer-solar-system"])(
    "%s in Jacobi coordinates starts where and when it is asked to",
    (name) => {
      const jacobi = `noether: 1\nsystem: { model: ${name}, with: { coordinates: jacobi } }\ntime: { start: 7, end: 8 }\n`;
      const { system, q0: positions, v0: speeds } = build(jacobi.replace("jacobi", "cartesian")).problem;
      const [q0, v0] = [positions.map((x) => 1.1 * x + 0.01), speeds.map((v) => v + 0.02)];
      const { problem } = build(`${jacobi}start: { q: [${q0.join(", ")}], v: [${v0.join(", ")}] }\n`);
      const [q, v] = [new Float64Array(system.dof), new Float64Array(system.dof)];
      problem.view?.expand({ t: 7, q: problem.q0, v: problem.v0 }, q, v);
      const size = Math.max(...q0.map(Math.abs));
      for (let i = 0; i < q.length; i++) {
        // Rounding of sums over the bodies.
        expect(Math.abs(q[i] - q0[i])).toBeLessThan(1e-14 * size);
        expect(Math.abs(v[i] - v0[i])).toBeLessThan(1e-14);
      }
    },
  );

  test("without a time it takes the one that suits it", () => {
    const { problem, method, time } = buildProblem(loadModel(BUILTIN.replace(/time: .*\n/, "")));
    expect(run(problem, method, { time }).status).toBe("completed");
  });

  test("an equilibrium of a linear one", () => {
    const text =
      "noether: 1\nsystem: { model: shear-building, with: { peak: 0, displacement: 1 } }\nstart: equilibrium\n";
    expect([...build(text).problem.q0]).toEqual([0, 0, 0, 0, 0]);
  });
});
