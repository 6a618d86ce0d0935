/** Steps of energy–momentum with a secant term as generated code, for systems that give V, ∇V and ∇²V as functions and nothing else. */
import { describe, expect, test } from "vitest";
import type { Sparsity } from "../../../src/core/matrix.js";
import { begin } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import { kineticEnergy, type Problem } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { potentialSystem } from "../../../src/systems/potential.js";

function band(n: number, width: number): Sparsity {
  const rows = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => j).filter((j) => Math.abs(i - j) <= width),
  );
  const rowStart = Int32Array.from({ length: n + 1 }, (_, i) => rows.slice(0, i).flat().length);
  return { size: n, rowStart, column: Int32Array.from(rows.flat()) };
}

interface Law {
  value(e: number): number;
  slope(e: number): number;
  stiffness(e: number): number;
}

const quartic: Law = {
  value: (e) => e ** 2 / 2 + e ** 4 / 4,
  slope: (e) => e + e ** 3,
  stiffness: (e) => 1 + 3 * e ** 2,
};
const exponential: Law = {
  value: (e) => Math.exp(e) - e - 1,
  slope: (e) => Math.exp(e) - 1,
  stiffness: (e) => Math.exp(e),
};
const soft: Law = {
  value: (e) => Math.sqrt(1 + e ** 2) - 1,
  slope: (e) => e / Math.sqrt(1 + e ** 2),
  stiffness: (e) => (1 + e ** 2) ** -1.5,
};

interface Counted {
  potential: number;
  gradient: number;
  tangent: number;
}

/** Masses with a force of this law between every two that are at most `width` apart; `fixed`: and to their places. */
function masses(n: number, law: Law, width: number, fixed: boolean, counted?: Counted): Problem {
  const pattern = band(n, width);
  const pairs = Array.from({ length: n }, (_, i) => i).flatMap((i) =>
    Array.from({ length: Math.min(width, n - 1 - i) }, (_, k) => [i, i + k + 1] as const),
  );
  const system = potentialSystem({
    labels: Array.from({ length: n }, (_, i) => `x${i + 1}`),
    mass: diagonalMass(Float64Array.from({ length: n }, (_, i) => 1 + i / n)),
    potential(q: Vec) {
      if (counted) counted.potential++;
      let sum = 0;
      if (fixed) for (const x of q) sum += law.value(x);
      for (const [i, j] of pairs) sum += law.value(q[j] - q[i]);
      return sum;
    },
    gradient(q: Vec, out: Vec) {
      if (counted) counted.gradient++;
      for (let i = 0; i < n; i++) out[i] = fixed ? law.slope(q[i]) : 0;
      for (const [i, j] of pairs) {
        const force = law.slope(q[j] - q[i]);
        out[i] -= force;
        out[j] += force;
      }
    },
    tangent: {
      pattern,
      values(q: Vec, out: Vec) {
        if (counted) counted.tangent++;
        const add = (i: number, j: number, value: number) => {
          for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++) {
            if (pattern.column[k] === j) out[k] += value;
          }
        };
        out.fill(0);
        if (fixed) for (let i = 0; i < n; i++) add(i, i, law.stiffness(q[i]));
        for (const [i, j] of pairs) {
          const k = law.stiffness(q[j] - q[i]);
          add(i, i, k);
          add(j, j, k);
          add(i, j, -k);
          add(j, i, -k);
        }
      },
    },
  });
  const q0 = Float64Array.from({ length: n }, (_, i) => Math.cos(3 * i) / 2);
  return { system, t0: 0, q0, v0: Float64Array.from({ length: n }, (_, i) => Math.sin(1 + i * i)) };
}

const motions: Readonly<Record<string, (counted?: Counted) => Problem>> = {
  "one mass": (counted) => masses(1, exponential, 0, true, counted),
  "two masses": (counted) => masses(2, quartic, 1, true, counted),
  "three masses, not polynomial": (counted) => masses(3, soft, 2, true, counted),
  "four masses, free": (counted) => masses(4, exponential, 1, false, counted),
  "six masses in a row": (counted) => masses(6, quartic, 1, true, counted),
  "twelve masses, each joined to all": (counted) => masses(12, soft, 11, true, counted),
  "thirty masses in a row": (counted) => masses(30, exponential, 1, true, counted),
};

const h = 0.05;

function motion(problem: Problem, steps: number, options: Parameters<typeof energyMomentum>[0] = {}, slice = steps) {
  const runner = begin(problem, energyMomentum(options), { time: { step: h, steps } });
  while (runner.advance(slice));
  const { status, last } = runner.result();
  return { status, q: [...last.q], v: [...last.v], memory: last.memory.map((x) => [...x]), last };
}

