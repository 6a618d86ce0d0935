/** Meshes: how long a million tetrahedra take to be read and written in every format, and how much memory. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Outcome } from "./measure.js";

const execute = promisify(execFile);
const program = fileURLToPath(new URL("measure.js", import.meta.url));
/** 6 · 56³ = 1,053,696 tetrahedra. */
const CELLS = 56;
const ROUNDS = 3;

const TASKS = [
  ["Gmsh 4.1 binary, read", "read", "mesh.msh"],
  ["Gmsh 2.2 text, read", "read", "mesh.msh2"],
  ["VTU appended, read", "read", "mesh.vtu"],
  ["VTK binary, read", "read", "mesh.vtk"],
  ["Abaqus, read", "read", "mesh.inp"],
  ["Medit, read", "read", "mesh.mesh"],
  ["Nastran, read", "read", "mesh.bdf"],
  ["VTU appended, write", "write", "out.vtu"],
  ["Gmsh 4.1 binary, write", "write", "out.msh"],
  ["Abaqus, write", "write", "out.inp"],
] as const;

export const meshes: Workload = {
  id: "meshes",
  title: "mesh files of a million tetrahedra, read and written",
  remark:
    "CPU time of one thread in a fresh process, best of three; memory is the growth of the largest resident size in files.",
  async *lines() {
    const folder = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      await execute(process.execPath, [program, "make", folder, String(CELLS)]);
      for (const [peer, task, name] of TASKS) yield await measured(folder, peer, task, name);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function measured(folder: string, peer: string, task: "read" | "write", name: string): Promise<Line> {
  const words =
    task === "read" ? ["read", join(folder, name)] : ["write", join(folder, "mesh.msh"), join(folder, name)];
  const outcomes: Outcome[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await execute(process.execPath, [program, ...words]);
    outcomes.push(JSON.parse(stdout) as Outcome);
  }
  const best = outcomes.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const expected = 6 * CELLS * CELLS * CELLS;
  const read = best.elements;
  return {
    workload: "meshes",
    peer,
    n: read,
    steps: 1,
    seconds: best.seconds,
    seconds_per_step: best.seconds,
    measure: "elements missing",
    error: Math.max(0, expected - read),
    ok: read >= expected,
    bytes: best.bytes,
    memory_in_files: Math.max(...outcomes.map(({ memory }) => memory)),
  };
}
