/** Frames against closed forms of the theory of beams. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modesOf } from "../../src/analysis/modes.js";
import { run } from "../../src/core/run.js";
import { constantSignal, type Signal } from "../../src/core/signal.js";
import { type Frame, frame } from "../../src/fe/frame.js";
import type { FrameDescription, FrameLoad, FrameSupport, Member, Section } from "../../src/fe/frame-description.js";
import { analyze } from "../../src/linalg/factorization.js";
import { diagonalOf } from "../../src/linalg/matrix.js";
import type { Point } from "../../src/mesh/selection.js";
import { newmark } from "../../src/methods/newmark.js";

const E = 210e9;
const A = 0.01;
const I = 8e-6;
const density = 7850;
const slender: Section = { E, A, Iz: I, Iy: 2 * I, J: 3 * I, G: 80e9, density, shearAreas: null };
const shearing: Section = { ...slender, shearAreas: [5e-5, 8e-5] };

const empty = { springs: [], dashpots: [], masses: [], loads: [], damping: null, mass: "consistent" } as const;
const fixedAt = (node: number, directions: readonly number[]): FrameSupport[] =>
  directions.map((direction) => ({ node, direction: direction as FrameSupport["direction"], motion: null }));
const PLANE = [0, 1, 5];
const SPACE = [0, 1, 2, 3, 4, 5];
const unit = constantSignal(1);
const force = (node: number, direction: number, size: number): FrameLoad => ({
  action: { kind: "node", node, direction: direction as FrameSupport["direction"] },
  signal: constantSignal(size),
});

/** Nodes n0, n1, … joined by members m1, m2, … one after another. */
function chain(points: readonly Point[], section: Section, dimension: 2 | 3): FrameDescription {
  return {
    ...empty,
    dimension,
    nodes: points.map((point, i) => ({ name: `n${i}`, point })),
    members: points.slice(1).map(
      (_, i): Member => ({
        name: `m${i + 1}`,
        from: i,
        to: i + 1,
        section,
        up: null,
        released: [[], []],
      }),
    ),
    supports: [],
  };
}

const line = (length: number, cells: number, along: Point = [1, 0, 0]): Point[] =>
  Array.from({ length: cells + 1 }, (_, i) => {
    const s = (length * i) / cells;
    return [s * along[0], s * along[1], s * along[2]];
  });

/** K q = F, by label. */
function static_({ system }: Pick<Frame, "system">): (label: string) => number {
  const force = new Float64Array(system.dof);
  system.load?.addTo(0, force, force, force);
  const factors = analyze(system.stiffness.pattern, true);
  expect(factors.factor(system.stiffness.values)).toBeNull();
  const q = new Float64Array(system.dof);
  factors.solve(force, q);
  return (label) => q[system.labels.indexOf(label)];
}

const stateOf = (built: Frame) => {
  const at = static_(built);
  return Float64Array.from(built.system.labels, at);
};

function field(built: Frame, name: string, q: Float64Array): Float64Array {
  const found = built.body.fields.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  const places = found.on === "nodes" ? built.body.mesh.points.length / 3 : built.body.mesh.blocks[0].nodes.length / 2;
  const out = new Float64Array(places * Math.max(1, found.components.length));
  found.evaluate(0, q, new Float64Array(q.length), out);
  return out;
}

const frequencies = ({ system }: Pick<Frame, "system">, count: number) =>
  modesOf({ system, t0: 0, q0: new Float64Array(system.dof), v0: new Float64Array(system.dof) }, count).modes.map(
    ({ frequency }) => frequency,
  );

