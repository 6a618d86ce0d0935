import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readMatrixMarket, readMesh } from "noether/formats";
import { elementCount } from "noether/mesh";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether, path } = workplace();

/** Two tetrahedra, the second turned inside out, and a node without element. */
const DECK = `*NODE, NSET=everything
1, 0., 0., 0.
2, 1., 0., 0.
3, 0., 1., 0.
4, 0., 0., 1.
5, 0., 0., -1.
6, 9., 9., 9.
*ELEMENT, TYPE=C3D4, ELSET=body
1, 1, 2, 3, 4
2, 1, 2, 3, 5
*SURFACE, NAME=face
1, S1
`;

test("a mesh goes through all formats; what is wrong with it is told with its numbers", () => {
  write("part.inp", DECK);
  const first = noether("convert", "part.inp", "part.msh");
  expect(first.stdout).toBe("mesh of 6 nodes, 2 elements and 3 groups part.inp → part.msh\n");
  expect(first.stderr).toContain("1 elements had a negative volume and were turned round: 2");
  expect(first.stderr).toContain("node 6 belongs to no element");
  let before = "part.msh";
  for (const ending of [".msh2", ".vtu", ".vtk", ".inp", ".bdf", ".mesh", ".vtu"]) {
    const next = `next${before.length}${ending}`;
    expect(noether("convert", before, next), next).toMatchObject({ status: 0 });
    before = next;
  }
  // Two tetrahedra and the face on the first; points and names go in formats that have none.
  const { mesh } = readMesh(readFileSync(path(before)), before);
  expect(mesh.blocks.find(({ type }) => type === "tet4")?.nodes).toHaveLength(8);
  expect(elementCount(mesh)).toBe(3);
});

test("a model gives its matrices with the names of their rows, and its mesh", () => {
  write(
    "model.yaml",
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [1, 1, 1] } }
    material: { model: linear-elastic, E: 10, nu: 0.25, density: 3 }
    supports: [ { on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, fix: [x, y, z] } ]
`,
  );
  expect(noether("convert", "model.yaml", "matrices")).toMatchObject({ status: 0 });
  expect(readdirSync(path("matrices")).sort()).toEqual(["K.mtx", "M.mtx", "unknowns.csv"]);
  const { matrix, rows } = readMatrixMarket(readFileSync(path("matrices/M.mtx"), "utf8"));
  expect(rows).toBe(12);
  // The shape functions of the free nodes add up to x: three directions, density 3, ∫x² = 1/3.
  expect(matrix.values.reduce((sum, value) => sum + value, 0)).toBeCloseTo((3 * 3) / 3, 12);
  expect(readFileSync(path("matrices/unknowns.csv"), "utf8").split("\n")).toHaveLength(14);
  expect(noether("convert", "model.yaml", "part-K.mtx")).toMatchObject({ status: 0 });
  expect(readFileSync(path("part-K.mtx"), "utf8")).toBe(readFileSync(path("matrices/K.mtx"), "utf8"));
  expect(noether("convert", "model.yaml", "C.mtx").stderr).toContain("there is no damping in this model");
  expect(noether("convert", "model.yaml", "a.mtx").stderr).toContain("a name that says which matrix it is");
  expect(noether("convert", "model.yaml", "box.vtu")).toMatchObject({ status: 0 });
  expect(existsSync(path("box.vtu"))).toBe(true);
});

test("what is wrong with the mesh of a model is told with its matrices", () => {
  const nodes = "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n";
  const elements = "$Elements\n2\n1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 2 3 4\n$EndElements\n";
  write("twice.msh", `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n${nodes}${elements}`);
  write(
    "twice.yaml",
    "noether: 1\nsystem: { solid: { mesh: { file: twice.msh }, material: { model: linear-elastic, E: 1, nu: 0, density: 1 } } }\n",
  );
  const { status, stderr } = noether("convert", "twice.yaml", "twice-M.mtx");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "noether: element 2 repeats an earlier one\n" });
});

test("a stored result becomes the movie that the run would have written", () => {
  write(
    "swing.yaml",
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [1, 1, 1] } }
    material: { model: linear-elastic, E: 10, nu: 0.25, density: 3 }
    supports: [ { on: left, fix: all } ]
    loads: [ { gravity: [0, 0, -1] } ]
method: newmark
time: { steps: 5, step: 0.1 }
`,
  );
  expect(noether("run", "swing.yaml", "--out", "swing.h5").status).toBe(0);
  expect(noether("run", "swing.yaml", "--out", "direct.pvd").status).toBe(0);
  expect(noether("convert", "swing.h5", "later.pvd")).toMatchObject({ status: 0, stderr: "" });
  const frame = (name: string) => readFileSync(path(`${name}/${name}_000005.vtu`));
  expect(frame("later")).toEqual(frame("direct"));
  expect(noether("convert", "direct.pvd", "again.pvd").stderr).toContain("does not hold the positions of all unknowns");

  // By force the older collection is replaced when the new one is complete, and no sooner; what else is in its folder stays.
  write("later/notes.txt", "mine");
  const table = readFileSync(path("swing.h5"));
  expect(noether("run", "swing.yaml", "--set", "time.steps=3", "--out", "short.csv").status).toBe(0);
  const rows = readFileSync(path("short.csv"), "utf8");
  write("cut.csv", rows.replace(/^0\.2,/m, "x,"));
  const [list, last] = [readFileSync(path("later.pvd"), "utf8"), frame("later")];
  expect(noether("convert", "cut.csv", "later.pvd", "--force").status).toBe(2);
  expect([readFileSync(path("later.pvd"), "utf8"), frame("later")]).toEqual([list, last]);
  expect(noether("convert", "short.csv", "later.pvd", "--force")).toMatchObject({ status: 0, stderr: "" });
  const names = ["later_000000.vtu", "later_000001.vtu", "later_000002.vtu", "later_000003.vtu", "notes.txt"];
  expect(readdirSync(path("later")).sort()).toEqual(names);
  expect(readFileSync(path("later/later_000003.vtu"))).toEqual(readFileSync(path("direct/direct_000003.vtu")));
  expect(readdirSync(path(".")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(readFileSync(path("swing.h5"))).toEqual(table);
});

test("a broken mesh is refused with its line, and nothing is written", () => {
  write("broken.inp", DECK.replace("2, 1., 0., 0.", "2, 1., x, 0."));
  const { status, stderr } = noether("convert", "broken.inp", "broken.vtu");
  expect(status).toBe(2);
  expect(stderr).toContain('broken.inp:3:8: found "x" where a number is expected');
  expect(existsSync(path("broken.vtu"))).toBe(false);
});
