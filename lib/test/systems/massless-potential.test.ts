import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Vec } from "../../src/core/vec.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromDiagonal, fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { gauss } from "../../src/methods/gauss.js";
import { viscousForce } from "../../src/systems/linear.js";
import { timeLoad } from "../../src/systems/loads.js";
import { condensedPotential, type MasslessPotentialParts } from "../../src/systems/massless-potential.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { gradientDefect, tangentDefect } from "./derivatives.js";

/** Springs e²/2 + e⁴/4 from a wall to a joint, from the joint to a mass, from the mass to a second joint and to a wall. */
const spring = (e: number) => (e * e) / 2 + e ** 4 / 4;
const tension = (e: number) => e + e ** 3;
const softness = (e: number) => 1 + 3 * e * e;
const chain: MasslessPotentialParts = {
  labels: ["a", "m", "b"],
  mass: fromDiagonal([0, 2, 0]),
  potential: (q: Vec) => spring(q[0]) + spring(q[1] - q[0]) + 3 * spring(q[2] - q[1]) + spring(1 - q[2]),
  gradient(q, out) {
    out[0] = tension(q[0]) - tension(q[1] - q[0]);
    out[1] = tension(q[1] - q[0]) - 3 * tension(q[2] - q[1]);
    out[2] = 3 * tension(q[2] - q[1]) - tension(1 - q[2]);
  },
  tangent: {
    pattern: fullPattern(3),
    values(q, out) {
      const [first, second, third, fourth] = [q[0], q[1] - q[0], q[2] - q[1], 1 - q[2]].map(softness);
      out.set([first + second, -second, 0, -second, second + 3 * third, -3 * third, 0, -3 * third, 3 * third + fourth]);
    },
  },
};
const start = Float64Array.of(0.2, 0.5, 0.7);

test("at rest under the mass: the joints are in equilibrium, and their velocities follow", () => {
  const { system, view, retained } = condensedPotential(chain, start);
  expect([...retained]).toEqual([1]);
  expect(system.labels).toEqual(["m"]);
  const shown = (position: number) => {
    const q = new Float64Array(3);
    const v = new Float64Array(3);
    view.expand({ t: 0, q: Float64Array.of(position), v: Float64Array.of(1) }, q, v);
    return { q, v };
  };
  const gradient = new Float64Array(3);
  for (const position of [-3, -0.2, 0.5, 2, 40]) {
    const { q, v } = shown(position);
    chain.gradient(q, gradient);
    // Rounding of the terms that cancel in it.
    const terms = Math.abs(position) ** 3 + 1;
    expect(Math.abs(gradient[0])).toBeLessThan(1e-13 * terms);
    expect(Math.abs(gradient[2])).toBeLessThan(1e-13 * terms);
    // Position per unit velocity, by a difference of second order.
    const step = 1e-4;
    for (const joint of [0, 2]) {
      expect(v[joint]).toBeCloseTo((shown(position + step).q[joint] - shown(position - step).q[joint]) / (2 * step), 6);
    }
  }
});

test("gradient and tangent are exact", () => {
  const { system } = condensedPotential(chain, start);
  for (const position of [-3, -0.2, 0.5, 2, 40]) {
    const q = Float64Array.of(position);
    // Eighth-order differences; the rounding of V is 1e-16/1e-2 of it.
    expect(gradientDefect(system, q, 1e-2)).toBeLessThan(1e-11);
    expect(tangentDefect(system, q, 1e-2)).toBeLessThan(1e-11);
  }
});

test("it is a function of the position: no bit depends on what was asked before", () => {
  const { system } = condensedPotential(chain, start);
  const at = (position: number) => {
    const out = new Float64Array(1);
    system.gradient(Float64Array.of(position), out);
    return out[0];
  };
  const alone = at(1.7);
  at(-2);
  at(1.6999);
  expect(at(1.7)).toBe(alone);
});

test("the motion is the limit of vanishing masses", () => {
  const { system, view } = condensedPotential(chain, start);
  const method = gauss({ stages: 3 });
  const time = { step: 0.01, steps: 300 };
  const light = 1e-6;
  const q0 = new Float64Array(3);
  const v0 = new Float64Array(3);
  view.expand({ t: 0, q: Float64Array.of(0.5), v: Float64Array.of(2) }, q0, v0);
  const condensed = run({ system, t0: 0, q0: Float64Array.of(0.5), v0: Float64Array.of(2) }, method, { time });
  const whole = potentialSystem({ ...chain, mass: diagonalMass([light, 2, light]) });
  const full = run({ system: whole, t0: 0, q0, v0 }, method, { time });
  const q = new Float64Array(3);
  view.expand(condensed.last, q, new Float64Array(3));
  expect([condensed.status, full.status]).toEqual(["completed", "completed"]);
  // The light joints vibrate with amplitudes of the order of their mass.
  for (let i = 0; i < 3; i++) expect(Math.abs(full.last.q[i] - q[i])).toBeLessThan(20 * light);
});

