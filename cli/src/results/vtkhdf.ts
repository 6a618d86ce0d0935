/** The body in motion in one file, `.vtkhdf`, which ParaView 5.12 and later open with its times [VTK file formats, "VTKHDF", version
 *  2.0]. The grid stands there once; fields grow by a frame at a time. Beside it lies the table that `.h5` would hold, without
 *  positions and velocities. */
import type { File } from "h5wasm/node";
import { gridArrays, groupArrays, type ResultHeader } from "noether/formats";
import { type Body, elementCount, type Mesh, nodeCount } from "noether/mesh";
import { attempt } from "../files.js";
import { bodyFor, bodyFrames, type Selection, withoutStates } from "./body-frames.js";
import { createTable, head, refuseOther, resumeTable, scan, startLibrary, tableParts } from "./h5.js";
import { appending, createPart, datasetIn, inLibrary, newFile, openFile, type Part } from "./h5-file.js";
import type { ResultFile, ResultWriter } from "./writer.js";

export async function openVtkhdf(): Promise<ResultFile> {
  await startLibrary();
  return { create, resume, head, scan };
}

function create(path: string, header: ResultHeader, force: boolean, given?: Body | null): ResultWriter {
  const body = bodyFor(given, path);
  const kept = withoutStates(header);
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = newFile(path, force, (made) => {
        createTable(made, kept.header);
        createGrid(made, body);
        for (const part of bodyParts(body)) createPart(made, part);
        writeStepCount(made, 0);
      });
      return writing(path, file, kept, body, 0);
    }),
  );
}

function resume(path: string, header: ResultHeader, frames: number, given?: Body | null): ResultWriter {
  const body = bodyFor(given, path);
  const kept = withoutStates(header);
  refuseOther(path, kept.header, frames);
  return attempt(path, "write", () =>
    inLibrary(() => {
      const file = openFile(path, "a");
      resumeTable(file, kept.header, frames);
      for (const { name, width, rows } of bodyParts(body)) {
        datasetIn(file, name).resize(width === null ? [rows * frames] : [rows * frames, width]);
      }
      writeStepCount(file, frames);
      file.flush();
      return writing(path, file, kept, body, frames);
    }),
  );
}

const GROUPS = ["VTKHDF", "VTKHDF/PointData", "VTKHDF/CellData", "VTKHDF/Steps", "VTKHDF/Steps/PointDataOffsets"];

function createGrid(file: File, { mesh }: Body): void {
  for (const group of [...GROUPS, "VTKHDF/Steps/CellDataOffsets"]) file.create_group(group);
  const root = file.get("VTKHDF");
  if (root === null || !("create_attribute" in root)) return;
  root.create_attribute("Version", BigInt64Array.of(2n, 0n), [2], "<q");
  root.create_attribute("Type", "UnstructuredGrid", [], "S16");
  const { connectivity, offsets, types } = gridArrays(mesh);
  const list = (name: string, values: ArrayLike<number>) => {
    const data = BigInt64Array.from(Array.from(values, (value) => BigInt(value)));
    file.create_dataset({ name: `VTKHDF/${name}`, data, dtype: "<q", shape: [data.length] });
  };
  list("NumberOfConnectivityIds", [connectivity.length]);
  list("NumberOfPoints", [nodeCount(mesh)]);
  list("NumberOfCells", [elementCount(mesh)]);
  list("Connectivity", connectivity);
  list("Offsets", [0, ...offsets]);
  for (const { section, name, values } of groupsIn(mesh)) {
    file.create_dataset({ name: `VTKHDF/${section}Data/${name}`, data: values, dtype: "<B", shape: [values.length] });
  }
  file.create_dataset({ name: "VTKHDF/Types", data: types, dtype: "<B", shape: [types.length] });
  file.create_dataset({ name: "VTKHDF/Points", data: mesh.points, dtype: "<d", shape: [nodeCount(mesh), 3] });
}

/** Groups as arrays that are there once. A slash in a name would make a folder. */
function groupsIn(mesh: Mesh) {
  const { nodes, elements } = groupArrays(mesh);
  const inside = (section: "Point" | "Cell", list: typeof nodes) =>
    list.map(({ name, values }) => ({ section, name: name.replaceAll("/", "_"), values }));
  return [...inside("Point", nodes), ...inside("Cell", elements)];
}

/** Fields, then what tells where the frames lie in them. */
function bodyParts({ mesh, fields }: Body): Part[] {
  const sections = fields.map(({ name, on, components }) => ({
    name: `${on === "nodes" ? "PointData" : "CellData"}/${name}`,
    offsets: `${on === "nodes" ? "PointDataOffsets" : "CellDataOffsets"}/${name}`,
    width: components.length === 0 ? null : components.length,
    rows: on === "nodes" ? nodeCount(mesh) : elementCount(mesh),
  }));
  const list = (name: string): Part => ({ name: `VTKHDF/Steps/${name}`, width: null, rows: 1, whole: true });
  return [
    ...sections.map(({ name, width, rows }) => ({ name: `VTKHDF/${name}`, width, rows })),
    { name: "VTKHDF/Steps/Values", width: null, rows: 1 },
    ...sections.map(({ offsets }) => list(offsets)),
    ...groupsIn(mesh).map(({ section, name }) => list(`${section}DataOffsets/${name}`)),
    ...FIXED.map(([name, width]) => ({ ...list(name), width })),
  ];
}

/** What does not change from step to step: one part, and the grid where it is. */
const FIXED = [
  ["PartOffsets", null, 0],
  ["NumberOfParts", null, 1],
  ["PointOffsets", null, 0],
  ["CellOffsets", 1, 0],
  ["ConnectivityIdOffsets", 1, 0],
] as const;

function writeStepCount(file: File, steps: number): void {
  const group = file.get("VTKHDF/Steps");
  if (group === null || !("create_attribute" in group)) return;
  if ("NSteps" in group.attrs) group.delete_attribute("NSteps");
  group.create_attribute("NSteps", BigInt64Array.of(BigInt(steps)), [], "<q");
}

function writing(path: string, file: File, kept: Selection, body: Body, written: number): ResultWriter {
  const table = tableParts(kept.header);
  const parts = bodyParts(body);
  const rows = appending(path, file, [...table, ...parts], written);
  const frames = bodyFrames(body);
  const groups = body.mesh.groups.length;
  let index = written;
  const flush = () => attempt(path, "write", () => inLibrary(() => rows.flush((count) => writeStepCount(file, count))));
  return {
    frame(values, moment) {
      const numbers = kept.of(values);
      let part = 0;
      for (const { places } of table)
        rows.add(
          part++,
          Array.from(places, (place) => numbers[place] as number),
        );
      const fields = frames.at(moment);
      for (const { values: field } of fields) rows.add(part++, field);
      rows.add(part++, [numbers[0] as number]);
      for (const { rows: size } of parts.slice(0, fields.length)) rows.add(part++, [index * size]);
      for (let k = 0; k < groups; k++) rows.add(part++, [0]);
      for (const [, , value] of FIXED) rows.add(part++, [value]);
      rows.next();
      index++;
    },
    flush,
    sync: rows.sync,
    close(summary) {
      flush();
      rows.close(summary);
    },
  };
}
