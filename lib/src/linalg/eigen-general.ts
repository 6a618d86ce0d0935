/** Eigenvalues of a dense real matrix, which need not be symmetric: balancing by powers of two, Householder reduction to
 *  Hessenberg form, then the QR algorithm with Francis's implicit double shift [golub2013, §7.5]. Cost about 10 n³. */
import { binaryExponent, hypot } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { spread } from "./dense-lu.js";
import { firstNotFinite, scale, sizeInPowersOfTwo } from "./vec.js";

/** Complex numbers as two vectors; conjugate pairs stand together, the one with the positive imaginary part first. */
export interface Spectrum {
  readonly real: Vec;
  readonly imaginary: Vec;
}

export function eigenvalues(A: Matrix): Spectrum {
  const n = A.pattern.size;
  const odd = firstNotFinite(A.values);
  if (odd >= 0) throw new InputError(`an entry of the matrix is ${A.values[odd]}; eigenvalues need finite entries`);
  const h = new Float64Array(n * n);
  spread(A.pattern, A.values, h);
  const unit = sizeInPowersOfTwo(h);
  scale(1 / unit, h);
  balance(n, h);
  hessenberg(n, h);
  const spectrum = francis(n, h);
  scale(unit, spectrum.real);
  scale(unit, spectrum.imaginary);
  return spectrum;
}

/** The largest modulus of an eigenvalue. */
export function spectralRadius(A: Matrix): number {
  const { real, imaginary } = eigenvalues(A);
  return real.reduce((largest, re, i) => Math.max(largest, hypot(re, imaginary[i])), 0);
}

/** Scales rows and columns by powers of two until their norms agree: no rounding, better conditioned eigenvalues. */
function balance(n: number, a: Vec): void {
  for (let settled = false; !settled; ) {
    settled = true;
    for (let i = 0; i < n; i++) {
      let row = 0;
      let column = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        row += Math.abs(a[i * n + j]);
        column += Math.abs(a[j * n + i]);
      }
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(binaryExponent(row / column) / 2);
      if (column * factor + row / factor >= 0.95 * (column + row)) continue;
      settled = false;
      for (let j = 0; j < n; j++) {
        a[i * n + j] /= factor;
        a[j * n + i] *= factor;
      }
    }
  }
}

function hessenberg(n: number, a: Vec): void {
  const u = new Float64Array(n);
  for (let k = 0; k < n - 2; k++) {
    let norm = 0;
    for (let i = k + 1; i < n; i++) norm = hypot(norm, a[i * n + k]);
    if (norm === 0) continue;
    const head = a[(k + 1) * n + k];
    const alpha = head > 0 ? -norm : norm;
    // In units of the norm, whose square may underflow: maps with a kernel leave columns of 1e-200.
    const length = Math.sqrt(2 * (1 + Math.abs(head) / norm));
    for (let i = k + 1; i < n; i++) u[i] = (i === k + 1 ? head - alpha : a[i * n + k]) / norm / length;
    for (let j = k; j < n; j++) {
      let along = 0;
      for (let i = k + 1; i < n; i++) along += u[i] * a[i * n + j];
      for (let i = k + 1; i < n; i++) a[i * n + j] -= 2 * along * u[i];
    }
    for (let i = 0; i < n; i++) {
      let along = 0;
      for (let j = k + 1; j < n; j++) along += u[j] * a[i * n + j];
      for (let j = k + 1; j < n; j++) a[i * n + j] -= 2 * along * u[j];
    }
    for (let i = k + 2; i < n; i++) a[i * n + k] = 0;
  }
}

/** Sweeps after which an eigenvalue that converges has. */
const PATIENCE = 30;

function francis(n: number, h: Vec): Spectrum {
  const real = new Float64Array(n);
  const imaginary = new Float64Array(n);
  let norm = 0;
  for (const value of h) norm += Math.abs(value);
  let end = n - 1;
  for (let sweeps = 0; end >= 0; sweeps++) {
    // Between eigenvalues that coincide subdiagonals stay at the rounding of the matrix: where sweeps no longer help, that is negligible.
    const start = blockStart(n, h, end, sweeps < PATIENCE ? Number.EPSILON * norm : norm);
    if (start === end) {
      real[end] = h[end * n + end];
      end--;
      sweeps = -1;
    } else if (start === end - 1) {
      pairAt(n, h, end, real, imaginary);
      end -= 2;
      sweeps = -1;
    } else doubleShiftSweep(n, h, start, end, sweeps);
  }
  return { real, imaginary };
}

