import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import type { ElementName } from "../../../src/mesh/element-types.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { probe } from "../../../src/observers/probe.js";
import { block } from "../meshes.js";
import { MATERIALS, solidOf } from "../solids.js";

const TYPES: readonly ElementName[] = ["tet4", "hex8", "tet10", "quad4"];
const plane = (type: ElementName) => (type === "quad4" ? ({ vanishing: "strain", thickness: 1 } as const) : null);

describe.each(TYPES)("%s", (type) => {
  test.each(MATERIALS)("$name: terms add up to V, and moves of one coordinate to its differences", (material) => {
    const mesh = block(type, { cells: [2, 1, 1] });
    const fixed = Int32Array.of(0, 3);
    const { system } = solidOf(mesh, material, {
      plane: plane(type),
      supports: [{ nodes: fixed, direction: 0, motion: null }],
      contacts: material.energy === null ? [] : [{ point: [0, 0.01, 0], normal: [0, 1, 0], penalty: 0.1, friction: 0 }],
      attachments: [{ kind: "spring", nodes: [1, 2], direction: 1, constant: 3 }],
    });
    const { terms } = system;
    if (terms === undefined) throw new Error("terms expected");
    const own = (q: Float64Array, e: number) => {
      return Float64Array.from(terms.coordinate.subarray(terms.start[e], terms.start[e + 1]), (i) => q[i]);
    };
    const motion = fc.array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), {
      minLength: system.dof,
      maxLength: system.dof,
    });
    fc.assert(
      fc.property(motion, fc.nat(system.dof - 1), (given, moved) => {
        const q = Float64Array.from(given);
        let total = 0;
        let change = 0;
        const step = 0.005;
        for (let e = 0; e < terms.count; e++) {
          const x = own(q, e);
          total += terms.value(e, x);
          const k = terms.coordinate.subarray(terms.start[e], terms.start[e + 1]).indexOf(moved);
          if (k >= 0) change += terms.difference(e, x, k, step);
        }
        const V = system.potential(q);
        expect(Math.abs(total - V)).toBeLessThan(1e-14 * (1 + V));
        q[moved] += step;
        expect(Math.abs(change - (system.potential(q) - V))).toBeLessThan(1e-14 * (1 + V));
      }),
      { seed: 1, numRuns: 20 },
    );
  });
});

test("differences keep their digits where those of the values have none left", () => {
  const mesh = block("tet4", { cells: [1, 1, 1] });
  const { system } = solidOf(mesh, neoHookean({ E: 10, nu: 0.3, density: 1 }));
  if (system.terms === undefined) throw new Error("terms expected");
  const x = Float64Array.from({ length: 12 }, (_, i) => 0.1 * Math.sin(i));
  const step = 1e-9;
  const forward = system.terms.difference(0, x, 4, step);
  x[4] += step;
  const back = system.terms.difference(0, x, 4, -step);
  // Forth and back cancel to the rounding of the move itself.
  expect(Math.abs(forward + back)).toBeLessThan(1e-14 * Math.abs(forward));
});

test("a cube at a wall by force-stepping keeps K + V_h", () => {
  const mesh = block("tet4", { cells: [1, 1, 1], sides: [0.1, 0.1, 0.1] });
  const { system } = solidOf(mesh, neoHookean({ E: 1e3, nu: 0.3, density: 10 }), {
    mass: "lumped",
    contacts: [{ point: [0, 0, -0.001], normal: [0, 0, 1], penalty: 1e-4, friction: 0 }],
  });
  const v0 = Float64Array.from({ length: system.dof }, (_, i) => [0.3, 0, -1][i % 3]);
  const problem = { system, t0: 0, q0: new Float64Array(system.dof), v0 };
  const method = forceStepping({ grid: 2e-3 });
  if (method.clock !== "own") throw new Error("a method with its own clock expected");
  const { invariants = [] } = method.prepare(problem, null);
  const [energy] = invariants;
  const { status, last, observed } = run(problem, method, {
    time: { end: 0.04, interval: 0.002 },
    observe: { energy: probe((state) => energy.value(state.t, state.q, state.v)) },
  });
  const states = observed.energy.values;
  expect(status).toBe("completed");
  // Thousands of events, each rounding: far below what the potential and kinetic energy exchange.
  expect(Math.max(...states) - Math.min(...states)).toBeLessThan(1e-11 * states[0]);
  expect(last.v[2]).toBeGreaterThan(0);
});
