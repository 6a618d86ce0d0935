import { describe, expect, test } from "vitest";
import type { Force } from "../../src/core/system.js";
import { dissipationOf } from "../../src/symbolic/dissipation.js";
import { forceOf } from "../../src/symbolic/force.js";

const coordinates = ["x", "y"];
const state = { t: 0.7, q: Float64Array.of(0.3, -0.4), v: Float64Array.of(1.1, 0.6) };

function componentsOf(force: Force): number[] {
  const out = new Float64Array(2);
  force.addTo(state.t, state.q, state.v, out);
  return [...out];
}

function tangentsOf(force: Force) {
  const values = (which: Force["byPosition"]) => {
    if (which === null) return null;
    const out = new Float64Array(which.pattern.column.length);
    which.values(state.t, state.q, state.v, out);
    return [...out];
  };
  return { byPosition: values(force.byPosition), byVelocity: values(force.byVelocity) };
}

describe("forces", () => {
  test("of time, position and velocity, with both tangents", () => {
    const force = forceOf({ coordinates, parameters: { k: 2 }, expressions: ["k*x*vy + sin(t)", "y^2*vx"] });
    const [x, y] = state.q;
    const [vx, vy] = state.v;
    expect(componentsOf(force)).toEqual([2 * (x * vy) + Math.sin(0.7), y * y * vx]);
    expect(tangentsOf(force)).toEqual({ byPosition: [2 * vy, 0, 0, 2 * (vx * y)], byVelocity: [0, 2 * x, y * y, 0] });
    expect(force.byPosition?.symmetric).toBe(true);
    expect(force.byVelocity?.symmetric).toBe(false);
  });

  test("what it does not depend on has no tangent", () => {
    const ofTime = forceOf({ coordinates, expressions: ["t", "cos(t)"] });
    expect(ofTime.byPosition).toBeNull();
    expect(ofTime.byVelocity).toBeNull();
    const gyroscopic = forceOf({ coordinates, expressions: ["vy", "-vx"] });
    expect(gyroscopic.byPosition).toBeNull();
    expect(tangentsOf(gyroscopic).byVelocity).toEqual([0, 1, -1, 0]);
  });

  test("it is added to what is there", () => {
    const out = Float64Array.of(1, 2);
    forceOf({ coordinates, expressions: ["10", "20"] }).addTo(0, state.q, state.v, out);
    expect([...out]).toEqual([11, 22]);
  });

  test("the velocity of x is vx", () => {
    expect(() => forceOf({ coordinates, expressions: ["xdot", "0"] })).toThrow(/Known here: t, x, y, vx, vy/);
    expect(() => forceOf({ coordinates: ["x", "vx"], expressions: ["0", "0"] })).toThrow(/"vx" is given twice/);
  });
});

describe("dissipation", () => {
  test("is minus the derivative of the Rayleigh potential by the velocities", () => {
    const force = dissipationOf({ coordinates, parameters: { c: 0.2 }, dissipation: "c/2*x^2*(vx - vy)^2" });
    const [x] = state.q;
    const [vx, vy] = state.v;
    const pull = 0.2 * x * x * (vx - vy);
    componentsOf(force).forEach((value, i) => {
      expect(value).toBeCloseTo([-pull, pull][i], 15);
    });
    const c = 0.2 * x * x;
    tangentsOf(force).byVelocity?.forEach((value, i) => {
      expect(value).toBeCloseTo([-c, c, c, -c][i], 15);
    });
    expect(force.byVelocity?.symmetric).toBe(true);
    tangentsOf(force).byPosition?.forEach((value, i) => {
      expect(value).toBeCloseTo([(-2 * pull) / x, 0, (2 * pull) / x, 0][i], 14);
    });
    expect(force.byPosition?.symmetric).toBe(false);
  });

  test("time is refused", () => {
    expect(() => dissipationOf({ coordinates, dissipation: "t*vx^2" })).toThrow(/not on time\n {4}t\*vx\^2\n {4}\^/);
  });
});
