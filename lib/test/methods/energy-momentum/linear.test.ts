import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { energyMomentum } from "../../../src/methods/energy-momentum.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { startingFrom } from "../../../src/models/model.js";
import { shearBuilding } from "../../../src/models/structures/shear-building.js";
import { linearSystem } from "../../../src/systems/linear.js";
import { spring } from "../oscillator.js";
import { expectState, variations } from "../variations.js";

describe("linear systems", () => {
  test("take the midpoint rule's step for α = 0, with the mean of the loads at both ends", () => {
    const time = { step: 0.3, steps: 20 };
    const [a, b] = [energyMomentum(), midpoint()].map(
      (method) => run(spring({ c: 0.2, v: 0.5 }), method, { time }).last,
    );
    expectState(a, [...b.q], [...b.v], 1e-14);
  });

  test("the one solve and the iteration agree", () => {
    const problem = shearBuilding({ storeys: 4, displacement: 0.01 });
    const { system } = problem;
    if (system.kind !== "linear") throw new Error("a shear building is linear");
    const { stiffness, viscosity, ...rest } = system;
    const nonlinear = { ...problem, system: { ...rest, kind: "nonlinear" as const } };
    const time = { step: 0.02, steps: 100 };
    const [a, b] = [problem, nonlinear].map((p) => run(p, energyMomentum({ damping: 0.07 }), { time }).last);
    const size = Math.max(...a.q.map(Math.abs));
    // A hundred solves of equations of condition 1e3.
    for (const [i, value] of a.q.entries()) expect(Math.abs(value - b.q[i])).toBeLessThan(1e-11 * size);
  });

  test("a system by matrices keeps its energy, solve by solve", () => {
    const system = linearSystem({
      mass: diagonalMass([2, 1]),
      stiffness: fromRows([
        [3, -1],
        [-1, 1],
      ]),
    });
    const { of } = variations(startingFrom(system, [1, 0], [0, 1]), energyMomentum(), 0.5, 10_000);
    expect(of("energy")).toBeLessThan(1e-12);
  });
});
