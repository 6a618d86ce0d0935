/** # Integrate a discrete Lagrangian of your own
 *
 *  Write L_d(q₀, q₁, h) as a formula in an algebra; derivatives are taken for you, exactly. Here, a pendulum (m = l = 1) with Simpson's
 *  rule along the straight line from q₀ to q₁:
 *
 *      L_d = (q₁ − q₀)²/(2h) − h (V(q₀) + 4 V((q₀ + q₁)/2) + V(q₁))/6,      V = −g cos q
 *
 *  It is a test: `npx vitest run docs/howto` runs it. */
import { type Algebra, discreteLagrangian, dop853, pendulum, probe, run, variationalFrom } from "noether";
import { convergence, drift, symplecticDefect } from "noether/analysis";
import { expect, test } from "vitest";

const g = 9.81;
const potential = <T>(a: Algebra<T>, angle: T) => a.multiply(a.number(-g), a.cos(angle));

const simpson = discreteLagrangian(1, (a, [q0], [q1], h) => {
  const middle = a.multiply(a.number(0.5), a.add(q0, q1));
  const kinetic = a.divide(a.power(a.subtract(q1, q0), 2), a.multiply(a.number(2), h));
  const inner = a.multiply(a.number(4), potential(a, middle));
  const ends = a.add(potential(a, q0), potential(a, q1));
  return a.subtract(kinetic, a.multiply(h, a.divide(a.add(inner, ends), a.number(6))));
});

/** What it claims is up to you; measure it. */
const method = variationalFrom(simpson, { order: 2, symmetric: true });
const problem = pendulum({ angle: 2, rate: 0.5, gravity: g, length: 1, mass: 1 });

test("it is of second order", () => {
  const reference = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: 2 } }).last;
  const { positionOrder } = convergence(problem, method, {
    end: 2,
    step: 0.05,
    refinements: 4,
    reference,
    floor: 1e-11,
  });
  expect(positionOrder).toBeCloseTo(2, 1);
});

test("and symplectic, whatever the formula", () => {
  const form = method.claims.symplectic ?? expect.fail("a discrete Lagrangian's method is symplectic");
  expect(symplecticDefect(problem, method, 0.1, form)).toBeLessThan(1e-11); // what differences of the step can show
});

test("its discrete energy −∂L_d/∂h does not drift", () => {
  const before = problem.q0.slice();
  const energy = probe(({ q }) => {
    const value = simpson.energy(before, q, 0.02);
    before.set(q);
    return value;
  });
  const { observed } = run(problem, method, { time: { step: 0.02, steps: 10_000 }, observe: { energy } });
  const { share } = drift(observed.energy.t.subarray(1), observed.energy.values.subarray(1));
  expect(share).toBeLessThan(0.05);
});
