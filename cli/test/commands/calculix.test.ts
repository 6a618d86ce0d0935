/** The same deck in CalculiX and here: frequencies, and a transient under the same scheme. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readMesh, writeAbaqus } from "noether/formats";
import { box, nodeCount, nodeNumber } from "noether/mesh";
import { expect, test } from "vitest";
import { needsCalculix } from "../../../lib/test/programs.js";
import { workplace } from "../program.js";

const { write, noether, path, folder } = workplace();

/** A cantilever of bricks with nodes in the middle of their edges, which both integrate alike. */
function deck(step: string): string {
  const mesh = box({ size: [4, 1, 1], cells: [4, 1, 1], element: "hex20" });
  const numbers = (x: number) =>
    Array.from({ length: nodeCount(mesh) }, (_, k) => k)
      .filter((k) => mesh.points[3 * k] === x)
      .map((k) => nodeNumber(mesh, k));
  const text = new TextDecoder().decode(writeAbaqus({ ...mesh, groups: [] }).bytes);
  return `${text.replace("*ELEMENT, ", "*ELEMENT, ELSET=EALL, ")}*NSET, NSET=ROOT
${numbers(0).join(",\n")}
*NSET, NSET=TIP
${numbers(4).join(",\n")}
*MATERIAL, NAME=M
*ELASTIC
1000., 0.3
*DENSITY
1.
*SOLID SECTION, ELSET=EALL, MATERIAL=M
*BOUNDARY
ROOT, 1, 3
*AMPLITUDE, NAME=RAMP
0., 0., 0.5, 1., 10., 1.
*STEP, INC=1000
${step}
*END STEP
`;
}

test("the lowest frequencies of a cantilever", { timeout: 60_000 }, (context) => {
  needsCalculix(context);
  write("modes.inp", deck("*FREQUENCY\n4"));
  spawnSync("ccx", ["modes"], { cwd: folder });
  const theirs = [...readFileSync(path("modes.dat"), "utf8").matchAll(/^ +\d+ +\S+ +(\S+) +\S+ +\S+$/gm)];
  const { modes } = JSON.parse(noether("analyze", "modes.inp", "--modes", "4", "--json").stdout);
  expect(theirs).toHaveLength(4);
  // It prints seven digits.
  theirs.forEach(([, omega], k) => {
    expect(modes[k].frequency / Number(omega)).toBeCloseTo(1, 6);
  });
});

test("every displacement of the tip after forty steps of the same scheme", { timeout: 60_000 }, (context) => {
  needsCalculix(context);
  const step =
    "*DYNAMIC, DIRECT, ALPHA=-0.1\n0.05, 2.\n*CLOAD, AMPLITUDE=RAMP\nTIP, 3, -0.1\n*NODE PRINT, NSET=TIP, FREQUENCY=40\nU";
  write("motion.inp", deck(step));
  spawnSync("ccx", ["motion"], { cwd: folder });
  const rows = [...readFileSync(path("motion.dat"), "utf8").matchAll(/^ +(\d+) +(\S+) +(\S+) +(\S+)$/gm)].slice(-8);
  expect(rows).toHaveLength(8);
  const { stdout, stderr } = noether("run", "motion.inp", "--quiet", "--json", "--state");
  // Only what CalculiX does after sudden loads, and this one grows from 0.
  // And that the tip bends by more than linear theory is made for, in both programs.
  expect(stderr).toMatch(
    /^noether: line \d+: \*DYNAMIC: the first accelerations [^\n]*\nnoether: at t = 2 the ends of an element have moved [^\n]* by 0\.14 [^\n]*\n$/,
  );
  const { mesh } = readMesh(readFileSync(path("motion.inp")), "motion.inp");
  const labels = labelled(mesh, JSON.parse(stdout).q);
  for (const [, number, ...displacement] of rows) {
    const ours = labels.get(Number(number));
    // Seven digits of a tip that moves by about 0.2.
    displacement.forEach((theirs, direction) => {
      expect(ours?.[direction]).toBeCloseTo(Number(theirs), 6);
    });
  }
});

/** Displacements by the numbers of nodes: unknowns are counted node by node, without those that are fixed. */
function labelled(mesh: ReturnType<typeof readMesh>["mesh"], q: readonly number[]): Map<number, number[]> {
  const free = Array.from({ length: nodeCount(mesh) }, (_, k) => k).filter((k) => mesh.points[3 * k] !== 0);
  return new Map(free.map((node, k) => [nodeNumber(mesh, node), q.slice(3 * k, 3 * k + 3)]));
}
