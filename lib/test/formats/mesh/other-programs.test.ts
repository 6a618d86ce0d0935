/** Gmsh, meshio and VTK read what is written here, and what they write is read here. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import { checkMesh } from "../../../src/mesh/check.js";
import { type ElementName, elementType } from "../../../src/mesh/element-types.js";
import type { Mesh } from "../../../src/mesh/mesh.js";
import { needsGmsh, needsPython, run, scratch } from "../../programs.js";
import { sampleMesh } from "./sample-mesh.js";

const { folder, path } = scratch();
const read = (name: string) => readMesh(readFileSync(path(name)), name).mesh;
const write = (mesh: Mesh, name: string) => writeFileSync(path(name), writeMesh(mesh, name).bytes);

/** How far nodes in the middle of edges are from the middle: a wrong order of nodes shows at once. */
function offMiddle({ points, blocks }: Mesh): number {
  let worst = 0;
  for (const { type, nodes } of blocks) {
    const { corners, edges, nodes: width } = elementType(type);
    for (let e = 0; e < nodes.length; e += width) {
      edges.slice(0, width - corners).forEach(([a, b], k) => {
        for (let i = 0; i < 3; i++) {
          const at = (node: number) => points[3 * nodes[e + node] + i];
          worst = Math.max(worst, Math.abs((at(a) + at(b)) / 2 - at(corners + k)));
        }
      });
    }
  }
  return worst;
}

const BOX = `SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 1, 1};
Physical Volume("body") = {1};
Physical Surface("left side") = {1};
`;

test("Gmsh: its boxes of first and second order in all formats are the same box", { timeout: 120_000 }, (context) => {
  needsGmsh(context);
  writeFileSync(path("box.geo"), BOX);
  for (const order of ["1", "2"]) {
    run(
      "gmsh",
      ["-3", "-order", order, "-clmax", "0.7", "-format", "msh41", "-bin", "-o", "box.msh", "box.geo"],
      folder,
    );
    const mesh = read("box.msh");
    expect(mesh.groups.map(({ name }) => name).sort()).toEqual(["body", "left side"]);
    expect(checkMesh(mesh)).toMatchObject({ inverted: new Int32Array(0), folded: new Int32Array(0) });
    // Rounded to 16 digits in texts, and to 6 in Nastran's small fields.
    expect(offMiddle(mesh)).toBeLessThan(1e-14);
    for (const [name, options, digits] of [
      ["a.msh", ["-format", "msh41"], 12],
      ["a.msh", ["-format", "msh40"], 12],
      ["a.msh", ["-format", "msh22"], 12],
      ["a.msh", ["-format", "msh22", "-bin"], 12],
      ["a.vtk", ["-bin"], 12],
      // Otherwise it takes the keywords of first order for elements of second order.
      ["a.mesh", ["-setnumber", "Mesh.ElementOrder", order], 12],
      ["a.inp", [], 12],
      ["a.bdf", [], 5],
    ] as const) {
      run("gmsh", ["box.msh", "-save", ...options, "-o", name], folder);
      const other = read(name);
      expect(offMiddle(other), name).toBeLessThan(2 * 10 ** -digits);
      const solid = (m: Mesh) => m.blocks.find(({ type }) => elementType(type).dimension === 3);
      expect(solid(other)?.type, name).toBe(solid(mesh)?.type);
      expect(solid(other)?.nodes.length, name).toBe(solid(mesh)?.nodes.length);
      expect(volume(other), name).toBeCloseTo(2, digits - 2);
    }
  }
});

/** Of tetrahedra, by their corners. */
function volume({ points, blocks }: Mesh): number {
  let sum = 0;
  for (const { type, nodes } of blocks) {
    const { dimension, nodes: width } = elementType(type);
    if (dimension !== 3) continue;
    for (let e = 0; e < nodes.length; e += width) {
      const edge = (k: number) => [0, 1, 2].map((i) => points[3 * nodes[e + k] + i] - points[3 * nodes[e] + i]);
      const [[a, b, c], [d, f, g], [h, i, j]] = [edge(1), edge(2), edge(3)];
      sum += (a * (f * j - g * i) - b * (d * j - g * h) + c * (d * i - f * h)) / 6;
    }
  }
  return sum;
}

