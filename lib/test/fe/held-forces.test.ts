/** Reactions are all that holds a body, in motion too: together with the loads they are the change of its momentum. */
import { describe, expect, test } from "vitest";
import { modesOf, participationOf } from "../../src/analysis/index.js";
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import { bathe } from "../../src/methods/bathe.js";
import { gauss } from "../../src/methods/gauss.js";

import { buildSystem, loadModel } from "../../src/model-file/index.js";

/** The ground accelerates by 2 t up to t = 2. */
const RECORD = "0 0\n2 4\n4 0\n";

const built = (system: object, start: object | string = {}) =>
  buildSystem(
    loadModel(JSON.stringify({ noether: 1, system, start, time: { end: 1, step: 0.01 }, method: "midpoint" }), {
      readFile: () => new TextEncoder().encode(RECORD),
    }),
  );
type Built = ReturnType<typeof built>;
type Instant = Pick<State, "t" | "q" | "v">;

function field({ body }: Built, name: string, { t, q, v }: Instant): Float64Array {
  const found = body?.fields.find((each) => each.name === name && each.on === "nodes");
  if (body === undefined || found === undefined) throw new Error(`there is no ${name}`);
  const out = new Float64Array(body.mesh.points.length);
  found.evaluate(t, q, v, out);
  return out;
}

const sumAlong = (values: Float64Array, axis: number) =>
  values.reduce((sum, value, i) => sum + (i % 3 === axis ? value : 0), 0);

/** A state on the way, with a quantity there and its rate, by differences of fourth order over parts of steps. */
function onTheWay({ problem }: Built, { end, steps }: { end: number; steps: number }, of: (s: Instant) => number) {
  const method = gauss({ stages: 3 });
  const { last } = run(problem, method, { time: { step: end / steps, steps } });
  const h = end / steps / 10;
  const after = (k: number) =>
    of(
      run({ ...problem, t0: last.t, q0: last.q, v0: last.v }, method, {
        time: { step: Math.sign(k) * h, steps: Math.abs(k) },
      }).last,
    );
  const rate = (8 * (after(1) - after(-1)) - (after(2) - after(-2))) / (12 * h);
  return { last, value: of(last), rate };
}

describe("a frame, damped in proportion to mass and stiffness", () => {
  const nodes = { a: [0, 0], b: [0.4, 3], c: [3.7, 3.4], d: [4, 0.2] };
  const members = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "c", to: "d" },
  ];
  const lengths = members.map(({ from, to }) => {
    const [p, q] = [nodes[from as "a"], nodes[to as "a"]];
    return Math.hypot(q[0] - p[0], q[1] - p[1]);
  });
  const perLength = 800 * 0.02;
  const total = perLength * lengths.reduce((sum, length) => sum + length, 0) + 30;
  const parts = {
    nodes,
    members,
    sections: { beam: { A: 0.02, I: 4e-5, E: 2e9, density: 800 } },
    masses: [{ on: "c", mass: 30 }],
    loads: [
      { on: "b", force: ["200*sin(9*t)", -50] },
      { on: "a", force: ["70*cos(2*t)", 0] },
    ],
    damping: { rayleigh: [0.8, 2e-4] },
  };
  const pushed = (t: number) => 200 * Math.sin(9 * t) + 70 * Math.cos(2 * t);

  test("with consistent mass, on ground that accelerates", () => {
    const frame = built({
      frame: {
        ...parts,
        supports: [{ on: ["a", "d"], fix: ["x", "y", "rz"] }],
        groundMotion: { file: "record.csv", direction: "x" },
      },
    });
    // Relative to the ground; masses couple what moves to the supports.
    const inertia = frame.groundInertia?.([1, 0, 0]) ?? new Float64Array(0);
    const momentum = ({ v }: Instant) => inertia.reduce((sum, m, i) => sum + m * v[i], 0);
    const { last, value, rate } = onTheWay(frame, { end: 0.7, steps: 300 }, momentum);
    const expected = rate + 0.8 * value - pushed(last.t) + total * 2 * last.t;
    expect(sumAlong(field(frame, "reaction", last), 0) / expected).toBeCloseTo(1, 6);
  });

  test("with lumped mass, and a support that is moved", () => {
    const frame = built({
      frame: {
        ...parts,
        mass: "lumped",
        supports: [
          { on: "a", fix: ["x", "y", "rz"] },
          { on: "d", fix: ["y", "rz"], move: { x: "0.01*t^2" } },
        ],
      },
    });
    const [ab, bc, cd] = lengths.map((length) => (perLength * length) / 2);
    const masses = [ab, ab + bc, bc + cd + 30, cd];
    const momentum = (s: Instant) => {
      const velocity = field(frame, "velocity", s);
      return masses.reduce((sum, m, node) => sum + m * velocity[3 * node], 0);
    };
    const { last, value, rate } = onTheWay(frame, { end: 0.7, steps: 300 }, momentum);
    const expected = rate + 0.8 * value - pushed(last.t);
    expect(sumAlong(field(frame, "reaction", last), 0) / expected).toBeCloseTo(1, 6);
  });
});

