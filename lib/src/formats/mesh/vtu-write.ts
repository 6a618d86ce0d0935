/** Unstructured grids as `.vtu` with the numbers appended as they are: the fastest form to write and to open. Groups travel along as
 *  arrays: 1 for members on nodes and cells, and a bit for each side of a cell. */
import type { Notice } from "../../core/notice.js";
import type { FieldValues } from "../../mesh/body.js";
import { elementCount, type Group, type Mesh, nodeCount } from "../../mesh/mesh.js";
import { LITTLE_ENDIAN, output } from "./output.js";
import { groupArray, vtkCells, vtkNumber } from "./vtk-cells.js";
import { escaped, jsonComment } from "./xml-tags.js";

type Values = Float64Array | Int32Array | Uint8Array;

interface WrittenArray {
  readonly name: string;
  readonly values: Values;
  /** Names of the components, none for a scalar. */
  readonly components: readonly string[];
}

export interface GridArrays {
  readonly connectivity: Int32Array;
  /** Where the nodes of each cell end. */
  readonly offsets: Int32Array;
  readonly types: Uint8Array;
}

/** The cells in VTK's order. */
export function gridArrays(mesh: Mesh): GridArrays {
  const cells = elementCount(mesh);
  const size = mesh.blocks.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const [connectivity, offsets, types] = [new Int32Array(size), new Int32Array(cells), new Uint8Array(cells)];
  let cell = 0;
  let end = 0;
  for (const { type, nodes } of mesh.blocks) {
    const number = vtkNumber(type);
    const order = vtkCells().get(number)?.order ?? new Uint8Array(0);
    const width = order.length;
    const isSame = order.every((place, k) => place === k);
    if (isSame) connectivity.set(nodes, end);
    else for (let k = 0; k < nodes.length; k++) connectivity[end + k] = nodes[k - (k % width) + order[k % width]];
    for (let e = 0; e < nodes.length / width; e++, cell++) {
      offsets[cell] = end + (e + 1) * width;
      types[cell] = number;
    }
    end += nodes.length;
  }
  return { connectivity, offsets, types };
}

/** Groups as arrays, by what they are on. */
export function groupArrays(mesh: Mesh): { readonly nodes: WrittenArray[]; readonly elements: WrittenArray[] } {
  const [nodes, elements]: [WrittenArray[], WrittenArray[]] = [[], []];
  const [points, cells] = [nodeCount(mesh), elementCount(mesh)];
  const seen = new Map<string, number>();
  for (const group of mesh.groups) {
    const list = group.of === "nodes" ? nodes : elements;
    const nth = (seen.get(`${group.of} ${group.name}`) ?? 0) + 1;
    seen.set(`${group.of} ${group.name}`, nth);
    list.push({
      name: groupArray(group.of, group.name, nth),
      components: [],
      values: membership(group, points, cells),
    });
  }
  return { nodes, elements };
}

function membership(group: Group, points: number, cells: number): Uint8Array {
  const marks = new Uint8Array(group.of === "nodes" ? points : cells);
  if (group.of === "nodes") for (const node of group.nodes) marks[node] = 1;
  else if (group.of === "elements") for (const element of group.elements) marks[element] = 1;
  else
    group.elements.forEach((element, k) => {
      marks[element] |= 1 << group.sides[k];
    });
  return marks;
}

export interface VtuWriter {
  /** The file with the fields of one moment. */
  frame(fields: readonly FieldValues[]): Uint8Array;
}

/** What does not change from frame to frame is made once. Notices are a comment: programs that draw pass it over. */
export function vtuWriter(mesh: Mesh, notices: readonly Notice[] = []): VtuWriter {
  const { connectivity, offsets, types } = gridArrays(mesh);
  const groups = groupArrays(mesh);
  const [points, cells] = [nodeCount(mesh), elementCount(mesh)];
  const said =
    notices.length === 0
      ? ""
      : jsonComment(
          "notices",
          notices.map((notice) => ({ ...notice })),
        );
  return {
    frame(fields) {
      const on = (place: "nodes" | "elements"): WrittenArray[] => [
        ...fields.filter((field) => field.on === place).map(inSpace),
        ...groups[place],
      ];
      const sections = [
        ["PointData", on("nodes")],
        ["CellData", on("elements")],
        ["Points", [{ name: "Points", values: mesh.points, components: ["x", "y", "z"] }]],
        [
          "Cells",
          [
            { name: "connectivity", values: connectivity, components: [] },
            { name: "offsets", values: offsets, components: [] },
            { name: "types", values: types, components: [] },
          ],
        ],
      ] as const;
      return vtuFile(sections, points, cells, said);
    },
  };
}

export const writeVtu = (mesh: Mesh, fields: readonly FieldValues[] = []): Uint8Array => vtuWriter(mesh).frame(fields);

/** Vectors of the plane get a third component: only then programs can warp and draw them. */
function inSpace({ name, components, values }: FieldValues): WrittenArray {
  if (components.length !== 2) return { name, components, values };
  const padded = new Float64Array((values.length / 2) * 3);
  for (let k = 0; k < values.length / 2; k++) {
    padded[3 * k] = values[2 * k];
    padded[3 * k + 1] = values[2 * k + 1];
  }
  return { name, components: [...components, "z"], values: padded };
}

const typeOf = (values: Values) =>
  values instanceof Float64Array ? "Float64" : values instanceof Int32Array ? "Int32" : "UInt8";

function vtuFile(
  sections: readonly (readonly [string, readonly WrittenArray[]])[],
  points: number,
  cells: number,
  comment: string,
): Uint8Array {
  const out = output();
  const order = LITTLE_ENDIAN ? "LittleEndian" : "BigEndian";
  out.text(
    `<?xml version="1.0"?>\n${comment}<VTKFile type="UnstructuredGrid" version="1.0" byte_order="${order}" header_type="UInt64">\n` +
      `<UnstructuredGrid>\n<Piece NumberOfPoints="${points}" NumberOfCells="${cells}">\n`,
  );
  let offset = 0;
  for (const [section, arrays] of sections) {
    out.text(`<${section}>\n`);
    for (const { name, values, components } of arrays) {
      const names = components.map((each, k) => ` ComponentName${k}="${escaped(each)}"`).join("");
      const width = ` NumberOfComponents="${Math.max(1, components.length)}"${names}`;
      out.text(
        `<DataArray type="${typeOf(values)}" Name="${escaped(name)}"${width} format="appended" offset="${offset}"/>\n`,
      );
      offset += 8 + values.byteLength;
    }
    out.text(`</${section}>\n`);
  }
  out.text(`</Piece>\n</UnstructuredGrid>\n<AppendedData encoding="raw">\n_`);
  for (const [, arrays] of sections) {
    for (const { values } of arrays) {
      out.raw(new BigUint64Array([BigInt(values.byteLength)]));
      out.raw(values);
    }
  }
  out.text("\n</AppendedData>\n</VTKFile>\n");
  return out.bytes();
}
