import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { acceleration } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { gauss } from "../../src/methods/gauss.js";
import { startingFrom } from "../../src/models/model.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { fixed, times } from "../../src/stepping/stages/fixed-point.js";
import { gaussTableau } from "../../src/stepping/stages/gauss-tableau.js";
import { potentialSystem } from "../../src/systems/potential.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

const tableauOf = (stages: number) => {
  const { nodes, weights, velocity } = gaussTableau(stages);
  return [nodes, weights, velocity] as const;
};

test("two stages: the printed tableau", () => {
  // [hairer2006, ch. II.1.3, Table 1.1]
  const r = Math.sqrt(3) / 6;
  const [{ value: nodes }, { value: weights }, { value: coefficients }] = tableauOf(2);
  expect(nodes[0]).toBeCloseTo(0.5 - r, 15);
  expect(nodes[1]).toBeCloseTo(0.5 + r, 15);
  expect(weights[0]).toBeCloseTo(0.5, 15);
  expect(coefficients[0][0]).toBeCloseTo(0.25, 15);
  expect(coefficients[0][1]).toBeCloseTo(0.25 - r, 15);
  expect(coefficients[1][0]).toBeCloseTo(0.25 + r, 15);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i stages: quadrature, collocation and symplecticity conditions", (s) => {
  const [{ value: nodes }, { value: weights }, { value: a }] = tableauOf(s);
  // 4 ulps for each of s terms.
  const rounding = 4 * s * Number.EPSILON * 4;
  for (let k = 1; k <= 2 * s; k++) {
    const sum = weights.reduce((total, b, i) => total + b * nodes[i] ** (k - 1), 0);
    expect(Math.abs(sum - 1 / k)).toBeLessThan(rounding);
  }
  for (let i = 0; i < s; i++) {
    for (let k = 1; k <= s; k++) {
      const sum = a[i].reduce((total, aij, j) => total + aij * nodes[j] ** (k - 1), 0);
      expect(Math.abs(sum - nodes[i] ** k / k)).toBeLessThan(rounding);
    }
    for (let j = 0; j < s; j++) {
      const defect = weights[i] * a[i][j] + weights[j] * a[j][i] - weights[i] * weights[j];
      expect(Math.abs(defect)).toBeLessThan(rounding);
    }
  }
});

test("a linear system: one factor for the run, energy to rounding at any step", () => {
  const { work, last } = run(spring({ q: 1, v: 0 }), gauss({ stages: 2 }), { time: { step: 3, steps: 1000 } });
  expect(work.factorizations).toBe(1);
  // 1000 steps, some ulps each.
  expect(Math.abs(last.q[0] ** 2 + last.v[0] ** 2 - 1)).toBeLessThan(1e-12);
});

test("a step without a solution fails by name", () => {
  const { failure } = run(inPotential(unsolvable, 0, 0), gauss(), { time: { step: 2, steps: 1 } });
  expect(failure?.kind).toBe("newton");
});

test("a failure names its own degree of freedom and term, whatever others do", () => {
  // x cannot be solved for; y is driven by a load that is larger than all forces on x.
  const { slope, bend, value } = unsolvable;
  const system = potentialSystem({
    labels: ["x", "y"],
    mass: scalarMass(2, 1),
    potential: ([x]) => value(x),
    gradient: ([x], out) => out.set([slope(x), 0]),
    tangent: { pattern: fullPattern(2), values: ([x], out) => out.set([bend(x), 0, 0, 0]) },
    load: {
      byPosition: null,
      byVelocity: null,
      addTo: (_t, _q, _v, out) => {
        out[1] += 1e9;
      },
    },
  });
  const { failure } = run(startingFrom(system, [0, 0], [0, 0]), gauss(), { time: { step: 2, steps: 1 } });
  expect(failure).toMatchObject({ kind: "newton", dof: 0, term: "potential" });
});

test("the first step's iteration starts from the acceleration at the start, in every stage", () => {
  const problem = henonHeiles();
  const method = gauss({ stages: 3 });
  if (method.clock !== "fixed") throw new Error("its steps are given");
  const [last] = method.prepare(problem, 0.1, null).memory;
  const first = new Float64Array(2);
  acceleration(problem.system, problem.t0, problem.q0, problem.v0, first);
  expect([...last]).toEqual([...first, ...first, ...first]);
});

test("what doubles leave out of the coefficients makes them symplectic to twice the digits", () => {
  // b_i a_ij + b_j a_ji = b_i b_j in 160 binary places; with the nearest doubles it holds to 10⁻¹⁷.
  const { weights, velocity } = gaussTableau(3);
  const whole = (value: number, rest: number) => fixed(value) + fixed(rest);
  const b = weights.value.map((value, i) => whole(value, weights.rest[i]));
  const a = velocity.value.map((row, i) => row.map((value, j) => whole(value, velocity.rest[i][j])));
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const defect = Number(times(b[i], a[i][j]) + times(b[j], a[j][i]) - times(b[i], b[j])) / 2 ** 160;
      expect(Math.abs(defect)).toBeLessThan(2 ** -104);
    }
  }
});

test("rounded weights leave nothing of a uniform force", () => {
  // v₁ = h A and q₁ = h²A/2 are doubles: Σ bᵢ = 1 and Σ (bᵀa)ᵢ = ½ hold exactly, whatever the doubles of bᵢ and of (bᵀa)ᵢ add up to.
  const uniform = { value: (x: number) => 3 * x, slope: () => 3, bend: () => 0 };
  for (const stages of [2, 3, 5, 8]) {
    const { last } = run(inPotential(uniform, 0, 0), gauss({ stages }), { time: { step: 0.5, steps: 1 } });
    expect([last.q[0], last.v[0], ...last.memory.slice(-2).map((c) => c[0])]).toEqual([-0.375, -1.5, 0, 0]);
  }
});
