/** Forces of linear tetrahedra, two at a time in WebAssembly with SIMD. Everything that depends on the mesh lies in its memory; displacements
 *  go in and forces come out at every call. */

import { bytesOf } from "../../core/base64.js";
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import { tetrahedra as bytes } from "../../linalg/kernels/tetrahedra.js";
import type { Tetrahedra } from "./tetrahedra.js";

const PAGE = 65536;
/** Fewer elements are over before the copies are made. */
const FROM = 200;

let module: WebAssembly.Module | null | undefined;

/** What adds forces to `out`. */
export interface Pairs {
  force(u: Vec, out: Vec): void;
  /** Over a step. */
  meanForce(from: Vec, to: Vec, out: Vec): void;
}

/** null where there is no SIMD, or too little to do. */
export function tetrahedraInPairs(
  { offsets, gradients, volumes }: Tetrahedra,
  { C10, D1 }: { readonly C10: number; readonly D1: number },
): Pairs | null {
  if (!specialises(volumes.length >= FROM)) return null;
  module ??= compiled();
  if (module === null) return null;
  const pairs = Math.ceil(volumes.length / 2);
  const size = offsets.reduce((last, at) => Math.max(last, at), 0) + 3;
  // Displacements at both ends of a step, forces, twenty numbers a pair, eight offsets a pair.
  const numbers = 3 * size;
  const table = numbers + 20 * pairs;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * table + 32 * pairs) / PAGE) });
  const doubles = new Float64Array(memory.buffer);
  const ints = new Int32Array(memory.buffer);
  for (let e = 0; e < 2 * pairs; e++) {
    // An odd one out is paired with itself, without volume.
    const source = Math.min(e, volumes.length - 1);
    const lane = e % 2;
    const at = numbers + 20 * (e >> 1) + lane;
    for (let k = 0; k < 9; k++) doubles[at + 2 * k] = gradients[12 * source + 3 + k];
    doubles[at + 18] = e < volumes.length ? volumes[e] : 0;
    for (let a = 0; a < 4; a++) ints[2 * table + 4 * e + a] = 8 * offsets[4 * source + a];
  }
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const { force, meanForce } = exports as unknown as Kernels;
  const places = [0, 1, 2].map((k) => doubles.subarray(k * size, (k + 1) * size));
  const [first, second, forces] = places;
  const enter = (values: Vec, place: Vec) => place.set(values.length === size ? values : values.subarray(0, size));
  return {
    force(u, out) {
      enter(u, first);
      enter(out, forces);
      force(pairs, 8 * table, 8 * numbers, 0, 16 * size, C10, 1 / D1);
      out.set(forces);
    },
    meanForce(from, to, out) {
      enter(from, first);
      enter(to, second);
      enter(out, forces);
      meanForce(pairs, 8 * table, 8 * numbers, 0, 8 * size, 16 * size, C10, 1 / D1);
      out.set(forces);
    },
  };
}

interface Kernels {
  force(...numbers: number[]): void;
  meanForce(...numbers: number[]): void;
}

function compiled(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(bytesOf(bytes));
  } catch {
    return null;
  }
}