/** The first row of the unreduced block that ends at `end`: above it the subdiagonal is negligible beside its neighbours, or beside `least`. */
function blockStart(n: number, h: Vec, end: number, least: number): number {
  for (let k = end; k > 0; k--) {
    const around = Math.max(Math.abs(h[(k - 1) * n + k - 1]) + Math.abs(h[k * n + k]), least);
    if (Math.abs(h[k * n + k - 1]) <= Number.EPSILON * around) {
      h[k * n + k - 1] = 0;
      return k;
    }
  }
  return 0;
}

function pairAt(n: number, h: Vec, end: number, real: Vec, imaginary: Vec): void {
  const a = h[(end - 1) * n + end - 1];
  const d = h[end * n + end];
  const bc = h[(end - 1) * n + end] * h[end * n + end - 1];
  const half = (a - d) / 2;
  const discriminant = half * half + bc;
  if (discriminant >= 0) {
    // The larger root by addition of like signs, the other from d − bc/z: no cancellation.
    const z = half + (half >= 0 ? Math.sqrt(discriminant) : -Math.sqrt(discriminant));
    real[end - 1] = d + z;
    real[end] = z === 0 ? d : d - bc / z;
    return;
  }
  const middle = d + half;
  real[end - 1] = middle;
  real[end] = middle;
  imaginary[end - 1] = Math.sqrt(-discriminant);
  imaginary[end] = -imaginary[end - 1];
}

/** One step with the two eigenvalues of the trailing 2×2 block as shifts; every tenth uses others, to leave a cycle. */
function doubleShiftSweep(n: number, h: Vec, start: number, end: number, sweeps: number): void {
  const at = (i: number, j: number) => h[i * n + j];
  let trace = at(end - 1, end - 1) + at(end, end);
  let determinant = at(end - 1, end - 1) * at(end, end) - at(end - 1, end) * at(end, end - 1);
  if (sweeps % 10 === 9) {
    const size = Math.abs(at(end, end - 1)) + Math.abs(at(end - 1, end - 2));
    trace = 1.5 * size;
    determinant = size * size;
  }
  let x = at(start, start) * (at(start, start) - trace) + at(start, start + 1) * at(start + 1, start) + determinant;
  let y = at(start + 1, start) * (at(start, start) + at(start + 1, start + 1) - trace);
  let z = at(start + 1, start) * at(start + 2, start + 1);
  for (let k = start; k < end; k++) {
    reflectThree(n, h, { k, start, end, x, y, z: k + 2 <= end ? z : 0 });
    if (k === end - 1) break;
    x = at(k + 1, k);
    y = at(k + 2, k);
    z = k + 3 <= end ? at(k + 3, k) : 0;
  }
}

interface Bulge {
  readonly k: number;
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Applies to both sides the reflector of rows k … k + 2 that maps (x, y, z) to its first axis. */
function reflectThree(n: number, h: Vec, { k, start, end, x, y, z }: Bulge): void {
  const norm = hypot(x, y, z);
  if (norm === 0) return;
  const alpha = x > 0 ? -norm : norm;
  const length = Math.sqrt(2 * (1 + Math.abs(x) / norm));
  const u0 = (x - alpha) / norm / length;
  const u1 = y / norm / length;
  const u2 = z / norm / length;
  const three = k + 2 <= end;
  for (let j = Math.max(k - 1, start); j <= end; j++) {
    const along = 2 * (u0 * h[k * n + j] + u1 * h[(k + 1) * n + j] + (three ? u2 * h[(k + 2) * n + j] : 0));
    h[k * n + j] -= along * u0;
    h[(k + 1) * n + j] -= along * u1;
    if (three) h[(k + 2) * n + j] -= along * u2;
  }
  for (let i = start; i <= Math.min(k + 3, end); i++) {
    const row = i * n + k;
    const along = 2 * (u0 * h[row] + u1 * h[row + 1] + (three ? u2 * h[row + 2] : 0));
    h[row] -= along * u0;
    h[row + 1] -= along * u1;
    if (three) h[row + 2] -= along * u2;
  }
  if (k > start) {
    h[(k + 1) * n + k - 1] = 0;
    if (three) h[(k + 2) * n + k - 1] = 0;
  }
}
