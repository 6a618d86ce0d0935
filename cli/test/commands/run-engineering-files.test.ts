/** `noether run` and `analyze` on files that engineers have: a deck, a mesh with a material. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether, path } = workplace();

/** A bar of one brick, pulled at its end. */
const MESH = `*NODE, NSET=NALL
1, 0., 0., 0.
2, 2., 0., 0.
3, 2., 1., 0.
4, 0., 1., 0.
5, 0., 0., 1.
6, 2., 0., 1.
7, 2., 1., 1.
8, 0., 1., 1.
*ELEMENT, TYPE=C3D8, ELSET=EALL
1, 1, 2, 3, 4, 5, 6, 7, 8
*NSET, NSET=wall
1, 4, 5, 8
*NSET, NSET=end
2, 3, 6, 7
`;
const REST = `*MATERIAL, NAME=M
*ELASTIC
100., 0.
*DENSITY
3.
*SOLID SECTION, ELSET=EALL, MATERIAL=M
*BOUNDARY
wall, 1, 3
*STEP
*DYNAMIC, DIRECT, ALPHA=0.
0.01, 0.5
*CLOAD
end, 1, 0.25
*END STEP
`;

test("a deck is run as it is: a bar under a sudden pull", () => {
  write("bar.inp", MESH + REST);
  const { status, stdout, stderr } = noether("run", "bar.inp", "--json", "--out", "bar.pvd");
  expect(stderr).toMatch(
    /^noether: line \d+: \*DYNAMIC: the first accelerations [^\n]*\nnoether: line 10: \*ELEMENT: C3D8 is integrated with [^\n]*\n$/,
  );
  expect(status).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({ name: "bar.inp", method: { name: "hht", alpha: 0 }, status: "completed", steps: 50 });
  // One element: q = F/k (1 - cos ωt) with k = E A/L = 50, m = ρ A L/3 = 2, of which average acceleration shows cos(nθ).
  const omega = Math.sqrt(50 / 2);
  const theta = 2 * Math.atan((omega * 0.01) / 2);
  const [ux] = result.q;
  expect(ux).toBeCloseTo((1 / 50) * (1 - Math.cos(50 * theta)), 10);
  expect(existsSync(path(join("bar", "bar_000050.vtu")))).toBe(true);
});

test("a deck's frequencies are analysed; a run of it is refused and says so", () => {
  write("modes.inp", `${MESH}${REST.slice(0, REST.indexOf("*STEP"))}*STEP\n*FREQUENCY\n3\n*END STEP\n`);
  const { status, stdout, stderr } = noether("analyze", "modes.inp", "--modes", "1", "--json");
  expect(status).toBe(0);
  expect(stderr).not.toContain("changes the result");
  expect(JSON.parse(stdout).modes[0].frequency).toBeGreaterThan(0);
  const run = noether("run", "modes.inp");
  expect(run.status).toBe(2);
  expect(run.stderr).toContain(
    "*FREQUENCY: asks for frequencies, and no motion is computed for it: noether analyze modes.inp",
  );
  expect(noether("run", "modes.inp", "--method", "newmark", "--step", "0.1", "--end", "1").status).toBe(2);
  const check = noether("check", "modes.inp");
  expect(check).toMatchObject({
    status: 0,
    stdout: "modes.inp: modes.inp, 12 unknowns; its modes: noether analyze modes.inp\n",
  });
});

test("a mesh with a material beside it", () => {
  write("bar.inp", MESH + REST);
  write("steel.yaml", "# soft\nmodel: linear-elastic\nE: 100\nnu: 0\ndensity: 3\n");
  expect(noether("convert", "bar.inp", "part.msh")).toMatchObject({ status: 0 });
  const words = [
    "--material",
    "steel.yaml",
    "--fix",
    "wall",
    "--set",
    "system.solid.loads=[{ on: end, force: [1, 0, 0] }]",
  ];
  const { stdout, stderr } = noether(
    ...["run", "part.msh", ...words, "--method", "newmark", "--step", "0.01", "--end", "0.5", "--json"],
  );
  expect(stderr).toBe("");
  const deck = JSON.parse(noether("run", "bar.inp", "--json", "--quiet").stdout);
  JSON.parse(stdout).q.forEach((value: number, k: number) => {
    expect(value).toBeCloseTo(deck.q[k], 12);
  });
  const bare = noether("run", "part.msh");
  expect(bare.stderr).toContain("part.msh: is a mesh, and says nothing of its material; give --material FILE");
  expect(bare.status).toBe(2);
});

