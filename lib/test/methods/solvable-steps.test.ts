/** A step that has no solution: which degree of freedom it is, and how long a step could be, wherever among the others it stands. */
import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { diagonalMass, scalarMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { bathe } from "../../src/methods/bathe.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { simpson } from "../../src/methods/simpson.js";
import { variational } from "../../src/methods/variational.js";
import { startingFrom } from "../../src/models/model.js";
import { potentialOf } from "../../src/symbolic/index.js";
import { potentialSystem } from "../../src/systems/potential.js";

const K = 100;
const LOAD = 60;

/** n coordinates of which all but one swing freely; that one is in V = K (x + x³/3), whose force K (1 + x²) has no zero, and is pulled by
 *  LOAD cos t. */
function fixedAt(n: number, at: number): Problem {
  const system = potentialSystem({
    labels: Array.from({ length: n }, (_, i) => `x${i}`),
    mass: scalarMass(n, 1),
    potential: (q) => q.reduce((sum, x, i) => sum + (i === at ? K * (x + x ** 3 / 3) : (x * x) / 2), 0),
    gradient: (q, out) =>
      q.forEach((x, i) => {
        out[i] = i === at ? K * (1 + x * x) : x;
      }),
    tangent: {
      pattern: fullPattern(n),
      values(q, out) {
        out.fill(0);
        for (let i = 0; i < n; i++) out[i * n + i] = i === at ? 2 * K * q[i] : 1;
      },
    },
    load: {
      byPosition: null,
      byVelocity: null,
      addTo(t, _q, _v, out) {
        out[at] += LOAD * Math.cos(t);
      },
    },
  });
  return startingFrom(
    system,
    Array.from({ length: n }, (_, i) => (i === at ? 0 : 1)),
    new Array(n).fill(0),
  );
}

/** Unit masses in a potential of x, y, z. */
function moving(potential: string, q: readonly number[], v: readonly number[]): Problem {
  const coordinates = ["x", "y", "z"].slice(0, q.length);
  const mass = scalarMass(q.length, 1);
  const system = potentialSystem({ labels: coordinates, mass, ...potentialOf({ coordinates, potential }) });
  return startingFrom(system, [...q], [...v]);
}

function solvableOf(problem: Problem, method: ReturnType<typeof midpoint>, h: number) {
  const { failure } = run(problem, method, { time: { step: h, steps: 1 } });
  if (failure?.kind !== "newton") throw new Error(`found ${failure?.kind}`);
  return { dof: failure.dof, solvable: failure.solvable ?? 0 };
}

const methods = [
  midpoint(),
  newmark(),
  newmark({ beta: 0.3025, gamma: 0.6 }),
  gauss({ stages: 2 }),
  bathe(),
  simpson(),
  variational({ alpha: 0.3 }),
  energyMomentum({ form: "secant" }),
  galerkin(),
];

describe.each(methods.map((method) => [method.id, method] as const))("%s", (_id, method) => {
  test("the same whichever of three coordinates it is", () => {
    const [first, ...others] = [0, 1, 2].map((at) => solvableOf(fixedAt(3, at), method, 2));
    expect(first.dof).toBe(0);
    expect(first.solvable).toBeGreaterThan(0);
    expect(first.solvable).toBeLessThan(1);
    others.forEach(({ dof, solvable }, k) => {
      expect(dof).toBe(k + 1);
      // The curve is followed in steps of some per cent, and its end found by halving them.
      expect(solvable / first.solvable).toBeCloseTo(1, 2);
    });
  });
});

/** The longest s for which Q = −c (K (1 + Q²) − F) has a solution, c = (s h)²/4: until 4 c² K (K − F) = 1. */
function longest(h: number, load: (s: number) => number): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    const s = (low + high) / 2;
    const c = (s * h) ** 2 / 4;
    if (4 * c * c * K * (K - load(s)) > 1) high = s;
    else low = s;
  }
  return low;
}

test("midpoint: as long as the equations of a shorter step can be solved, its load being that of its own middle", () => {
  const h = 4;
  const own = longest(h, (s) => LOAD * Math.cos((s * h) / 2));
  // At the middle of the whole step the load pushes, and a step would have to be a quarter shorter.
  expect(own / longest(h, () => LOAD * Math.cos(h / 2))).toBeGreaterThan(1.3);
  for (const n of [1, 2, 3]) {
    expect(solvableOf(fixedAt(n, n - 1), midpoint(), h).solvable / own, `${n} unknowns`).toBeCloseTo(1, 2);
  }
});

