import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const place = workplace();
place.write(
  "two.yaml",
  `noether: 1
system:
  matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]], damping: [[0.2, 0], [0, 0.1]] }
  force: [cos(t), 0]
start: { q: [1, 0], v: [0, 0.5] }
method: { name: newmark, beta: 1/6, compensate: fourth-order }
time: { end: 4, step: 0.1 }
`,
);

test("plain Newmark on the files gives what compensated Newmark gives on the model", () => {
  const { status, stdout } = place.noether("compensate", "two.yaml", "--out", "files", "--json");
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: "fourth-order",
    form: "paper",
    step: 0.1,
    processedVelocity: false,
  });
  // K̂ is not symmetric by some 1e-5, as the paper's form is under such a damping; the mass form's stiffness is.
  expect(place.noether("compensate", "two.yaml", "--form", "symmetric", "--out", "symmetric").status).toBe(0);
  place.write(
    "elsewhere.yaml",
    `noether: 1
system:
  matrices: { mass: { file: symmetric/M.mtx }, stiffness: { file: symmetric/K.mtx }, damping: { file: symmetric/C.mtx } }
  force: { table: { file: symmetric/load.csv } }
start: { q: [1, 0], v: [0, 0.5] }
method: { name: newmark, beta: 1/6 }
time: { end: 4, step: 0.1 }
`,
  );
  const there = JSON.parse(place.noether("run", "elsewhere.yaml", "--json").stdout);
  const here = JSON.parse(
    place.noether("run", "two.yaml", "--method", "newmark(beta=1/6, compensate=fourth-order, form=symmetric)", "--json")
      .stdout,
  );
  expect(there.q[0]).toBeCloseTo(here.q[0], 12);
  expect(there.v[1]).toBeCloseTo(here.v[1], 12);
});

test("what other programs read is beside it", () => {
  place.noether(
    "compensate",
    "two.yaml",
    "--out",
    "more",
    "--kind",
    "damping",
    "--gamma",
    "0.6",
    "--beta",
    "0.3025",
    "--quiet",
  );
  const text = (name: string) => readFileSync(place.path(`more/${name}`), "utf8");
  expect(text("opensees.tcl")).toContain("integrator Newmark 0.6 0.3025");
  expect(text("abaqus.inp")).toContain("*MATRIX ASSEMBLE, STIFFNESS=K, MASS=M, VISCOUS DAMPING=C");
  expect(text("M.inp")).toBe("1, 1, 1, 1, 2\n2, 1, 2, 1, 1\n");
  expect(text("C.mtx")).toMatch(/^%%MatrixMarket matrix/);
});

test.each([
  [["--beta", "x"], /--beta: found "x"; accepted: a number from 0 to 1/],
  [["--kind", "third-order"], /third-order/],
  [["--step", "3"], /would be unstable/],
])("%j is refused", (words, message) => {
  const { status, stderr } = place.noether("compensate", "two.yaml", "--out", "none", ...words);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});

test("a solid of some thousand unknowns is exported", () => {
  place.write(
    "block.yaml",
    `noether: 1
system:
  solid:
    mesh: { box: { size: [1, 1, 1], cells: [8, 8, 8], element: hex8 } }
    material: { model: linear-elastic, E: 1e6, nu: 0.3, density: 1000 }
    mass: lumped
    supports: [{ on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, fix: [x, y, z] }]
start: { v: [1, 0, 0] }
method: newmark
time: { end: 0.1, step: 0.001 }
`,
  );
  const { status, stderr } = place.noether("compensate", "block.yaml", "--out", "block");
  expect(stderr).not.toMatch(/call stack/);
  expect(status).toBe(0);
});

test("a record through another β costs another solver its order, and that is said", () => {
  place.write("kinks.csv", "t,a,b\n0,0,0\n1,1,0.5\n2,-1,0\n4,0,0\n");
  place.write(
    "kinks.yaml",
    `noether: 1
system:
  matrices: { mass: [2, 1], stiffness: [[3, -1], [-1, 2]] }
  force: { table: { file: kinks.csv } }
method: newmark
time: { end: 4, step: 0.1 }
`,
  );
  const codes = (...words: string[]) =>
    JSON.parse(
      place.noether("compensate", "kinks.yaml", "--json", "--force", "--out", "kinks", ...words).stdout,
    ).notices.map(({ code }: { code: string }) => code);
  expect(codes()).toEqual([]);
  expect(codes("--beta", "1/4")).toEqual(["load-kinks"]);
  expect(codes("--kind", "sixth-order")).toEqual(["load-kinks"]);
});
