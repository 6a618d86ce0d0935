import { expect, test } from "vitest";
import { refusal } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import type { Contact, Problem, System } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { recommendedMethods } from "../../src/methods/recommended.js";
import { twoStep } from "../../src/methods/two-step.js";
import { variational } from "../../src/methods/variational.js";
import { probe } from "../../src/observers/probe.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { published, sextic, skewed } from "./coupled.js";
import { spring } from "./oscillator.js";

const near = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(tolerance);
  });
};
const rubbing = ({ system, ...start }: Problem, contacts: readonly Contact[]): Problem => ({
  ...start,
  system: { ...system, friction: { contacts }, invariants: [] } as System,
});
const along = (n: number, i: number) => Float64Array.from({ length: n }, (_, k) => (k === i ? 1 : 0));

test("agrees with 32-digit arithmetic, which starts from two positions: its first step is the conservative one", () => {
  const expected = [
    { make: sextic, q2: [1.0034988272632375, 0.42245621715994897] },
    { make: skewed, q2: [0.9207898207343157, 0.45285539963273735] },
  ];
  for (const { make, q2 } of expected) {
    const first = run(make(), variational(), { time: { step: 0.2, steps: 1 } }).last;
    const start = { ...make({ c: 0.3 }), q0: first.q, v0: first.v };
    const { last } = run(start, twoStep(), { time: { step: 0.2, steps: 1 } });
    near([...last.q], q2, 5e-15);
  }
  const first = run(sextic(published), variational(), { time: { step: 0.2, steps: 1 } }).last;
  const start = { ...sextic({ c: 1e-3 }), q0: first.q, v0: first.v };
  const { last } = run(start, twoStep(), { time: { step: 0.2, steps: 999 } });
  // Rounding grows along the orbit; the reference's own double precision run deviates by 8e-13.
  near(
    [...last.q, ...last.v],
    [-0.11090558623983662, -0.9123015966387141, 0.4715863033131659, -0.5510878072189529],
    1e-11,
  );
});

test("without dissipation it is the midpoint rule", () => {
  const [a, b] = [twoStep(), midpoint()].map(
    (method) => run(sextic(), method, { time: { step: 0.1, steps: 100 } }).last,
  );
  near([...a.q, ...a.v], [...b.q, ...b.v], 1e-12);
});

test("dry friction: an oscillator loses 2μN/k a half-swing and sticks", () => {
  const limit = 0.05;
  const problem = rubbing(spring({ q: 1, v: 0 }), [{ slip: [along(1, 0)], limit: () => limit }]);
  for (const method of [twoStep(), newmarkMinimization()]) {
    const { observed, last, ledger } = run(problem, method, {
      time: { step: 0.01, steps: 4000 },
      observe: { x: probe((s) => s.q[0]) },
      ledger: true,
    });
    const turns: number[] = [];
    const { values, t } = observed.x;
    let rising = false;
    for (let i = 1; i < values.length; i++) {
      // At a turn the mass may rest for a step.
      if (values[i] === values[i - 1] || values[i] > values[i - 1] === rising) continue;
      if (i > 1) turns.push(Math.abs(values[i - 1]));
      rising = !rising;
    }
    // Exactly: 0.9, 0.8, …, 0.1, and the tenth half-swing ends at 0, at t = 10 π. First order in the friction, h = 0.01.
    near(turns.slice(0, 8), [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2], 0.01);
    const stops = t[values.findIndex((value, i) => i > 2000 && Math.abs(value - values[values.length - 1]) < 1e-12)];
    expect(Math.abs(stops - 10 * Math.PI)).toBeLessThan(1.8); // a half-swing too few or too many
    // Stuck means still: nothing creeps but rounding.
    expect(Math.abs(last.q[0] - values[3700])).toBeLessThan(1e-14);
    // The Legendre transform of two-step shows what the spring would do in half a step without friction.
    expect(Math.abs(last.v[0])).toBeLessThanOrEqual((0.01 / 2) * Math.abs(last.q[0]) + 1e-15);
    // The spring force at rest is within what friction can hold.
    expect(Math.abs(last.q[0])).toBeLessThanOrEqual(limit);
    const { dissipation = 0, residual = 1 } = ledger ?? {};
    expect(dissipation).toBeGreaterThan(0.48);
    expect(Math.abs(residual ?? 1)).toBeLessThan(1e-13);
  }
});

