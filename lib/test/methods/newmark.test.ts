import { expect, test } from "vitest";
import { convergence } from "../../src/analysis/order.js";
import { begin, run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { newmark } from "../../src/methods/newmark.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { extremes } from "../../src/observers/extremes.js";
import { skewed } from "./coupled.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

const oneStep = (problem: Parameters<typeof run>[0], method: ReturnType<typeof newmark>, step: number) =>
  run(problem, method, { time: { step, steps: 1 } });

test("one step of average acceleration by hand", () => {
  // q₁ = ((1 − h²/4) q₀ + h v₀) / (1 + h²/4) for ω = 1; h = 1/2, q₀ = 1, v₀ = 2.
  const { last } = oneStep(spring({ q: 1, v: 2 }), newmark(), 0.5);
  expect(last.q[0]).toBeCloseTo((1 - 1 / 16 + 1) / (1 + 1 / 16), 14);
  expect(last.v[0]).toBeCloseTo(2 + 0.25 * (-1 - last.q[0]), 14);
});

test("a damped step solves M + γ h C + β h² K", () => {
  const [h, beta, gamma, c, k] = [0.3, 1 / 6, 0.6, 0.4, 2];
  const { last } = oneStep(spring({ k, c, q: 1, v: -0.5 }), newmark({ beta, gamma }), h);
  const a0 = -c * -0.5 - k * 1;
  const qHat = 1 + h * -0.5 + h * h * (0.5 - beta) * a0;
  const vHat = -0.5 + h * (1 - gamma) * a0;
  const a1 = (-c * vHat - k * qHat) / (1 + gamma * h * c + beta * h * h * k);
  expect(last.q[0]).toBeCloseTo(qHat + beta * h * h * a1, 14);
  expect(last.v[0]).toBeCloseTo(vHat + gamma * h * a1, 14);
});

test("γ > ½ damps and γ < ½ feeds: the reverse of what kane2000 prints in its section 3.3", () => {
  const energyAfter = (gamma: number) => {
    const { last } = run(spring(), newmark({ beta: 0.25, gamma }), { time: { step: 0.2, steps: 200 } });
    return last.q[0] ** 2 + last.v[0] ** 2;
  };
  // Printed: γ < ½ dissipates. The values are those of the verified errata, to their three digits.
  expect(energyAfter(0.45)).toBeCloseTo(1.493, 1);
  expect(energyAfter(0.55)).toBeCloseTo(0.67, 1);
  expect(energyAfter(0.5)).toBeCloseTo(1, 12);
});

test("γ = ½ keeps η(q) × v to rounding where q × v oscillates", () => {
  const problem = { ...centralSextic(), q0: Float64Array.of(1.2, 0), v0: Float64Array.of(0, 0.5) };
  const [beta, h] = [0.25, 0.2];
  const gradient = new Float64Array(2);
  const momentum = (q: Float64Array, v: Float64Array, sign: number) => {
    problem.system.gradient(q, gradient);
    const eta = q.map((x, i) => x + sign * beta * h * h * gradient[i]);
    return eta[0] * v[1] - eta[1] * v[0];
  };
  const range = (sign: number) => {
    let [low, high] = [Infinity, -Infinity];
    const watch = {
      observe({ q, v }: { q: Float64Array; v: Float64Array }) {
        const value = momentum(q, v, sign);
        low = Math.min(low, value);
        high = Math.max(high, value);
      },
      finish: () => null,
    };
    run(problem, newmark({ beta }), { time: { step: h, steps: 200 }, observe: { watch } });
    return high - low;
  };
  // [kane2000, (26)] prints η = q − β h² M⁻¹∇V; with that sign the momentum is worse than with none.
  expect(range(+1)).toBeLessThan(1e-14);
  expect(range(0)).toBeGreaterThan(1e-3);
  expect(range(-1)).toBeGreaterThan(range(0));
});

test("with a linear system one factor serves the whole run", () => {
  const { work } = run(spring(), newmark(), { time: { step: 0.1, steps: 100 } });
  expect(work).toEqual({ gradients: 101, tangents: 1, factorizations: 1, iterations: 0 });
});

test("a step without a solution fails by name and leaves the state", () => {
  const { status, failure, last, steps } = run(inPotential(unsolvable, 0, 0), newmark(), {
    time: { step: 1, steps: 5 },
  });
  expect(status).toBe("failed");
  expect(failure).toMatchObject({ kind: "newton", dof: 0 });
  expect(steps).toBe(0);
  expect([...last.q, ...last.v]).toEqual([0, 0]);
});

test("a potential that a full Newton step overshoots is met with the line search", () => {
  // V' = 1000 arctan(20 x) is nearly flat away from 0: from there the tangent sends the iteration far to the other side.
  const flat = {
    value: (x: number) => 50 * (20 * x * Math.atan(20 * x) - Math.log(1 + 400 * x * x) / 2),
    slope: (x: number) => 1000 * Math.atan(20 * x),
    bend: (x: number) => 20_000 / (1 + 400 * x * x),
  };
  const { status, work, ledger } = run(inPotential(flat, 1, 0), newmark(), {
    time: { step: 1, steps: 20 },
    ledger: true,
  });
  expect(status).toBe("completed");
  // More gradients than iterations: some steps along the Newton direction were halved.
  expect(work.gradients).toBeGreaterThan(work.iterations + 21);
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-9);
});