describe("forces below the range of normal numbers beside others that are not", () => {
  const coordinates = ["x", "y"];
  test.each([midpoint(), newmark(), bathe(), generalizedAlpha(), gauss(), energyMomentum()])("$id", (method) => {
    for (const size of [1e-107, 5e-106, 1e-105]) {
      const system = potentialSystem({
        labels: coordinates,
        mass: diagonalMass([20, 179]),
        ...potentialOf({ coordinates, potential: "35*x^2 + y^4 + x^4" }),
      });
      const { failure } = run(startingFrom(system, [size, size], [size, 0]), method, {
        time: { step: 1.4425, steps: 100 },
      });
      expect(failure).toBeNull();
    }
  });
});

test("where V has no value at the places to start from, the step that could be solved is told, too", () => {
  const coordinates = ["x", "y"];
  const system = potentialSystem({
    labels: coordinates,
    mass: diagonalMass([1, 0.3]),
    ...potentialOf({ coordinates, potential: "-3*log(cos(x)) + 0.2*x*y + y^4" }),
  });
  const { failure } = run(startingFrom(system, [0.5, 0.3], [4, 1]), energyMomentum(), {
    time: { step: 2, steps: 100 },
  });
  expect(failure).toMatchObject({ kind: "not-finite", term: "potential" });
  const { solvable = 0 } = failure as { solvable?: number };
  expect(solvable).toBeGreaterThan(0);
  expect(solvable).toBeLessThan(1);
});

/** Beyond these steps there is no solution: the curve of solutions turns there. */
describe("just beyond the longest step that can be solved, a shorter one is advised", () => {
  const problems = [
    ["x^3", [-1], [-1]],
    ["x^3 + y^3 + x*y", [-1, -0.3], [-1, 0.2]],
    ["x^3 + (x - y)^2 + (y - z)^4 + z^2", [-1, -0.5, 0.2], [-1, 0, 0.3]],
  ] as const;
  test.each([...methods, generalizedAlpha(), energyMomentum({ form: "discrete" })])("$id", (method) => {
    for (const [potential, q, v] of problems) {
      const problem = moving(potential, q, v);
      const failureOf = (h: number) => run(problem, method, { time: { step: h, steps: 1 }, growth: "report" }).failure;
      let [solved, failed] = [0.1, 2];
      for (let k = 0; k < 45; k++) {
        const h = (solved + failed) / 2;
        if (failureOf(h) === null) solved = h;
        else failed = h;
      }
      for (const beyond of [1e-12, 1e-9, 3e-8, 1e-6, 1e-3]) {
        const { solvable } = solvableOf(problem, method, failed * (1 + beyond));
        expect(solvable, `${potential}, ${beyond}`).toBeLessThan(1);
        expect(solvable, `${potential}, ${beyond}`).toBeGreaterThan(0.9);
      }
    }
  });
});

test.each([
  // 3h²X²/4 + X + 1 + h/2 = 0 has a real root while 3 h² (1 + h/2) is no more than 1.
  [midpoint(), "x^3", [-1], [-1], 0.514869],
  // A root of βh² (a² + b a + c) with the prediction for h, where its discriminant vanishes: found by halving.
  [newmark(), "x^2/2 - x^3/3", [0.9], [0.5], 1.088748],
] as const)("$0.id: the step that could be solved is one, however much longer the step that failed", (...given) => {
  const [method, potential, q, v, longest] = given;
  for (const times of [1.01, 1.5, 3, 5]) {
    const { solvable } = solvableOf(moving(potential, q, v), method, times * longest);
    expect(solvable * times).toBeLessThan(1 + 1e-6);
    // Two digits are promised.
    expect(solvable * times).toBeGreaterThan(0.99);
  }
});

test.each(["log(x)", "-exp(x)"])("from rest in %s, a secant's step that is too long", (potential) => {
  for (const h of [0.95, 1.2]) {
    const { solvable } = solvableOf(moving(potential, [1], [0]), energyMomentum({ form: "secant" }), h);
    const shorter = run(moving(potential, [1], [0]), energyMomentum({ form: "secant" }), {
      time: { step: 0.99 * solvable * h, steps: 1 },
    });
    expect(solvable).toBeGreaterThan(0.5);
    expect(shorter.failure).toBeNull();
  }
});

test("a force whose rounding is larger than is known is told from a step that is too long", () => {
  const noisy = potentialSystem({
    labels: ["x"],
    mass: scalarMass(1, 1),
    potential: ([x]) => (x * x) / 2,
    gradient([x], out) {
      out[0] = x + 1e-9 * Math.sin(1e17 * x);
    },
    tangent: { pattern: fullPattern(1), values: (_q, out) => out.fill(1) },
  });
  for (const h of [0.5, 1, 2]) expect(solvableOf(startingFrom(noisy, [1], [1]), midpoint(), h).solvable).toBe(1);
});
