import { expect, test } from "vitest";
import { modeAmplification } from "../../src/analysis/amplification.js";
import type { Method } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Force, Problem, System } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/potential.js";
import { timeLoad } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { published, sextic, skewed } from "./coupled.js";
import { inPotential } from "./oscillator.js";

const near = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(tolerance);
  });
};
const oneStep = (problem: Problem, method: ReturnType<typeof newmarkMinimization>) => {
  const { last, failure } = run(problem, method, { time: { step: 0.2, steps: 1 } });
  expect(failure).toBeNull();
  return [...last.q, ...last.v];
};

test("damped steps agree with 32-digit arithmetic, implicit and explicit", () => {
  const expected = [
    [sextic({ c: 0.3 }), 0.25, [1.0119379325672264, 0.31431748046848446, 0.019379325672263727, 0.5431748046848445]],
    [sextic({ c: 0.3 }), 0, [1.016008, 0.3157216, 0.013398836153029814, 0.5412873737100223]],
    [skewed({ c: 0.3 }), 0.25, [0.9891930967506893, 0.3230630633600482, -0.20806903249310704, 0.6306306336004821]],
    [skewed({ c: 0.3 }), 0, [0.988152380952381, 0.32565714285714287, -0.2074908408027626, 0.6295445426145332]],
  ] as const;
  for (const [problem, beta, state] of expected) near(oneStep(problem, newmarkMinimization({ beta })), state, 5e-15);
});

test("in steps of ten periods the energy walks no farther than newmark's", () => {
  const coordinates = ["x", "y"];
  const formula = potentialOf({ coordinates, potential: "0.5*x^2 + 0.85*y^2 + 0.3*x*y" });
  const system = potentialSystem({ labels: coordinates, mass: scalarMass(2, 1), ...formula });
  const energyOf = (q: ArrayLike<number>, v: ArrayLike<number>) =>
    (v[0] ** 2 + v[1] ** 2) / 2 + system.potential(Float64Array.from(q));
  const walked = (method: Method) => {
    let square = 0;
    for (let k = 0; k < 16; k++) {
      const [q, v] = [
        [Math.cos(k), Math.sin(3 * k)],
        [Math.sin(k + 1), Math.cos(2 * k)],
      ];
      const { last } = run(startingFrom(system, q, v), method, { time: { step: 60, steps: 1000 } });
      square += (energyOf(last.q, last.v) / energyOf(q, v) - 1) ** 2 / 16;
    }
    return Math.sqrt(square);
  };
  // Both are walks of 16 starts. The acceleration that is carried on is not the force at a rounded place: that was 300 times as far.
  expect(walked(newmarkMinimization())).toBeLessThan(3 * walked(newmark()));
});

test("what sums carry is part of the linear map of a long step", () => {
  expect(modeAmplification(newmarkMinimization(), 60, 0).spectralRadius).toBeCloseTo(1, 12);
});

test("claims the first order where something dissipates, and Newmark's own where nothing does", () => {
  expect(newmarkMinimization().claims).toMatchObject({ order: 1, orderUndamped: 2 });
  expect(newmarkMinimization({ beta: 0.3025, gamma: 0.6 }).claims).toEqual(
    newmark({ beta: 0.3025, gamma: 0.6 }).claims,
  );
});

/** φ = c/2 (1 + 0.7 |q|²) |v|²: its force −∂φ/∂v, and the companion −∂φ/∂q that a minimisation needs. */
function placedDrag(c: number): Force {
  const square = (x: Float64Array) => x[0] * x[0] + x[1] * x[1];
  const tangent = (entries: (q: Float64Array, v: Float64Array) => number[], symmetric: boolean) => ({
    pattern: fullPattern(2),
    symmetric,
    values: (_t: number, q: Float64Array, v: Float64Array, out: Float64Array) => out.set(entries(q, v)),
  });
  const weight = (q: Float64Array) => -c * (1 + 0.7 * square(q));
  const k = -1.4 * c;
  return {
    addTo(_t, q, v, out) {
      for (let i = 0; i < 2; i++) out[i] += weight(q) * v[i];
    },
    byVelocity: tangent((q) => [weight(q), 0, 0, weight(q)], true),
    byPosition: tangent((q, v) => [k * v[0] * q[0], k * v[0] * q[1], k * v[1] * q[0], k * v[1] * q[1]], false),
    companion: {
      addTo(_t, q, v, out) {
        for (let i = 0; i < 2; i++) out[i] += (k / 2) * square(v) * q[i];
      },
      byVelocity: tangent((q, v) => [k * v[0] * q[0], k * v[1] * q[0], k * v[0] * q[1], k * v[1] * q[1]], false),
      byPosition: tangent((_q, v) => [(k / 2) * square(v), 0, 0, (k / 2) * square(v)], true),
    },
  };
}

test("σ places a dissipation that depends on the position, and means nothing in the printed (37)", () => {
  const states = [
    [0, [1.011706993771443, 0.3118704571642223, 0.017069937714430043, 0.5187045716422232]],
    [0.5, [1.0116463280293118, 0.3118142967163056, 0.0164632802931182, 0.5181429671630562]],
    [1, [1.01158495321024, 0.3117442291350704, 0.01584953210239895, 0.5174422913507036]],
  ] as const;
  const { system, ...start } = sextic();
  const problem = { ...start, system: { ...system, damping: placedDrag(0.3) } as System };
  for (const [sigma, state] of states) near(oneStep(problem, newmarkMinimization({ sigma })), state, 5e-15);
});

