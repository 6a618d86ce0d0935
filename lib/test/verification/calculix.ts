/** CalculiX beside us: decks of the same mesh, material and start, and what it prints. It reads twenty characters of a number, prints seven
 *  digits, and iterates to a thousandth of the force unless it is told otherwise. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeAbaqus } from "../../src/formats/mesh/abaqus-write.js";
import { elementCount, type Mesh, nodeCount } from "../../src/mesh/mesh.js";

export interface Deck {
  readonly mesh: Mesh;
  /** Cards of the material. */
  readonly material: readonly string[];
  readonly density: number;
  /** Nodes that cannot move. */
  readonly fixed: Int32Array;
  /** Three numbers a node. */
  readonly velocities?: Float64Array;
  /** Cards between *STEP and *END STEP. */
  readonly step: readonly string[];
  readonly nonlinear?: boolean;
}

/** What CalculiX prints into its .dat file. */
export function solved(deck: Deck): string {
  const folder = mkdtempSync(join(tmpdir(), "noether-calculix-"));
  try {
    writeFileSync(join(folder, "deck.inp"), textOf(deck));
    execFileSync("ccx", ["-i", "deck"], {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, OMP_NUM_THREADS: "1" },
    });
    return readFileSync(join(folder, "deck.dat"), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function textOf({ mesh, material, density, fixed, velocities, step, nonlinear = false }: Deck): string {
  const { bytes } = writeAbaqus({ ...mesh, groups: [] });
  const count = nodeCount(mesh);
  const start = Array.from(velocities ?? [], (v, i) =>
    v === 0 ? "" : `${Math.floor(i / 3) + 1}, ${(i % 3) + 1}, ${short(v)}`,
  ).filter((line) => line !== "");
  return [
    new TextDecoder().decode(bytes).trim(),
    `*NSET, NSET=NALL, GENERATE\n1, ${count}, 1`,
    `*ELSET, ELSET=EALL, GENERATE\n1, ${elementCount(mesh)}, 1`,
    "*MATERIAL, NAME=M",
    ...material,
    `*DENSITY\n${short(density)}`,
    "*SOLID SECTION, ELSET=EALL, MATERIAL=M",
    ...(fixed.length === 0 ? [] : ["*BOUNDARY", ...Array.from(fixed, (node) => `${node + 1}, 1, 3`)]),
    ...(start.length === 0 ? [] : ["*INITIAL CONDITIONS, TYPE=VELOCITY", ...start]),
    `*STEP, INC=100000${nonlinear ? ", NLGEOM" : ""}`,
    ...step,
    "*END STEP\n",
  ].join("\n");
}

const short = (value: number) => Number(value.toPrecision(13)).toExponential();

/** Displacements of all nodes at all printed times. */
export function displacements(printed: string, nodes: number): Float64Array[] {
  const rows = [...printed.matchAll(/^\s+(\d+)((?:\s+-?\d\.\d+E[+-]\d+){3})\s*$/gm)];
  const times = rows.length / nodes;
  return Array.from({ length: times }, (_, k) => {
    const u = new Float64Array(3 * nodes);
    for (const [, node, values] of rows.slice(k * nodes, (k + 1) * nodes)) {
      u.set(values.trim().split(/\s+/).map(Number), 3 * (Number(node) - 1));
    }
    return u;
  });
}

/** Angular frequencies of a *FREQUENCY step. */
export function frequencies(printed: string): number[] {
  return [...printed.matchAll(/^\s+\d+\s+\S+\s+(\d\.\d+E[+-]\d+)\s+\d\.\d+E[+-]\d+\s+\S+\s*$/gm)].map(([, w]) =>
    Number(w),
  );
}

/** The mean stress of every element in the last *EL PRINT of its integration points, xx, yy, zz, xy, yz, zx, and the largest at a point. */
export function meanStresses(printed: string, elements: number): { mean: Float64Array; largest: number } {
  let largest = 0;
  const mean = new Float64Array(6 * elements);
  const last = printed.slice(printed.lastIndexOf(" stresses "));
  const rows = [...last.matchAll(/^\s+(\d+)\s+\d+((?:\s+-?\d\.\d+E[+-]\d+){6})/gm)];
  const points = rows.length / elements;
  for (const [, element, values] of rows) {
    const [xx, yy, zz, xy, zx, yz] = values.trim().split(/\s+/).map(Number);
    [xx, yy, zz, xy, yz, zx].forEach((value, c) => {
      largest = Math.max(largest, Math.abs(value));
      mean[6 * (Number(element) - 1) + c] += value / points;
    });
  }
  return { mean, largest };
}
