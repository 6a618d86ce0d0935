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

test("the noise of V where an iteration has been thrown to is not that of the step", () => {
  // Light masses between heavy ones: iterates are thrown to where V is 4e10, and rounded by 1e-5.
  const masses = [
    585577.2858276055, 5120.531652268488, 3.4677311132132223e-6, 6.500632867386939e-6, 8.806412940061469e-4,
    8203.13116972506,
  ];
  const depth = [1.6093928775308521, 2.9540681321756628, 4.677491067342546, 1.30072689028196, 3.5564468624951555];
  const width = [0.7102089290857063, 0.36517931761424954, 0.5195694707734607, 0.8161977388749726, 0.4591106887308383];
  const [square, fourth] = [0.23520566317776753, 1.0378330954926267];
  const pull = (k: number, x: number) => {
    const e = Math.exp(-width[k] * x);
    return {
      energy: depth[k] * (1 - e) ** 2,
      force: 2 * depth[k] * width[k] * e * (1 - e),
      stiffness: 2 * depth[k] * width[k] ** 2 * e * (2 * e - 1),
    };
  };
  const links = (q: ArrayLike<number>) => depth.map((_, k) => pull(k, q[k + 1] - q[k]));
  const system = potentialSystem({
    labels: masses.map((_, i) => `x${i}`),
    mass: diagonalMass(Float64Array.from(masses)),
    potential: (q) => links(q).reduce((sum, { energy }) => sum + energy, square * q[0] ** 2 + fourth * q[0] ** 4),
    gradient(q, out) {
      out.fill(0);
      out[0] = 2 * square * q[0] + 4 * fourth * q[0] ** 3;
      links(q).forEach(({ force }, k) => {
        out[k] -= force;
        out[k + 1] += force;
      });
    },
    tangent: {
      pattern: pattern(6),
      values(q, out) {
        out.fill(0);
        out[0] = 2 * square + 12 * fourth * q[0] ** 2;
        links(q).forEach(({ stiffness }, k) => {
          out[7 * k] += stiffness;
          out[7 * k + 7] += stiffness;
          out[7 * k + 1] -= stiffness;
          out[7 * k + 6] -= stiffness;
        });
      },
    },
  });
  const q0 = Float64Array.of(
    0.1037340714,
    0.5350840440951288,
    0.019127544946968555,
    -0.8625361742451787,
    -0.8853973806835711,
    0.4121315609663725,
  );
  const v0 = Float64Array.of(
    4.0274422270750366e-4,
    -0.007633189748076115,
    12.178346030107399,
    22.826642249057393,
    -29.27220430668819,
    -0.010092886572957734,
  );
  const result = run({ system, t0: 0, q0, v0 }, energyMomentum({ form: "secant" }), {
    time: { step: 1.7 * 0.003077165588539145, steps: 25 },
    ledger: true,
  });
  // Energies of 5 and less, rounded in 25 steps; 4.6e-5 with the noise of the places that the iteration has been at.
  expect(Math.abs(result.ledger?.residual ?? Number.NaN)).toBeLessThan(1e-12);
});
