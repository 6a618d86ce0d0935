/** Energy–momentum with a secant term where constants cancel in V: its rounding errors are those of the constants, far above an ulp of V. */
import { expect, test } from "vitest";
import { begin, run } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import type { Problem } from "../../../src/core/system.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { potentialNoise } from "../../../src/methods/energy-momentum/potential-noise.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { potentialSystem } from "../../../src/systems/potential.js";

const pattern = (n: number) => ({
  size: n,
  rowStart: Int32Array.from({ length: n + 1 }, (_, i) => i * n),
  column: Int32Array.from({ length: n * n }, (_, k) => k % n),
});

function pendulum(q: number, v: number): Problem {
  const system = potentialSystem({
    labels: ["x"],
    mass: diagonalMass(Float64Array.of(1)),
    potential: ([x]) => 1 - Math.cos(x),
    gradient([x], out) {
      out[0] = Math.sin(x);
    },
    tangent: {
      pattern: pattern(1),
      values([x], out) {
        out[0] = Math.cos(x);
      },
    },
  });
  return { system, t0: 0, q0: Float64Array.of(q), v0: Float64Array.of(v) };
}

/** Two free masses of a Toda lattice: a step aside that keeps their distance, or nearly so, does not show the noise. */
function pair(amplitude: number): Problem {
  const system = potentialSystem({
    labels: ["a", "b"],
    mass: diagonalMass(Float64Array.of(1, 1)),
    potential: ([a, b]) => Math.exp(a - b) + (b - a) - 1,
    gradient([a, b], out) {
      out[1] = 1 - Math.exp(a - b);
      out[0] = -out[1];
    },
    tangent: {
      pattern: pattern(2),
      values([a, b], out) {
        out[0] = out[3] = Math.exp(a - b);
        out[1] = out[2] = -out[0];
      },
    },
  });
  return { system, t0: 0, q0: Float64Array.of(0.3, 0.3 + amplitude), v0: Float64Array.of(0, 0) };
}

const problems: readonly (readonly [string, number, () => Problem])[] = [
  ...[0.1, 0.01, 0.001].flatMap((size) => [
    [`a pendulum that swings to ${size}`, size, () => pendulum(size, 0)] as const,
    [`a pendulum that starts with the velocity ${size}`, size, () => pendulum(0, size)] as const,
    [`two masses of a Toda lattice, ${size} apart`, size, () => pair(size)] as const,
  ]),
];

for (const [name, size, made] of problems) {
  test(`${name}: no step fails, and the energy is kept as far as V tells it`, () => {
    for (const how of ["always", "never"] as const) {
      for (const h of [0.02, 0.1, 0.5]) {
        specialised(how, () => {
          const problem = made();
          const steps = 600;
          const { status, last } = run(problem, energyMomentum(), { time: { step: h, steps } });
          expect(status).toBe("completed");
          const [energy] = problem.system.invariants;
          const change = energy.value(0, last.q, last.v) - energy.value(0, problem.q0, problem.v0);
          // A rounding of the constant 1 in every step, with either sign, and what the mean force misses below it.
          expect(Math.abs(change)).toBeLessThan(10 * Math.sqrt(steps) * Number.EPSILON);
          expect(Math.max(...last.q.map((x, i) => Math.abs(x - problem.q0[i])))).toBeLessThan(3 * size);
        });
      }
    }
  });
}

test("a run that is continued at any step repeats its digits", () => {
  const time = { step: 0.1, steps: 120 };
  const whole = run(pendulum(0.01, 0), energyMomentum(), { time }).last;
  const first = begin(pendulum(0.01, 0), energyMomentum(), { time });
  for (let k = 1; k < 120; k++) {
    first.advance(1);
    const { last } = run(pendulum(0.01, 0), energyMomentum(), { time, from: first.snapshot() });
    expect([...last.q, ...last.v]).toEqual([...whole.q, ...whole.v]);
  }
});

test("the noise of V is that of its constants; a kink is none, nor is a smooth V far from zero", () => {
  const noise = (potential: (x: number) => number, slope: (x: number) => number, x: number, dx: number) =>
    potentialNoise({
      ...pendulum(0, 0).system,
      potential: ([y]) => potential(y),
      gradient([y], out) {
        out[0] = slope(y);
      },
    })(Float64Array.of(x), Float64Array.of(dx));
  // Here V changes by seven roundings over each of sixteen ways of one length.
  const seven = noise((x) => 1 - Math.cos(x), Math.sin, -0.0009999213428912809, -5.092251192670571e-8);
  expect(seven).toBeGreaterThan(Number.EPSILON / 16);
  const ofCosine = noise((x) => 1 - Math.cos(x), Math.sin, 0.01, 1e-3);
  expect(ofCosine).toBeGreaterThan(Number.EPSILON / 16);
  expect(ofCosine).toBeLessThan(2 * Number.EPSILON);
  expect(noise(Math.abs, Math.sign, -0.3, 1)).toBeLessThan(2 * Number.EPSILON);
  expect(
    noise(
      (x) => (x - 1000) ** 4,
      (x) => 4 * (x - 1000) ** 3,
      1000.5,
      0.3,
    ),
  ).toBeLessThan(10 * Number.EPSILON);
  expect(noise(Math.log, (x) => 1 / x, -1, 0.5)).toBe(0);
});
