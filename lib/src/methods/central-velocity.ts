/** The velocity that belongs to a central difference of positions, for linear systems M q'' + K q = F(t), to order 6.
 *
 *      w = (q(t + h) − q(t − h))/2h = v + h²/6 q''' + h⁴/120 q''''' + …
 *      q''' = −H v + f',   q''''' = H² v − H f' + f''',      f = M⁻¹F,  H = M⁻¹K,  x = h²H
 *
 *  hence w = T v + g with T = 1 − x/6 + x²/120 and g = h²/6 f' + h⁴/120 (f''' − H f'). T is inverted as a series,
 *  S = 1 + x/6 + 7x²/360 = T⁻¹ + O(x³), which is positive for every x, and S⁻¹, where it is needed, by conjugate gradients.
 *  Derivatives of F are differences of its values at halves of the step. */
import type { SymplecticForm } from "../core/method.js";
import type { LinearSystem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { multiply } from "../linalg/matrix.js";
import { copy, dot } from "../linalg/vec.js";

export interface CentralVelocity {
  /** w = S⁻¹ v + g(t). */
  from(t: number, v: Vec, w: Vec): void;
  /** v = S (w − g(t)). */
  to(t: number, w: Vec, v: Vec): void;
}

export function centralVelocity(system: LinearSystem, h: number): CentralVelocity {
  const n = system.dof;
  const { mass, stiffness, load } = system;
  const [F, near, g, rest] = Array.from({ length: 4 }, () => new Float64Array(n));
  const { apply, invert } = series(system, h);
  /** out = F(t + reach) − F(t − reach). */
  const difference = (t: number, reach: number, out: Vec) => {
    out.fill(0);
    load?.addTo(t - reach, out, out, out);
    F.fill(0);
    load?.addTo(t + reach, out, out, F);
    for (let i = 0; i < n; i++) out[i] = F[i] - out[i];
  };
  const loaded = (t: number) => {
    g.fill(0);
    if (load === null) return;
    difference(t, h / 2, near);
    difference(t, h, g);
    for (let i = 0; i < n; i++) g[i] = (h / 180) * (g[i] + 28 * near[i]);
    mass.solve(near, near);
    multiply(stiffness, near, rest);
    for (let i = 0; i < n; i++) g[i] -= ((h * h * h) / 120) * rest[i];
    mass.solve(g, g);
  };
  return {
    from(t, v, w) {
      invert(v, w);
      loaded(t);
      for (let i = 0; i < n; i++) w[i] += g[i];
    },
    to(t, w, v) {
      loaded(t);
      for (let i = 0; i < n; i++) rest[i] = w[i] - g[i];
      apply(rest, v);
    },
  };
}

/** The form M S⁻¹, which is kept in (q, v) where dq ∧ M dw is kept in (q, w). */
export const velocityForm: SymplecticForm = {
  name: "central-velocity",
  weights(system, h, _q, out) {
    const n = system.dof;
    if (system.kind !== "linear") return;
    const { invert } = series(system, h);
    const [e, column] = [new Float64Array(n), new Float64Array(n)];
    for (let j = 0; j < n; j++) {
      e.fill(0);
      e[j] = 1;
      invert(e, column);
      system.mass.apply(column, e);
      for (let i = 0; i < n; i++) out[i * n + j] = e[i];
    }
  },
};

/** S and its inverse. M S is symmetric and positive definite: conjugate gradients with the preconditioner M⁻¹ see the spectrum
 *  of S, between 1 and 12 for stable steps, and end at rounding after some tens of products. */
function series(system: LinearSystem, h: number) {
  const n = system.dof;
  const { mass, stiffness } = system;
  const [Hx, HHx, r, z, p, Ap] = Array.from({ length: 6 }, () => new Float64Array(n));
  const H = (x: Vec, out: Vec) => {
    multiply(stiffness, x, out);
    mass.solve(out, out);
  };
  const first = (h * h) / 6;
  const second = (7 * h * h * h * h) / 360;
  const apply = (x: Vec, out: Vec) => {
    H(x, Hx);
    H(Hx, HHx);
    for (let i = 0; i < n; i++) out[i] = x[i] + first * Hx[i] + second * HHx[i];
  };
  const invert = (b: Vec, x: Vec) => {
    x.fill(0);
    copy(b, z); // z = M⁻¹r with r = M b − M S x
    mass.apply(z, r);
    copy(z, p);
    let size = dot(r, z);
    const negligible = size * Number.EPSILON * Number.EPSILON;
    for (let k = 0; k < 500 && size > negligible; k++) {
      apply(p, z);
      mass.apply(z, Ap);
      const length = size / dot(p, Ap);
      for (let i = 0; i < n; i++) {
        x[i] += length * p[i];
        r[i] -= length * Ap[i];
      }
      mass.solve(r, z);
      const next = dot(r, z);
      for (let i = 0; i < n; i++) p[i] = z[i] + (next / size) * p[i];
      size = next;
    }
  };
  return { apply, invert };
}