describe("forces", () => {
  const dashpot = (joint: number) =>
    viscousForce(
      fromRows([
        [joint, 0, 0],
        [0, 0.3, 0],
        [0, 0, 0],
      ]),
    );

  test("on what has mass are kept", () => {
    const load = timeLoad(
      (t, out) => {
        out[1] += t;
      },
      Float64Array.of(1, 2),
    );
    const { system } = condensedPotential({ ...chain, damping: dashpot(0), load }, start);
    const out = new Float64Array(1);
    system.damping?.addTo(0, Float64Array.of(0), Float64Array.of(2), out);
    expect(out[0]).toBeCloseTo(-0.6, 15);
    const slope = new Float64Array(1);
    system.damping?.byVelocity?.values(0, Float64Array.of(0), Float64Array.of(2), slope);
    expect(slope[0]).toBe(-0.3);
    out.fill(0);
    system.load?.addTo(4, Float64Array.of(0), Float64Array.of(0), out);
    expect(out[0]).toBe(4);
    expect(system.load).toHaveProperty("kinks", Float64Array.of(1, 2));
    expect(system.invariants).toEqual([]);
  });

  test("that could touch a massless coordinate are refused", () => {
    expect(() => condensedPotential({ ...chain, damping: dashpot(0.1) }, start)).toThrow(
      /a has no mass, so that no damping may act on it/,
    );
    const load = timeLoad((_t, out) => {
      out[2] += 1;
    });
    expect(() => condensedPotential({ ...chain, load }, start)).toThrow(/b has no mass, so that no load may act on it/);
  });

  test("that are zero at the start and touch one later are refused too", () => {
    const load = timeLoad((t, out) => {
      out[2] += 4 * Math.sin(3 * t);
    });
    expect(() => condensedPotential({ ...chain, load }, start)).toThrow(/b has no mass, so that no load may act on it/);
  });

  test("that touch one for a short time make the run fail instead of being left out", () => {
    const load = timeLoad((t, out) => {
      if (Math.abs(t - 2) < 0.1) out[0] += 1;
    });
    const { system } = condensedPotential({ ...chain, load }, start);
    const out = new Float64Array(1);
    system.load?.addTo(2, Float64Array.of(0), Float64Array.of(0), out);
    expect(out[0]).toBeNaN();
  });
});

test("a start at which the potential has no minimum is refused", () => {
  const saddle: MasslessPotentialParts = {
    labels: ["x", "y"],
    mass: fromDiagonal([1, 0]),
    potential: (q) => q[0] * q[0] - q[1] * q[1],
    gradient(q, out) {
      out[0] = 2 * q[0];
      out[1] = -2 * q[1];
    },
    tangent: { pattern: fullPattern(2), values: (_q, out) => out.set([2, 0, 0, -2]) },
  };
  expect(() => condensedPotential(saddle, Float64Array.of(1, 0))).toThrow(
    /y: without mass, and the potential has no minimum/,
  );
});

test("where the minimum ends, the potential is NaN and the run says so", () => {
  // V = x²/2 + y²/2 + x y³ has no minimum in y for large x.
  const parts: MasslessPotentialParts = {
    labels: ["x", "y"],
    mass: fromDiagonal([1, 0]),
    potential: (q) => q[0] ** 2 / 2 + (q[1] - 1) ** 2 / 2 - q[0] * q[1] ** 4,
    gradient(q, out) {
      out[0] = q[0] - q[1] ** 4;
      out[1] = q[1] - 1 - 4 * q[0] * q[1] ** 3;
    },
    tangent: {
      pattern: fullPattern(2),
      values: (q, out) => out.set([1, -4 * q[1] ** 3, -4 * q[1] ** 3, 1 - 12 * q[0] * q[1] ** 2]),
    },
  };
  const { system } = condensedPotential(parts, Float64Array.of(0, 1));
  expect(system.potential(Float64Array.of(0.01))).toBeLessThan(0);
  expect(system.potential(Float64Array.of(5))).toBeNaN();
  // And it recovers: nothing is left of the failure.
  expect(system.potential(Float64Array.of(0))).toBe(0);
});
