/** The discrete Lagrangian of docs/howto/own-discrete-lagrangian.test.ts, and its derivatives by hand.
 *
 *      L_d = (q₁ − q₀)²/(2h) − h (V(q₀) + 4 V(q̄) + V(q₁))/6,      V = −g cos q
 *      D₁L = −Δq/h − h (V'(q₀) + 2 V'(q̄))/6,     D₂L = Δq/h − h (2 V'(q̄) + V'(q₁))/6 */

import { pendulum } from "../../src/models/oscillators/pendulum.js";
import type { DiscreteFormula } from "../../src/stepping/action/discrete-lagrangian.js";
import type { Algebra } from "../../src/symbolic/differentiated.js";
import type { Slopes } from "./audits/action.js";
import { gradient } from "./forces.js";
import { type Author, hunted } from "./problems.js";
import { madeOf, sum } from "./rounded.js";

const g = 9.81;
const V = <T>(a: Algebra<T>, angle: T) => a.multiply(a.number(-g), a.cos(angle));

export const ownFormula: DiscreteFormula = (a, [q0], [q1], h) => {
  const middle = a.multiply(a.number(0.5), a.add(q0, q1));
  const kinetic = a.divide(a.power(a.subtract(q1, q0), 2), a.multiply(a.number(2), h));
  const inner = a.multiply(a.number(4), V(a, middle));
  const ends = a.add(V(a, q0), V(a, q1));
  return a.subtract(kinetic, a.multiply(h, a.divide(a.add(inner, ends), a.number(6))));
};

export const ownSlopes: Slopes = (step) => {
  const { h, q0, q1, dq, v0 } = step;
  const [first, last] = [q0, q1].map((q) => gradient(step, q));
  const middle = gradient(step, sum([1, q0], [0.5, dq]));
  const momentum = madeOf(sum([1 / h, dq]), [1, v0]);
  return [sum([-1, momentum], [-h / 6, first], [-h / 3, middle]), sum([1, momentum], [-h / 3, middle], [-h / 6, last])];
};

export const ownSystem: Author = (random) => {
  const start = pendulum({ angle: random.between(-3, 3), rate: random.between(-3, 3), gravity: g, length: 1, mass: 1 });
  return hunted("pendulum", start, { change: ([x], [dx]) => 2 * g * Math.sin(x + dx / 2) * Math.sin(dx / 2) });
};
