/** The largest modulus of the eigenvalues of a linear map that is known by what it does to vectors.
 *
 *  Small maps are written out as matrices, and all eigenvalues computed. Of large ones the map is applied again and again, which
 *  brings out what grows fastest, and Arnoldi's process [golub2013, §10.5] reads the largest eigenvalue off the space that the last
 *  vectors span. Its values may lie outside of the spectrum where the map is far from normal: one above 1 counts only if vectors are
 *  seen to grow accordingly. Of a large map, growth by less than a per cent or two an application may go unseen: it would take as many
 *  applications as the run that is to be judged. */
import { log } from "../core/elementary.js";
import { type LinearStep, matrixOf } from "../core/linear-step.js";
import type { Vec } from "../core/vec.js";
import { spectralRadius } from "./eigen-general.js";
import { alternating } from "./largest-quotient.js";
import { fullPattern } from "./sparsity.js";
import { axpy, dot, norm2, scale } from "./vec.js";

/** Dense eigenvalues take a second up to here. */
const DENSE_UP_TO = 320;
/** Applications before each Arnoldi process, and vectors in it. */
const WARMING = 120;
const VECTORS = 30;
const CYCLES = 2;
/** The least growth an application that is looked for in large maps. */
const GROWTH = 1e-3;
/** What grows is seen to do so by this factor. */
const SEEN = 8;

/** `dense`: up to which size all eigenvalues are computed. */
export function largestModulus(map: LinearStep, dense = DENSE_UP_TO): number {
  const { size } = map;
  if (size <= dense) {
    const values = matrixOf(map);
    return values.every(Number.isFinite) ? spectralRadius({ pattern: fullPattern(size), values }) : Infinity;
  }
  const x = alternating(size).fill(0, map.parts[0]);
  const scaled = inUnitsOf(map, typicalSizes(map, x));
  let estimate = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    for (let turn = 0; turn < WARMING; turn++) if (advance(scaled, x) === 0) return 0;
    estimate = arnoldi(scaled, x);
  }
  if (!Number.isFinite(estimate)) return Infinity;
  return estimate <= 1 + GROWTH ? Math.min(estimate, 1) : seenGrowth(scaled, x, estimate);
}

/** x = A x, scaled to length 1; the factor. */
function advance({ apply }: LinearStep, x: Vec): number {
  const image = new Float64Array(x.length);
  apply(x, image);
  const length = norm2(image);
  if (length > 0 && Number.isFinite(length)) {
    scale(1 / length, image);
    x.set(image);
  }
  return length;
}

function arnoldi({ size, apply }: LinearStep, start: Vec): number {
  const basis: Vec[] = [start.slice()];
  const H = new Float64Array(VECTORS * VECTORS);
  let taken = 0;
  for (; taken < VECTORS; ) {
    const next = new Float64Array(size);
    apply(basis[taken], next);
    const before = norm2(next);
    if (!Number.isFinite(before)) return Infinity;
    for (let turn = 0; turn < 2; turn++) {
      basis.forEach((known, i) => {
        const share = dot(known, next);
        H[i * VECTORS + taken] += share;
        axpy(-share, known, next);
      });
    }
    taken++;
    const rest = norm2(next);
    if (taken === VECTORS || rest <= 1e-12 * before) break;
    H[taken * VECTORS + taken - 1] = rest;
    scale(1 / rest, next);
    basis.push(next);
  }
  const values = new Float64Array(taken * taken);
  for (let i = 0; i < taken; i++) for (let j = 0; j < taken; j++) values[i * taken + j] = H[i * VECTORS + j];
  return spectralRadius({ pattern: fullPattern(taken), values });
}

/** The estimate after as many applications as it takes to be sure, 1 if nothing is seen to grow. */
function seenGrowth(map: LinearStep, x: Vec, estimate: number): number {
  const turns = Math.ceil((2 * log(SEEN)) / log(Math.min(estimate, 2)));
  let logarithm = 0;
  for (let turn = 0; turn < 2 * turns; turn++) {
    const factor = advance(map, x);
    if (!Number.isFinite(factor)) return Infinity;
    if (turn >= turns) logarithm += log(factor);
  }
  return logarithm >= log(SEEN) ? arnoldi(map, x) : 1;
}

/** Of positions, velocities, accelerations: their means in a motion of a few steps that starts from a position. It stays in x, in these
 *  units. */
function typicalSizes(map: LinearStep, x: Vec): Vec {
  for (let turn = 0; turn < 4; turn++) advance(map, x);
  const sizes = new Float64Array(map.size);
  let at = 0;
  for (const length of map.parts) {
    const mean = norm2(x.subarray(at, at + length)) / Math.sqrt(length);
    sizes.fill(mean > 0 ? mean : 1, at, at + length);
    at += length;
  }
  for (let i = 0; i < x.length; i++) x[i] /= sizes[i];
  scale(1 / norm2(x), x);
  return sizes;
}

function inUnitsOf({ size, parts, apply }: LinearStep, weights: Vec): LinearStep {
  const [z, image] = [new Float64Array(size), new Float64Array(size)];
  return {
    size,
    parts,
    apply(x, out) {
      for (let i = 0; i < size; i++) z[i] = weights[i] * x[i];
      apply(z, image);
      for (let i = 0; i < size; i++) out[i] = image[i] / weights[i];
    },
  };
}
