import { expect, test } from "vitest";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { discreteGradientDefects, gradientDefect, randomNumbers, tangentDefect } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { solidOf } from "../solids.js";

const constants = { E: 10, nu: 0.3, density: 2 };
const mesh = block("quad4", { cells: [1, 1, 1] });
const plane = { vanishing: "stress", thickness: 1 } as const;
const attachments = [
  { kind: "spring", nodes: [0, null], direction: 1, constant: 7 },
  { kind: "spring", nodes: [1, 2], direction: 0, constant: 3 },
  { kind: "dashpot", nodes: [3, 0], direction: 0, constant: 4 },
  { kind: "mass", node: 3, mass: 5 },
] as const;

test("springs add ½ k (u_b − u_a)², and dashpots C", () => {
  const without = solidOf(mesh, linearElastic(constants), { plane }).system;
  const { system } = solidOf(mesh, linearElastic(constants), { plane, attachments });
  const q = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  expect(system.potential(q) - without.potential(q)).toBeCloseTo((7 * 4) / 2 + (3 * 4) / 2, 12);
  const drag = new Float64Array(8);
  system.damping?.addTo(0, q, q, drag);
  // Node 4 moves with 7, node 1 with 1, both along x.
  expect([...drag]).toEqual([24, 0, 0, 0, 0, 0, -24, 0]);
  const [here, there] = [new Float64Array(8), new Float64Array(8)];
  system.mass.apply(q, here);
  without.mass.apply(q, there);
  expect(here[6] - there[6]).toBeCloseTo(35, 13);
});

test("with large strains: exact derivatives, also over a step", () => {
  const { system } = solidOf(mesh, stVenantKirchhoff(constants), { plane, attachments: attachments.slice(0, 2) });
  const random = randomNumbers(2);
  const [a, b] = [0, 1].map(() => Float64Array.from({ length: 8 }, () => 0.1 * random()));
  // A quartic potential, so differences are exact but for rounding.
  expect(gradientDefect(system, a, 0.1)).toBeLessThan(1e-13);
  expect(tangentDefect(system, a, 0.1)).toBeLessThan(1e-13);
  const { work, symmetry, tangent } = discreteGradientDefects(system, a, b, 0.01);
  expect(work).toBeLessThan(1e-15);
  expect(symmetry).toBeLessThan(1e-14);
  expect(tangent).toBeLessThan(1e-11);
});

test("nothing hangs on a node without elements", () => {
  const lonely = { ...mesh, points: Float64Array.of(...mesh.points, 9, 9, 0) };
  const hung = [{ kind: "mass", node: 4, mass: 1 }] as const;
  expect(() => solidOf(lonely, linearElastic(constants), { plane, attachments: hung })).toThrow(
    "attachments: node 5 belongs to no element",
  );
});