test("a block on a slope starts only when gravity beats friction", () => {
  const pulled = (limit: number) =>
    rubbing(spring({ k: 1, q: -0.04, v: 0 }), [{ slip: [along(1, 0)], limit: () => limit }]);
  for (const method of [twoStep(), newmarkMinimization(), newmarkMinimization({ beta: 0 })]) {
    expect(run(pulled(0.05), method, { time: { step: 0.1, steps: 50 } }).last.q[0]).toBeCloseTo(-0.04, 15);
    expect(run(pulled(0.03), method, { time: { step: 0.1, steps: 20 } }).last.q[0]).toBeGreaterThan(-0.035);
  }
});

test("a foot on a plane slides straight and stops: friction acts against the slip, whatever its direction", () => {
  const { system } = sextic();
  const free = { ...system, potential: () => 0, gradient: (_: unknown, out: Float64Array) => void out.fill(0) };
  const flat = {
    ...free,
    tangent: { ...system.tangent!, values: (_: unknown, out: Float64Array) => void out.fill(0) },
  };
  const problem = rubbing({ system: flat as System, t0: 0, q0: Float64Array.of(0, 0), v0: Float64Array.of(0.3, 0.4) }, [
    { slip: [along(2, 0), along(2, 1)], limit: () => 0.1 },
  ]);
  // Exactly: v² / (2 μ N) = 1.25 along (0.6, 0.8); first order, h = 0.01.
  for (const method of [twoStep(), newmarkMinimization()]) {
    const { last } = run(problem, method, { time: { step: 0.01, steps: 800 } });
    near([...last.q], [0.75, 1], 0.02);
    expect(last.q[1] / last.q[0]).toBeCloseTo(4 / 3, 12);
    expect(Math.hypot(...last.v)).toBeLessThan(1e-13); // rounding of 800 steps
  }
});

test("a stack of blocks: contacts that act on one another", () => {
  // Five blocks, each rubbing on the one below and the lowest on the ground; the top one is pushed.
  const n = 5;
  const base = potentialSystem({
    labels: [..."abcde"],
    mass: scalarMass(n, 1),
    potential: () => 0,
    gradient: (_q, out) => void out.fill(0),
    tangent: { pattern: { size: n, rowStart: new Int32Array(n + 1), column: new Int32Array(0) }, values() {} },
  });
  const contacts: Contact[] = Array.from({ length: n }, (_, i) => ({
    slip: [Float64Array.from({ length: n }, (_, k) => (k === i ? 1 : k === i - 1 ? -1 : 0))],
    limit: () => (n - i) * 0.2, // the weight above
  }));
  const v0 = new Float64Array(n);
  v0[n - 1] = 1;
  const problem = rubbing({ system: base, t0: 0, q0: new Float64Array(n), v0 }, contacts);
  for (const method of [twoStep(), newmarkMinimization()]) {
    const { last, status, ledger } = run(problem, method, { time: { step: 0.05, steps: 200 }, ledger: true });
    expect(status).toBe("completed");
    // The friction under the top block cannot move the one below it, whose own contact holds more: four blocks never move.
    near([...last.q.slice(0, n - 1)], [0, 0, 0, 0], 1e-14);
    expect(Math.abs(last.q[n - 1] - 1 / (2 * 0.2))).toBeLessThan(0.06);
    near([...last.v], [0, 0, 0, 0, 0], 1e-14);
    // All of the kinetic energy went into friction.
    expect(ledger?.dissipation).toBeGreaterThan(0.45);
  }
});

test("other methods refuse friction by name", () => {
  const problem = rubbing(spring(), [{ slip: [along(1, 0)], limit: () => 1 }]);
  expect(refusal(newmark(), problem.system, recommendedMethods)).toBe(
    "newmark does not know Coulomb friction; two-step and newmark-minimization take it",
  );
  expect(() => run(problem, newmark(), { time: { step: 0.1, steps: 1 } })).toThrow(
    "newmark does not know Coulomb friction",
  );
});
