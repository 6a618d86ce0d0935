/** Forces and tangents of continuum elements by generated code (symbolic/element-loop.ts and element-tangent-loop.ts), for any stored energy. Everything that depends on
 *  the mesh lies in its memory; displacements go in and forces or matrices come out at every call. */
import { once } from "../../core/once.js";
import { specialises } from "../../core/specialise.js";
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import type { Shape } from "../../mesh/shapes/shape.js";
import { elementModule } from "../../symbolic/element-loop.js";
import type { PointCode } from "../../symbolic/element-point.js";
import {
  elementTangentModule,
  numbersOfMatrices,
  numbersOfShape,
  numbersOfTangent,
} from "../../symbolic/element-tangent-loop.js";
import { type ElementSize, numbersOfPoint, pairsOf, scratchOf } from "../../symbolic/element-transport.js";
import { type LinearMap, linearMap } from "../../symbolic/linear-map.js";
import { memoryFor, wasmInstance } from "../../symbolic/wasm.js";
import type { StoredEnergy } from "../materials/material.js";
import { meanTangentCode } from "../materials/mean-tangent-code.js";
import { meanStressCode, stressCode } from "../materials/stress-code.js";
import { tangentCode } from "../materials/tangent-code.js";
import { type ElementSet, gradientsAt, inverseMaps } from "./element-set.js";
import type { EnergyTerm } from "./energy-term.js";

/** Fewer integration points are over before the code is compiled. */
const FROM = { forces: 200, tangents: 24 };
/** Bytes that gradients may take here beside those of the elements. */
const MOST = 2 ** 31;
/** Numbers of matrices that are computed before they are added to the whole: they stay in the cache. */
const AT_ONCE = 16384;

type Generated = Pick<EnergyTerm, "addForce" | "addMeanForce" | "addTangent" | "addMeanTangent">;

/** What `general` elements do, by generated code where there is any, enough to do, and memory. `nodes`: those of the elements, counted as u has them. */
export function generatedContinuum(
  set: ElementSet,
  nodes: Int32Array,
  energy: StoredEnergy,
  general: Generated,
): Partial<Generated> {
  const { shape, dimension, points, volumes } = set;
  if (!specialises(volumes.length >= FROM.tangents)) return {};
  const size = { dimension, nodes: shape.nodes, points, toReference: toReference(shape) };
  // Memory and each of the loops when it is first asked for.
  const room = once(() => memoryOf(set, nodes, size));
  const loop = (made: WebAssembly.Module | null) => {
    const memory = room()?.memory;
    const instance = made && memory && wasmInstance(made, { memory });
    return instance ? (instance.functions[0] as Loop) : null;
  };
  const forceLoop = (write: PointWriter) =>
    once(() => loop(elementModule(write(energy, dimension, pairsOf(size) > 1), size)));
  const tangentLoop = (write: PointWriter) =>
    once(() => loop(elementTangentModule(write(energy, dimension, true), size)));
  const [force, meanForce] = [stressCode, meanStressCode].map(forceLoop);
  const [tangent, meanTangent] = [tangentCode, meanTangentCode].map(tangentLoop);

  const enter = (values: Vec, place: Vec) =>
    place.set(values.length === place.length ? values : values.subarray(0, place.length));
  const pull = (code: Loop, { groups, offsets, numbers, second, forces }: Room, out: Vec) => {
    enter(out, forces);
    code(groups, offsets, numbers, second.byteOffset, forces.byteOffset);
    out.set(forces);
  };
  const stiffen = (code: Loop, own: Room, assembly: ElementAssembly, values: Vec) => {
    const { groups, offsets, numbers, second, matrices, atOnce } = own;
    const inGroup = 2 * pairsOf(size);
    const ofPair = numbersOfMatrices(size);
    for (let first = 0; first < groups; first += atOnce) {
      const some = Math.min(atOnce, groups - first);
      if (points > 1) matrices.fill(0);
      const before = first * inGroup;
      const table = numbers + 8 * before * points * numbersOfPoint(size);
      code(some, offsets + 4 * before * shape.nodes, table, second.byteOffset, matrices.byteOffset);
      const end = Math.min(before + some * inGroup, volumes.length / points);
      for (let e = before; e < end; e++)
        assembly.add(e, matrices, values, ofPair * ((e - before) >> 1) + ((e - before) & 1), 2);
    }
  };
  const tangents: Partial<Generated> = {
    addTangent(u, assembly, values) {
      const [own, code] = [room(), tangent()];
      if (own === null || code === null) return general.addTangent(u, assembly, values);
      enter(u, own.first);
      stiffen(code, own, assembly, values);
    },
    addMeanTangent(from, to, assembly, values) {
      const [own, code] = [room(), meanTangent()];
      if (own === null || code === null) return general.addMeanTangent(from, to, assembly, values);
      enter(from, own.first);
      enter(to, own.second);
      stiffen(code, own, assembly, values);
    },
  };
  if (!specialises(volumes.length >= FROM.forces)) return tangents;
  return {
    ...tangents,
    addForce(u, out) {
      const [own, code] = [room(), force()];
      if (own === null || code === null) return general.addForce(u, out);
      enter(u, own.first);
      pull(code, own, out);
    },
    addMeanForce(from, to, out) {
      const [own, code] = [room(), meanForce()];
      if (own === null || code === null) return general.addMeanForce(from, to, out);
      enter(from, own.first);
      enter(to, own.second);
      pull(code, own, out);
    },
  };
}