test("a parameter out of its range is refused by name", () => {
  expect(() => newmark({ beta: -1 })).toThrow(/beta is -1; accepted: a number from 0 to 1/);
  expect(() => newmark({ alpha: 1 } as never)).toThrow(
    /no parameter "alpha"; it has beta, gamma, compensate, form, process/,
  );
});

test("β = 1/12 with processed velocities is of fourth order, in q and v; without, of second", () => {
  const problem = skewed();
  const exact = run(problem, dop853({ tolerance: 1e-14 }), { time: { end: 2 } }).last;
  const errors = (process: boolean) =>
    convergence(problem, newmark({ beta: 1 / 12, process }), {
      end: 2,
      step: 0.1,
      refinements: 4,
      reference: exact,
      floor: 1e-13,
    });
  const [processed, raw] = [errors(true), errors(false)];
  expect(processed.positionOrder).toBeCloseTo(4, 1);
  expect(processed.velocityOrder).toBeCloseTo(4, 1);
  expect(raw.positionOrder).toBeCloseTo(2, 1);
  // At 160 steps the gain is four orders of magnitude, for the same forces.
  expect(raw.positionErrors[3] / processed.positionErrors[3]).toBeGreaterThan(5000);
});

test("processing is refused with another β", () => {
  expect(() => newmark({ process: true })).toThrow(/process is for beta: 1\/12 and gamma: 1\/2, found beta: 0.25/);
});

test("a run lists the momentum that the scheme keeps beside the one it does not", () => {
  const { observed } = run(centralSextic(), newmark(), {
    time: { step: 0.2, steps: 1000 },
    observe: (invariants) => ({ extremes: extremes(invariants) }),
  });
  const range = (name: string) => {
    const found = observed.extremes.find((each) => each.name === name);
    return found === undefined ? Number.NaN : found.max - found.min;
  };
  expect(range("newmark-momentum-z")).toBeLessThan(1e-13);
  expect(range("angular-momentum-z")).toBeGreaterThan(1e-2);
});

test("a form of compensation without compensation is refused in words", () => {
  expect(() => newmark({ form: "mass" })).toThrow(/form is mass.*compensate is none.*leave form out/);
  expect(() => newmark({ form: "paper" })).not.toThrow();
});

test("below beta = gamma/2 a step beyond the limit of stability is remarked on before the run", () => {
  const at = (step: number, parameters: Parameters<typeof newmark>[0]) =>
    begin(spring({ k: 100 }), newmark(parameters), { time: { step, steps: 3 } }).notices.map(({ code }) => code);
  // ω = 10: the limits of h are 0.2 for beta = 0, and √12/10 = 0.346 for beta = 1/6.
  expect(at(0.19, { beta: 0 })).toEqual([]);
  expect(at(0.21, { beta: 0 })).toEqual(["unstable-step"]);
  expect(at(0.34, { beta: 1 / 6 })).toEqual([]);
  expect(at(0.35, { beta: 1 / 6 })).toEqual(["unstable-step"]);
  expect(at(10, {})).toEqual([]);
});