test("Gmsh reads what is written here", { timeout: 60_000 }, (context) => {
  needsGmsh(context);
  const mesh = sampleMesh(["line2", "tri6", "quad8", "tet10", "pyramid5", "wedge15", "hex20"]);
  for (const name of ["ours.msh", "ours.msh2"]) {
    write(mesh, name);
    // Without the option it leaves out what is in no physical group.
    run("gmsh", [name, "-save", "-save_all", "-format", "msh41", "-o", "back.msh"], folder);
    const back = read("back.msh");
    expect(offMiddle(back), name).toBeLessThan(1e-15);
    for (const { type } of mesh.blocks)
      expect(
        back.blocks.map((block) => block.type),
        name,
      ).toContain(type);
    expect(back.groups.map((group) => group.name).sort(), name).toEqual(["ends", "first", "solids", "wet"]);
  }
});

/** Those that the Debian package of meshio knows in every format. */
const MESHIO: readonly ElementName[] = ["line2", "tri3", "quad4", "tet4", "tet10", "hex8", "hex20"];

test("meshio reads what is written here, and the other way round", { timeout: 60_000 }, (context) => {
  const python = needsPython(context, "meshio", "python3-meshio");
  const mesh = sampleMesh(MESHIO);
  const script = `import meshio, sys, json
m = meshio.read(sys.argv[1])
m.cell_sets, m.point_sets, m.cell_data, m.point_data = {}, {}, {}, {}
m.write(sys.argv[2], **({"file_format": "gmsh22"} if sys.argv[2].endswith("msh") else {}))
print(json.dumps({"points": len(m.points), "cells": {c.type: len(c.data) for c in m.cells}}))`;
  for (const [ours, theirs] of [
    ["m.vtu", "t.vtu"],
    ["m.vtk", "t.vtk"],
    ["m.msh", "t.msh"],
    ["m.vtu", "t.inp"],
  ]) {
    write({ ...mesh, groups: [] }, ours);
    const seen = python(script, [ours, theirs], folder) as { points: number; cells: Record<string, number> };
    expect(seen.points, ours).toBe(mesh.points.length / 3);
    expect(Object.values(seen.cells), ours).toEqual(MESHIO.map(() => 1));
    const back = read(theirs);
    expect(back.points, theirs).toEqual(mesh.points);
    expect(offMiddle(back), theirs).toBeLessThan(1e-15);
  }
});

test("VTK finds positive volumes in what is written here, and its own encodings are read", {
  timeout: 60_000,
}, (context) => {
  const python = needsPython(context, "vtk", "python3-vtk9");
  const mesh = sampleMesh(["tet4", "tet10", "pyramid5", "wedge6", "wedge15", "hex8", "hex20"]);
  write(mesh, "v.vtu");
  const script = `import vtk, json
r = vtk.vtkXMLUnstructuredGridReader(); r.SetFileName("v.vtu"); r.Update(); g = r.GetOutput()
f = vtk.vtkCellSizeFilter(); f.SetInputData(g); f.Update(); a = f.GetOutput().GetCellData().GetArray("Volume")
i = 0
for mode, encode, packed in ((0,0,0), (1,0,0), (1,0,1), (2,0,0), (2,1,0), (2,0,1), (2,1,1)):
    w = vtk.vtkXMLUnstructuredGridWriter(); w.SetFileName("w%d.vtu" % i); w.SetInputData(g); w.SetDataMode(mode); w.SetEncodeAppendedData(encode)
    w.SetCompressorTypeToZLib() if packed else w.SetCompressorTypeToNone(); w.Write(); i += 1
for version in (42, 51):
    for binary in (0, 1):
        w = vtk.vtkUnstructuredGridWriter(); w.SetFileName("w%d%d.vtk" % (version, binary)); w.SetInputData(g); w.SetFileVersion(version)
        w.SetFileTypeToBinary() if binary else w.SetFileTypeToASCII(); w.Write()
print(json.dumps([a.GetValue(i) for i in range(a.GetNumberOfTuples())]))`;
  const volumes = python(script, [], folder) as number[];
  expect(volumes).toHaveLength(mesh.blocks.length);
  for (const size of volumes) expect(size).toBeGreaterThan(0.3);
  const ours = read("v.vtu");
  for (const name of [..."0123456"].map((k) => `w${k}.vtu`)) expect(read(name), name).toEqual(ours);
  for (const name of ["w420.vtk", "w421.vtk", "w510.vtk", "w511.vtk"]) {
    const { points, blocks } = read(name);
    // VTK writes texts with fewer digits unless asked.
    points.forEach((x, k) => {
      expect(x, name).toBeCloseTo(ours.points[k], 4);
    });
    expect(blocks, name).toEqual(ours.blocks);
  }
});