type Loop = (groups: number, offsets: number, numbers: number, second: number, out: number) => void;
type PointWriter = (energy: StoredEnergy, dimension: 2 | 3, inStages: boolean) => PointCode;
type Room = NonNullable<ReturnType<typeof memoryOf>>;

const MAPS = new Map<Shape["type"], LinearMap>();

/** Derivatives by the reference coordinates at the integration points, of displacements relative to the first node. */
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

/** Displacements at both ends of a step, forces, shape functions and matrices, what is put down, maps and volumes, offsets of nodes. */
function memoryOf(set: ElementSet, nodes: Int32Array, size: ElementSize) {
  const { nodes: perElement, points, dimension, toReference } = size;
  const count = nodes.length / perElement;
  const group = 2 * pairsOf(size);
  const groups = Math.ceil(count / group);
  const length = dimension * (nodes.reduce((last, node) => Math.max(last, node), 0) + 1);
  const width = numbersOfPoint(size);
  // Vectors do not cross the lines of a cache.
  const atOnce = Math.max(1, Math.floor(AT_ONCE / (pairsOf(size) * numbersOfMatrices(size))));
  const tangentAt = 8 * Math.ceil((3 * length + numbersOfShape(size) + scratchOf(size)) / 8);
  const matricesAt = tangentAt + numbersOfTangent(size);
  const matricesEnd = matricesAt + atOnce * pairsOf(size) * numbersOfMatrices(size);
  const numbers = 8 * Math.ceil((matricesEnd + scratchOf(size)) / 8);
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
  values.set(shapeTable(set.shape, size), tangentAt - scratchOf(size) - numbersOfShape(size));
  const [first, second, forces] = [0, 1, 2].map((k) => values.subarray(k * length, (k + 1) * length));
  const matrices = values.subarray(matricesAt, matricesEnd);
  return { memory, groups, offsets: 8 * offsets, numbers: 8 * numbers, first, second, forces, matrices, atOnce };
}

/** ∂N/∂ξ of all points and nodes, without the scales of the map. */
function shapeTable(shape: Shape, { dimension, toReference }: ElementSize): Vec {
  const perPoint = gradientsAt(shape, shape.stiffness);
  return Float64Array.from(
    perPoint.flatMap((gradients, p) =>
      Array.from(gradients, (g, k) => {
        const scale = toReference.scales[p * dimension + (k % dimension)];
        return scale === 0 ? 0 : g / scale;
      }),
    ),
  );
}