test("check says what is in a mesh, and what it needs to be run", () => {
  write("alone.inp", MESH);
  const { status, stdout, stderr } = noether("check", "alone.inp");
  expect(status).toBe(0);
  expect(stdout).toBe(`alone.inp: a mesh of 8 nodes, elements: 1 hex8
from (0, 0, 0) to (2, 1, 1)
groups:
  NALL: 8 nodes
  wall: 4 nodes
  end: 4 nodes
  EALL: 1 elements
`);
  expect(stderr).toMatch(/no element has a material/);
  write("steel.yaml", "{ model: linear-elastic, E: 100, nu: 0, density: 3 }\n");
  const withMaterial = noether("check", "alone.inp", "--material", "steel.yaml");
  expect(withMaterial.stderr).toMatch(/to run it, give --method, --step and --end/);
  expect(noether("run", "alone.inp", "--material", "steel.yaml").stderr).toMatch(
    /alone\.inp: it asks for nothing that is computed, and no method is known for it/,
  );
});

const TIED = `${MESH}*TIE, NAME=T\nA, B\n${REST}`;

test("a deck with what is not honoured is refused, by every command, with its lines", () => {
  write("tied.inp", TIED);
  for (const words of [
    ["run", "tied.inp"],
    ["run", "tied.inp", "--quiet"],
    ["analyze", "tied.inp"],
    ["convert", "tied.inp", "matrices"],
    ["check", "tied.inp"],
  ]) {
    const { status, stdout, stderr } = noether(...words);
    expect(stderr).toMatch(
      /tied\.inp: one line changes the result and is not honoured:\n {2}line 16: \*TIE: couples displacements/,
    );
    expect(stderr).toContain("--accept-differences");
    expect(status).toBe(2);
    expect(stdout).toBe("");
  }
});

test("accepted differences mark the output, the results and the figures", () => {
  write("tied.inp", TIED);
  const accept = "--accept-differences";
  const { status, stdout, stderr } = noether(
    ...["run", "tied.inp", accept, "--json", "--quiet", "--out", "tied.csv", "--plot", "tied.svg"],
  );
  expect(status).toBe(0);
  const message = /line 16: \*TIE changes the result and is not honoured/;
  expect(stderr).toMatch(message);
  expect(JSON.parse(stdout).notices).toContainEqual({
    code: "deck-difference",
    message: expect.stringMatching(message),
  });
  expect(readFileSync(path("tied.csv"), "utf8")).toMatch(message);
  expect(readFileSync(path("tied.svg"), "utf8").replace(/<[^>]*>/g, "")).toMatch(/line 16: \*TIE/);
  // A result that is run again says it again.
  expect(noether("run", "tied.csv", "--json", "--quiet").stderr).toMatch(message);
  const analysis = noether("analyze", "tied.inp", accept, "--json");
  expect(JSON.parse(analysis.stdout).notices[0].message).toMatch(message);
  const check = noether("check", "tied.inp", accept);
  expect(check.stdout).toContain("it can be run, without what is listed above");
  expect(check.stdout).not.toMatch(/: OK$/m);
  expect(JSON.parse(noether("check", "tied.inp", accept, "--json").stdout).notices[0].code).toBe("deck-difference");
});

test("accepted differences mark the figure of a certificate and matrices for other programs", () => {
  write("tied.inp", TIED);
  const accept = "--accept-differences";
  const certified = noether("certify", "tied.inp", accept, "--plot", "certified.svg");
  expect(certified.stderr).toMatch(/line 16: \*TIE/);
  expect(readFileSync(path("certified.svg"), "utf8").replace(/<[^>]*>/g, "")).toMatch(/line 16: \*TIE/);
  const marked = /^%%MatrixMarket .*\n% .*line 16: \*TIE changes the result and is not honoured/;
  const limits = ["--memory", "1GB"];
  for (const [words, file] of [
    [["convert", "tied.inp", "tied-matrices"], join("tied-matrices", "K.mtx")],
    [["distort", "tied.inp", "--method", "newmark", "--out", "distorted"], join("distorted", "K.mtx")],
    [["compensate", "tied.inp", "--out", "other"], join("other", "K.mtx")],
  ] as const) {
    expect(noether(...words, accept, ...limits)).toMatchObject({ status: 0 });
    expect(readFileSync(path(file), "utf8")).toMatch(marked);
    expect(noether("convert", file, `${words[0]}.csv`)).toMatchObject({ status: 0, stderr: "" });
  }
  expect(readFileSync(path(join("other", "newmark.py")), "utf8")).toMatch(/^# .*line 16: \*TIE/);
});

test("the matrices of a deck", () => {
  write("bar.inp", MESH + REST);
  expect(noether("convert", "bar.inp", "bar-matrices")).toMatchObject({ status: 0 });
  expect(existsSync(path(join("bar-matrices", "K.mtx")))).toBe(true);
});
