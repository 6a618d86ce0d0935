/** Variational integrators with forces and constraints, and the two-step method.       [kane2000, (2), (16), (44)–(46), (56), (57)]
 *
 *  With V = Δq/h and G_i at (t₀ + c_i h, q₀ + c_i Δq, V), for L_d = h Σ b_i L(Q_i, V):
 *
 *      M (V − v₀)/h + Σ b_i (1 − c_i) G_i + J(q₀)ᵀ λ = 0,      M Δv/h + Σ b_i G_i + J(q₀)ᵀ λ + J(q₁)ᵀ μ = 0
 *      g(q₁) = 0,    J(q₁) v₁ = 0
 *
 *  Multipliers are whatever leaves least. Two-step: u* = u − h M⁻¹R(q₀, u) is the midpoint step without damping, and
 *  M v₁ = M u − h/2 (∇V − f)((q₀ + q₁)/2). A discrete Lagrangian of one's own: M v₀ = −D₁L_d, M v₁ = D₂L_d. */
import type { Constraints } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { damping, gradient, load, opposing } from "../forces.js";
import { madeOf, type Rounded, sum } from "../rounded.js";
import { type Audit, inertia, type Step } from "../step.js";

interface Node {
  readonly b: number;
  readonly c: number;
}

export const nodesAt = (alpha: number, symmetric: boolean): readonly Node[] =>
  symmetric
    ? [
        { b: 0.5, c: alpha },
        { b: 0.5, c: 1 - alpha },
      ]
    : [{ b: 1, c: alpha }];

export const auditAction =
  (nodes: readonly Node[]): Audit =>
  (step, report) => {
    const { system, h, q0, v0, v1, q1, dq, dv } = step;
    const { constraints } = system;
    const V = madeOf(sum([1 / h, dq]), [1, v0]);
    const forces = nodes.map(({ b, c }) => {
      const Q = madeOf(sum([1, q0], [c, dq]), [h, v0], [h / 2, v1]);
      return { b, c, G: opposing(step, step.at(c), Q, V) };
    });
    const left = forces.filter(({ c }) => c !== 1).map(({ b, c, G }) => [b * (1 - c), G] as const);
    const whole = forces.map(({ b, G }) => [b, G] as const);
    const first = sum([1 / h, inertia(step, sum([1, V], [-1, v0]))], ...left);
    const second = sum([1 / h, inertia(step, dv)], ...whole);
    if (constraints === undefined) {
      report("M v₀ = −D₁L − F⁻", first);
      report("M v₁ = D₂L + F⁺", second);
      return;
    }
    const [J0, J1] = [q0, q1].map((q) => rowsOf(constraints, q.value));
    report("M v₀ = −D₁L − F⁻ + multipliers", withoutRows(first, J0));
    report("M v₁ = D₂L + F⁺ + multipliers", withoutRows(second, [...J0, ...J1]));
    report("g(q₁) = 0", onConstraints(step, constraints, J1));
    report("J(q₁) v₁ = 0", slip(J1, madeOf(v1, [1, v0], [1, V])));
  };

/** g(q₁), as sure as the places from which it is computed. */
function onConstraints({ q0, q1, h, v0 }: Step, constraints: Constraints, J: readonly Vec[]): Rounded {
  const value = new Float64Array(constraints.count);
  constraints.values(q1.value, value);
  const place = madeOf(q1, [1, q0], [h, v0]);
  return {
    value,
    size: Float64Array.from(J, (row) => row.reduce((total, x, i) => total + Math.abs(x) * place.size[i], 0)),
  };
}

function slip(J: readonly Vec[], v: Rounded): Rounded {
  return {
    value: Float64Array.from(J, (row) => row.reduce((total, x, i) => total + x * v.value[i], 0)),
    size: Float64Array.from(J, (row) => row.reduce((total, x, i) => total + Math.abs(x) * v.size[i], 0)),
  };
}

function rowsOf({ count, rowStart, column, jacobian }: Constraints, q: Vec): Vec[] {
  const values = new Float64Array(column.length);
  jacobian(q, values);
  return Array.from({ length: count }, (_, i) => {
    const row = new Float64Array(q.length);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) row[column[k]] = values[k];
    return row;
  });
}

/** x less the part of it that rows can make: by orthogonalisation, twice. */
function withoutRows(x: Rounded, rows: readonly Vec[]): Rounded {
  const basis: Vec[] = [];
  const dot = (a: Vec, b: Vec) => a.reduce((total, ai, i) => total + ai * b[i], 0);
  const reduce = (y: Vec) => {
    for (let pass = 0; pass < 2; pass++) {
      for (const e of basis) {
        const share = dot(e, y);
        for (let i = 0; i < y.length; i++) y[i] -= share * e[i];
      }
    }
  };
  for (const row of rows) {
    const e = row.slice();
    const before = Math.sqrt(dot(e, e));
    reduce(e);
    const length = Math.sqrt(dot(e, e));
    if (length > 1e-10 * before) basis.push(e.map((ei) => ei / length));
  }
  const value = x.value.slice();
  reduce(value);
  // Constraint forces are terms of the equation too, and tie its entries together.
  const forces = x.value.reduce((most, xi) => Math.max(most, Math.abs(xi)), 0);
  return { value, size: x.size.map((size) => size + forces) };
}

export const auditTwoStep: Audit = (step, report) => {
  const { system, h, q0, v0, dq, dv } = step;
  const u = madeOf(sum([1 / h, dq]), [1, v0]);
  const middle = (w: Rounded) => madeOf(sum([1, q0], [h / 2, w]), [h / 2, v0]);
  const conservative = (w: Rounded) => {
    const Q = middle(w);
    return sum([1, gradient(step, Q)], [-1, load(step, step.at(0.5), Q, w)]);
  };
  const R = damping(step, step.at(0), q0, u);
  const kick = R.value.slice();
  const size = R.size.slice();
  system.mass.solve(kick, kick);
  system.mass.solve(size, size); // of diagonal masses, and of others near enough
  const predicted = sum([1, u], [-h, { value: kick, size: size.map(Math.abs) }]);
  const G = conservative(predicted);
  report("M (u* − v₀)/h + ½ G(q₀ + h/2 u*) = 0", sum([1 / h, inertia(step, sum([1, predicted], [-1, v0]))], [0.5, G]));
  // v₁ − v₀ = (u − v₀) − h/2 M⁻¹ G
  report(
    "M v₁ = M u − h/2 G(q̄)",
    sum([1 / h, inertia(step, dv)], [-1 / h, inertia(step, sum([1, u], [-1, v0]))], [0.5, conservative(u)]),
  );
};

/** D₁L_d and D₂L_d, as the author of the formula differentiates it. */
export type Slopes = (step: Step) => readonly [Rounded, Rounded];

export const auditLagrangian =
  (slopes: Slopes): Audit =>
  (step, report) => {
    const [D1, D2] = slopes(step);
    report("M v₀ = −D₁L", sum([1, inertia(step, step.v0)], [1, D1]));
    report("M v₁ = D₂L", sum([1, inertia(step, step.v1)], [-1, D2]));
  };
