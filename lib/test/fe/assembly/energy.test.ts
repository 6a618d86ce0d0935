import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import type { System } from "../../../src/core/system.js";
import { stVenantKirchhoff } from "../../../src/fe/materials/st-venant-kirchhoff.js";
import { solid } from "../../../src/fe/solid.js";
import type { Mesh } from "../../../src/mesh/mesh.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { extremes } from "../../../src/observers/extremes.js";
import { discreteGradientDefects, randomNumbers } from "../../systems/derivatives.js";
import { block } from "../meshes.js";
import { bare, HYPERELASTIC, solidOf } from "../solids.js";

const truss: Mesh = {
  points: Float64Array.of(0, 0, 0, 1, 0, 0.2, 0, 1, 0, 0.3, 0.2, 1),
  nodeNumbers: null,
  blocks: [{ type: "line2", nodes: Int32Array.of(0, 1, 1, 2, 2, 0, 0, 3, 1, 3, 2, 3), numbers: null }],
  groups: [],
};
const systems: readonly { readonly name: string; readonly system: System }[] = [
  ...HYPERELASTIC.flatMap((material) =>
    (["tet4", "hex8"] as const).map((type) => ({
      name: `${type}, ${material.name}, with a spring and a plane`,
      system: solidOf(block(type, { cells: [1, 1, 1] }), material, {
        attachments: [{ kind: "spring", nodes: [0, 6], direction: 1, constant: 2 }],
        contacts: [{ point: [0, 0, 0.05], normal: [0, 0, 1], penalty: 0.05, friction: 0 }],
      }).system,
    })),
  ),
  {
    name: "truss",
    system: solid({
      ...bare(truss),
      regions: [
        {
          material: stVenantKirchhoff({ E: 10, nu: 0.3, density: 2 }),
          elements: Int32Array.of(0, 1, 2, 3, 4, 5),
          area: 0.3,
        },
      ],
    }).system,
  },
];

describe.each(systems)("$name", ({ system }) => {
  const random = randomNumbers(3);
  const [a, b] = [0, 1].map(() => Float64Array.from({ length: system.dof }, () => 0.02 * random()));
  const { discreteGradient } = system;
  const resisting = discreteGradient?.resisting?.(0.3);
  if (discreteGradient === null || resisting === undefined) throw new Error("a discrete gradient expected");

  test("a resistance takes energy, in both directions the same, and has its tangent", () => {
    const [plain, damped] = [new Float64Array(system.dof), new Float64Array(system.dof)];
    discreteGradient.between(a, b, plain);
    resisting.between(a, b, damped);
    const taken = damped.reduce((sum, f, i) => sum + (f - plain[i]) * (b[i] - a[i]), 0);
    expect(taken).toBeGreaterThan(0.1 * Math.abs(system.potential(b) - system.potential(a)));
    const { tangent } = discreteGradientDefects({ ...system, discreteGradient: resisting }, a, b, 1e-4);
    expect(tangent).toBeLessThan(1e-8);
  });
});

test("algorithmic damping of a tumbling block takes its vibration and leaves its momenta", () => {
  const mesh = block("tet4", { cells: [2, 1, 1], sides: [2, 1, 1] });
  const { system, rates } = solidOf(mesh, HYPERELASTIC[1]);
  const velocities = mesh.points.map((_, i) => {
    const [x, y] = [mesh.points[i - (i % 3)] - 1, mesh.points[i - (i % 3) + 1] - 0.5];
    return [-2 * y + 0.8 * x, 2 * x, 1][i % 3];
  });
  const problem = { system, t0: 0, q0: new Float64Array(system.dof), v0: rates(0, velocities) };
  const { observed, status, ledger } = run(problem, energyMomentum({ momentum: "angular", damping: 0.3 }), {
    time: { step: 0.05, steps: 60 },
    observe: { kept: extremes(system.invariants) },
    ledger: true,
  });
  expect(status).toBe("completed");
  for (const { name, initial, min, max } of observed.kept) {
    if (name === "energy") expect(max).toBeLessThan(initial * (1 + 1e-12));
    else expect((max - min) / Math.max(1, Math.abs(initial)), name).toBeLessThan(1e-11);
  }
  expect(ledger?.algorithmic).toBeGreaterThan(0.01);
  // What is left unexplained is rounding of energies of about ten.
  expect(Math.abs(ledger?.residual ?? 1)).toBeLessThan(1e-11);
});
