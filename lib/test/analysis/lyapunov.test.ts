import { describe, expect, test } from "vitest";
import { lyapunovIndicator } from "../../src/analysis/lyapunov.js";
import { InputError } from "../../src/core/failure.js";
import type { Method } from "../../src/core/method.js";
import { uniform } from "../../src/core/random.js";
import { run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass, scalarMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { dop853 } from "../../src/methods/dop853.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { twoStep } from "../../src/methods/two-step.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { startingFrom } from "../../src/models/model.js";
import { harmonic } from "../../src/models/oscillators/harmonic.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { modelled } from "../contracts/bodies.js";

/** V = −½ x²: from the top, where it stays, neighbours leave like e^t. */
const hill = (x: number, v: number): Problem =>
  startingFrom(
    potentialSystem({
      labels: ["x"],
      mass: scalarMass(1, 1),
      potential: (q) => (-q[0] * q[0]) / 2,
      gradient: (q, out) => {
        out[0] = -q[0];
      },
      tangent: { pattern: fullPattern(1), values: (_q, out) => out.fill(-1) },
      discreteGradient: null,
    }),
    [x],
    [v],
  );

describe("a linear system whose exponent the method itself says", () => {
  const methods: readonly [string, Method][] = [
    ["central-difference", centralDifference()],
    ["midpoint", midpoint()],
    ["newmark", newmark({ beta: 0.3, gamma: 0.6 })],
    ["generalized-alpha", generalizedAlpha({ rho: 0.5 })],
    ["two-step", twoStep()],
    ["gauss", gauss()],
  ];
  test.each(methods)("%s: taking the neighbour back changes nothing, whatever the method remembers", (_, method) => {
    const step = 0.1;
    const steps = 200;
    const total = (count: number) => {
      const { exponent, t, renormalisations } = lyapunovIndicator(hill(0, 0), method, { time: { step, steps: count } });
      expect(renormalisations).toBeGreaterThan(1); // e^20 and e^40, a thousand each time
      return exponent * t;
    };
    const found = (total(2 * steps) - total(steps)) / (steps * step);
    // The motion is its own derivative: without a neighbour and without taking back.
    const at = (count: number) =>
      run(hill(1e-8, 1e-8), method, { time: { step, steps: count }, growth: "report" }).last.q[0];
    const own = Math.log(at(2 * steps) / at(steps)) / (steps * step);
    // Rounding: δ is at least 1e-9, of numbers that are no larger; twelve digits of ln|δ| of about 20 would be 1e-13.
    expect(Math.abs(found - own)).toBeLessThan(1e-9);
    expect(Math.abs(found - 1)).toBeLessThan(0.01); // the error of a step of 0.1, γ = 0.6 being of order 1
  });
});

describe("exponent 0", () => {
  test("harmonic motion: neighbours do not separate, MEGNO tends to 0", () => {
    const indicator = lyapunovIndicator(harmonic(), midpoint(), { time: { step: 0.1, steps: 20_000 } });
    // |δ| of an oscillator with ω = 1 stays what it was; the frequency of the model is of that size, so |δ| varies by a factor at most.
    expect(Math.abs(indicator.exponent)).toBeLessThan(2e-3);
    expect(Math.abs(indicator.megno)).toBeLessThan(0.1);
    expect(indicator.status).toBe("completed");
  });

  test("free flight: |δ| grows like t, λ = ln T / T and MEGNO is 2", () => {
    const free = startingFrom(
      potentialSystem({
        labels: ["x", "y"],
        mass: diagonalMass(Float64Array.of(1, 1)),
        potential: () => 0,
        gradient: (_q, out) => out.fill(0),
        tangent: { pattern: fullPattern(2), values: (_q, out) => out.fill(0) },
        discreteGradient: null,
      }),
      [1, 0],
      [0, 1],
    );
    const { exponent, megno, t } = lyapunovIndicator(free, centralDifference(), {
      time: { step: 0.05, steps: 40_000 },
      timeScale: 1,
    });
    // |δ(T)| = |δv| T with |δv| between 0.1 and 1 of |δ(0)|.
    expect(exponent).toBeGreaterThan(Math.log(0.1 * t) / t);
    expect(exponent).toBeLessThan(Math.log(t) / t + 1e-6);
    expect(megno).toBeCloseTo(2, 1);
  });
});

describe("Hénon–Heiles at the energy 1/8", () => {
  const method = yoshida({ order: 4 });
  const at = (y: number, steps: number, seed = 1) =>
    lyapunovIndicator(henonHeiles({ energy: 1 / 8, y, vy: 0 }), method, { time: { step: 0.1, steps }, seed });

  test("y = 0.55 is regular: λ falls like ln T / T and MEGNO is 2", () => {
    const [short, long] = [at(0.55, 5_000), at(0.55, 20_000)];
    expect(long.exponent).toBeLessThan((5 * Math.log(long.t)) / long.t);
    expect(long.exponent).toBeLessThan(short.exponent / 2);
    expect(Math.abs(long.megno - 2)).toBeLessThan(0.1);
  });

  test("y = −0.25 lies in the chaotic sea, whose exponent is known", () => {
    // 0.047 at T = 10⁵ in the literature, for another orbit of the same sea; the exponents of its orbits still differ by a tenth at T = 10⁴.
    const found = at(-0.25, 100_000);
    expect(Math.abs(found.exponent / 0.047 - 1)).toBeLessThan(0.2);
    expect(found.megno).toBeGreaterThan(100);
    expect(found.renormalisations).toBeGreaterThan(50);
    // Another direction at the start: the same orbit, and the same exponent up to ln(c)/T.
    expect(Math.abs(at(-0.25, 100_000, 7).exponent - found.exponent)).toBeLessThan(10 / found.t);
  });

  test("the variational equations, integrated by themselves, say the same", () => {
    const problem = henonHeiles({ energy: 1 / 8, y: -0.25, vy: 0 });
    const steps = 2_000;
    const { exponent, t } = lyapunovIndicator(problem, yoshida({ order: 8 }), { time: { step: 0.1, steps } });
    const next = uniform(1);
    const z = [...problem.q0, ...problem.v0, ...Array.from({ length: 4 }, () => next() - 0.5)];
    const first = Math.hypot(...z.slice(4));
    variational(z, 0.01, 10 * steps);
    // λT = 10: errors of 1e-9 of the orbits have grown to 1e-5; and the curvature leaves 1e-5.
    expect(Math.abs(exponent * t - Math.log(Math.hypot(...z.slice(4)) / first))).toBeLessThan(1e-3);
  });

  test("the distance at the start does not matter over a range of a hundred", () => {
    const problem = henonHeiles({ energy: 1 / 8, y: -0.016, vy: 0 });
    const exponent = (distance: number) =>
      lyapunovIndicator(problem, method, { time: { step: 0.1, steps: 3_000 }, distance }).exponent;
    // Curvature: 1e-5 in each of about two renormalisations, over T = 300.
    expect(Math.abs(exponent(1e-8) - exponent(1e-9))).toBeLessThan(1e-6);
    expect(Math.abs(exponent(1e-8) - exponent(1e-7))).toBeLessThan(1e-5);
  });
});

test("an orbit that escapes is failed or far away, and says so by numbers up to there", () => {
  const escaping = henonHeiles({ energy: 0.5, y: 0.9, vy: 0.5 });
  const found = lyapunovIndicator(escaping, yoshida({ order: 4 }), { time: { step: 0.05, steps: 20_000 } });
  expect(found.status).toBe("failed");
  expect(found.failure).not.toBeNull();
  expect(found.t).toBeLessThan(1000);
  expect(Number.isFinite(found.exponent)).toBe(true);
});

test("an orbit that is stopped is measured up to there, also between two looks", () => {
  const problem = henonHeiles({ energy: 1 / 8, y: 0.1, vy: 0 });
  const time = { step: 0.1, steps: 1000 };
  const found = lyapunovIndicator(problem, yoshida(), { time, stop: (s) => s.n === 603 });
  const whole = lyapunovIndicator(problem, yoshida(), { time: { step: 0.1, steps: 600 } });
  expect(found.status).toBe("stopped");
  expect(found.t).toBe(whole.t);
  expect(found.exponent).toBe(whole.exponent);
});

test("refuses methods with their own clock and systems under constraints", () => {
  const time = { step: 0.1, steps: 10 };
  expect(() => lyapunovIndicator(harmonic(), dop853(), { time })).toThrow(InputError);
  const held = harmonic();
  const constraints = {
    count: 1,
    labels: ["g"],
    rowStart: Int32Array.of(0, 1),
    column: Int32Array.of(0),
    values: () => {},
    jacobian: () => {},
  };
  expect(() => lyapunovIndicator({ ...held, system: { ...held.system, constraints } }, midpoint(), { time })).toThrow(
    /constraints/,
  );
  expect(() => lyapunovIndicator(harmonic(), midpoint(), { time, distance: -1 })).toThrow(/positive/);
});

/** Hénon–Heiles with its derivative along δ, by the classical method of Runge and Kutta: z = (x, y, vx, vy, δx, δy, δvx, δvy). */
function variational(z: number[], h: number, steps: number): void {
  const rate = ([x, y, vx, vy, a, b, va, vb]: number[]) => [
    vx,
    vy,
    -x - 2 * x * y,
    -y - x * x + y * y,
    va,
    vb,
    -a - 2 * (y * a + x * b),
    -b - 2 * x * a + 2 * y * b,
  ];
  const moved = (by: number[], c: number) => z.map((value, i) => value + c * by[i]);
  for (let n = 0; n < steps; n++) {
    const k1 = rate(z);
    const k2 = rate(moved(k1, h / 2));
    const k3 = rate(moved(k2, h / 2));
    const k4 = rate(moved(k3, h));
    for (let i = 0; i < 8; i++) z[i] += (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
}

test("in other units of length and time the same digits come out", () => {
  // Powers of two: the arithmetic is the same.
  const [length, time] = [2 ** -33, 2 ** -40];
  const scaled = (unit: { readonly length: number; readonly time: number }) =>
    modelled({
      system: {
        coordinates: ["x", "y"],
        parameters: { L: unit.length, T: unit.time },
        mass: "T^2/L^2",
        potential: "((x/L)^2 + (y/L)^2)/2 + (x/L)^2*(y/L) - (y/L)^3/3",
      },
      start: { q: ["0", "-0.15*L"], v: ["0.45*L/T", "0"] },
    });
  const indicator = (unit: { readonly length: number; readonly time: number }) =>
    lyapunovIndicator(scaled(unit), yoshida({ order: 4 }), { time: { step: 0.1 * unit.time, steps: 2000 } });
  const [plain, small] = [indicator({ length: 1, time: 1 }), indicator({ length, time })];
  expect(plain.status).toBe("completed");
  expect(small.megno).toBe(plain.megno);
  expect(small.exponent * time).toBe(plain.exponent);
});