describe("statics: exact at the nodes, whatever the number of members", () => {
  const L = 3;
  test.each([1, 4])("a cantilever of %i members under a force at its tip", (cells) => {
    for (const [section, shear] of [
      [slender, 0],
      [shearing, L / (80e9 * 5e-5)],
    ] as const) {
      const parts = {
        ...chain(line(L, cells), section, 2),
        supports: fixedAt(0, PLANE),
        loads: [force(cells, 1, 1000)],
      };
      const at = static_(frame(parts));
      const deflection = 1000 * (L ** 3 / (3 * E * I) + shear);
      // A dozen members' worth of rounding, magnified by the condition of K (about 1e5).
      expect(at(`uy_n${cells}`) / deflection).toBeCloseTo(1, 9);
      expect(at(`rz_n${cells}`) / ((1000 * L * L) / (2 * E * I))).toBeCloseTo(1, 9);
    }
  });

  test("a load along the member, and the forces inside", () => {
    const w = 2000;
    const parts: FrameDescription = {
      ...chain(line(L, 2), slender, 2),
      supports: fixedAt(0, PLANE),
      loads: [0, 1].map((member) => ({
        action: { kind: "member", member, force: [0, -w, 0] },
        signal: unit,
      })),
    };
    const built = frame(parts);
    expect(static_(built)("uy_n2") / ((-w * L ** 4) / (8 * E * I))).toBeCloseTo(1, 9);
    const [N, V, M, , middleV, middleM, , , , , endV, endM] = field(built, "section-forces", stateOf(built));
    // The face at the root looks along the member: the part beyond it pulls it down and bends it downwards.
    expect(N).toBeCloseTo(0, 6);
    expect(V / (-w * L)).toBeCloseTo(1, 9);
    expect(M / ((-w * L * L) / 2)).toBeCloseTo(1, 9);
    expect(middleV / ((-w * L) / 2)).toBeCloseTo(1, 9);
    expect(middleM / ((-w * L * L) / 8)).toBeCloseTo(1, 9);
    expect(Math.abs(endV) + Math.abs(endM)).toBeLessThan(1e-6 * w);
    const [, up] = field(built, "reaction", stateOf(built));
    const [, , about] = field(built, "reaction-moment", stateOf(built));
    expect(up / (w * L)).toBeCloseTo(1, 9);
    expect(about / ((w * L * L) / 2)).toBeCloseTo(1, 9);
  });

  test("a beam fixed at both ends carries a force in the middle", () => {
    const parts = {
      ...chain(line(L, 2), slender, 2),
      supports: [...fixedAt(0, PLANE), ...fixedAt(2, PLANE)],
      loads: [force(1, 1, -500)],
    };
    expect(static_(frame(parts))("uy_n1") / ((-500 * L ** 3) / (192 * E * I))).toBeCloseTo(1, 10);
  });

  test("a support that moves: a clamped beam bends by 12 EI/L³, in statics and by its accelerations", () => {
    const parts: FrameDescription = {
      ...chain(line(L, 2), slender, 2),
      supports: [...fixedAt(0, PLANE), ...fixedAt(2, [0, 5]), { node: 2, direction: 1, motion: constantSignal(0.01) }],
    };
    const built = frame(parts);
    expect(static_(built)("uy_n1") / 0.005).toBeCloseTo(1, 10);
    const [, V] = field(built, "section-forces", stateOf(built));
    expect(V / ((12 * E * I * 0.01) / L ** 3)).toBeCloseTo(1, 9);
    expect(field(built, "displacement", stateOf(built))[7]).toBe(0.01);
  });

  test("a moment where all members are hinged is refused: nothing would take it up", () => {
    const nodes = [
      { name: "a", point: [0, 0, 0] as Point },
      { name: "b", point: [2, 0, 0] as Point },
    ];
    const member: Member = { name: "m", from: 0, to: 1, section: slender, up: null, released: [[], [5]] };
    const pinned = (loads: FrameLoad[]) =>
      frame({ dimension: 2, nodes, members: [member], supports: [...fixedAt(0, PLANE), ...fixedAt(1, [0])], loads });
    expect(pinned([]).labels).toEqual(["uy_b"]);
    expect(() => pinned([force(1, 5, 3)])).toThrow(/node b, direction rz, is not restrained: a moment acts there/);
  });

  test("a portal with a stiff beam sways with 24 EI/h³; with hinged feet with 6 EI/h³", () => {
    const h = 4;
    const points: Point[] = [
      [0, 0, 0],
      [0, h, 0],
      [6, h, 0],
      [6, 0, 0],
    ];
    const base = chain(points, slender, 2);
    const members = base.members.map((member, m) =>
      m === 1
        ? { ...member, section: { ...slender, Iz: 1e6 * I, A: 1e3 } }
        : { ...member, section: { ...slender, A: 1e3 } },
    );
    const loads = [force(1, 0, 1000)];
    const fixed = frame({ ...base, members, loads, supports: [...fixedAt(0, PLANE), ...fixedAt(3, PLANE)] });
    expect(static_(fixed)("ux_n1") / ((1000 * h ** 3) / (24 * E * I))).toBeCloseTo(1, 4);
    const hinged = frame({ ...base, members, loads, supports: [...fixedAt(0, [0, 1]), ...fixedAt(3, [0, 1])] });
    expect(static_(hinged)("ux_n1") / ((1000 * h ** 3) / (6 * E * I))).toBeCloseTo(1, 4);
  });

  test("hinges: a member that is free to turn at one end resists with 3 EI/L³; both ends make a truss", () => {
    const cantilever = chain(line(L, 1), slender, 2);
    const [member] = cantilever.members;
    const hinged = { ...cantilever, members: [{ ...member, released: [[5], []] as const }] };
    const propped = frame({ ...hinged, supports: [...fixedAt(0, PLANE), ...fixedAt(1, [5])], loads: [force(1, 1, 1)] });
    expect(static_(propped)("uy_n1") / (L ** 3 / (3 * E * I))).toBeCloseTo(1, 10);

    const triangle = chain(
      [
        [0, 0, 0],
        [3, 4, 0],
        [6, 0, 0],
      ],
      slender,
      2,
    );
    const truss = frame({
      ...triangle,
      members: triangle.members.map((bar) => ({ ...bar, released: [[5], [5]] as const })),
      supports: [...fixedAt(0, [0, 1]), ...fixedAt(2, [0, 1])],
      loads: [force(1, 1, -1000)],
    });
    // Rotations that nothing resists are no unknowns.
    expect(truss.system.labels).toEqual(["ux_n1", "uy_n1"]);
    expect(static_(truss)("uy_n1") / ((-1000 * 5 ** 3) / (2 * E * A * 4 * 4))).toBeCloseTo(1, 10);
    const [N] = field(truss, "section-forces", stateOf(truss));
    expect(N / (-1000 / (2 * 0.8))).toBeCloseTo(1, 9);
  });

  test("in space: bending about both axes, torsion, and a section that is turned", () => {
    const along: Point = [0, 0, 1]; // a column: its local y is the y of space
    const base = { ...chain(line(L, 2, along), slender, 3), supports: fixedAt(0, SPACE) };
    const bent = static_(frame({ ...base, loads: [force(2, 1, 1), force(2, 0, 1), force(2, 5, 1)] }));
    expect(bent("uy_n2") / (L ** 3 / (3 * E * I))).toBeCloseTo(1, 9);
    expect(bent("ux_n2") / (L ** 3 / (3 * E * 2 * I))).toBeCloseTo(1, 9);
    expect(bent("rz_n2") / (L / (80e9 * 3 * I))).toBeCloseTo(1, 9);
    const turned = frame({
      ...base,
      members: base.members.map((member) => ({ ...member, up: [1, 0, 0] as const })),
      loads: [force(2, 1, 1), force(2, 0, 1)],
    });
    expect(static_(turned)("ux_n2") / (L ** 3 / (3 * E * I))).toBeCloseTo(1, 9);
    expect(static_(turned)("uy_n2") / (L ** 3 / (3 * E * 2 * I))).toBeCloseTo(1, 9);
  });
});

