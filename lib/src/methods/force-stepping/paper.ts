/** Algorithms 1 and 2 as the paper prints them, with its misprints corrected: the simplex is kept as its vertices Z, their
 *  values V_Δ and the inverse Z⁻¹, of which every crossing changes one column.        [gonzalez2010, algorithms 1 and 2]
 *
 *      μ(t) = Z⁻¹ (T q(t); 1)        barycentric coordinates along the parabola: the first to vanish tells the face s
 *      z^s ← z^{s+1} + z^{s−1} − z^s  replacement rule, indices modulo d + 1 without any shift
 *      Z⁻¹ ← Z⁻¹ − (Z⁻¹u) ⊗ (row s of Z⁻¹)/(1 + (Z⁻¹u)_s)
 *
 *  Corrected: T stands left of M⁻¹ in proposition 3.1, so that any mass matrix will do; u has a zero below it; the root 0 of
 *  the face just crossed is divided out, since "t > t_k" cannot be decided by rounding errors. Mirrored grids replace the end
 *  of the path by the mirror image of itself. O(d²) a step: an oracle, and the form for masses that are not diagonal. */
import { noWork } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { addEntry, compensation } from "../../stepping/summation.js";
import { EVENTS, emptyControl, slides, windowOf } from "./epoch.js";
import { emptyCell, type Grid, inBoxes, isAbove, locate, tooFar } from "./grid.js";
import type { Motion, Start } from "./motion.js";
import { firstExit, holds, nextExit } from "./roots.js";

/** The numbers of `control`, which a checkpoint keeps: t_k; t_{k+1} − t_k; the face B_s at its end, −1 for none; the face just crossed, −1 for none; the bottom
 *  vertex; when the window of events began; the second derivative 2 μ₃ with which the face is approached. */
const [TIME, TAKEN, FACE, ENTERED, BOTTOM, OPENED, CLOSING] = [0, 1, 2, 3, 4, 5, 6];