const energyOf = ({ system }: Problem, { q, v }: { readonly q: Vec; readonly v: Vec }) =>
  system.potential(q) + kineticEnergy(system, v, new Float64Array(q.length));

const STEPS = 200;
/** As in compiled.test.ts. */
const ULPS = 100 * 20 * STEPS;

for (const [name, made] of Object.entries(motions)) {
  describe(name, () => {
    for (const summation of ["compensated", "plain"] as const) {
      test(`takes the steps of the general stepper, ${summation} sums`, () => {
        const general = specialised("never", () => motion(made(), STEPS, { summation }));
        const { code, sliced } = specialised("always", () => ({
          code: motion(made(), STEPS, { summation }),
          sliced: motion(made(), STEPS, { summation }, 7),
        }));
        expect(code.status).toBe("completed");
        for (const part of ["q", "v"] as const) {
          const size = Math.max(...general[part].map(Math.abs));
          general[part].forEach((x, i) => {
            expect(Math.abs(code[part][i] - x)).toBeLessThanOrEqual(ULPS * Number.EPSILON * size);
          });
          expect(sliced[part]).toEqual(code[part]);
        }
        expect(sliced.memory).toEqual(code.memory);
      });
    }

    test("leaves no step to the general stepper", () => {
      const problem = made();
      const stepper = specialised("always", () => energyMomentum().prepare(problem, h, null));
      const state = { n: 0, t: 0, q: problem.q0.slice(), v: problem.v0.slice(), memory: stepper.memory };
      expect(stepper.leap?.(state, 100)).toBe(100);
      expect(specialised("never", () => energyMomentum().prepare(problem, h, null)).leap).toBeUndefined();
    });

    test("evaluates no more than a trial needs, and keeps the energy", () => {
      const counted: Counted = { potential: 0, gradient: 0, tangent: 0 };
      const problem = specialised("always", () => made(counted));
      const before = energyOf(problem, { q: problem.q0, v: problem.v0 });
      const steps = 2000;
      // From here on, without what is done before the first step.
      const { last } = specialised("always", () => {
        const runner = begin(problem, energyMomentum(), { time: { step: h, steps } });
        runner.advance(1);
        Object.assign(counted, { potential: 0, gradient: 0, tangent: 0 });
        while (runner.advance(Number.MAX_SAFE_INTEGER));
        return runner.result();
      });
      // Three or four trials a step; besides, the tangent in the middle, and V beside the start. The general stepper evaluates the start of every step as well.
      expect(counted.gradient / steps).toBeLessThan(4.3);
      expect(counted.potential / steps).toBeLessThan(5.5);
      expect(counted.tangent / steps).toBeLessThan(5.5);
      expect(Math.abs(energyOf(problem, last) - before) / before).toBeLessThan(2e-14);
    });
  });
}

test("linear momentum of free masses is kept", () => {
  const problem = masses(4, exponential, 1, false);
  const { diagonal } = problem.system.mass;
  const momentumOf = (v: ArrayLike<number>) => Array.from(v).reduce((sum, x, i) => sum + (diagonal?.[i] ?? 0) * x, 0);
  const { v } = specialised("always", () => motion(problem, 2000));
  expect(Math.abs(momentumOf(v) - momentumOf(problem.v0))).toBeLessThan(1e-13);
});

/** A mass that flies freely until it meets a wall at x = 1: there a force acts along what looked like a translation from its start. */
test("a wall that is met later is left to the general stepper, and keeps the energy", () => {
  const depth = (q: Vec) => Math.max(0, q[0] - 1);
  const system = potentialSystem({
    labels: ["x"],
    mass: diagonalMass(Float64Array.of(1)),
    potential: (q) => 50 * depth(q) ** 4,
    gradient(q, out) {
      out[0] = 200 * depth(q) ** 3;
    },
    tangent: {
      pattern: band(1, 0),
      values(q, out) {
        out[0] = 600 * depth(q) ** 2;
      },
    },
  });
  const problem: Problem = { system, t0: 0, q0: Float64Array.of(0), v0: Float64Array.of(1) };
  const general = specialised("never", () => motion(problem, 60));
  const code = specialised("always", () => motion(problem, 60));
  expect(code.v[0]).toBeLessThan(0);
  expect(Math.abs(code.v[0] + 1)).toBeLessThan(1e-12);
  expect(Math.abs(code.q[0] - general.q[0])).toBeLessThan(1e-12);
});
