/** Discrete Lagrangians in code, and the theory of kane2000 in terms of them: where the paper's printed form is wrong, it is shown
 *  to fail beside the corrected one. */
import { describe, expect, test } from "vitest";
import { symplecticDefect } from "../../../src/analysis/structure.js";
import { refusal } from "../../../src/core/method.js";
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { newmark } from "../../../src/methods/newmark.js";
import { variational } from "../../../src/methods/variational.js";
import { trajectory } from "../../../src/observers/trajectory.js";
import {
  type DiscreteFormula,
  discreteLagrangian,
  variationalFrom,
} from "../../../src/stepping/action/discrete-lagrangian.js";
import { canonicalForm } from "../../../src/stepping/symplectic-forms.js";
import type { Algebra } from "../../../src/symbolic/differentiated.js";
import { published, sextic, skewed } from "../../methods/coupled.js";

const H = 0.2;
const near = (found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number) => {
  for (let i = 0; i < found.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(tolerance);
};

/** V = r (r − 1)², r = |q|², and its gradient 2 (r − 1)(3 r − 1) q, as formulas. */
function sexticFormulas<T>(a: Algebra<T>, q: readonly T[]) {
  const r = q.map((x) => a.multiply(x, x)).reduce(a.add);
  const below = a.subtract(r, a.number(1));
  const factor = a.multiply(a.multiply(a.number(2), below), a.subtract(a.multiply(a.number(3), r), a.number(1)));
  return { potential: a.multiply(r, a.multiply(below, below)), gradient: q.map((x) => a.multiply(factor, x)) };
}

/** h |q₁ − q₀|²/(2h²), for M = 1. */
function kinetic<T>(a: Algebra<T>, q0: readonly T[], q1: readonly T[], h: T): T {
  const squares = q1.map((x, i) => a.power(a.subtract(x, q0[i]), 2)).reduce(a.add);
  return a.divide(squares, a.multiply(a.number(2), h));
}

/** L_d^α, [kane2000, (2)]. */
const atFraction =
  (alpha: number): DiscreteFormula =>
  (a, q0, q1, h) => {
    const between = q0.map((x, i) => a.add(a.multiply(a.number(1 - alpha), x), a.multiply(a.number(alpha), q1[i])));
    return a.subtract(kinetic(a, q0, q1, h), a.multiply(h, sexticFormulas(a, between).potential));
  };

/** Newmark's L_d^β, [kane2000, (28)]: η(q) = q + sign β h² ∇V(q) and Ṽ(η(q)) = V(q) + sign β h²/2 |∇V(q)|². */
const ofNewmark =
  (beta: number, sign: 1 | -1): DiscreteFormula =>
  (a, q0, q1, h) => {
    const weight = a.multiply(a.number(sign * beta), a.multiply(h, h));
    const eta = (q: readonly (typeof h)[]) => {
      const { gradient } = sexticFormulas(a, q);
      return q.map((x, i) => a.add(x, a.multiply(weight, gradient[i])));
    };
    const { potential, gradient } = sexticFormulas(a, q0);
    const slope = gradient.map((g) => a.multiply(g, g)).reduce(a.add);
    const lifted = a.add(potential, a.multiply(a.multiply(a.number(0.5), weight), slope));
    return a.subtract(kinetic(a, eta(q0), eta(q1), h), a.multiply(h, lifted));
  };

const orbit = (problem: Problem, method: ReturnType<typeof newmark>, steps: number) =>
  run(problem, method, { time: { step: H, steps }, observe: { motion: trajectory() } }).observed.motion;

/** max |D₂L(q_{k−1}, q_k) + D₁L(q_k, q_{k+1})| along an orbit. */
function eulerLagrangeResidual(formula: DiscreteFormula, q: readonly Vec[]): number {
  const L = discreteLagrangian(2, formula);
  const [d1, d2, unused] = Array.from({ length: 3 }, () => new Float64Array(2));
  let worst = 0;
  for (let k = 1; k + 1 < q.length; k++) {
    L.slopes(q[k - 1], q[k], H, unused, d2);
    L.slopes(q[k], q[k + 1], H, d1, unused);
    worst = Math.max(worst, Math.abs(d1[0] + d2[0]), Math.abs(d1[1] + d2[1]));
  }
  return worst;
}

test("a formula of one's own steps like the built-in method, and is symplectic", () => {
  for (const alpha of [0, 0.3, 0.5, 1]) {
    const own = variationalFrom(discreteLagrangian(2, atFraction(alpha)), { order: alpha === 0.5 ? 2 : 1 });
    const [a, b] = [own, variational({ alpha, symmetric: false })].map(
      (method) => run(sextic(), method, { time: { step: 0.1, steps: 50 } }).last,
    );
    near(a.q, b.q, 1e-12);
    near(a.v, b.v, 1e-12);
    expect(symplecticDefect(sextic(), own, H, canonicalForm)).toBeLessThan(2e-12); // differences of order 8
  }
});

test("a state is all that a step knows: another stepper goes on with the same bits", () => {
  const method = variationalFrom(discreteLagrangian(2, atFraction(0.3)), { order: 1, symmetric: false });
  const problem = sextic(published);
  const [one, other] = [0, 1].map(() => {
    const { memory, step } = method.prepare(problem, H, null);
    return { step, state: { n: 0, t: 0, q: problem.q0.slice(), v: problem.v0.slice(), memory } };
  });
  for (let n = 0; n < 10; n++) expect(one.step(one.state)).toBeNull();
  other.state.q.set(one.state.q);
  other.state.v.set(one.state.v);
  other.state.memory.forEach((x, k) => {
    x.set(one.state.memory[k]);
  });
  for (const { step, state } of [one, other]) for (let n = 0; n < 10; n++) expect(step(state)).toBeNull();
  expect([...other.state.q, ...other.state.v]).toEqual([...one.state.q, ...one.state.v]);
});

test("it reads the mass of the system and refuses its friction by name", () => {
  const own = variationalFrom(discreteLagrangian(2, atFraction(0.5)), { order: 2 });
  expect(refusal(own, sextic({ c: 0.1 }).system)).toMatch(/without loads and damping/);
});

test("the numbers of L_d^β agree with 32-digit arithmetic", () => {
  const L = discreteLagrangian(2, ofNewmark(0.25, 1));
  const [q0, q1] = [Float64Array.of(1, 0.2), Float64Array.of(1.05, 0.33)];
  const [d1, d2] = [new Float64Array(2), new Float64Array(2)];
  L.slopes(q0, q1, H, d1, d2);
  expect(L.value(q0, q1, H)).toBeCloseTo(0.05308308190570335, 14);
  near(d1, [-0.3764645943915072, -0.6830042908540992], 1e-14);
  near(d2, [0.37677279558880333, 0.697187042400098], 1e-14);
});

describe("kane2000, sections 2 and 3", () => {
  const { q } = orbit(sextic(published), newmark(), 200);

  test("Theorem 3.5: Newmark's positions satisfy the Euler–Lagrange equations of L_d^β, with η = q + β h² M⁻¹∇V", () => {
    expect(eulerLagrangeResidual(ofNewmark(0.25, 1), q)).toBeLessThan(1e-13);
    // As printed, with the other sign, they do not.
    expect(eulerLagrangeResidual(ofNewmark(0.25, -1), q)).toBeGreaterThan(1e-2);
  });

  test("for any β, beyond ¼ too", () => {
    for (const beta of [0, 1 / 12, 1 / 6, 0.4]) {
      const { q: points } = orbit(sextic(published), newmark({ beta }), 50);
      expect(eulerLagrangeResidual(ofNewmark(beta, 1), points)).toBeLessThan(1e-13);
    }
  });

  test("the momentum map of L_d^β is conserved, and is η(q) × v", () => {
    const L = discreteLagrangian(2, ofNewmark(0.25, 1));
    const turning = (x: Vec) => Float64Array.of(-x[1], x[0]);
    const momenta = q.slice(1).map((x, k) => L.momentum(q[k], x, H, turning(x)));
    expect(Math.max(...momenta) - Math.min(...momenta)).toBeLessThan(1e-13);
    expect(momenta[0]).toBeCloseTo(0.6175296, 12);
  });

  test("(10): with M in it, the momentum of a cyclic coordinate needs the 1/h that 2.1.3 lets cancel", () => {
    // One free coordinate: D₂L_d = m (q₁ − q₀)/h.
    const L = discreteLagrangian(1, (a, [x0], [x1], h) =>
      a.divide(a.power(a.subtract(x1, x0), 2), a.multiply(a.number(2), h)),
    );
    const momentum = L.momentum(Float64Array.of(0), Float64Array.of(0.225), H, Float64Array.of(1));
    expect(momentum).toBeCloseTo(1.125, 14);
    expect(momentum).not.toBeCloseTo(0.225, 3);
  });

  test("(11), (12): the discrete energy of L_d^α", () => {
    for (const alpha of [0, 0.3, 0.5]) {
      const L = discreteLagrangian(2, atFraction(alpha));
      const [a, b] = [q[3], q[4]];
      const between = a.map((x, i) => (1 - alpha) * x + alpha * b[i]);
      const speed = a.map((x, i) => (b[i] - x) / H);
      const expected = (speed[0] ** 2 + speed[1] ** 2) / 2 + sextic().system.potential(between);
      expect(L.energy(a, b, H)).toBeCloseTo(expected, 13);
    }
  });

  test("the two-form on pairs of points is the pull-back of dq ∧ dp, with a minus sign that 2.1.2 leaves out", () => {
    // One coordinate: dq ∧ dp = dq₁ ∧ d(D₂L) = ∂²L/∂q₀∂q₁ dq₁ ∧ dq₀ = −∂²L/∂q₀∂q₁ dq₀ ∧ dq₁.
    const L = discreteLagrangian(2, atFraction(0.3));
    const mixed = new Float64Array(4);
    L.mixed(q[0], q[1], H, mixed);
    // Close to −M/h: the minus sign makes the form positive.
    expect(mixed[0]).toBeLessThan(-1);
    expect(mixed[3]).toBeLessThan(-1);
  });
});

describe("shadowing (Lemma 3.3, Theorem 3.4)", () => {
  const { system } = sextic();
  const accelerationAt = (x: Vec) => {
    const g = new Float64Array(2);
    system.gradient(x, g);
    return g.map((value) => -value);
  };
  /** The closed-form start of the shadow: a state of L_d^α, with M v = −D₁L_d. */
  const shadowStart = (x: Vec, v: Vec, alpha: number) => {
    const a = accelerationAt(x);
    const beta = alpha * (1 - alpha);
    const q0 = x.map((_, i) => x[i] - alpha * H * v[i] + alpha * (alpha - 0.5) * H * H * a[i]);
    const q1 = x.map((_, i) => x[i] - beta * H * H * a[i] + (1 - alpha) * (H * v[i] + (H * H * a[i]) / 2));
    const inside = accelerationAt(q0.map((value, i) => (1 - alpha) * value + alpha * q1[i]));
    return { q0, q1, v0: q0.map((value, i) => (q1[i] - value) / H - H * (1 - alpha) * inside[i]) };
  };

  test("the start agrees with 32-digit arithmetic", () => {
    const { q0, q1 } = shadowStart(Float64Array.of(1, 0.2), Float64Array.of(0.1, 0.6), 0.25);
    near(q0, [0.995424, 0.1700848], 1e-15);
    near(q1, [1.013728, 0.2897456], 1e-15);
  });

  test.each([0.25, 0.5, 0.75])("α = %s: the variational motion shadows Newmark's", (alpha) => {
    const problem = sextic(published);
    const { q: x } = orbit(problem, newmark({ beta: alpha * (1 - alpha) }), 100);
    const { q0, v0 } = shadowStart(problem.q0, problem.v0, alpha);
    const { q } = orbit({ ...problem, q0, v0 }, variational({ alpha, symmetric: false }), 101);
    // Rounding grows along the orbit.
    x.forEach((point, k) => {
      const between = q[k].map((value, i) => (1 - alpha) * value + alpha * q[k + 1][i]);
      near(point, between, 1e-12);
    });
  });

  test("and Newmark's motion shadows the variational one, its velocity from (22)", () => {
    const alpha = 0.3;
    const beta = alpha * (1 - alpha);
    const { q } = orbit(sextic(published), variational({ alpha, symmetric: false }), 60);
    const x = q.slice(0, -1).map((point, k) => point.map((value, i) => (1 - alpha) * value + alpha * q[k + 1][i]));
    const [a0, a1] = [accelerationAt(x[0]), accelerationAt(x[1])];
    const v0 = x[0].map((_, i) => (x[1][i] - x[0][i]) / H - H * ((0.5 - beta) * a0[i] + beta * a1[i]));
    const { q: followed } = orbit({ ...sextic(), q0: x[0], v0 }, newmark({ beta }), 50);
    followed.forEach((point, k) => {
      near(point, x[k], 1e-12);
    });
  });
});

test("Newmark keeps a momentum of a cyclic coordinate exactly, and [Dηᵀ M Δη]₁ needs its transpose where M is full", () => {
  // V = y⁴/4 + y²/2 with the full mass matrix: x is cyclic.
  const { system } = skewed();
  const cyclic = {
    ...skewed({ q: [0.3, 0.9], v: [0.5, -0.2] }),
    system: {
      ...system,
      potential: ([, y]: Vec) => y ** 4 / 4 + y ** 2 / 2,
      gradient([, y]: Vec, out: Vec) {
        out[0] = 0;
        out[1] = y ** 3 + y;
      },
      tangent: {
        ...system.tangent!,
        values([, y]: Vec, out: Vec) {
          out.fill(0);
          out[3] = 3 * y * y + 1;
        },
      },
    },
  } as Problem;
  const { q } = orbit(cyclic, newmark(), 100);
  near(q[100], [9.615690999621908, -0.3627639984876282], 1e-11);
  const weight = 0.25 * H * H;
  const apply = (x: Vec) => Float64Array.of(2 * x[0] + 0.5 * x[1], 0.5 * x[0] + x[1]);
  const inverse = (x: Vec) => Float64Array.of((x[0] - 0.5 * x[1]) / 1.75, (2 * x[1] - 0.5 * x[0]) / 1.75);
  const eta = (x: Vec) => {
    const g = inverse(Float64Array.of(0, x[1] ** 3 + x[1]));
    return x.map((value, i) => value + weight * g[i]);
  };
  /** Dη = 1 + β h² M⁻¹V''. */
  const derivative = (x: Vec) => {
    const [a, b] = inverse(Float64Array.of(0, 3 * x[1] ** 2 + 1));
    return [1, weight * a, 0, 1 + weight * b];
  };
  const momenta = (transposed: boolean) =>
    q.slice(1).map((x, k) => {
      const [before, after] = [eta(q[k]), eta(x)];
      const p = apply(after.map((value, i) => (value - before[i]) / H));
      const D = derivative(x);
      return transposed ? D[0] * p[0] + D[2] * p[1] : D[0] * p[0] + D[1] * p[1];
    });
  const range = (values: number[]) => Math.max(...values) - Math.min(...values);
  expect(range(momenta(true))).toBeLessThan(1e-13);
  expect(range(momenta(false))).toBeGreaterThan(1e-2);
});

test("Theorem 5.1: forced Newmark satisfies the forced Euler–Lagrange equations, with Dηᵀ where M is full", () => {
  const [beta, c] = [0.25, 0.3];
  const problem = skewed({ c });
  const { q, v } = orbit(problem, newmark({ beta }), 50);
  const { system } = problem;
  const solve = (x: Vec) => {
    const out = x.slice();
    system.mass.solve(out, out);
    return out;
  };
  const gradient = (x: Vec) => {
    const g = new Float64Array(2);
    system.gradient(x, g);
    return g;
  };
  const eta = (x: Vec, sign: number) => {
    const g = solve(gradient(x));
    return x.map((value, i) => value + sign * beta * H * H * g[i]);
  };
  const F = (k: number) => v[k].map((value) => -c * value);
  /** Dη = 1 + sign β h² M⁻¹V''(x), applied to w from the left, transposed or not. */
  const derivativeTimes = (x: Vec, w: Vec, sign: number, transposed: boolean) => {
    const K = new Float64Array(4);
    system.tangent!.values(x, K);
    const times = (y: Vec) => Float64Array.of(K[0] * y[0] + K[1] * y[1], K[2] * y[0] + K[3] * y[1]);
    const turned = transposed ? times(solve(w)) : solve(times(w));
    return w.map((value, i) => value + sign * beta * H * H * turned[i]);
  };
  const residual = (sign: number, transposed: boolean) => {
    let worst = 0;
    for (let k = 1; k + 1 < q.length; k++) {
      const [x0, x1, x2] = [eta(q[k - 1], sign), eta(q[k], sign), eta(q[k + 1], sign)];
      const bend = new Float64Array(2);
      system.mass.apply(
        x1.map((value, i) => (2 * value - x0[i] - x2[i]) / H),
        bend,
      );
      const g = gradient(q[k]);
      const inner = (w: (i: number) => number) => derivativeTimes(q[k], Float64Array.from([0, 1], w), sign, transposed);
      // D₂L + D₁L is always Dηᵀ(…); the forces (54), (55) are printed with Dη on the other side.
      const lagrange = derivativeTimes(
        q[k],
        bend.map((value, i) => value - H * g[i]),
        sign,
        true,
      );
      const forces = inner(
        (i) =>
          (H / 2) *
          (2 * beta * F(k - 1)[i] + (1 - 2 * beta) * F(k)[i] + (1 - 2 * beta) * F(k)[i] + 2 * beta * F(k + 1)[i]),
      );
      worst = Math.max(worst, ...lagrange.map((value, i) => Math.abs(value + forces[i])));
    }
    return worst;
  };
  expect(residual(1, true)).toBeLessThan(1e-13);
  expect(residual(1, false)).toBeGreaterThan(1e-5);
  expect(residual(-1, true)).toBeGreaterThan(1e-3);
});
