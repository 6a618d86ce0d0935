/** Messages name the file that is wrong, and a place in it that its author knows. */
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether } = workplace();

const refused = (...words: string[]) => {
  const { status, stderr } = noether(...words);
  expect(status, stderr).toBe(2);
  return stderr;
};

write(
  "cube.inp",
  `*NODE
1, 0., 0., 0.
2, 1., 0., 0.
3, 0., 1., 0.
4, 0., 0., 1.
*ELEMENT, TYPE=C3D4, ELSET=ALL
1, 1, 2, 3, 4
`,
);

test("what is wrong in the file of --material is said with its name and its lines", () => {
  write("steel.yaml", "\uFEFF---\r\nmodel: linear-elastic\r\nE: -1\r\nnu: 0.3\r\ndensity: 1\r\n");
  expect(refused("analyze", "cube.inp", "--material", "steel.yaml")).toMatch(
    /steel\.yaml:3:4: system\.solid\.material\.E: Young's modulus is -1/,
  );
  write("steel.yaml", "model: linear-elastic\r\nE: [\r\n");
  expect(refused("analyze", "cube.inp", "--material", "steel.yaml")).toMatch(
    /steel\.yaml:\d:\d+: model: not valid YAML/,
  );
});

test("records of one sample are called so, by name", () => {
  write("one.csv", "t,a\n0,0.1\n");
  write("one.txt", "1 0.02\n0.1\n");
  for (const name of ["one.csv", "one.txt"])
    expect(refused("spectrum", name, "--periods", "1")).toMatch(`${name}: has one sample, and a spectrum needs two`);
});

test("compensated matrices beyond the range of numbers are refused", () => {
  write(
    "wide.yaml",
    `noether: 1
system: { matrices: { mass: [1, 1], damping: [0.1, 0.1], stiffness: [[1e160, -1], [-1, 3]] } }
method: newmark
time: { steps: 3, step: 0.1 }
`,
  );
  expect(refused("compensate", "wide.yaml", "--kind", "fourth-order")).toMatch(
    /wide\.yaml: the compensated (?:damping|stiffness) is beyond the range of numbers/,
  );
});

test("check does not call a step well that is known to be unstable", () => {
  write(
    "stiff.yaml",
    `noether: 1
system: { coordinates: [x], mass: 1, potential: 1e4*x^2/2 }
start: { q: [1], v: [0] }
method: central-difference
time: { end: 1, step: 0.1 }
`,
  );
  const { status, stdout, stderr } = noether("check", "stiff.yaml");
  expect(status).toBe(0);
  expect(stderr).toMatch(/central-difference is unstable/);
  expect(stdout).toMatch(/it can be run, and will fail as said above/);
});

test("a name that two groups of a mesh share is taken for both, and that is said", () => {
  write(
    "same.msh",
    `$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 1 "part"
3 1 "part"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
2
1 2 2 1 1 1 2 3
2 4 2 1 1 1 2 3 4
$EndElements
`,
  );
  write(
    "same.yaml",
    `noether: 1
system: { solid: { mesh: same.msh, material: { model: linear-elastic, E: 1, nu: 0.3, density: 1 }, supports: [{ on: part, fix: [x] }] } }
method: newmark
time: { steps: 2, step: 0.01 }
`,
  );
  expect(noether("check", "same.yaml").stderr).toMatch(
    /the mesh has 2 groups of the name "part", and all of them are taken/,
  );
});

test("a body of gigabytes is announced by check, not built", () => {
  write(
    "plate.yaml",
    `noether: 1
system: { solid: { mesh: { box: { size: [1, 1, 1], cells: [800, 800, 1] } }, material: { model: linear-elastic, E: 1, nu: 0.3, density: 1 } } }
method: newmark
time: { steps: 1, step: 1 }
`,
  );
  const { status, stdout } = noether("check", "plate.yaml", "--memory", "100GB");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /3\.85e6 unknowns, at least 9\.62 GB\): the file is well-formed, its method and time are right; what only shows/,
  );
  const faulty = noether("check", "plate.yaml", "--memory", "100GB", "--step", "-1");
  expect(faulty.status).toBe(2);
  expect(faulty.stderr).toMatch(/--step -1: time\.step: the step is -1; accepted: a number > 0/);
  expect(noether("check", "plate.yaml", "--memory", "100GB", "--method", "newmarc").stderr).toMatch(/newmarc/);
  expect(noether("check", "plate.yaml", "--memory", "2GB").stderr).toMatch(
    /take at least 9\.62 GB, and the memory that may be used is 2\.00 GB/,
  );
});
