/** The proximal step of Coulomb friction, for one contact and for many that act on one another.
 *
 *      min over u   ½ (u − w)ᵀ H (u − w) + Σ_c h ℓ_c |S_c u|
 *
 *  Without the corner of |·| it would be u = w. Its dual asks for the impulses λ_c, |λ_c| ≤ h ℓ_c, that friction exerts:
 *  u = w − H⁻¹Sᵀλ, where λ_c opposes the slip S_c u with all it has, or is whatever stops it (sticking). The dual is solved
 *  contact by contact, each exactly in turn: one sweep where contacts do not touch one another. Where many do (a stack of blocks),
 *  sweeps are slow to agree on how hard those that stick hold one another: now and then all of these are solved at once, and what
 *  comes out is kept if it is better. */
import { hypot } from "../../core/elementary.js";
import type { Contact } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { copy, dot } from "../../linalg/vec.js";

export interface FrictionStep {
  /** Sᵀλ of the last step. */
  readonly impulse: Vec;
  /** A new H, through the solution of H x = b. */
  renew(solve: (b: Vec, x: Vec) => void): void;
  /** The limits ℓ at this time and place. */
  limitsAt(t: number, q: Vec): void;
  /** u = w on entry, the minimiser on return; false if the sweeps did not converge. */
  minimise(h: number, u: Vec): boolean;
}

const MOST_SWEEPS = 20_000;
/** Sweeps between two attempts to solve for all contacts that stick. */
const PATIENCE = 20;
/** Slips are sums of a few products; below this they do not change but by rounding. */
const ROUNDING = 16 * Number.EPSILON;

export function frictionStep(contacts: readonly Contact[], n: number): FrictionStep {
  const rows = contacts.flatMap(({ slip }) => slip);
  const m = rows.length;
  const first: number[] = [];
  contacts.reduce((at, { slip }) => {
    first.push(at);
    return at + slip.length;
  }, 0);
  const columns = rows.map(() => new Float64Array(n)); // H⁻¹ Sᵀ
  const W = new Float64Array(m * m); // S H⁻¹ Sᵀ
  const stiffest = new Float64Array(contacts.length); // the largest eigenvalue of a contact's own block of W
  const limits = new Float64Array(contacts.length);
  const lambda = new Float64Array(m);
  const slip = new Float64Array(m);
  const impulse = new Float64Array(n);
  const [free, savedLambda, savedSlip, jump] = Array.from({ length: 4 }, () => new Float64Array(m));
  const sticking = new Float64Array(m * m);
  const together = analyze(fullPattern(m), false);

  /** λ_j ← λ_j + change: slip everywhere follows. */
  const push = (j: number, change: number) => {
    lambda[j] += change;
    for (let i = 0; i < m; i++) slip[i] -= W[i * m + j] * change;
  };
  /** One contact exactly (one component), or by a step of projected gradients (two); returns how far its slip moved. */
  const relax = (c: number, bound: number): number => {
    const at = first[c];
    const stiffness = stiffest[c];
    if (contacts[c].slip.length === 1) {
      const wanted = lambda[at] + slip[at] / stiffness;
      const change = Math.max(-bound, Math.min(bound, wanted)) - lambda[at];
      push(at, change);
      return Math.abs(change) * stiffness;
    }
    const [x, y] = [lambda[at] + slip[at] / stiffness, lambda[at + 1] + slip[at + 1] / stiffness];
    const length = hypot(x, y);
    const shrink = length > bound ? bound / length : 1;
    const [dx, dy] = [shrink * x - lambda[at], shrink * y - lambda[at + 1]];
    push(at, dx);
    push(at + 1, dy);
    return hypot(dx, dy) * stiffness;
  };

  /** The dual function ½ λᵀWλ − λᵀS w, which falls with every sweep. */
  const dual = () => {
    let sum = 0;
    for (let j = 0; j < m; j++) sum -= (lambda[j] * (free[j] + slip[j])) / 2;
    return sum;
  };
  /** Stops the slip of all contacts within their limits at once; those that would need more get their limit. */
  const stopTogether = (h: number) => {
    copy(lambda, savedLambda);
    copy(slip, savedSlip);
    const before = dual();
    const holds = contacts.map(({ slip: components }, c) => {
      const size = hypot(...components.map((_, k) => lambda[first[c] + k]));
      return size < (1 - 1e-12) * Math.abs(h) * limits[c];
    });
    const held = contacts.flatMap(({ slip: components }, c) => components.map(() => holds[c]));
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) sticking[i * m + j] = held[i] && held[j] ? W[i * m + j] : i === j ? 1 : 0;
      jump[i] = held[i] ? slip[i] : 0;
    }
    if (together.factor(sticking) !== null) return;
    together.solve(jump, jump);
    for (let j = 0; j < m; j++) if (jump[j] !== 0) push(j, jump[j]);
    for (let c = 0; c < contacts.length; c++) relax(c, Math.abs(h) * limits[c]);
    if (dual() <= before) return;
    copy(savedLambda, lambda);
    copy(savedSlip, slip);
  };

  return {
    impulse,
    renew(solve) {
      for (let j = 0; j < m; j++) solve(rows[j], columns[j]);
      for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) W[i * m + j] = dot(rows[i], columns[j]);
      contacts.forEach(({ slip: components }, c) => {
        const at = first[c] * (m + 1);
        if (components.length === 1) stiffest[c] = W[at];
        else {
          const [a, b, d] = [W[at], W[at + 1], W[at + m + 1]];
          stiffest[c] = (a + d) / 2 + hypot((a - d) / 2, b);
        }
      });
    },
    limitsAt(t, q) {
      for (let c = 0; c < limits.length; c++) limits[c] = Math.max(0, contacts[c].limit(t, q));
    },
    minimise(h, u) {
      lambda.fill(0);
      let size = 0;
      for (let j = 0; j < m; j++) {
        free[j] = slip[j] = dot(rows[j], u);
        size = Math.max(size, Math.abs(slip[j]));
      }
      let sweeps = 0;
      for (let moved = Infinity; moved > ROUNDING * size; sweeps++) {
        if (sweeps === MOST_SWEEPS) return false;
        if (sweeps % PATIENCE === PATIENCE - 1) stopTogether(h);
        moved = 0;
        for (let c = 0; c < contacts.length; c++) moved = Math.max(moved, relax(c, Math.abs(h) * limits[c]));
      }
      impulse.fill(0);
      for (let j = 0; j < m; j++) {
        for (let i = 0; i < n; i++) {
          impulse[i] += rows[j][i] * lambda[j];
          u[i] -= columns[j][i] * lambda[j];
        }
      }
      return true;
    },
  };
}
