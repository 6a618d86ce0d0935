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
import type { Failure } from "../../core/failure.js";
import { noWork } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { addEntry, compensation } from "../../stepping/summation.js";
import { EVENTS, emptyControl, slides, windowOf } from "./epoch.js";
import { type Grid, tooFar } from "./grid.js";
import type { Motion, Start } from "./motion.js";
import { simplexOf } from "./paper/simplex.js";
import { firstExit, holds, nextExit } from "./roots.js";

/** The numbers of `control`, which a checkpoint keeps: t_k; t_{k+1} − t_k; the face B_s at its end, −1 for none; the face just crossed, −1 for none; the bottom
 *  vertex; when the window of events began; the second derivative 2 μ₃ with which the face is approached. */
const [TIME, TAKEN, FACE, ENTERED, BOTTOM, OPENED, CLOSING] = [0, 1, 2, 3, 4, 5, 6];

export function paperMotion({ problem, v0, force: force0, summation }: Start, grid: Grid): Motion {
  const { system, t0, q0 } = problem;
  const { dof: d, spacing, origin } = grid;
  const work = noWork();
  const control = new Float64Array(7);
  const watch = emptyControl();
  const q = q0.slice();
  const v = v0.slice();
  const lostSpeed = compensation(d, summation);
  const force = force0.slice();
  const simplex = simplexOf(system.potential, grid);
  const { Z, VD, Zinv } = simplex;
  const acceleration = new Float64Array(d);
  // Scratch: the parabola in boxes.
  const [place, speed, lean] = Array.from({ length: 3 }, () => new Float64Array(d));

  /** M a = f − ∇V_h. */
  const accelerate = () => {
    simplex.gradient(acceleration);
    for (let j = 0; j < d; j++) acceleration[j] = force[j] - acceleration[j];
    system.mass.solve(acceleration, acceleration);
    work.gradients++;
  };

  /** The motion begins at time t in the simplex that (q, v) moves into. */
  const enter = (t: number, lean: Vec | null) => {
    simplex.enter(q, v, lean);
    control[TIME] = t;
    control[ENTERED] = -1;
    control[FACE] = -1;
    control[BOTTOM] = 0;
    accelerate();
  };

  /** Lines 4 and 5: the motion to the face. */
  const advance = (dt: number) => {
    for (let j = 0; j < d; j++) {
      q[j] += dt * (v[j] + (dt / 2) * acceleration[j]); // line 4
      addEntry(v, lostSpeed, j, dt * acceleration[j]); // line 5: [gonzalez2010, (13)]
    }
    control[TIME] += dt;
  };

  /** Line 7, UPDATE: the simplex behind the face. Line 6 is not needed: V_h is known from the vertices. */
  const cross = (s: number) => {
    control[BOTTOM] = simplex.replace(s, control[BOTTOM]);
    control[ENTERED] = s;
    accelerate();
  };

  /** Line 3, TIME-STEP. The face just crossed, where it holds the motion; −1 where it does not. */
  const findFace = (): number => {
    for (let j = 0; j < d; j++) {
      place[j] = (q[j] - origin[j]) / spacing[j];
      speed[j] = v[j] / spacing[j];
      lean[j] = acceleration[j] / spacing[j];
    }
    return timeStep(control, Zinv, place, speed, lean);
  };

  /** The most that anything can have moved in this window, in cells. */
  const moved = () => {
    let most = 0;
    for (let j = 0; j < d; j++) most = Math.max(most, Math.abs(v[j]) / spacing[j]);
    return most * (control[TIME] - control[OPENED]);
  };
  /** After every window of events: does the motion make progress, in boxes that can be told apart? */
  const watched = (): Failure | null => {
    if (++watch[EVENTS] < windowOf(d)) return null;
    if (slides(watch, moved(), d)) return { kind: "sliding", dof: control[FACE] % d };
    control[OPENED] = control[TIME];
    const far = tooFar(grid, Z.subarray(0, d));
    return far < 0 ? null : { kind: "resolution", dof: far };
  };

  control[OPENED] = t0;
  enter(t0, null);

  return {
    memory: [...[control, watch, q, v, force, Z, VD, Zinv, acceleration], ...(lostSpeed === null ? [] : [lostSpeed])],
    work,
    reach: 0,
    step(clock, limit) {
      if (control[FACE] >= 0) {
        const failure = watched();
        if (failure !== null) return failure;
        advance(control[TAKEN]);
        cross(control[FACE]);
        const odd = acceleration.findIndex((a) => !Number.isFinite(a));
        if (odd >= 0) return { kind: "not-finite", dof: odd, term: "potential" };
      }
      const held = findFace();
      if (held >= 0) return { kind: "sliding", dof: held % d };
      if (control[FACE] < 0) control[TAKEN] = limit - control[TIME];
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
    resume(t, qNow, vNow, forceNow, leanNow = null) {
      q.set(qNow);
      v.set(vNow);
      force.set(forceNow);
      lostSpeed?.fill(0);
      enter(t, leanNow);
    },
  };
}

/** When the parabola first leaves the simplex, and through which face: μ₁ + μ₂ t + μ₃ t² = 0 (proposition 3.1), with c0 = μ₁, c1 = μ₂, c2 = 2 μ₃ of
 *  row r. The face just crossed, where it holds the motion; −1 where it does not. */
function timeStep(control: Vec, Zinv: Vec, place: Vec, speed: Vec, lean: Vec): number {
  const d = place.length;
  const n = d + 1;
  let least = Number.POSITIVE_INFINITY;
  let face = -1;
  let closing = 0;
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
    if (opened && holds(control[CLOSING], c1, c2)) return r;
    const exit = opened ? nextExit(c1, c2 / 2) : firstExit(c0, c1, c2 / 2); // [gonzalez2010, (21)]
    if (exit < least) {
      least = exit;
      face = r;
      closing = c2;
    }
  }
  control[FACE] = face;
  control[CLOSING] = closing;
  control[TAKEN] = least;
  return -1;
}