test("a thousand steps carry the computed acceleration, as the reference does", () => {
  for (const [beta, q] of [
    [0.25, [-0.16078713365696126, 0.7376646610533815]],
    [0, [0.7510017519370658, -0.2862098261270419]],
  ] as const) {
    const { last } = run(sextic({ ...published, c: 1e-3 }), newmarkMinimization({ beta }), {
      time: { step: 0.2, steps: 1000 },
    });
    // Rounding grows along the orbit; the reference's own double precision run deviates by 8e-13.
    near([...last.q], q, 1e-10);
  }
});

test("without dissipation it is Newmark", () => {
  for (const parameters of [{ beta: 1 / 6 }, { beta: 0 }, { beta: 0.3, gamma: 0.6 }]) {
    const [a, b] = [newmarkMinimization(parameters), newmark(parameters)].map(
      (method) => run(skewed(), method, { time: { step: 0.1, steps: 100 } }).last,
    );
    near([...a.q, ...a.v], [...b.q, ...b.v], 1e-12);
  }
});

test("a step whose function is not convex is refused, and says why", () => {
  // At |q|² = 0.4 the sextic bends down most, by 2.8: with β = ½ its function is convex for h < 1/√1.4 = 0.845.
  const ridge = sextic({ q: [Math.sqrt(0.4), 0], v: [0, 0] });
  const attempt = (step: number) => run(ridge, newmarkMinimization({ beta: 0.5 }), { time: { step, steps: 1 } });
  expect(attempt(0.6).failure).toBeNull();
  expect(attempt(0.86).failure).toMatchObject({ kind: "not-convex", dof: 0 });
});

test("forces without a potential are refused by name", () => {
  const { system, ...start } = sextic();
  const { companion: _, ...drag } = placedDrag(0.3);
  const problem = { ...start, system: { ...system, damping: drag } as System };
  expect(() => run(problem, newmarkMinimization(), { time: { step: 0.2, steps: 1 } })).toThrow(
    /damping that has a potential/,
  );
});

test("from rest, under a load that begins with nothing: it sticks until the load passes the limit, whatever the step", () => {
  for (let k = 0; k < 40; k++) {
    const [m, rate, limit, step] = [1.18 + 0.013 * k, 1.16 - 0.017 * k, 0.63 + 0.011 * k, 0.0154 + 0.0003 * k];
    const system = potentialSystem({
      labels: ["x"],
      mass: scalarMass(1, m),
      ...potentialOf({ coordinates: ["x"], potential: "0*x" }),
      load: timeLoad((t, out) => {
        out[0] += rate * t;
      }),
      friction: { contacts: [{ slip: [Float64Array.of(1)], limit: () => limit }] },
    });
    const until = (0.95 * limit) / rate;
    const { status, last } = run(
      { system, t0: 0, q0: new Float64Array(1), v0: new Float64Array(1) },
      newmarkMinimization(),
      {
        time: { step, steps: Math.floor(until / step) },
      },
    );
    expect(status).toBe("completed");
    // What sticks is left with the rounding of what the load alone would do.
    expect(Math.abs(last.q[0])).toBeLessThan(1e-13);
  }
});

/** A convex function has a minimum however steep it is: no step may fail for want of a way there. */
test.each([
  [
    "5 cosh 3x",
    {
      value: (x: number) => 5 * Math.cosh(3 * x),
      slope: (x: number) => 15 * Math.sinh(3 * x),
      bend: (x: number) => 45 * Math.cosh(3 * x),
    },
    2,
  ],
  [
    "10⁸ x²/2 + exp 10x",
    {
      value: (x: number) => 5e7 * x * x + Math.exp(10 * x),
      slope: (x: number) => 1e8 * x + 10 * Math.exp(10 * x),
      bend: (x: number) => 1e8 + 100 * Math.exp(10 * x),
    },
    0.5,
  ],
])("friction in V = %s, long steps", (_name, curve, h) => {
  const limit = 0.3;
  const { system } = inPotential(curve, 0, 0);
  const friction = { contacts: [{ slip: [Float64Array.of(1)], limit: () => limit }] };
  for (const [q, v] of [
    [0.08, 3],
    [0.8, 3],
    [-0.05, -2],
    [0.02, 0.4],
  ]) {
    const runner = begin(startingFrom({ ...system, friction }, [q], [v]), newmarkMinimization({ summation: "plain" }), {
      time: { step: h, steps: 20 },
      growth: "report",
    });
    while (runner.status === "running") {
      const [q0, v0, a0] = [runner.state.q[0], runner.state.v[0], runner.state.memory[0][0]];
      runner.advance(1);
      const q1 = runner.state.q[0];
      if (runner.result().failure !== null) break;
      // (41): M (q₁ − q^pre)/h² + β V′(q₁) is what friction exerts.
      const inertia = (q1 - q0 - h * v0 - (h * h * a0) / 4) / (h * h);
      const size = Math.abs(q0) + Math.abs(q1) + h * Math.abs(v0) + h * h * Math.abs(a0);
      const rounding = 10 * Number.EPSILON * (size / (h * h) + curve.bend(q1) * size + Math.abs(curve.slope(q1)));
      const left = inertia + curve.slope(q1) / 4;
      expect(Math.abs(left)).toBeLessThanOrEqual(limit + rounding);
      if (q1 !== q0) expect(Math.abs(left + limit * Math.sign(q1 - q0))).toBeLessThanOrEqual(rounding);
    }
    expect(runner.result().failure).toBeNull();
  }
});
