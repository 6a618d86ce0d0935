/** Forces of continuum elements by generated code, two elements at a time (symbolic/element-loop.ts), for any stored energy. Everything that depends on
 *  the mesh lies in its memory; displacements go in and forces come out at every call. */
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import type { Shape } from "../../mesh/shapes/shape.js";
import { elementModule, type StressCode } from "../../symbolic/element-loop.js";
import { type ElementSize, numbersOfPoint, pairsOf, scratchOf } from "../../symbolic/element-transport.js";
import { type LinearMap, linearMap } from "../../symbolic/linear-map.js";
import { memoryFor, wasmInstance } from "../../symbolic/wasm.js";
import type { StoredEnergy } from "../materials/material.js";
import { meanStressCode, stressCode } from "../materials/stress-code.js";
import { type ElementSet, gradientsAt, inverseMaps } from "./element-set.js";

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
  if (!specialises(volumes.length >= FROM)) return null;
  const size = { dimension, nodes: shape.nodes, points, toReference: toReference(shape) };
  const loop = (code: StressCode) => {
    const module = elementModule(code, size);
    const instance = module && memory && wasmInstance(module, { memory });
    return instance === null ? null : (instance.functions[0] as Loop);
  };
  const room = memoryOf(set, nodes, size);
  if (room === null) return null;
  const { memory, groups, offsets, numbers, first, second, forces } = room;
  const force = loop(stressCode(energy, dimension));
  if (force === null) return null;
  let meanForce: Loop | null = null;
  const enter = (values: Vec, place: Vec) =>
    place.set(values.length === place.length ? values : values.subarray(0, place.length));
  const run = (code: Loop, out: Vec) => {
    enter(out, forces);
    code(groups, offsets, numbers, second.byteOffset, forces.byteOffset);
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

type Loop = (groups: number, offsets: number, numbers: number, second: number, out: number) => void;

const MAPS = new Map<Shape["type"], LinearMap>();

/** Derivatives by the reference coordinates at the points of integration, of displacements relative to the first node. */
function toReference(shape: Shape): LinearMap {
  const known = MAPS.get(shape.type);
  if (known !== undefined) return known;
  const { dimension, nodes } = shape;
  const rows = gradientsAt(shape, shape.stiffness).flatMap((gradients) =>
    Array.from({ length: dimension }, (_, k) =>
      Float64Array.from({ length: nodes - 1 }, (_, a) => gradients[(a + 1) * dimension + k]),
    ),
  );
  const map = linearMap(rows);
  MAPS.set(shape.type, map);
  return map;
}

/** Displacements at both ends of a step, forces, what is put down, maps and volumes, offsets of nodes. */
function memoryOf(set: ElementSet, nodes: Int32Array, size: ElementSize) {
  const { nodes: perElement, points, dimension, toReference } = size;
  const count = nodes.length / perElement;
  const group = 2 * pairsOf(size);
  const groups = Math.ceil(count / group);
  const length = dimension * (nodes.reduce((last, node) => Math.max(last, node), 0) + 1);
  const width = numbersOfPoint(size);
  // Vectors do not cross the lines of a cache.
  const numbers = 8 * Math.ceil((3 * length + scratchOf(size)) / 8);
  const offsets = numbers + groups * group * points * width;
  const doubles = offsets + Math.ceil((groups * group * perElement) / 2);
  const memory = 8 * doubles > MOST ? null : memoryFor(doubles);
  if (memory === null) return null;
  const values = new Float64Array(memory.buffer);
  const ints = new Int32Array(memory.buffer, 8 * offsets);
  const maps = inverseMaps(set);
  for (let e = 0; e < groups * group; e++) {
    // A group that is not full has the last element again, without volume.
    const source = Math.min(e, count - 1);
    const member = e % group;
    const [pair, lane] = [member >> 1, member % 2];
    for (let p = 0; p < points; p++) {
      const at = numbers + (Math.floor(e / group) * points + p) * group * width + 2 * pair * width + lane;
      const from = (source * points + p) * (width - 1);
      for (let k = 0; k < width - 1; k++)
        values[at + 2 * k] = maps[from + k] * toReference.scales[p * dimension + Math.floor(k / dimension)];
      values[at + 2 * (width - 1)] = e < count ? set.volumes[e * points + p] : 0;
    }
    for (let a = 0; a < perElement; a++) ints[perElement * e + a] = 8 * dimension * nodes[perElement * source + a];
  }
  const [first, second, forces] = [0, 1, 2].map((k) => values.subarray(k * length, (k + 1) * length));
  return { memory, groups, offsets: 8 * offsets, numbers: 8 * numbers, first, second, forces };
}
