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