describe("a frame whose rotations have no inertia, with loads on them and damping in proportion to the stiffness", () => {
  const lengths = [2, Math.hypot(2, 0.5)];
  const frame = (load: object, inertia: number) =>
    built({
      frame: {
        nodes: { a: [0, 0], b: [2, 0], c: [4, 0.5] },
        members: [
          { name: "ab", from: "a", to: "b" },
          { name: "bc", from: "b", to: "c" },
        ],
        sections: { s: { E: 2e8, A: 0.01, I: 4e-5, density: 7800 } },
        supports: [{ on: "a", fix: ["x", "y", "rz"] }],
        mass: "lumped",
        loads: [load],
        damping: { rayleigh: [0, 0.01] },
        ...(inertia > 0 && { masses: [{ on: ["b", "c"], mass: 0, inertia }] }),
      },
    });
  const [ab, bc] = lengths.map((length) => (78 * length) / 2);
  const masses = [ab, ab + bc, bc];
  const cases = [
    { name: "a moment", load: { on: "c", moment: "200*sin(20*t)" }, along: () => 0 },
    {
      name: "a uniform load",
      load: { on: ["ab", "bc"], uniform: [0, "-500*sin(20*t)"] },
      along: (t: number) => -500 * (lengths[0] + lengths[1]) * Math.sin(20 * t),
    },
  ];

  test.each(cases)("$name: reactions balance loads and inertia", ({ load, along }) => {
    const lumped = frame(load, 0);
    const momentum = (s: Instant) => {
      const velocity = field(lumped, "velocity", s);
      return masses.reduce((sum, m, node) => sum + m * velocity[3 * node + 1], 0);
    };
    const { last, rate } = onTheWay(lumped, { end: 0.3, steps: 120 }, momentum);
    expect(sumAlong(field(lumped, "reaction", last), 1) / (rate - along(last.t))).toBeCloseTo(1, 6);
  });

  test.each(cases)("$name: rotations and reactions are those of a vanishing inertia", ({ load }) => {
    const time = { step: 0.0002, steps: 1500 };
    const [lumped, light] = [0, 1e-6].map((inertia) => {
      const made = frame(load, inertia);
      return { made, last: run(made.problem, bathe(), { time }).last };
    });
    for (const name of ["rotation", "reaction", "reaction-moment"]) {
      const [found, expected] = [lumped, light].map(({ made, last }) => field(made, name, last));
      const size = Math.max(...expected.map(Math.abs));
      found.forEach((value, i) => {
        expect(Math.abs(value - expected[i])).toBeLessThan(1e-4 * size);
      });
    }
  });

  test.each(cases)("$name: the ledger has the energy of all coordinates", ({ load }) => {
    const { problem } = frame(load, 0);
    const { ledger, last } = run(problem, gauss({ stages: 2 }), { time: { step: 0.0025, steps: 120 }, ledger: true });
    const { kinetic, potential, work, dissipation, residual } = ledger as NonNullable<typeof ledger>;
    // Consistent and lumped frames have the same stiffness, and nothing is eliminated from the former.
    const stiff = frame(load, 1).problem;
    const all = { q: new Float64Array(6), v: new Float64Array(6) };
    problem.view?.expand(last, all.q, all.v);
    expect(potential / stiff.system.potential(all.q)).toBeCloseTo(1, 10);
    expect(Math.abs(residual as number)).toBeLessThan(1e-12 * (Math.abs(work) + dissipation + kinetic));
    expect(Math.abs(kinetic + potential + dissipation - work)).toBeLessThan(1e-9 * (Math.abs(work) + dissipation));
  });
});