export function paperMotion({ problem, v0, force: force0, summation }: Start, grid: Grid): Motion {
  const { system, t0, q0 } = problem;
  const { dof: d, spacing, origin, triangulation } = grid;
  const n = d + 1;
  const work = noWork();
  const control = new Float64Array(7);
  const watch = emptyControl();
  const q = q0.slice();
  const v = v0.slice();
  const lostSpeed = compensation(d, summation);
  const force = force0.slice();
  const Z = new Float64Array(n * d); // the vertices one after another
  const VD = new Float64Array(n);
  const Zinv = new Float64Array(n * n);
  const acceleration = new Float64Array(d);
  // Scratch: a vertex, Z⁻¹u, and the parabola in boxes.
  const x = new Float64Array(d);
  const column = new Float64Array(n);
  const [place, speed, lean] = Array.from({ length: 3 }, () => new Float64Array(d));

  const valueAt = (vertex: number) => {
    for (let j = 0; j < d; j++) x[j] = origin[j] + spacing[j] * Z[vertex * d + j];
    return system.potential(x);
  };

  /** The simplex that (q, v) moves into, as a path from its bottom vertex to its top. */
  const enter = (lean: Vec | null) => {
    const cell = emptyCell(d);
    locate(grid, q, v, cell, lean);
    const leans = inBoxes(cell, lean);
    const w = v.map((speed, j) => (cell.side[j] * speed) / spacing[j]);
    const order = Array.from({ length: d }, (_, j) => j).sort((i, j) => (isAbove(cell.y, w, i, j, leans) ? -1 : 1));
    Z.set(cell.base);
    Zinv.fill(0);
    // μ_0 = 1 − y_1, μ_r = y_r − y_{r+1}, μ_d = y_d, with y = side (z − base).
    Zinv[d] = 1;
    order.forEach((j, r) => {
      Z.copyWithin((r + 1) * d, r * d, (r + 1) * d);
      Z[(r + 1) * d + j] += cell.side[j];
      for (const [row, sign] of [
        [r, -1],
        [r + 1, 1],
      ]) {
        Zinv[row * n + j] += sign * cell.side[j];
        Zinv[row * n + d] -= sign * cell.side[j] * cell.base[j];
      }
    });
    for (let r = 0; r < n; r++) VD[r] = valueAt(r);
    control[ENTERED] = -1;
    control[FACE] = -1;
    control[BOTTOM] = 0;
    accelerate();
  };

  /** M a = f − ∇V_h, with ∇V_h = (V_Δ Z⁻¹) T. */
  const accelerate = () => {
    acceleration.fill(0);
    // Rows of Z⁻¹ add up to nothing but a constant: differences of values lose fewer digits.
    for (let r = 1; r < n; r++) {
      const difference = VD[r] - VD[0];
      for (let j = 0, k = r * n; j < d; j++, k++) if (Zinv[k] !== 0) acceleration[j] += difference * Zinv[k];
    }
    for (let j = 0; j < d; j++) acceleration[j] = force[j] - acceleration[j] / spacing[j];
    system.mass.solve(acceleration, acceleration);
    work.gradients++;
  };

  /** Line 7, UPDATE (algorithm 2): the vertex opposite to the face is replaced. Line 6 is not needed: V_h is known from the vertices. */
  const cross = (s: number) => {
    const bottom = control[BOTTOM];
    const top = (bottom + d) % n;
    const before = (s + d) % n;
    const after = (s + 1) % n;
    let mirrored = triangulation === "j1" && (s === bottom || s === top);
    if (triangulation === "orthant" && s === top) {
      for (let j = 0; j < d; j++) if (Z[s * d + j] !== Z[before * d + j]) mirrored = Z[before * d + j] === 0;
    }
    const one = mirrored && s === bottom ? after : before;
    const other = mirrored && s === top ? before : after;
    for (let j = 0; j < d; j++) x[j] = Z[one * d + j] + Z[other * d + j] - 2 * Z[s * d + j]; // u
    column.fill(0);
    // u has a handful of entries.
    for (let j = 0; j < d; j++) if (x[j] !== 0) for (let r = 0; r < n; r++) column[r] += Zinv[r * n + j] * x[j];
    for (let j = 0; j < d; j++) Z[s * d + j] += x[j];
    const denominator = 1 + column[s];
    for (let r = 0; r < n; r++) {
      const factor = column[r] / denominator;
      if (r !== s && factor !== 0) for (let j = 0; j < n; j++) Zinv[r * n + j] -= factor * Zinv[s * n + j];
    }
    for (let j = 0; j < n; j++) Zinv[s * n + j] /= denominator;
    VD[s] = valueAt(s);
    if (!mirrored && s === bottom) control[BOTTOM] = after;
    if (!mirrored && s === top) control[BOTTOM] = s;
    control[ENTERED] = s;
    accelerate();
  };

  const advance = (dt: number) => {
    for (let j = 0; j < d; j++) {
      q[j] += dt * (v[j] + (dt / 2) * acceleration[j]); // line 4
      addEntry(v, lostSpeed, j, dt * acceleration[j]); // line 5: [gonzalez2010, (13)]
    }
    control[TIME] += dt;
  };

  /** The most that anything can have moved in this window, in cells. */
  const moved = () => {
    let speed = 0;
    for (let j = 0; j < d; j++) speed = Math.max(speed, Math.abs(v[j]) / spacing[j]);
    return speed * (control[TIME] - control[OPENED]);
  };

  control[TIME] = control[OPENED] = t0;
  enter(null);

  return {
    memory: [...[control, watch, q, v, force, Z, VD, Zinv, acceleration], ...(lostSpeed === null ? [] : [lostSpeed])],
    work,
    reach: 0,
    step(clock, limit) {
      if (control[FACE] >= 0) {
        if (++watch[EVENTS] >= windowOf(d)) {
          if (slides(watch, moved(), d)) return { kind: "sliding", dof: control[FACE] % d };
          control[OPENED] = control[TIME];
          const far = tooFar(grid, Z.subarray(0, d));
          if (far >= 0) return { kind: "resolution", dof: far };
        }
        advance(control[TAKEN]);
        cross(control[FACE]);
        const odd = acceleration.findIndex((a) => !Number.isFinite(a));
        if (odd >= 0) return { kind: "not-finite", dof: odd, term: "potential" };
      }
      // Line 3, TIME-STEP: μ₁ + μ₂ t + μ₃ t² = 0 (proposition 3.1), with c0 = μ₁, c1 = μ₂, c2 = 2 μ₃ of row r.
      let least = Number.POSITIVE_INFINITY;
      let face = -1;
      let closing = 0;
      for (let j = 0; j < d; j++) {
        place[j] = (q[j] - origin[j]) / spacing[j];
        speed[j] = v[j] / spacing[j];
        lean[j] = acceleration[j] / spacing[j];
      }
      for (let r = 0; r < n; r++) {
        let c0 = Zinv[r * n + d];
        let c1 = 0;
        let c2 = 0;
        for (let j = 0, k = r * n; j < d; j++, k++) {
          // Most are zero: a barycentric coordinate is a difference of two heights.
          const weight = Zinv[k];
          if (weight === 0) continue;
          c0 += weight * place[j];
          c1 += weight * speed[j];
          c2 += weight * lean[j];
        }
        const opened = r === control[ENTERED];
        if (opened && holds(control[CLOSING], c1, c2)) return { kind: "sliding", dof: r % d };
        const exit = opened ? nextExit(c1, c2 / 2) : firstExit(c0, c1, c2 / 2); // [gonzalez2010, (21)]
        if (exit < least) {
          least = exit;
          face = r;
          closing = c2;
        }
      }
      control[FACE] = face;
      control[CLOSING] = closing;
      control[TAKEN] = face < 0 ? limit - control[TIME] : least;
      clock.t = control[TIME] + control[TAKEN];
      return null;
    },
    at(t, qOut, vOut) {
      const dt = t - control[TIME];
      for (let j = 0; j < d; j++) {
        qOut[j] = q[j] + dt * (v[j] + (dt / 2) * acceleration[j]);
        vOut[j] = v[j] + dt * acceleration[j];
      }
    },
    resume(t, qNow, vNow, forceNow, lean = null) {
      q.set(qNow);
      v.set(vNow);
      force.set(forceNow);
      lostSpeed?.fill(0);
      control[TIME] = t;
      enter(lean);
    },
  };
}
