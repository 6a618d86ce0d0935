import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmark } from "../../src/methods/newmark.js";
import { variational } from "../../src/methods/variational.js";
import { published, sextic, skewed } from "./coupled.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

const afterOneStep = (problem: ReturnType<typeof sextic>, method: ReturnType<typeof variational>) => {
  const { last, failure } = run(problem, method, { time: { step: 0.2, steps: 1 } });
  expect(failure).toBeNull();
  return [...last.q, ...last.v];
};
const near = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  found.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(tolerance);
  });
};

test("needs the tangent only where the potential is evaluated inside of a step, and is symmetric where its nodes are", () => {
  for (const settings of [{ alpha: 0 }, { alpha: 1 }, { alpha: 0, symmetric: false }, { alpha: 1, symmetric: false }]) {
    expect(variational(settings).needs, JSON.stringify(settings)).toEqual([]);
  }
  expect(variational().needs).toEqual(["tangent"]);
  expect(variational({ alpha: 0.3 }).claims).toMatchObject({ order: 2, symmetric: true });
  expect(variational({ alpha: 0.3, symmetric: false }).claims).toMatchObject({ order: 1, symmetric: false });
  expect(variational().claims.conserves).toContain("energy-of-linear-systems");
  expect(variational({ alpha: 0.3 }).claims.conserves).not.toContain("energy-of-linear-systems");
});

test("single steps agree with 32-digit arithmetic, whatever α, with a full mass matrix too", () => {
  const expected: [number, boolean, number[], number[]][] = [
    [
      0,
      true,
      [1.016608, 0.3193216, 0.016764697892989622, 0.5757905998720314],
      [0.9874666666666667, 0.3296, -0.21699380952936295, 0.6705056372091259],
    ],
    [
      0.3,
      true,
      [1.0133443629688932, 0.3183135094446548, 0.026300985633458136, 0.5806239029297298],
      [0.9881601699186923, 0.32748593228466577, -0.21710632315926237, 0.6708550678552766],
    ],
    [
      0.5,
      true,
      [1.0127911103073717, 0.31814424621773923, 0.027911103073717226, 0.5814424621773926],
      [0.9882872485000985, 0.3270920866347985, -0.21712751499901467, 0.6709208663479849],
    ],
    [0, false, [1.013216, 0.3186432, 0.06608, 0.593216], [0.9549333333333333, 0.3392, -0.22533333333333333, 0.696]],
    [
      0.3,
      false,
      [1.0122732121965967, 0.31818735395466885, 0.044808658547120114, 0.5870525282476345],
      [0.9754625910247826, 0.33113240503294605, -0.21812434982298118, 0.6795171788067574],
    ],
    [1, false, [1.02, 0.32, -0.04148441216, 0.55561273344], [1.02, 0.32, -0.22760472380952382, 0.6562823619047619]],
  ];
  for (const [alpha, symmetric, ofSextic, ofSkewed] of expected) {
    // Some ulps of a number near one.
    near(afterOneStep(sextic(), variational({ alpha, symmetric })), ofSextic, 5e-15);
    near(afterOneStep(skewed(), variational({ alpha, symmetric })), ofSkewed, 5e-15);
  }
});

test("a thousand steps of the paper's example agree with 32-digit arithmetic", () => {
  const { last } = run(sextic(published), variational(), { time: { step: 0.2, steps: 1000 } });
  // Rounding grows along the orbit; the reference's own double precision run deviates by 8e-13.
  near([...last.q], [-0.49013185343090016, -0.7263897230653509], 1e-11);
  near([...last.v], [0.3056428132425495, -0.7711888115125713], 1e-11);
});

test("Theorem 2.1: α = ½ is the midpoint rule", () => {
  const time = { step: 0.1, steps: 200 };
  const [a, b] = [variational(), midpoint()].map((method) => run(skewed(), method, { time }).last);
  near([...a.q, ...a.v], [...b.q, ...b.v], 1e-12);
});

