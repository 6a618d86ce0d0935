/** Motion along faces of V_h that is a sum over terms in relative coordinates, whatever the mass matrix.
 *
 *  The same motion as in sliding.ts, Gauss' principle of least constraint: of all accelerations M⁻¹(f − ∂V_h) the one of least aᵀM a. There groups of
 *  coordinates move as one body; here a face ties differences of coordinates, which other terms and a full mass matrix couple, and no such
 *  groups exist. What is held is found in two steps: the least element, by corners [least-norm.ts], tells which faces hold; then the
 *  acceleration along exactly these is what is left of that of a simplex next to them without its part across them,
 *
 *      M a = F + Aᵀλ,    A a = 0,          the rows of A: the gaps that stay closed
 *
 *  since V_h is continuous, and its gradients on both sides of a face differ across it alone. In units in which M is 1 that is a projection, by
 *  the orthonormal rows of A L⁻ᵀ, M = L Lᵀ; rows that follow from others are left out. All coordinates are kept at one time, and every event
 *  looks at all terms: exact, and as slow as that. */
import type { Work } from "../../core/method.js";
import type { Vec } from "../../core/vec.js";
import { axpy, copy, dot, norm2 } from "../../linalg/vec.js";
import { emptyCell, type Grid, leaveBox, locate } from "./grid.js";
import { leastNorm } from "./least-norm.js";
import { levels, localSlopes } from "./local-slopes.js";
import { neighboursOf } from "./neighbourhood.js";
import { differencesOf, type RelativeTerms } from "./relative-terms.js";
import { firstExit, UNSEEN } from "./roots.js";
import type { Sliding } from "./sliding.js";
import type { UnitMass } from "./unit-mass.js";

const [TIME, TAKEN, GAP, CLOSED, IDLE] = [0, 1, 2, 3, 4];

/** Of the accelerations in units in which the mass is 1, a gap that opens by less than this part of them stays closed: Wolfe's method ends with
 *  half the digits. */
const HELD = 1e-7;
/** What is left of a row beside those before it, and is none of its own. */
const DEPENDENT = 1e-9;

