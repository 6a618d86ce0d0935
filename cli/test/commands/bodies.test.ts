/** Solids and frames on the command line. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { workplace } from "../program.js";

const { path, write, noether } = workplace();

const BAR = `
noether: 1
name: Bar
system:
  solid:
    mesh: { box: { size: [1, 0.1, 0.1], cells: [4, 1, 1], element: tet4 } }
    material: { model: linear-elastic, E: 210e9, nu: 0.3, density: 7850 }
    supports: [ { on: left, fix: all } ]
    loads: [ { on: right, force: [0, 0, "-1e3*sin(300*t)"] } ]
method: newmark
time: { end: 0.01, step: 1e-4 }
record: { probes: { tip: uz5 } }
`;
write("bar.yaml", BAR);
write("free.yaml", BAR.replace(/ {4}supports.*\n/, "").replace("time:", "start: equilibrium\ntime:"));

describe("a solid", () => {
  test("is checked", () => {
    const { stdout, status } = noether("check", "bar.yaml", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      system: "solid",
      unknowns: 48,
      nodes: 20,
      elements: 24,
      linear: true,
    });
  });

  test("is run and drawn: energies, probes and the body", () => {
    const { status, stderr } = noether("run", "bar.yaml", "--plot", "bar.svg", "--out", "bar.csv");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const svg = readFileSync(path("bar.svg"), "utf8");
    expect(svg).toContain("von Mises");
    expect(svg).toContain("Probes");
    expect(svg).not.toContain("coordinates that move most");
  });

  test("is drawn from its result", () => {
    expect(noether("plot", "bar.csv", "-o", "again.svg").status).toBe(0);
    expect(readFileSync(path("again.svg"), "utf8")).toContain("von Mises");
  });

  test("has modes, which ParaView can show", () => {
    const { stdout, status } = noether("analyze", "bar.yaml", "-n", "3", "--out", "modes.pvd");
    expect(status).toBe(0);
    expect(stdout).not.toContain("rigid");
    expect(existsSync(path("modes/modes_000002.vtu"))).toBe(true);
  });

  test("that nothing holds has six rigid motions and no equilibrium", () => {
    const { stdout } = noether("analyze", "free.yaml", "-n", "8", "--set", "start={}");
    expect(stdout).toContain("6 modes are rigid motions");
    const { stderr, status } = noether("run", "free.yaml");
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /start: there is no equilibrium: the stiffness matrix is singular: node \d+, direction [xyz], is not restrained/,
    );
  });
});

test("a group that the mesh does not have", () => {
  write("odd.yaml", BAR.replace("on: left", "on: lefft"));
  const { stderr, status } = noether("check", "odd.yaml");
  expect(status).toBe(2);
  expect(stderr).toMatch(/odd\.yaml:8:23: .*there is no group "lefft"\. Did you mean "left"\? Accepted: left, right/);
});
