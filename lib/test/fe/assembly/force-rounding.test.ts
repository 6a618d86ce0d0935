import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { mooneyRivlin } from "../../../src/fe/materials/mooney-rivlin.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { newmark } from "../../../src/methods/newmark.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

const constants = { E: 2e6, nu: 0.4, density: 1100 };
const MATERIALS = [
  neoHookean(constants),
  stVenantKirchhoff(constants),
  mooneyRivlin({ C10: 3e5, C01: 5e4, D1: 1e-6, density: 1100 }),
];

describe.each(MATERIALS)("$name", (material) => {
  describe.each(["hex8", "tet4"] as const)("%s", (type) => {
    const { system } = solidOf(block(type, { cells: [2, 1, 1] }), material);

    test("the rounding of small forces is that of the terms which cancel in them", () => {
      const random = randomNumbers(3);
      const [q, near, g, other] = Array.from({ length: 4 }, () => new Float64Array(system.dof));
      for (let i = 0; i < q.length; i++) q[i] = 1e-8 * random();
      // Next to nothing moves: what changes is rounding.
      for (let i = 0; i < q.length; i++) near[i] = q[i] * (1 + 1e-13 * random());
      system.gradient(q, g);
      system.gradient(near, other);
      const changed = g.reduce((most, each, i) => Math.max(most, Math.abs(each - other[i])), 0);
      expect(changed).toBeLessThan(8 * Number.EPSILON * (system.cancellingTerms ?? 0));
    });

    test.each([newmark(), energyMomentum()])("moves from rest under a load that grows from nothing: $id", (method) => {
      if (system.kind === "linear") expect.unreachable();
      const push = {
        addTo: (t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) => {
          out[0] += t;
        },
        byPosition: null,
        byVelocity: null,
      };
      const still = new Float64Array(system.dof);
      const problem = { system: { ...system, load: push }, t0: 0, q0: still, v0: still };
      expect(run(problem, method, { time: { step: 1e-3, steps: 3 } }).failure).toBeNull();
    });
  });
});

test("linear elastic forces are proportional to the displacements", () => {
  expect(solidOf(block("hex8", { cells: [1, 1, 1] }), linearElastic(constants)).system.cancellingTerms).toBeUndefined();
});
