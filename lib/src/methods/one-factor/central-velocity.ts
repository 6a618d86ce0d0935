/** The velocity that belongs to a central difference of positions, for linear systems M q'' + K q = F(t), to order 6.
 *
 *      w = (q(t + h) − q(t − h))/2h = v + h²/6 q''' + h⁴/120 q''''' + …
 *      q''' = −H v + f',   q''''' = H² v − H f' + f''',      f = M⁻¹F,  H = M⁻¹K,  x = h²H
 *
 *  hence w = T v + g with T = 1 − x/6 + x²/120 and g = h²/6 f' + h⁴/120 (f''' − H f'). T is inverted as a series,
 *  S = 1 + x/6 + 7x²/360 = T⁻¹ + O(x³), which is positive for every x, and S⁻¹, where it is needed, by conjugate gradients.
 *  Where the load has a kink, f' and f''' are means of both sides, and jumps of even derivatives add (central-load.ts)
 *
 *      h/4 [f] + h³/48 ([f''] − H [f]) + h⁵/1440 ([f''''] − H [f''] + H² [f]). */
import { InputError } from "../../core/failure.js";
import type { SymplecticForm } from "../../core/method.js";
import type { LinearSystem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { conjugateGradients } from "../../linalg/iterative/conjugate-gradients.js";
import { multiply } from "../../linalg/matrix.js";
import type { CentralLoad } from "./central-load.js";

export interface CentralVelocity {
  /** w = S⁻¹ v + g. */
  from(v: Vec, w: Vec): void;
  /** v = S (w − g). */
  to(w: Vec, v: Vec): void;
}

/** g is that of the time at which the load was looked at last. */
export function centralVelocity(system: LinearSystem, load: CentralLoad, h: number): CentralVelocity {
  const n = system.dof;
  const { mass, stiffness } = system;
  const g = new Float64Array(n);
  const rest = new Float64Array(n);
  const part = new Float64Array(n);
  const { apply, invert } = series(system, h);
  /** M g = h/6 (h F') + h/120 (h³ F''') − h³/120 K M⁻¹(h F'). */
  const findLoaded = () => {
    if (system.load === null) return;
    mass.solve(load.slope, rest);
    multiply(stiffness, rest, g);
    for (let i = 0; i < n; i++) g[i] = (h / 6) * load.slope[i] + (h / 120) * (load.bend[i] - h * h * g[i]);
    if (load.hasJumps()) addJumps();
    mass.solve(g, g);
  };
  /** y = h² K M⁻¹ y. */
  const applyX = (y: Vec) => {
    mass.solve(y, part);
    multiply(stiffness, part, y);
    for (let i = 0; i < n; i++) y[i] *= h * h;
  };
  const [J0, , J2, , J4] = load.jumps;
  /** M g += h (J₀/4 + J₂/48 + J₄/1440 − X (J₀/48 + J₂/1440 − X J₀/1440)), X = h² K M⁻¹. */
  const addJumps = () => {
    for (let i = 0; i < n; i++) rest[i] = J0[i] / 1440;
    applyX(rest);
    for (let i = 0; i < n; i++) rest[i] = J0[i] / 48 + J2[i] / 1440 - rest[i];
    applyX(rest);
    for (let i = 0; i < n; i++) g[i] += h * (J0[i] / 4 + J2[i] / 48 + J4[i] / 1440 - rest[i]);
  };
  return {
    from(v, w) {
      invert(v, w);
      findLoaded();
      for (let i = 0; i < n; i++) w[i] += g[i];
    },
    to(w, v) {
      findLoaded();
      for (let i = 0; i < n; i++) rest[i] = w[i] - g[i];
      apply(rest, v);
    },
  };
}

/** The form M S⁻¹, which is kept in (q, v) where dq ∧ M dw is kept in (q, w). */
export const velocityForm: SymplecticForm = {
  name: "central-velocity",
  apply(system, h, _q, x, out) {
    if (system.kind !== "linear") throw new InputError("the form of central velocities belongs to linear systems");
    const inverse = new Float64Array(system.dof);
    series(system, h).invert(x, inverse);
    system.mass.apply(inverse, out);
  },
};

const MOST_ITERATIONS = 500;

/** S and its inverse. M S is symmetric and positive definite: conjugate gradients with the preconditioner M⁻¹ see the spectrum
 *  of S, between 1 and 12 for stable steps, and end at rounding after some tens of products. */
function series(system: LinearSystem, h: number) {
  const n = system.dof;
  const { mass, stiffness } = system;
  const [Hx, HHx, image, momentum] = Array.from({ length: 4 }, () => new Float64Array(n));
  const gradients = conjugateGradients(n, {
    tolerance: Number.EPSILON,
    maxIterations: MOST_ITERATIONS,
    norm: "preconditioned",
  });
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
  const applyInertia = (x: Vec, out: Vec) => {
    apply(x, image);
    mass.apply(image, out);
  };
  const invert = (b: Vec, x: Vec) => {
    mass.apply(b, momentum);
    x.fill(0);
    gradients.solve(applyInertia, mass.solve, momentum, x);
  };
  return { apply, invert };
}
