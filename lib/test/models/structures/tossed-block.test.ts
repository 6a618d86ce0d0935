import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { midpoint } from "../../../src/methods/midpoint.js";
import { tossedBlock } from "../../../src/models/structures/tossed-block.js";

const invariant = (problem: ReturnType<typeof tossedBlock>, name: string) => {
  const found = problem.system.invariants.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found.value(0, problem.q0, problem.v0);
};

test.each(["consistent", "lumped"] as const)("with a %s mass it flies upwards and turns about all axes", (mass) => {
  const problem = tossedBlock({ cells: 2, mass, density: 3, speed: 2 });
  expect(invariant(problem, "linear-momentum-x")).toBeCloseTo(0, 12);
  expect(invariant(problem, "linear-momentum-z")).toBeCloseTo(2 * 3 * 2, 12);
  if (mass === "lumped") return;
  // A box of 2 × 1 × 1: I_x = m (1 + 1)/12, I_y = I_z = m (4 + 1)/12, times ω = (0.5, 1, 2).
  expect(invariant(problem, "angular-momentum-x")).toBeCloseTo((6 * 2 * 0.5) / 12, 12);
  expect(invariant(problem, "angular-momentum-y")).toBeCloseTo((6 * 5 * 1) / 12, 12);
  expect(invariant(problem, "angular-momentum-z")).toBeCloseTo((6 * 5 * 2) / 12, 12);
});

test("not pulled apart and not turning, it flies as one piece", () => {
  const problem = tossedBlock({ spin: 0, stretch: 0 });
  const { last } = run(problem, midpoint(), { time: { step: 0.02, steps: 10 } });
  last.q.forEach((value, i) => {
    expect(value).toBeCloseTo(i % 3 === 2 ? 0.2 : 0, 13);
  });
});

// Positions of the corner (2, 1, 1) of a block that begins at the origin, computed by an independent program in C.
test("with 7 cells across it moves as an independent program says", () => {
  const { system, q0, v0, t0 } = tossedBlock({ cells: 7, mass: "consistent" });
  const { last } = run({ system, q0, v0, t0 }, midpoint(), { time: { step: 0.02, steps: 10 } });
  const corner = [3, 2, 1].map((back, d) => [2, 1, 1][d] + last.q[last.q.length - back]);
  [1.89210811, 1.29955506, 1.08385553].forEach((expected, d) => {
    expect(corner[d]).toBeCloseTo(expected, 7);
  });
});