describe("a solid", () => {
  const material = { model: "neo-hookean", E: 1e5, nu: 0.3, density: 1000 };
  const box = { box: { size: [2, 1, 1], cells: [4, 2, 2], element: "hex8" } };

  test("of large strain and consistent mass, with a face that is moved", () => {
    const solid = built({
      solid: {
        mesh: { box: { size: [2, 1, 1], cells: [2, 1, 1], element: "tet4" } },
        material,
        mass: "consistent",
        supports: [{ on: "left", fix: ["y", "z"], move: { x: "0.05*sin(6*t)" } }],
        loads: [{ on: "right", force: [300, "200*t", 0] }],
        damping: { rayleigh: [0.5, 1e-3] },
      },
    });
    // Of linear tetrahedra each row of the mass is a quarter of the mass of the elements around its node.
    const { mesh } = solid.body as NonNullable<Built["body"]>;
    const masses = new Float64Array(mesh.points.length / 3);
    const point = (node: number) => [0, 1, 2].map((d) => mesh.points[3 * node + d]);
    for (const { nodes } of mesh.blocks) {
      for (let first = 0; first < nodes.length; first += 4) {
        const [o, ...others] = [0, 1, 2, 3].map((k) => point(nodes[first + k]));
        const [u, v, w] = others.map((x) => x.map((value, d) => value - o[d]));
        const volume =
          (u[0] * (v[1] * w[2] - v[2] * w[1]) -
            u[1] * (v[0] * w[2] - v[2] * w[0]) +
            u[2] * (v[0] * w[1] - v[1] * w[0])) /
          6;
        for (let k = 0; k < 4; k++) masses[nodes[first + k]] += (1000 * Math.abs(volume)) / 4;
      }
    }
    for (const axis of [0, 1]) {
      const momentum = (s: Instant) => {
        const velocity = field(solid, "velocity", s);
        return masses.reduce((sum, m, node) => sum + m * velocity[3 * node + axis], 0);
      };
      const { last, value, rate } = onTheWay(solid, { end: 0.3, steps: 60 }, momentum);
      const expected = rate + 0.5 * value - [300, 200 * last.t][axis];
      expect(sumAlong(field(solid, "reaction", last), axis) / expected).toBeCloseTo(1, 5);
    }
  });

  test("under a pressure that follows its surface: reactions balance it, edges that are fixed included", () => {
    const solid = built(
      {
        solid: {
          mesh: box,
          material,
          supports: [{ on: "left", fix: ["x", "y", "z"] }],
          loads: [{ on: "top", pressure: 500, follow: true }],
        },
      },
      "equilibrium",
    );
    const { t0, q0, v0 } = solid.problem;
    const at = { t: t0, q: q0, v: v0 };
    const { mesh } = solid.body as NonNullable<Built["body"]>;
    const moved = field(solid, "displacement", at).map((u, i) => u + mesh.points[i]);
    // ∫ n da of a surface is half of ∮ x × dx along its edge.
    const edge: number[] = [];
    const find = (x: number, y: number) =>
      edge.push(
        Array.from({ length: moved.length / 3 }, (_, k) => k).find(
          (k) => mesh.points[3 * k] === x && mesh.points[3 * k + 1] === y && mesh.points[3 * k + 2] === 1,
        ) as number,
      );
    for (const x of [0, 0.5, 1, 1.5]) find(x, 0);
    for (const y of [0, 0.5]) find(2, y);
    for (const x of [2, 1.5, 1, 0.5]) find(x, 1);
    for (const y of [1, 0.5]) find(0, y);
    const area = [0, 0, 0];
    edge.forEach((node, k) => {
      const next = edge[(k + 1) % edge.length];
      for (let d = 0; d < 3; d++) {
        const [e, f] = [(d + 1) % 3, (d + 2) % 3];
        area[d] += (moved[3 * node + e] * moved[3 * next + f] - moved[3 * node + f] * moved[3 * next + e]) / 2;
      }
    });
    const reaction = field(solid, "reaction", at);
    for (let d = 0; d < 3; d++) expect(Math.abs(sumAlong(reaction, d) - 500 * area[d])).toBeLessThan(1e-6);
    expect(area[2]).toBeGreaterThan(1.9);
  });

  test("with a spring to a node that is fixed: it holds, too", () => {
    const solid = built(
      {
        solid: {
          mesh: box,
          material: { ...material, model: "linear-elastic" },
          supports: [{ on: "left", fix: ["x", "y", "z"] }],
          springs: [{ on: { near: [2, 0, 0] }, to: { near: [0, 0, 0] }, stiffness: { x: 4e4 } }],
          loads: [{ on: "right", force: [100, 0, 0] }],
        },
      },
      "equilibrium",
    );
    const { t0, q0, v0 } = solid.problem;
    expect(sumAlong(field(solid, "reaction", { t: t0, q: q0, v: v0 }), 0)).toBeCloseTo(-100, 8);
  });
});

test("effective masses of a cantilever with consistent mass are those of a beam: 0.6131, 0.1883 and 0.0647 of its mass", () => {
  const names = Array.from({ length: 13 }, (_, k) => `n${k}`);
  const beam = built({
    frame: {
      nodes: Object.fromEntries(names.map((name, k) => [name, [0, k / 12]])),
      members: names.slice(1).map((name, k) => ({ from: names[k], to: name })),
      sections: { beam: { A: 0.01, I: 1e-6, E: 1e9, density: 500 } },
      supports: [{ on: "n0", fix: ["x", "y", "rz"] }],
    },
  });
  const { modes } = modesOf(beam.problem, 3);
  const along = beam.groundInertia?.([1, 0, 0]) ?? new Float64Array(0);
  const { effectiveMasses, total } = participationOf(beam.problem.system.mass, modes, along);
  // (2 σ/β)² with β = 1.875104, 4.694091, 7.854757 and σ = 0.734096, 1.018467, 0.999225.
  const exact = [
    [1.875104069, 0.734095514],
    [4.694091133, 1.018467319],
    [7.854757438, 0.999224497],
  ].map(([beta, sigma]) => ((2 * sigma) / beta) ** 2);
  effectiveMasses.forEach((mass, k) => {
    expect(Math.abs(mass / 5 / exact[k] - 1)).toBeLessThan(1e-3);
  });
  // What moves with the support itself, less than half an element, is of no mode.
  expect(total).toBeLessThan(5);
  expect(total).toBeGreaterThan(5 * (1 - 0.5 / 12));
});