export function relativeSliding(
  relative: RelativeTerms,
  mass: UnitMass,
  work: Work,
  /** For a motion that goes on: the slopes by coordinates instead of differences. */
  coordinates: Grid | null = null,
): Sliding {
  const { terms, plus, minus, grid } = relative;
  const { dof: size, spacing, origin, triangulation } = grid;
  const { count, start } = terms;
  const n = mass.size;
  const neighbours = neighboursOf(terms, size);
  const { begin, partner } = neighbours;
  const control = new Float64Array(5);
  const [q, v, a, force] = Array.from({ length: 4 }, () => new Float64Array(n));
  // Of every difference its box, height, speed and acceleration in it; of every term its differences from above, and its gaps: that below the
  // ceiling, those between neighbours, that above the floor. Gap r of term e is number start[e] + e + r.
  const cell = emptyCell(size);
  const { base, side, y } = cell;
  const [w, c, leans, slopes, order] = Array.from({ length: 5 }, () => new Float64Array(size));
  const height = levels(partner.length);
  const { above } = height;
  const rank = new Int32Array(size);
  const closed = new Float64Array(size + count);
  const { slope, box } = localSlopes(terms, neighbours, grid, cell, height);
  const lean = coordinates === null ? leans : new Float64Array(n);
  const [z, speeds, F, row, unit] = [size, size, n, n, n].map((length) => new Float64Array(length));

  /** out = the differences of x in boxes. */
  const inBoxes = (x: Vec, out: Vec) => {
    differencesOf(relative, x, out);
    for (let j = 0; j < size; j++) out[j] *= side[j] / spacing[j];
  };
  const measure = () => {
    differencesOf(relative, q, z);
    for (let j = 0; j < size; j++) y[j] = side[j] * ((z[j] - origin[j]) / spacing[j] - base[j]);
    inBoxes(v, w);
  };
  /** What a height is known to. */
  const known = (j: number) =>
    (8 * Number.EPSILON * (Math.abs(q[plus[j]]) + (minus[j] < 0 ? 0 : Math.abs(q[minus[j]])) + Math.abs(origin[j]))) /
    spacing[j];

  /** What closed gaps, the one that was met last and rounding make equal is equal: heights, and in closed gaps speeds. In the order in which the
   *  gaps were closed. */
  const coincide = () => {
    for (let e = 0; e < count; e++) {
      const [first, length] = [start[e], start[e + 1] - start[e]];
      const gaps = first + e;
      const tied = (r: number) => closed[gaps + r] === 1 || control[GAP] === gaps + r;
      const join = (j: number, r: number, height: number, speed: number) => {
        y[j] = height;
        if (closed[gaps + r] === 1) w[j] = speed;
      };
      for (let r = 0; r < length; r++) {
        const j = order[first + r] | 0;
        const i = r > 0 ? order[first + r - 1] | 0 : -1;
        if (tied(r)) join(j, r, i < 0 ? 1 : y[i], i < 0 ? 0 : w[i]);
        else if (Math.abs(y[j] - 1) <= known(j)) y[j] = 1;
        else if (Math.abs(y[j]) <= known(j)) y[j] = 0;
        else if (i >= 0 && Math.abs(y[i] - y[j]) <= known(i) + known(j)) y[j] = y[i];
      }
      // From below, what is tied to the floor, and what is tied to that.
      for (let r = length; r > 0 && tied(r); r--) {
        const l = r === length ? -1 : order[first + r] | 0;
        if (l >= 0 && y[l] !== 0) break;
        join(order[first + r - 1] | 0, r, 0, l < 0 ? 0 : w[l]);
      }
    }
  };
  const unseen = (difference: number, acceleration: number) => difference * difference <= 8 * UNSEEN * acceleration;
  /** Speeds that could not open a gap that is seen, with the accelerations of one simplex, are equal; next to a wall, zero. */
  const equalise = () => {
    for (let e = 0; e < count; e++) {
      for (let k = start[e]; k < start[e + 1]; k++) {
        const j = order[k] | 0;
        const i = k > start[e] ? order[k - 1] | 0 : -1;
        if ((y[j] === 1 || y[j] === 0) && unseen(w[j], Math.abs(c[j]))) w[j] = 0;
        else if (i >= 0 && y[i] === y[j] && unseen(w[i] - w[j], Math.abs(c[i]) + Math.abs(c[j]))) w[j] = w[i];
      }
    }
  };

  /** Differences on a wall go to the side that they move to, with speed w or acceleration `leans`; then the terms are in order. */
  const arrange = () => {
    for (let j = 0; j < size; j++) {
      const upwards = y[j] >= 1;
      if (!upwards && y[j] > 0) continue;
      const direction = w[j] !== 0 ? w[j] : side[j] * leans[j];
      if (upwards ? direction <= 0 : direction >= 0) continue;
      if (leaveBox(triangulation, cell, j, upwards)) w[j] = -w[j];
      else y[j] = upwards ? 0 : 1;
    }
    for (let e = 0; e < count; e++) {
      const own = Array.from({ length: start[e + 1] - start[e] }, (_, k) => start[e] + k).sort(
        (i, j) => y[j] - y[i] || w[j] - w[i] || side[j] * leans[j] - side[i] * leans[i] || i - j,
      );
      own.forEach((j, r) => {
        order[start[e] + r] = j;
        rank[j] = r;
      });
    }
    copy(force, F);
    for (let j = 0; j < size; j++)
      for (let s = begin[j]; s < begin[j + 1]; s++) above[s] = rank[partner[s]] < rank[j] ? 1 : 0;
    for (let j = 0; j < size; j++) box(j);
    for (let j = 0; j < size; j++) {
      slopes[j] = slope(j) / (side[j] * spacing[j]);
      F[plus[j]] -= slopes[j];
      if (minus[j] >= 0) F[minus[j]] += slopes[j];
    }
    work.gradients += size;
  };
  /** Accelerations of coordinates lean differences over. */
  const leanOver = (x: Vec) => {
    differencesOf(relative, x, leans);
    for (let j = 0; j < size; j++) leans[j] /= spacing[j];
  };
  /** Corner of the set of accelerations in direction x, in units in which the mass is 1. */
  const corner = (x: Vec): Vec => {
    mass.leave(x, row);
    leanOver(row);
    arrange();
    const found = new Float64Array(n);
    mass.enterForce(F, found);
    return found;
  };

  /** row = how gap r of term e opens by coordinates; false if it is open. */
  const gapRow = (e: number, r: number): boolean => {
    const first = start[e];
    const last = start[e + 1] - first;
    const u = r === 0 ? -1 : order[first + r - 1] | 0;
    const l = r === last ? -1 : order[first + r] | 0;
    const apart = (u < 0 ? 1 : y[u]) - (l < 0 ? 0 : y[l]);
    if (apart !== 0 || (u < 0 ? 0 : w[u]) !== (l < 0 ? 0 : w[l])) return false;
    row.fill(0);
    enterRow(u, 1);
    enterRow(l, -1);
    return true;
  };
  const enterRow = (j: number, sign: number) => {
    if (j < 0) return;
    row[plus[j]] += (sign * side[j]) / spacing[j];
    if (minus[j] >= 0) row[minus[j]] -= (sign * side[j]) / spacing[j];
  };

  /** The accelerations from here on; false if the potential is not finite. */
  const settle = (): boolean => {
    leans.fill(0);
    coincide();
    arrange();
    mass.enterForce(F, unit);
    if (!unit.every(Number.isFinite)) return false;
    mass.leave(unit, a);
    inBoxes(a, c);
    equalise();
    arrange();
    const first = new Float64Array(n);
    mass.enterForce(F, first);
    const rows = along(leastNorm(first, corner));
    if (rows === null) return false;
    if (rows.length > 0) {
      mass.enter(v, unit);
      project(unit, rows);
      mass.leave(unit, v);
    }
    leanOver(a);
    inBoxes(a, c);
    if (coordinates !== null) for (let p = 0; p < n; p++) lean[p] = a[p] / coordinates.spacing[p];
    return true;
  };

  /** The acceleration along the faces that x holds, and the directions across them; null if the potential is not finite. Where ridges and valleys of V_h meet,
   *  that acceleration may cross another face at once: then x goes as far towards it as it can, holds that one too, and ½ aᵀM a + V_h′(q; a), which the
   *  motion makes least, has become less. */
  const along = (x: Vec): readonly Vec[] | null => {
    for (let turn = 0; turn <= size + count; turn++) {
      corner(x);
      if (!F.every(Number.isFinite)) return null;
      const rows = hold(x);
      mass.enter(a, unit);
      const share = untilClosed(x, unit);
      if (share === 1) return rows;
      for (let p = 0; p < n; p++) x[p] += share * (unit[p] - x[p]);
    }
    return [];
  };
  /** The part of the way from x to `end` on which no gap closes that x opens. */
  const untilClosed = (x: Vec, end: Vec): number => {
    let share = 1;
    const across = new Float64Array(n);
    for (let e = 0; e < count; e++) {
      for (let r = 0; r <= start[e + 1] - start[e]; r++) {
        if (closed[start[e] + e + r] === 1 || !gapRow(e, r)) continue;
        mass.enterForce(row, across);
        const [opens, closes] = [dot(across, x), dot(across, end)];
        if (closes < 0) share = Math.min(share, opens / (opens - closes));
      }
    }
    return share;
  };

  /** Closes the gaps that x does not open, and takes what crosses them out of the acceleration. Returns the directions across them. */
  const hold = (x: Vec): readonly Vec[] => {
    const rows: Vec[] = [];
    control[CLOSED] = 0;
    const first = new Float64Array(n);
    mass.enterForce(F, first);
    const whole = Math.max(norm2(x), norm2(first));
    for (let e = 0; e < count; e++) {
      for (let r = 0; r <= start[e + 1] - start[e]; r++) {
        closed[start[e] + e + r] = 0;
        if (!gapRow(e, r)) continue;
        const across = new Float64Array(n);
        mass.enterForce(row, across);
        const length = norm2(across);
        if (length === 0 || dot(across, x) > HELD * length * whole) continue;
        closed[start[e] + e + r] = 1;
        control[CLOSED]++;
        for (let turn = 0; turn < 2; turn++) for (const other of rows) axpy(-dot(other, across), other, across);
        const rest = norm2(across);
        if (rest > DEPENDENT * length) rows.push(across.map((x) => x / rest));
      }
    }
    project(first, rows);
    mass.leave(first, a);
    return rows;
  };
  /** Takes the directions out of x; what rounding leaves of an x that is held altogether is nothing. */
  const project = (x: Vec, directions: readonly Vec[]) => {
    const before = norm2(x);
    for (let turn = 0; turn < 2; turn++) for (const other of directions) axpy(-dot(other, x), other, x);
    if (directions.length === n || norm2(x) <= 8 * n * Number.EPSILON * before) x.fill(0);
  };

  /** The next gap to close, and when. */
  const predict = () => {
    let least = Number.POSITIVE_INFINITY;
    control[GAP] = -1;
    for (let e = 0; e < count; e++) {
      const [first, last] = [start[e], start[e + 1] - start[e]];
      for (let r = 0; r <= last; r++) {
        if (closed[first + e + r] === 1) continue;
        const u = r === 0 ? -1 : order[first + r - 1] | 0;
        const l = r === last ? -1 : order[first + r] | 0;
        const of = (x: Vec, j: number, wall: number) => (j < 0 ? wall : x[j]);
        const exit = firstExit(of(y, u, 1) - of(y, l, 0), of(w, u, 0) - of(w, l, 0), (of(c, u, 0) - of(c, l, 0)) / 2);
        if (exit < least) {
          least = exit;
          control[GAP] = first + e + r;
        }
      }
    }
    control[TAKEN] = least;
  };
  const advance = (dt: number) => {
    for (let p = 0; p < n; p++) {
      q[p] += dt * (v[p] + (dt / 2) * a[p]);
      v[p] += dt * a[p];
    }
    control[IDLE] = control[TIME] + dt > control[TIME] ? 0 : control[IDLE] + 1;
    control[TIME] += dt;
  };
  const termOf = (gap: number) =>
    Math.max(
      terms.start.findIndex((from, k) => k < count && gap < start[k + 1] + k + 1 && gap >= from + k),
      0,
    );
  const coordinateOf = (gap: number) => plus[start[termOf(gap)]];
  /** Is it closed at this moment, and does no speed open it? */
  const isTied = (gap: number) => {
    const e = termOf(gap);
    return gapRow(e, gap - start[e] - e);
  };

  return {
    memory: [control, q, v, a, force, base, side, y, w, c, leans, order, closed, ...(lean === leans ? [] : [lean])],
    lean,
    time: () => control[TIME],
    slides: () => control[CLOSED] > 0,
    enter(t, qNow, vNow, forceNow) {
      control[TIME] = t;
      control[GAP] = -1;
      control[IDLE] = 0;
      copy(qNow, q);
      copy(vNow, v);
      force.set(forceNow);
      closed.fill(0);
      differencesOf(relative, q, z);
      differencesOf(relative, v, speeds);
      locate(grid, z, speeds, cell);
      inBoxes(v, w);
      leans.fill(0);
      arrange();
      return settle() && control[CLOSED] > 0;
    },
    step(clock, limit) {
      const met = control[GAP];
      if (met >= 0) {
        advance(control[TAKEN]);
        measure();
        if (!settle()) return { kind: "not-finite", dof: coordinateOf(met), term: "potential" };
        // Differences that meet with different speeds pass each other once.
        if (control[IDLE] > (size + count) * (size + count)) return { kind: "sliding", dof: coordinateOf(met) };
      }
      predict();
      // Nothing that was found holds it.
      if (met >= 0 && control[GAP] === met && isTied(met)) return { kind: "sliding", dof: coordinateOf(met) };
      clock.t = control[GAP] < 0 ? limit : control[TIME] + control[TAKEN];
      return null;
    },
    at(t, qOut, vOut) {
      const dt = t - control[TIME];
      for (let p = 0; p < n; p++) {
        qOut[p] = q[p] + dt * (v[p] + (dt / 2) * a[p]);
        vOut[p] = v[p] + dt * a[p];
      }
    },
  };
}
