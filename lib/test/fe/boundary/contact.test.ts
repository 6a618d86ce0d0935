import fc from "fast-check";
import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { connectedBodies } from "../../../src/mesh/connected.js";
import { centralDifference } from "../../../src/methods/central-difference.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { discreteGradientDefects, gradientDefect, tangentDefect } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

const material = neoHookean({ E: 10, nu: 0.3, density: 2 });
const plane = { point: [0.1, 0, 0.02], normal: [0, 3, 4], penalty: 0.01, friction: 0 } as const;
const cube = () => solidOf(block("tet4", { cells: [1, 1, 1] }), material, { contacts: [plane] });

test("nodes behind the plane have gap²/(2 penalty), with a normal of unit length", () => {
  const { system } = cube();
  const free = solidOf(block("tet4", { cells: [1, 1, 1] }), material).system;
  const rest = new Float64Array(system.dof);
  // Of the corners only those with y = z = 0 are behind: gap = −0.8 · 0.02.
  expect(system.potential(rest) - free.potential(rest)).toBeCloseTo((2 * 0.016 ** 2) / (2 * 0.01), 14);
});

test("momentum is kept along the plane only", () => {
  expect(cube().system.invariants.map(({ name }) => name)).toEqual(["energy", "linear-momentum-x"]);
});

test("exact derivatives, also where contact begins or ends within the step", () => {
  const { system } = cube();
  const motion = fc.array(fc.double({ min: -0.04, max: 0.04, noNaN: true }), {
    minLength: system.dof,
    maxLength: system.dof,
  });
  fc.assert(
    fc.property(motion, motion, (from, to) => {
      const [a, b] = [Float64Array.from(from), Float64Array.from(to)];
      const { work, symmetry } = discreteGradientDefects(system, a, b, 1e-4);
      const energy = Math.max(system.potential(a), system.potential(b)) + 1e-6;
      expect(work).toBeLessThan(1e-13 * energy);
      expect(symmetry).toBeLessThan(1e-13);
    }),
    { seed: 1, numRuns: 40 },
  );
  // Away from the edge of contact, where the second derivative jumps.
  const q = Float64Array.from({ length: system.dof }, (_, i) => 0.01 * Math.sin(3 * i));
  expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
});

test("a plane without a direction, and a penalty that pulls, are refused", () => {
  const mesh = block("tet4", { cells: [1, 1, 1] });
  const on = (change: object) => () => solidOf(mesh, material, { contacts: [{ ...plane, ...change }] });
  expect(on({ normal: [0, 0, 0] })).toThrow("normal: the normal of the plane is (0, 0, 0)");
  expect(on({ penalty: -1 })).toThrow("penalty: the penalty is -1");
});

test.each([centralDifference(), midpoint(), energyMomentum()])(
  "$id ends where a body has passed through the plane",
  (method) => {
    const floor = { point: [0, 0, -0.1], normal: [0, 0, 1], friction: 0 } as const;
    const thrown = (penalty: number) => {
      const { system } = solidOf(block("tet4", { cells: [1, 1, 1] }), material, {
        contacts: [{ ...floor, penalty }],
        mass: "lumped",
      });
      const v0 = Float64Array.from({ length: system.dof }, (_, i) => (i % 3 === 2 ? -1 : 0));
      return run({ system, t0: 0, q0: new Float64Array(system.dof), v0 }, method, { time: { step: 0.01, steps: 400 } });
    };
    expect(thrown(0.1).status).toBe("completed");
    // With a penalty of 100 a node that is as deep as the cube is large is pushed back by a hundredth: the plane takes 0.04 of the energy of 1.
    const { status, failure, last } = thrown(100);
    expect([status, failure]).toEqual(["failed", { kind: "passed-through", contact: 0 }]);
    // It is behind after 1.1 of a way of 1 in front, as soon as its upper face has passed as well.
    expect(last.t).toBeGreaterThan(1.05);
    expect(last.t).toBeLessThan(1.2);
  },
);

test("of two bodies one has passed through, though the other has not", () => {
  const one = block("hex8", { cells: [1, 1, 1] });
  const count = one.points.length / 3;
  const mesh = {
    ...one,
    points: Float64Array.of(...one.points, ...one.points.map((x, i) => x + (i % 3 === 0 ? 5 : 0))),
    blocks: one.blocks.map((each) => ({
      ...each,
      nodes: Int32Array.of(...each.nodes, ...each.nodes.map((node) => node + count)),
    })),
    groups: [],
  };
  expect([...connectedBodies(mesh)]).toEqual([...new Array(count).fill(0), ...new Array(count).fill(1)]);
  const floor = { point: [0, 0, -0.1], normal: [0, 0, 1], penalty: 1, friction: 0 } as const;
  const { system } = solidOf(mesh, material, { contacts: [floor] });
  const lowered = (depth: number) =>
    Float64Array.from({ length: system.dof }, (_, i) => (i % 3 === 2 && i >= 3 * count ? -depth : 0));
  expect(system.potential(lowered(0.5))).toBeGreaterThan(0);
  expect(system.fault?.(lowered(0.5))).toBeNull();
  expect(system.potential(lowered(1.2))).toBeNaN();
  expect(system.fault?.(lowered(1.2))).toEqual({ kind: "passed-through", contact: 0 });
});
