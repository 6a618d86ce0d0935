/** Continuation in the length of a step: the last resort of nonlinear.ts.                      [allgower2003, chapters 2, 10]
 *
 *  The equations of a step s h, F(x, s) = 0, are linear for s = 0. Their solutions form a curve through that one, which is followed
 *  to s = 1 by its arc length, so that it may turn back in s on its way: where a step has several solutions, it does. Not below 0, where
 *  there is one alone; but a structure that snaps through passes loads that are reversed. With the unit
 *  tangent (x′, s′), a predictor along it, and corrections perpendicular to it,
 *
 *      F_x x′ + F_s s′ = 0;        F_x dx + F_s ds = −F,    x′·dx + s′ ds = 0.
 *
 *  Lengths of x are measured in its size. Where V grows faster than any parabola, solutions stay bounded and the curve must reach s = 1;
 *  it need not where a step has no solution. */
import { hypot } from "../core/elementary.js";
import type { Vec } from "../core/vec.js";
import type { Equations } from "./nonlinear.js";
import { copy, dot, firstNotFinite, norm2 } from "./vec.js";

const MOST_STEPS = 500;
const MOST_CORRECTIONS = 8;
/** F_s is a difference over the first of these. Where a motion starts from rest, the force of a secant is all rounding over so short a step: a curve that ends at
 *  once is followed once more with the other. */
const SPACINGS = [2 ** -20, 2 ** -10];
const AT_ONCE = 1e-3;
/** Corrections below this are enough: the end of the curve is solved to rounding by another. */
const CLOSE = 1e-7;
const LONGEST = 0.25;
/** Of a step along the tangent, what corrections across it may be: with more, branches are taken that lead back to s = 0; with much less,
 *  walls are not got over. */
const NEARBY = 1 / 4;
const SHORTEST = 2 ** -20;

/** Puts x near the solution for s = 1 and returns 1; or how large an s it has solved. Leaves the full step behind. */
export function continuation(equations: Equations, shorten: (s: number) => void, x: Vec): number {
  let reached = 0;
  for (const spacing of SPACINGS) {
    if (reached < AT_ONCE) reached = Math.max(reached, followed(equations, shorten, x, spacing));
  }
  return reached;
}

function followed(equations: Equations, shorten: (s: number) => void, x: Vec, spacing: number): number {
  const n = equations.unknowns;
  const least = equations.reverses === true ? Number.NEGATIVE_INFINITY : 0;
  const [r, size, slope, z, dx, at, tangentX, forward] = Array.from({ length: 8 }, () => new Float64Array(n));

  /** slope = F_x⁻¹ F_s at (x, s). */
  const findSlope = (s: number): boolean => {
    shorten(s + spacing);
    equations.residual(x, forward, size);
    shorten(s);
    equations.residual(x, r, size);
    for (let i = 0; i < n; i++) forward[i] = (forward[i] - r[i]) / spacing;
    return firstNotFinite(forward) < 0 && equations.factor() === null && equations.solve(forward, slope) === null;
  };

  shorten(0);
  x.fill(0);
  equations.residual(x, r, size);
  if (firstNotFinite(r) >= 0 || equations.factor() !== null || equations.solve(r, z) !== null) {
    shorten(1);
    return 0;
  }
  for (let i = 0; i < n; i++) x[i] = -z[i];
  let unit = norm2(x);
  let [s, reached, length] = [0, 0, LONGEST / 4];
  tangentX.fill(0); // x′
  let tangentS = 1; // s′

  for (let step = 0; step < MOST_STEPS && length >= SHORTEST; step++) {
    copy(x, at);
    const from = s;
    if (!findSlope(s)) break;
    // What grows from 0, as displacements under a load do, has its size from its slope; and what changes its sign would never get past 0
    // in units of itself.
    const slopeNorm = norm2(slope);
    unit = Math.max(norm2(x), Math.min(unit, Math.abs(s) * slopeNorm)) || slopeNorm || 1;
    // The tangent that goes on in the direction of the last.
    const norm = hypot(slopeNorm / unit, 1);
    const orientation = tangentS - dot(tangentX, slope) / (unit * unit) >= 0 ? 1 : -1;
    tangentS = orientation / norm;
    for (let i = 0; i < n; i++) tangentX[i] = -tangentS * slope[i];

    let done = false;
    while (!done && length >= SHORTEST) {
      let reach = tangentS > 0 ? Math.min(length, (1 - from) / tangentS) : length;
      // The last step ends at s = 1, and not beyond: there the curve may have turned. The chord knows where.
      do {
        for (let i = 0; i < n; i++) x[i] = at[i] + reach * tangentX[i];
        s = from + reach * tangentS;
        done = s >= least && correct(reach);
        reach *= (1 - from) / (s - from);
      } while (done && s > 1 + CLOSE && reach >= SHORTEST);
      if (!done) length /= 2;
    }
    if (!done) break;
    reached = Math.max(reached, Math.min(s, 1));
    if (s >= 1 - CLOSE) {
      shorten(1);
      return 1;
    }
    length = Math.min(1.5 * length, LONGEST);
  }
  shorten(1);
  // A curve that ended just short of the whole step has not solved it.
  return Math.min(reached, 1 - Number.EPSILON);

  /** Back to the curve, perpendicular to the tangent: no more than a part of what the predictor took, or it may be another branch. */
  function correct(reach: number): boolean {
    let most = Math.max(NEARBY * reach, CLOSE);
    for (let k = 0; k < MOST_CORRECTIONS; k++) {
      if (!findSlope(s) || firstNotFinite(r) >= 0 || equations.solve(r, z) !== null) return false;
      const square = unit * unit;
      const ds = dot(tangentX, z) / square / (tangentS - dot(tangentX, slope) / square);
      let change = 0;
      for (let i = 0; i < n; i++) {
        dx[i] = -z[i] - slope[i] * ds;
        x[i] += dx[i];
        change += dx[i] * dx[i];
      }
      s += ds;
      const size = Math.sqrt(change) / unit + Math.abs(ds);
      if (!(size < most) || s < least - spacing || s > 2) return false;
      if (size < CLOSE) return true;
      most = size / 2;
    }
    return false;
  }
}
