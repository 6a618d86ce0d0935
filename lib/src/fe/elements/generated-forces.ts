/** Forces of continuum elements by generated code, two elements at a time (symbolic/element-loop.ts), for any stored energy. Everything that depends on
 *  the mesh lies in its memory; displacements go in and forces come out at every call. */
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import { elementModule, numbersOfPoint, type StressCode } from "../../symbolic/element-loop.js";
import { memoryFor, wasmInstance } from "../../symbolic/wasm.js";
import type { StoredEnergy } from "../materials/material.js";
import { meanStressCode, stressCode } from "../materials/stress-code.js";
import type { ElementSet } from "./element-set.js";

/** Fewer integration points are over before the code is compiled. */
const FROM = 200;
/** Bytes that gradients may take here beside those of the elements. */
const MOST = 2 ** 31;

/** What adds forces to `out`. */
export interface GeneratedForces {
  force(u: Vec, out: Vec): void;
  /** Over a step. */
  meanForce(from: Vec, to: Vec, out: Vec): void;
}

/** `nodes`: those of the elements, counted as u has them. Null where there is no such code, too little to do, or too little memory. */
export function generatedForces(set: ElementSet, nodes: Int32Array, energy: StoredEnergy): GeneratedForces | null {
  const { shape, dimension, points, volumes } = set;
  const size = { dimension, nodes: shape.nodes, points };
  if (!specialises(volumes.length >= FROM)) return null;
  const loop = (code: StressCode) => {
    const module = elementModule(code, size);
    const instance = module && memory && wasmInstance(module, { memory });
    return instance === null ? null : (instance.functions[0] as Loop);
  };
  const room = memoryOf(set, nodes);
  if (room === null) return null;
  const { memory, pairs, offsets, numbers, first, second, forces } = room;
  const force = loop(stressCode(energy, dimension));
  if (force === null) return null;
  let meanForce: Loop | null = null;
  const enter = (values: Vec, place: Vec) =>
    place.set(values.length === place.length ? values : values.subarray(0, place.length));
  const run = (code: Loop, out: Vec) => {
    enter(out, forces);
    code(pairs, offsets, numbers, second.byteOffset, forces.byteOffset);
    out.set(forces);
  };
  return {
    force(u, out) {
      enter(u, first);
      run(force, out);
    },
    meanForce(from, to, out) {
      meanForce ??= loop(meanStressCode(energy, dimension)) as Loop;
      enter(from, first);
      enter(to, second);
      run(meanForce, out);
    },
  };
}

type Loop = (pairs: number, offsets: number, numbers: number, second: number, out: number) => void;

/** Displacements at both ends of a step, forces, gradients and volumes, offsets of nodes. */
function memoryOf({ shape, dimension, points, gradients, volumes }: ElementSet, nodes: Int32Array) {
  const perElement = shape.nodes;
  const count = nodes.length / perElement;
  const pairs = Math.ceil(count / 2);
  const size = dimension * (nodes.reduce((last, node) => Math.max(last, node), 0) + 1);
  const width = numbersOfPoint({ dimension, nodes: perElement, points });
  const numbers = 3 * size;
  const offsets = numbers + 2 * pairs * points * width;
  const doubles = offsets + pairs * perElement;
  const memory = 8 * doubles > MOST ? null : memoryFor(doubles);
  if (memory === null) return null;
  const values = new Float64Array(memory.buffer);
  const ints = new Int32Array(memory.buffer, 8 * offsets);
  for (let e = 0; e < 2 * pairs; e++) {
    // An odd one out is paired with itself, without volume.
    const source = Math.min(e, count - 1);
    const lane = e % 2;
    for (let p = 0; p < points; p++) {
      const at = numbers + 2 * ((e >> 1) * points + p) * width + lane;
      const from = ((source * points + p) * perElement + 1) * dimension;
      for (let k = 0; k < width - 1; k++) values[at + 2 * k] = gradients[from + k];
      values[at + 2 * (width - 1)] = e < count ? volumes[e * points + p] : 0;
    }
    for (let a = 0; a < perElement; a++) ints[perElement * e + a] = 8 * dimension * nodes[perElement * source + a];
  }
  const [first, second, forces] = [0, 1, 2].map((k) => values.subarray(k * size, (k + 1) * size));
  return { memory, pairs, offsets: 8 * offsets, numbers: 8 * numbers, first, second, forces };
}
