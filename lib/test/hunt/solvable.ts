/** Has a step a solution? By brute force: in one unknown all changes of sign on a fine and wide grid, in several Newton's iteration
 *  from many random starts, with derivatives by differences. Nothing of the methods is used. */
import type { Vec } from "../../src/core/vec.js";
import { leftOver, type Reach, type Start } from "./ends.js";
import type { Random } from "./random.js";
import { TOLERATED } from "./rounded.js";

export interface Search {
  readonly reach: Reach;
  /** Unknowns for each coordinate. */
  readonly stages: number;
  /** Which of the auditor's equations are to be solved; the others hold by construction. */
  readonly equations: readonly number[];
  /** The size of the unknown where the motion is to be found. */
  scale(start: Start): number;
}

export function solution(start: Start, search: Search, random: Random): Vec | null {
  return start.q.length * search.stages === 1 ? scanned(start, search) : shot(start, search, random);
}

function residual(start: Start, { reach, equations }: Search, x: Vec): Vec {
  const { rests } = leftOver(start, reach, x);
  return Float64Array.from(equations.flatMap((k) => [...rests[k].value]));
}

/** An end that the auditor does not object to. */
function accepted(start: Start, { reach }: Search, x: Vec): boolean {
  const { inside = () => true } = start.prey;
  const { dq } = reach(start, x);
  return leftOver(start, reach, x).worst <= TOLERATED && inside(start.q.map((q, i) => q + dq[i]));
}

/** All brackets of a grid that is even near the start and geometric beyond. */
function scanned(start: Start, search: Search): Vec | null {
  const near = search.scale(start);
  const places: number[] = [];
  for (let k = -3000; k <= 3000; k++) places.push((k / 3000) * 3 * near);
  for (let k = 0; k < 1500; k++) {
    const far = near * 10 ** (-9 + (14 * k) / 1500);
    places.push(far, -far);
  }
  places.sort((a, b) => a - b);
  const f = (x: number) => residual(start, search, Float64Array.of(x))[0];
  let left = places[0];
  let atLeft = f(left);
  for (const right of places.slice(1)) {
    const atRight = f(right);
    if (atLeft * atRight <= 0) {
      const root = Float64Array.of(bisected(f, left, right, atLeft));
      if (accepted(start, search, root)) return root;
    }
    [left, atLeft] = [right, atRight];
  }
  return null;
}

function bisected(f: (x: number) => number, left: number, right: number, atLeft: number): number {
  let [a, b] = [left, right];
  const sign = Math.sign(atLeft);
  if (sign === 0) return left;
  for (;;) {
    const middle = a + (b - a) / 2;
    if (middle === a || middle === b) return Math.abs(f(a)) < Math.abs(f(b)) ? a : b;
    if (Math.sign(f(middle)) === sign) a = middle;
    else b = middle;
  }
}

const STARTS = 150;
const ITERATIONS = 40;

function shot(start: Start, search: Search, random: Random): Vec | null {
  const m = start.q.length * search.stages;
  const near = search.scale(start);
  for (let k = 0; k < STARTS; k++) {
    const spread = near * random.magnitude(1e-4, 3);
    const x = Float64Array.from({ length: m }, () => (k === 0 ? 0 : random.between(-spread, spread)));
    const root = converged(start, search, x, near);
    if (root !== null && accepted(start, search, root)) return root;
  }
  return null;
}

/** Newton's iteration with halved steps; null where it stalls. */
function converged(start: Start, search: Search, x: Vec, near: number): Vec | null {
  const m = x.length;
  const norm = (r: Vec) => Math.hypot(...r);
  let at = x;
  let r = residual(start, search, at);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    if (!Number.isFinite(norm(r))) return null;
    const columns = Array.from({ length: m }, (_, j) => {
      const apart = 1e-7 * (Math.abs(at[j]) + 1e-3 * near);
      const moved = at.slice();
      moved[j] += apart;
      return residual(start, search, moved).map((value, i) => (value - r[i]) / apart);
    });
    const d = eliminated(columns, r);
    if (d === null) return null;
    let next: Vec | null = null;
    for (let length = 1; length > 1e-3; length /= 2) {
      const trial = at.map((xi, i) => xi - length * d[i]);
      const left = residual(start, search, trial);
      if (norm(left) < norm(r)) {
        next = trial;
        r = left;
        break;
      }
    }
    if (next === null) return at;
    at = next;
  }
  return at;
}

/** Gauss with pivots; the columns of a small matrix. */
function eliminated(columns: readonly Vec[], b: Vec): Vec | null {
  const m = columns.length;
  const rows = Array.from({ length: m }, (_, i) => [...columns.map((column) => column[i]), b[i]]);
  for (let k = 0; k < m; k++) {
    let pivot = k;
    for (let i = k + 1; i < m; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    if (!(Math.abs(rows[k][k]) > 0)) return null;
    for (let i = k + 1; i < m; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= m; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Float64Array(m);
  for (let k = m - 1; k >= 0; k--) {
    x[k] = (rows[k][m] - x.reduce((total, xj, j) => (j > k ? total + rows[k][j] * xj : total), 0)) / rows[k][k];
  }
  return x;
}
