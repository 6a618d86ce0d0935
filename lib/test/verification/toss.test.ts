/** A block tossed so that it turns and stretches: what energy–momentum keeps to rounding, Newmark's method
 *  and the midpoint rule do not. */
import { describe, expect, test } from "vitest";
import type { Method } from "../../src/core/method.js";
import { orThrow, run } from "../../src/core/run.js";
import { neoHookean } from "../../src/fe/materials/neo-hookean.js";
import { box } from "../../src/mesh/generate/box.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { extremes } from "../../src/observers/extremes.js";
import { solidOf } from "../fe/solids.js";
import { placeOf } from "./elastostatics.js";

const STEP = 0.04;
const STEPS = 50;

/** How far energy, linear and angular momentum move from where they start, relative to their size. */
function drifts(element: "hex8" | "tet10", method: Method) {
  const mesh = box({ size: [2, 1, 1], cells: [2, 1, 1], element });
  const body = solidOf(mesh, neoHookean({ E: 100, nu: 0.3, density: 1 }));
  const velocities = Float64Array.from(mesh.points, (_, i) => {
    const [x, y, z] = placeOf(mesh, Math.floor(i / 3)).map((c, d) => c - [1, 0.5, 0.5][d]);
    return [z - 2 * y + 1.5 * x, 2 * x - 0.5 * z, 1 + 0.5 * y - x][i % 3];
  });
  const { system } = body;
  const problem = { system, t0: 0, q0: new Float64Array(system.dof), v0: body.rates(0, velocities) };
  const { observed, last } = orThrow(
    run(problem, method, {
      time: { step: STEP, steps: STEPS },
      observe: (invariants) => ({ kept: extremes(invariants) }),
    }),
  );
  const drift = (name: string) => {
    const own = observed.kept.filter((each) => each.name.startsWith(name));
    const size = Math.hypot(...own.map(({ initial }) => initial));
    return Math.max(...own.map(({ min, max }) => max - min)) / size;
  };
  return { energy: drift("energy"), linear: drift("linear"), angular: drift("angular"), q: last.q };
}

describe.each(["hex8", "tet10"] as const)("%s", (element) => {
  test("energy–momentum keeps energy and both momenta", () => {
    const { energy, linear, angular } = drifts(element, energyMomentum({ momentum: "angular" }));
    // Fifty steps, each solved to rounding of its forces.
    expect(energy).toBeLessThan(1e-12);
    expect(linear).toBeLessThan(1e-12);
    expect(angular).toBeLessThan(1e-12);
  });

  test("Newmark keeps linear momentum alone", () => {
    const { energy, linear, angular } = drifts(element, newmark());
    expect(linear).toBeLessThan(1e-11);
    expect(energy).toBeGreaterThan(1e-4);
    expect(angular).toBeGreaterThan(1e-4);
  });

  test("the midpoint rule keeps both momenta, and not the energy", () => {
    const { energy, linear, angular } = drifts(element, midpoint());
    expect(linear).toBeLessThan(1e-11);
    expect(angular).toBeLessThan(1e-11);
    expect(energy).toBeGreaterThan(1e-4);
  });
});
