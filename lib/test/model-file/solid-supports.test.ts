/** Supports that are led at large strain: what begins or changes suddenly. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { newmark } from "../../src/methods/newmark.js";
import { buildSystem } from "../../src/model-file/build.js";
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

test("a velocity that jumps is refused at large strain, and not in the linear solid", () => {
  const path = "1e-3*max(0, t - 0.1)";
  expect(() => bar("st-venant-kirchhoff", path)).toThrow(
    /supports\[0\]\.move\.x: its velocity jumps at t = 0\.1, and at large strain the inertia of such a blow is not computed/,
  );
  expect(() => bar("linear-elastic", path)).not.toThrow();
});

test("damping by the stiffness at rest is spoken of at large strain", () => {
  const damping = "    damping: { rayleigh: [0, 0.01] }";
  const said = (material: string) => bar(material, "0", damping).notices?.map(({ code }) => code);
  expect(said("st-venant-kirchhoff")).toEqual(["stiffness-at-rest"]);
  expect(said("linear-elastic")).toEqual([]);
});
