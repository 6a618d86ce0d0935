/** Many oscillators under one load: the largest displacement, velocity and absolute acceleration of each, and its state at the end.
 *
 *  A single recurrence waits for itself: the next step needs the last. Oscillators in groups of four, interleaved, fill the
 *  wait; in WebAssembly two of them share an instruction. A group's coefficients stand lane by lane: four a, four b, …, then ω²
 *  and 2 ζ ω, by which the absolute acceleration is −(ω² q + 2 ζ ω v). */

import { bytesOf } from "../core/base64.js";
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";
import { oscillators } from "../linalg/kernels/oscillators.js";

export const LANES = 4;
/** Coefficients of one oscillator. */
export const COEFFICIENTS = 10;
/** Of one oscillator: results of displacement, velocity and acceleration, last displacement and velocity. */
export const RESULTS = 5;

/** Writes RESULTS × LANES numbers a group. */
export type Sweep = (coefficients: Vec, load: Vec, results: Vec) => void;

export const plainSweep: Sweep = (coefficients, load, results) => {
  const groups = coefficients.length / (COEFFICIENTS * LANES);
  for (let group = 0; group < groups; group++) {
    for (let lane = 0; lane < LANES; lane++) {
      const at = group * COEFFICIENTS * LANES + lane;
      sweepOne(coefficients, at, load, results, group * RESULTS * LANES + lane);
    }
  }
};

function sweepOne(of: Vec, at: number, load: Vec, results: Vec, out: number): void {
  const [a, b, c, d] = [of[at], of[at + 4], of[at + 8], of[at + 12]];
  const [e, f, g, h] = [of[at + 16], of[at + 20], of[at + 24], of[at + 28]];
  const [k, l] = [of[at + 32], of[at + 36]];
  let [u, v, U, V, A] = [0, 0, 0, 0, 0];
  let p = load[0];
  for (let n = 1; n < load.length; n++) {
    const q = load[n];
    const x = a * u + b * v + (e * p + f * q);
    v = c * u + d * v + (g * p + h * q);
    u = x;
    U = Math.max(U, Math.abs(u));
    V = Math.max(V, Math.abs(v));
    A = Math.max(A, Math.abs(k * u + l * v));
    p = q;
  }
  results[out] = U;
  results[out + LANES] = V;
  results[out + 2 * LANES] = A;
  results[out + 3 * LANES] = u;
  results[out + 4 * LANES] = v;
}

/** The same bits, some three times as quick. */
export const wasmSweep: Sweep = (coefficients, load, results) => {
  const bytes = 8 * (coefficients.length + load.length + results.length);
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) });
  const doubles = new Float64Array(memory.buffer);
  const { exports } = new WebAssembly.Instance(moduleOf(), { env: { memory } });
  const sweep = exports["sweep"] as (...numbers: number[]) => void;
  doubles.set(load);
  doubles.set(coefficients, load.length);
  const out = load.length + coefficients.length;
  const groups = coefficients.length / (COEFFICIENTS * LANES);
  for (let group = 0; group < groups; group += AT_ONCE) {
    const now = Math.min(AT_ONCE, groups - group);
    const [from, to] = [load.length + group * COEFFICIENTS * LANES, out + group * RESULTS * LANES];
    sweep(8 * from, now, 0, load.length, 8 * to);
  }
  results.set(doubles.subarray(out, out + results.length));
};

/** So many groups in one call: code that runs cannot be replaced by better code until it returns. */
const AT_ONCE = 16;

let compiled: WebAssembly.Module | null = null;

function moduleOf(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(bytesOf(oscillators));
  return compiled;
}

/** WebAssembly where there is SIMD in it. */
export function quickestSweep(): Sweep {
  if (!specialises()) return plainSweep;
  try {
    moduleOf();
    return wasmSweep;
  } catch {
    return plainSweep;
  }
}
