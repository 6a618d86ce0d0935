/** Random matrices for property tests, and the plain dense algebra they are checked against. */

import fc from "fast-check";
import type { Matrix } from "../../src/core/matrix.js";
import { congruence } from "../../src/core/random.js";
import { fromTriplets } from "../../src/linalg/matrix.js";

// The same matrices in every run.
fc.configureGlobal({ seed: 20000 });

export type Rows = number[][];

/** Numbers of moderate size; zero now and then. */
export const entry = fc.integer({ min: -64, max: 64 }).map((k) => k / 16);

export const vector = (n: number) => fc.array(entry, { minLength: n, maxLength: n }).map((x) => Float64Array.from(x));

export const rows = (n: number): fc.Arbitrary<Rows> =>
  fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });

/** A sparse matrix as triplets, duplicates included. */
export const sparse = (n: number): fc.Arbitrary<Matrix> =>
  fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1), entry), { maxLength: 3 * n }).map((t) =>
    fromTriplets(
      n,
      t.map((e) => e[0]),
      t.map((e) => e[1]),
      t.map((e) => e[2]),
    ),
  );

/** A symmetric matrix that is positive definite because its diagonal dominates. */
export const positiveDefinite = (n: number): fc.Arbitrary<Matrix> =>
  fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1), entry), { maxLength: 2 * n }).map((edges) => {
    const t: [number, number, number][] = Array.from({ length: n }, (_, i) => [i, i, 0.5 + i / n]);
    for (const [i, j, value] of edges) {
      if (i === j) continue;
      t.push([i, j, value], [j, i, value], [i, i, Math.abs(value)], [j, j, Math.abs(value)]);
    }
    return fromTriplets(
      n,
      t.map((e) => e[0]),
      t.map((e) => e[1]),
      t.map((e) => e[2]),
    );
  });

export const sized = <T>(max: number, make: (n: number) => fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.integer({ min: 1, max }).chain(make);

export const times = (a: Rows, x: ArrayLike<number>): number[] =>
  a.map((row) => row.reduce((sum, value, j) => sum + value * x[j], 0));

export const largest = (x: ArrayLike<number>): number =>
  Array.from(x).reduce((m, value) => Math.max(m, Math.abs(value)), 0);

/** A deterministic stream of numbers in (−1, 1) for the large cases. */
export function noise(seed: number): () => number {
  const random = congruence(seed);
  return () => 2 * random() - 1;
}

/** The five- or seven-point Laplacian on a grid plus a small multiple of the identity. */
export function laplacian(nx: number, ny: number, nz: number, shift = 0.01): Matrix {
  const i: number[] = [];
  const j: number[] = [];
  const a: number[] = [];
  const add = (r: number, c: number, value: number) => {
    i.push(r);
    j.push(c);
    a.push(value);
  };
  const n = nx * ny * nz;
  for (let p = 0; p < n; p++) {
    add(p, p, shift);
    const neighbours = [
      p % nx < nx - 1 ? 1 : 0,
      Math.floor(p / nx) % ny < ny - 1 ? nx : 0,
      p + nx * ny < n ? nx * ny : 0,
    ];
    for (const step of neighbours) {
      if (step === 0) continue;
      add(p, p, 1);
      add(p + step, p + step, 1);
      add(p, p + step, -1);
      add(p + step, p, -1);
    }
  }
  return fromTriplets(n, i, j, a);
}

/** Three rows in place of each, coupled by a positive definite matrix. */
export function threeDirections({ pattern, values }: Matrix): Matrix {
  const coupling = [4, 1, 0.5, 1, 3, 0.25, 0.5, 0.25, 2];
  const i: number[] = [];
  const j: number[] = [];
  const a: number[] = [];
  for (let row = 0; row < pattern.size; row++) {
    for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++) {
      coupling.forEach((factor, c) => {
        i.push(3 * row + Math.floor(c / 3));
        j.push(3 * pattern.column[k] + (c % 3));
        a.push(factor * values[k]);
      });
    }
  }
  return fromTriplets(3 * pattern.size, i, j, a);
}
