/** Prescribed displacements at large strain: what begins or changes suddenly. */
import { describe, expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { newmark } from "../../src/methods/newmark.js";
import { buildProblem, buildSystem } from "../../src/model-file/build.js";
import { loadModel } from "../../src/model-file/load.js";

const bar = (material: string, path: string, damping = "") =>
  buildSystem(
    loadModel(`
noether: 1
system:
  solid:
    mesh: { box: { size: [2, 1, 1], cells: [4, 1, 1] } }
    material: { model: ${material}, E: 100, nu: 0, density: 1 }
    supports:
      - { on: { plane: { point: [0, 0, 0], normal: [1, 0, 0] } }, move: { x: "${path}", y: 0, z: 0 } }
${damping}
`),
  );

const endOf = ({ problem, body }: ReturnType<typeof bar>) => {
  const { last, status } = run(problem, newmark(), { time: { step: 0.005, steps: 40 } });
  expect(status).toBe("completed");
  const u = new Float64Array(3 * 20);
  body?.fields.find(({ name }) => name === "displacement")?.evaluate(last.t, last.q, last.v, u);
  return u;
};

test("a support that begins with a velocity finds a body at rest, as in the linear solid", () => {
  const path = "1e-3*t";
  const linear = endOf(bar("linear-elastic", path));
  const large = endOf(bar("st-venant-kirchhoff", path));
  const size = Math.max(...linear.map(Math.abs));
  expect(size).toBeGreaterThan(1e-4);
  // Of the end that the wave has not reached nothing has moved: strains of 1e-4 are what the two differ by; the mass that couples
  // the support to its neighbours is met at once here and with the first step there.
  expect(Math.max(...linear.map((x, i) => Math.abs(x - large[i])))).toBeLessThan(0.05 * size);
});

describe("a blow of a support", () => {
  const kinked = "1e-3*max(0, t - 0.1)";
  const jumping = "if(t < 0.1, 0, 1e-3)";
  const lumped = "    mass: lumped";
  const damped = "    damping: { rayleigh: [0, 0.01] }";

  test("is refused at large strain", () => {
    expect(() => bar("st-venant-kirchhoff", kinked)).toThrow(
      /supports\[0\]\.move\.x: its velocity jumps at t = 0\.1, and at large strain all that moves with the support feels it/,
    );
  });

  test("is refused where a consistent mass feels it, and not with a lumped one", () => {
    expect(() => bar("linear-elastic", kinked)).toThrow(
      /its velocity jumps at t = 0\.1, and a consistent mass couples.*or mass: lumped/,
    );
    expect(() => bar("linear-elastic", jumping)).toThrow(/its place jumps at t = 0\.1/);
    expect(() => bar("linear-elastic", kinked, lumped)).not.toThrow();
    expect(() => bar("linear-elastic", jumping, lumped)).not.toThrow();
    expect(() => bar("linear-elastic", jumping, `${lumped}\n${damped}`)).toThrow(
      /its place jumps at t = 0\.1, and a damping couples/,
    );
  });

  // u'' = (s − u) K/m with all mass at the end of one bar: exact from the kink on.
  test("moves a lumped mass as it should", () => {
    const [k, m, h] = [3, 3, 0.01];
    const plan = buildProblem(
      loadModel(`
noether: 1
system:
  solid:
    mesh: { box: { size: [1], cells: [1], element: line2 } }
    area: 1
    mass: lumped
    material: { model: linear-elastic, E: ${k}, nu: 0.3, density: ${2 * m} }
    supports: [ { on: left, move: { x: "max(0, t - 0.5)" } } ]
start: { q: [0], v: [0] }
method: { name: gauss, stages: 3 }
time: { end: 1, step: ${h} }
`),
    );
    const { last } = run(plan.problem, plan.method, { time: plan.time });
    expect(last.q[0]).toBeCloseTo(0.5 - Math.sin(0.5), 12);
  });
});

test("damping by the stiffness at rest is spoken of at large strain", () => {
  const damping = "    damping: { rayleigh: [0, 0.01] }";
  const said = (material: string) => bar(material, "0", damping).notices?.map(({ code }) => code);
  expect(said("st-venant-kirchhoff")).toEqual(["stiffness-at-rest"]);
  expect(said("linear-elastic")).toEqual([]);
});

describe("paths that are smooth where they begin and end", () => {
  const [start, length] = [0.13, 0.37];
  const s = `((t - ${start})/${length})`;
  const within = (inside: string) => `if(t < ${start}, 0, if(t < ${start + length}, ${inside}, 1))`;

  test.each([
    ["a quintic step", within(`${s}^3*(10 - 15*${s} + 6*${s}^2)`)],
    ["a step of degree seven", within(`${s}^4*(35 - 84*${s} + 70*${s}^2 - 20*${s}^3)`)],
    ["a cycloid", within(`${s} - sin(2*pi*${s})/(2*pi)`)],
    ["a cosine", within(`(1 - cos(pi*${s}))/2`)],
  ])("%s is taken", (_, path) => {
    expect(() => bar("linear-elastic", path)).not.toThrow();
    expect(() => bar("st-venant-kirchhoff", path)).not.toThrow();
  });

  test("a kink at the end of the run, or after it, is not felt", () => {
    const until = (end: number) =>
      buildSystem(
        loadModel(`
noether: 1
system:
  solid:
    mesh: { box: { size: [1], cells: [2], element: line2 } }
    area: 1
    material: { model: linear-elastic, E: 3, nu: 0.3, density: 6 }
    supports: [ { on: left, move: { x: "min(t, 1)" } } ]
time: { end: ${end}, step: 0.01 }
`),
      );
    expect(() => until(1)).not.toThrow();
    expect(() => until(0.5)).not.toThrow();
    expect(() => until(1.5)).toThrow(/its velocity jumps at t = 1/);
  });
});