describe("dynamics", () => {
  const L = 3;
  /** Roots of cos x cosh x = −1. */
  const ROOTS = [1.8751040687119611, 4.694091132974175, 7.854757438237613];

  test("a cantilever's frequencies, which come closer with the fourth power of the members' length", () => {
    const exact = ROOTS.map((root) => (root / L) ** 2 * Math.sqrt((E * I) / (density * A)));
    const errors = [8, 16].map((cells) => {
      const built = frame({ ...chain(line(L, cells), slender, 2), supports: fixedAt(0, PLANE) });
      const found = frequencies(built, 3);
      return exact.map((omega, k) => found[k] / omega - 1);
    });
    // From above, as consistent mass has it.
    for (const error of errors.flat()) expect(error).toBeGreaterThan(-1e-9);
    expect(Math.log2(errors[0][2] / errors[1][2])).toBeGreaterThan(3.8);
    expect(errors[1][0]).toBeLessThan(1e-6);
  });

  test("a beam that shears, on two supports, by the formula of Timoshenko", () => {
    const G = shearing.G;
    const area = 5e-5;
    const b = Math.PI / L;
    const [m, r] = [density * A, density * I];
    const p = r * m;
    const q = -(G * area * (m + r * b * b) + E * I * b * b * m);
    const c = E * I * b ** 4 * G * area;
    const omega = Math.sqrt((-q - Math.sqrt(q * q - 4 * p * c)) / (2 * p));
    const [coarse, fine] = [8, 16].map((cells) => {
      const built = frame({
        ...chain(line(L, cells), shearing, 2),
        supports: [...fixedAt(0, [0, 1]), ...fixedAt(cells, [1])],
      });
      const found = frequencies(built, 4);
      return Math.min(...found.map((each) => Math.abs(each / omega - 1)));
    });
    // Where shear rules the deflection between nodes is nearly straight: second order.
    expect(Math.log2(coarse / fine)).toBeGreaterThan(1.9);
    expect(fine).toBeLessThan(1e-3);
    // It is not Euler's: that would be a fifth higher.
    expect(omega).toBeLessThan(0.9 * b * b * Math.sqrt((E * I) / m));
  });

  test("lumped masses leave the rotations to statics; they come back in what is seen", () => {
    const built = frame({ ...chain(line(L, 1), slender, 2), mass: "lumped", supports: fixedAt(0, PLANE) });
    expect(built.system.labels).toEqual(["ux_n1", "uy_n1"]);
    expect(built.labels).toEqual(["ux_n1", "uy_n1", "rz_n1"]);
    expect(built.system.mass.diagonal).not.toBeNull();
    const [omega] = frequencies(built, 1);
    expect(omega / Math.sqrt((3 * E * I) / (L ** 3 * ((density * A * L) / 2)))).toBeCloseTo(1, 12);
    expect(field(built, "rotation", Float64Array.of(0, 0.02))[5] / (1.5 * (0.02 / L))).toBeCloseTo(1, 12);
  });

  test("a base that is moved along a path, and a ground that accelerates as the path does, are the same motion", () => {
    const omega = 30;
    const path = (size: number, order: number): Signal => ({
      kinks: null,
      // dᵏ/dtᵏ of size × (1 − cos ωt): from rest.
      derivative: (k, t) => {
        const turns = k + order;
        const wave = size * omega ** turns * Math.cos(omega * t + (turns * Math.PI) / 2);
        return (turns === 0 ? size : 0) - wave;
      },
    });
    const column = chain(line(L, 3, [0, 1, 0]), slender, 2);
    const moved = frame({
      ...column,
      supports: [...fixedAt(0, [1, 5]), { node: 0, direction: 0, motion: path(0.01, 0) }],
    });
    const shaken = frame({
      ...column,
      supports: fixedAt(0, PLANE),
      loads: [{ action: { kind: "ground", direction: [1, 0, 0] }, signal: path(0.01, 2) }],
    });
    const end = 0.2;
    const difference = (steps: number) => {
      const [absolute, relative] = [moved, shaken].map(({ system }) => {
        const rest = new Float64Array(system.dof);
        const start = { system, t0: 0, q0: rest, v0: rest };
        const { last } = run(start, newmark(), { time: { step: end / steps, steps } });
        return last.q[system.labels.indexOf("ux_n3")];
      });
      return Math.abs(absolute - relative - path(0.01, 0).derivative(0, end, 1));
    };
    const [coarse, fine] = [difference(400), difference(800)];
    expect(coarse).toBeLessThan(1e-3 * 0.01);
    // Two second-order solutions of one motion.
    expect(coarse / fine).toBeGreaterThan(3.5);
  });

  test("six rigid motions in space cost nothing, wherever and however the frame stands", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }), (x) => {
        const points: Point[] = [
          [0, 0, 0],
          [2 + x[0], x[1], x[2]],
          [2 + x[3], 2 + x[4], x[5]],
          [x[6], x[7], 3 + x[8]],
        ];
        const { system } = frame(chain(points, shearing, 3));
        const scale = Math.max(...system.stiffness.values.map(Math.abs));
        for (let axis = 0; axis < 6; axis++) {
          const q = new Float64Array(24);
          points.forEach((point, node) => {
            if (axis < 3) q[6 * node + axis] = 1;
            else {
              const turn = [0, 0, 0];
              turn[axis - 3] = 1;
              q[6 * node] = turn[1] * point[2] - turn[2] * point[1];
              q[6 * node + 1] = turn[2] * point[0] - turn[0] * point[2];
              q[6 * node + 2] = turn[0] * point[1] - turn[1] * point[0];
              q[6 * node + axis] = 1;
            }
          });
          const g = new Float64Array(24);
          system.gradient(q, g);
          // Sums of twelve products of the size of the stiffness.
          for (const each of g) expect(Math.abs(each)).toBeLessThan(1e-13 * scale * 12);
        }
        expect(frequencies({ system }, 7).filter((omega) => omega === 0)).toHaveLength(6);
      }),
      { numRuns: 10, seed: 7 },
    );
  });

  test("the mass of a frame and its moments are those of its members", () => {
    const parts: FrameDescription = {
      ...chain(line(L, 3), slender, 2),
      loads: [{ action: { kind: "gravity", acceleration: [0, -9.81, 0] }, signal: unit }],
      masses: [{ node: 3, direction: 1, value: 50 }],
    };
    const { system } = frame(parts);
    const forces = new Float64Array(system.dof);
    system.load?.addTo(0, forces, forces, forces);
    const weight = system.labels.reduce((sum, label, i) => sum + (label.startsWith("uy") ? forces[i] : 0), 0);
    expect(weight / (-9.81 * (density * A * L + 50))).toBeCloseTo(1, 12);
  });

  test("springs and dashpots to the ground, and damping in proportion", () => {
    const parts: FrameDescription = {
      ...chain(line(L, 1), slender, 2),
      supports: fixedAt(0, PLANE),
      springs: [{ node: 1, direction: 1, value: 1e5 }],
      dashpots: [{ node: 1, direction: 1, value: 300 }],
      damping: { kind: "rayleigh", mass: 0.1, stiffness: 1e-4 },
      loads: [force(1, 1, 1000)],
    };
    const built = frame(parts);
    expect(static_(built)("uy_n1") / (1000 / ((3 * E * I) / L ** 3 + 1e5))).toBeCloseTo(1, 9);
    const { viscosity, stiffness, mass } = built.system;
    const [c, k, m] = [viscosity, stiffness, mass.matrix].map((matrix) =>
      matrix === null ? 0 : diagonalOf(matrix)[1],
    );
    expect(c / (300 + 0.1 * m + 1e-4 * k)).toBeCloseTo(1, 12);
  });
});

test("what is wrong is said with the names of the frame", () => {
  const parts = { ...chain(line(3, 1), slender, 2), supports: fixedAt(0, PLANE) };
  const lonely = { ...parts, nodes: [...parts.nodes, { name: "far", point: [9, 9, 0] as const }] };
  expect(() => frame(lonely)).toThrow(/node far, direction x, is not restrained: no member/);
  const all = { ...parts, supports: [...fixedAt(0, PLANE), ...fixedAt(1, PLANE)] };
  expect(() => frame(all)).toThrow(/nothing can move/);
  const short = { ...parts, nodes: parts.nodes.map((node) => ({ ...node, point: [0, 0, 0] as const })) };
  expect(() => frame(short)).toThrow(/member m1 has no length/);
  const twice = { ...parts, supports: [...fixedAt(0, PLANE), { node: 0, direction: 5, motion: unit } as const] };
  expect(() => frame(twice)).toThrow(
    /supports: node n0 is fixed and has a prescribed displacement.* direction rz; give/,
  );
  // The same said twice is one support.
  expect(() => frame({ ...parts, supports: [...fixedAt(0, PLANE), ...fixedAt(0, [5])] })).not.toThrow();
});
