/** Elimination with partial pivoting for one, two and three unknowns, written out: these are called in every Newton
 *  iteration of a small system and cost a few nanoseconds. A pivot at the level of its own rounding counts as zero, and so does one whose
 *  reciprocal overflows: such numbers have lost their digits. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { spread } from "./dense-lu.js";
import type { Factorization } from "./factorization.js";
import { isFull } from "./sparsity.js";

/** Rounding of a − l u, relative to its terms: one ulp each for the quotient, the product and the difference, and one spare. */
const ROUNDING = 4 * Number.EPSILON;

/** 1/x is finite above it. */
const SMALLEST = 2 ** -1022;

const singular = (row: number, pivot: number): Failure => ({ kind: "singular", row, pivot });

export function oneUnknown(pattern: Sparsity): Factorization {
  const empty = pattern.column.length === 0;
  const a = new Float64Array(1);
  return {
    fill: 1,
    factor(values) {
      const pivot = empty ? 0 : values[0];
      a[0] = pivot;
      return Math.abs(pivot) > SMALLEST ? null : singular(0, pivot);
    },
    solve(b, out) {
      out[0] = b[0] / a[0];
      return null;
    },
  };
}

/** Hands the factorisation of a full matrix its values, whatever the pattern. */
function filled(pattern: Sparsity, factor: (values: Vec) => Failure | null): (values: Vec) => Failure | null {
  if (isFull(pattern)) return factor;
  const full = new Float64Array(pattern.size * pattern.size);
  return (values) => {
    spread(pattern, values, full);
    return factor(full);
  };
}

export function twoUnknowns(pattern: Sparsity): Factorization {
  // After elimination: l, 1/u11, u12, 1/u22 (solving then needs no division), and which row came first.
  const f = new Float64Array(4);
  let swapped = false;
  const factor = (values: Vec): Failure | null => {
    const a = values[0];
    const b = values[1];
    const c = values[2];
    const d = values[3];
    swapped = Math.abs(c) > Math.abs(a);
    const u11 = swapped ? c : a;
    const u12 = swapped ? d : b;
    const inverse = 1 / u11;
    const l = (swapped ? a : c) * inverse;
    const product = l * u12;
    const u22 = (swapped ? b : d) - product;
    f[0] = l;
    f[1] = inverse;
    f[2] = u12;
    f[3] = 1 / u22;
    if (!(Math.abs(u11) > SMALLEST)) return singular(swapped ? 1 : 0, u11);
    return Math.abs(u22) > ROUNDING * Math.abs(product) + SMALLEST ? null : singular(swapped ? 0 : 1, u22);
  };
  return {
    fill: 4,
    factor: filled(pattern, factor),
    solve(b, out) {
      const first = swapped ? b[1] : b[0];
      const second = swapped ? b[0] : b[1];
      const y = (second - f[0] * first) * f[3];
      out[0] = (first - f[2] * y) * f[1];
      out[1] = y;
      return null;
    },
  };
}

export function threeUnknowns(pattern: Sparsity): Factorization {
  // The rows of L and U one after another, with 1/u on the diagonal, and the rows of A in the order of elimination.
  const f = new Float64Array(9);
  const order = new Int32Array(3);
  const factor = (a: Vec): Failure | null => {
    let p = 0;
    let q = 3;
    let r = 6;
    if (Math.abs(a[3]) > Math.abs(a[0])) {
      p = 3;
      q = 0;
    }
    if (Math.abs(a[6]) > Math.abs(a[p])) {
      r = p;
      p = 6;
    }
    const u11 = a[p];
    const u12 = a[p + 1];
    const u13 = a[p + 2];
    if (!(Math.abs(u11) > SMALLEST)) return singular(p / 3, u11);
    const inverse1 = 1 / u11;
    let lq = a[q] * inverse1;
    let lr = a[r] * inverse1;
    let q2 = a[q + 1] - lq * u12;
    let r2 = a[r + 1] - lr * u12;
    if (Math.abs(r2) > Math.abs(q2)) {
      const row = q;
      q = r;
      r = row;
      const kept = lq;
      lq = lr;
      lr = kept;
      const entry = q2;
      q2 = r2;
      r2 = entry;
    }
    if (!(Math.abs(q2) > ROUNDING * Math.abs(lq * u12) + SMALLEST)) return singular(q / 3, q2);
    const inverse2 = 1 / q2;
    const l32 = r2 * inverse2;
    const u23 = a[q + 2] - lq * u13;
    const u33 = a[r + 2] - lr * u13 - l32 * u23;
    if (!(Math.abs(u33) > ROUNDING * (Math.abs(lr * u13) + Math.abs(l32 * u23)) + SMALLEST))
      return singular(r / 3, u33);
    order[0] = p / 3;
    order[1] = q / 3;
    order[2] = r / 3;
    f[0] = inverse1;
    f[1] = u12;
    f[2] = u13;
    f[3] = lq;
    f[4] = inverse2;
    f[5] = u23;
    f[6] = lr;
    f[7] = l32;
    f[8] = 1 / u33;
    return null;
  };
  return {
    fill: 9,
    factor: filled(pattern, factor),
    solve(b, out) {
      const y1 = b[order[0]];
      const y2 = b[order[1]] - f[3] * y1;
      const x3 = (b[order[2]] - f[6] * y1 - f[7] * y2) * f[8];
      const x2 = (y2 - f[5] * x3) * f[4];
      out[0] = (y1 - f[1] * x2 - f[2] * x3) * f[0];
      out[1] = x2;
      out[2] = x3;
      return null;
    },
  };
}
