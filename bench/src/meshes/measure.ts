/** node measure.js make FOLDER CELLS: mesh files of 6 CELLS³ tetrahedra. node measure.js read FILE: one file read in a process of its
 *  own. node measure.js write FILE OUT: read, and only the writing measured. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMesh, writeMesh } from "noether/formats";
import { box, elementCount } from "noether/mesh";
import { cpuSeconds } from "../line.js";

const [what = "", first = "", second = ""] = process.argv.slice(2);
if (what === "make") make(first, Number(second));
else process.stdout.write(`${JSON.stringify(what === "read" ? read(first) : write(first, second))}\n`);

function make(folder: string, cells: number): void {
  const mesh = box({ size: [1, 1, 1], cells: [cells, cells, cells], element: "tet4", tetrahedra: 6 });
  // Coordinates with all their digits, as files have them.
  const points = mesh.points.map((x) => x + 1e-3 * Math.sin(1e3 * x));
  for (const name of ["mesh.msh", "mesh.msh2", "mesh.vtu", "mesh.inp", "mesh.bdf", "mesh.mesh", "mesh.vtk"]) {
    writeFileSync(join(folder, name), writeMesh({ ...mesh, points }, name).bytes);
  }
}

export interface Outcome {
  readonly elements: number;
  readonly bytes: number;
  /** CPU seconds, the file read from the disk or written to it included. */
  readonly seconds: number;
  /** The largest resident size, less what it was before, in files. */
  readonly memory: number;
}

function read(file: string): Outcome {
  const before = process.resourceUsage().maxRSS;
  let elements = 0;
  const seconds = cpuSeconds(() => {
    elements = elementCount(readMesh(readFileSync(file), file).mesh);
  });
  return outcome(file, elements, seconds, before);
}

function write(file: string, out: string): Outcome {
  const { mesh } = readMesh(readFileSync(file), file);
  const before = process.resourceUsage().maxRSS;
  const seconds = cpuSeconds(() => writeFileSync(out, writeMesh(mesh, out).bytes));
  return outcome(out, elementCount(mesh), seconds, before);
}

function outcome(file: string, elements: number, seconds: number, before: number): Outcome {
  const bytes = statSync(file).size;
  const grown = 1024 * (process.resourceUsage().maxRSS - before);
  return { elements, bytes, seconds, memory: Number((grown / bytes).toFixed(2)) };
}
