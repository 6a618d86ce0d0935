/** Surfaces of STL files, as text or binary: triangles without common points. Corners at the same place become one node, so that the
 *  surface hangs together; the parts of a text file are groups. */
import { InputError } from "../../core/failure.js";
import type { Group, Mesh } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import { type Ints, ints, pushInt, pushReal, type Reals, reals, trimmedInts, trimmedReals } from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { binaryRefused } from "./numbers.js";
import { real, refused, restOfLine, type Scan, scanOf, word } from "./scan.js";

const HEAD = 84;
const FACET = 50;

export function readStl(bytes: Uint8Array, name?: string): MeshFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Binary files may begin with "solid" as well; their length gives them away.
  const announced = bytes.length >= HEAD ? view.getUint32(80, true) : -1;
  if (announced >= 0 && bytes.length === HEAD + FACET * announced) return binary(bytes, view, announced, name);
  const scan = scanOf(bytes, name);
  if (word(scan).toLowerCase() === "solid") return text({ ...scan, at: 0 });
  const reason =
    announced < 0 ? "is too short for STL" : `announces ${announced} triangles, and is not as long as they are`;
  throw new InputError(reason, { file: name });
}

function binary(bytes: Uint8Array, view: DataView, count: number, file: string | undefined): MeshFile {
  const corners = cornerSet(3 * count);
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) {
      const at = HEAD + FACET * k + 12 * (c + 1);
      const [x, y, z] = [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
      if (!Number.isFinite(x + y + z)) {
        throw binaryRefused({ bytes, file, at, end: bytes.length }, "found a corner that is not finite");
      }
      corners.add(x, y, z);
    }
  }
  return { mesh: corners.mesh([]), notices: [] };
}

function text(scan: Scan): MeshFile {
  const corners = cornerSet(1024);
  const groups: Group[] = [];
  let name = "";
  let first = 0;
  for (let key = word(scan).toLowerCase(); key !== ""; key = word(scan).toLowerCase()) {
    if (key === "solid") {
      name = restOfLine(scan).trim();
      first = corners.count() / 3;
    } else if (key === "vertex") corners.add(real(scan), real(scan), real(scan));
    else if (key === "normal") for (let k = 0; k < 3; k++) word(scan);
    else if (key === "endsolid") {
      restOfLine(scan);
      const elements = Int32Array.from({ length: corners.count() / 3 - first }, (_, k) => first + k);
      if (name !== "") groups.push({ name, of: "elements", elements });
    } else if (key === "endfacet" && corners.count() % 3 !== 0) {
      throw refused(scan, "a facet has not three corners; accepted: triangles");
    } else if (!["facet", "outer", "loop", "endloop", "endfacet"].includes(key)) {
      throw refused(scan, `found ${quoted(key)}, which is no word of STL`);
    }
  }
  if (corners.count() % 3 !== 0) throw refused(scan, "the file ends within a facet");
  return { mesh: corners.mesh(groups), notices: [] };
}

/** Points by their place, in a table of twice as many places as there are points. */
function cornerSet(expected: number) {
  const points: Reals = reals();
  const nodes: Ints = ints();
  const key = new Float64Array(3);
  const bits = new Uint32Array(key.buffer);
  let table = new Int32Array(2 ** Math.ceil(Math.log2(2 * Math.max(8, expected)))).fill(-1);

  const placeOf = (): number => {
    let hash = 0;
    for (const word of bits) hash = Math.imul((hash ^ word) + (hash << 13), 0x9e3779b1) ^ (hash >>> 11);
    let at = (hash ^ (hash >>> 16)) & (table.length - 1);
    for (; table[at] >= 0; at = (at + 1) & (table.length - 1)) {
      const p = 3 * table[at];
      const { values } = points;
      if (values[p] === key[0] && values[p + 1] === key[1] && values[p + 2] === key[2]) break;
    }
    return at;
  };
  const grow = () => {
    table = new Int32Array(2 * table.length).fill(-1);
    for (let k = 0; k < points.length / 3; k++) {
      key.set(points.values.subarray(3 * k, 3 * k + 3));
      table[placeOf()] = k;
    }
  };
  return {
    count: () => nodes.length,
    add(x: number, y: number, z: number) {
      // -0 and 0 are one place.
      key[0] = x + 0;
      key[1] = y + 0;
      key[2] = z + 0;
      let at = placeOf();
      if (table[at] < 0) {
        if (2 * points.length > 3 * table.length) {
          const spot = key.slice();
          grow();
          key.set(spot);
          at = placeOf();
        }
        table[at] = points.length / 3;
        for (const coordinate of key) pushReal(points, coordinate);
      }
      pushInt(nodes, table[at]);
    },
    mesh: (groups: readonly Group[]): Mesh => ({
      points: trimmedReals(points),
      nodeNumbers: null,
      blocks: nodes.length === 0 ? [] : [{ type: "tri3", nodes: trimmedInts(nodes), numbers: null }],
      groups,
    }),
  };
}