test("Theorem 3.1: α = 0 and α = 1, symmetric, are central differences", () => {
  const time = { step: 0.1, steps: 200 };
  const [a, b, c] = [variational({ alpha: 0 }), variational({ alpha: 1 }), centralDifference()].map(
    (method) => run(sextic(), method, { time }).last,
  );
  expect([...a.q]).toEqual([...b.q]);
  near([...a.q, ...a.v], [...c.q, ...c.v], 1e-12);
});

test("Theorem 3.2: in a linear system, Newmark with β = α (1 − α)", () => {
  for (const alpha of [0, 0.1, 0.3, 0.5, 0.8]) {
    const beta = alpha * (1 - alpha);
    const [a, b] = [variational({ alpha }), newmark({ beta })].map(
      (method) => run(spring({ k: 2, q: 1, v: 0.3 }), method, { time: { step: 0.4, steps: 100 } }).last,
    );
    near([...a.q, ...a.v], [...b.q, ...b.v], 1e-13);
  }
  // Nonlinear, they part: the theorem needs an affine gradient.
  const [a, b] = [variational({ alpha: 0.3 }), newmark({ beta: 0.21 })].map((method) => afterOneStep(sextic(), method));
  expect(Math.abs(a[0] - b[0])).toBeGreaterThan(1e-5);
});

test("a linear system is factored once, for two nodes as for one", () => {
  const { work } = run(spring(), variational({ alpha: 0.3 }), { time: { step: 0.1, steps: 100 } });
  expect(work).toMatchObject({ factorizations: 1, iterations: 0 });
});

test("a step without a solution fails by name and leaves the state", () => {
  for (const alpha of [0.5, 0.3]) {
    const { failure, last } = run(inPotential(unsolvable, 0, 0), variational({ alpha }), {
      time: { step: 2, steps: 1 },
    });
    expect(failure).toMatchObject({ kind: "newton", dof: 0 });
    expect([...last.q, ...last.v]).toEqual([0, 0]);
  }
});

test.each([
  [0.3, false],
  [0.3, true],
  [0.5, true],
  [0, true],
])("the discrete energy of α = %d (symmetric: %s) is −∂L_d/∂h of the step that led to a state", (alpha, symmetric) => {
  const problem = skewed();
  const { system } = problem;
  const h = 0.1;
  const places = symmetric ? [alpha, 1 - alpha] : [alpha];
  // L_d by its definition, differenced in h: fourth order, (1e-3)⁴ and rounding 1e-13.
  const L = (q0: Float64Array, q1: Float64Array, step: number) => {
    const V = q1.map((x, i) => (x - q0[i]) / step);
    const p = new Float64Array(V.length);
    system.mass.apply(V, p);
    const kinetic = V.reduce((sum, x, i) => sum + (x * p[i]) / 2, 0);
    const mean = places.map((c) => system.potential(q0.map((x, i) => (1 - c) * x + c * q1[i])));
    return step * (kinetic - mean.reduce((a, b) => a + b) / mean.length);
  };
  const minusSlope = (q0: Float64Array, q1: Float64Array) => {
    const e = 1e-3 * h;
    return -(8 * (L(q0, q1, h + e) - L(q0, q1, h - e)) - (L(q0, q1, h + 2 * e) - L(q0, q1, h - 2 * e))) / (12 * e);
  };
  const states: Float64Array[] = [];
  const energies: number[] = [];
  run(problem, variational({ alpha, symmetric }), {
    time: { step: h, steps: 5 },
    observe: (invariants) => ({
      seen: {
        observe({ t, q, v }: State) {
          states.push(q.slice());
          energies.push(invariants.find(({ name }) => name === "discrete-energy")?.value(t, q, v) ?? Number.NaN);
        },
        finish: () => null,
      },
    }),
  });
  for (let k = 1; k < states.length; k++) {
    expect(energies[k]).toBeCloseTo(minusSlope(states[k - 1], states[k]), 9);
  }
  // At the start it is that of the first step.
  expect(energies[0]).toBeCloseTo(energies[1], 12);
});
