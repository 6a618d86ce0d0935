import { describe, expect, test } from "vitest";
import { noWork } from "../../src/core/method.js";
import type { System } from "../../src/core/system.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { henonHeiles } from "../../src/models/oscillators/henon-heiles.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { implicitStage } from "../../src/stepping/implicit-acceleration.js";
import { isPlanar } from "../../src/stepping/planar-stage.js";

/** The midpoint rule's stage for a step h from q at rest, started from the acceleration `guess`. */
function solved(h: number, q: readonly number[], guess: readonly number[], tolerance = 0) {
  const { system } = henonHeiles();
  const asked = { gradients: 0, tangents: 0 };
  const { tangent } = system;
  if (tangent === null) throw new Error("Hénon–Heiles has a tangent");
  const counted = {
    ...system,
    gradient(at, out) {
      asked.gradients++;
      system.gradient(at, out);
    },
    tangent: {
      ...tangent,
      values(at, out) {
        asked.tangents++;
        tangent.values(at, out);
      },
    },
  } as System;
  const work = noWork();
  const stage = implicitStage(
    counted,
    { inertia: 1, forces: 1, velocity: h / 2, position: (h * h) / 4 },
    work,
    tolerance,
  );
  stage.q.set(q);
  const A = Float64Array.from(guess);
  const failure = stage.solve(h / 2, A, { t: 0, q: Float64Array.from(q), v: new Float64Array(2) });
  return { failure, A, stage, work, asked };
}

test("two coordinates with a full tangent are planar, others are not", () => {
  expect(isPlanar(henonHeiles().system)).toBe(true);
  expect(isPlanar(springChain().system)).toBe(false);
  const { system } = henonHeiles();
  const pull = { addTo: () => {}, byPosition: null, byVelocity: null };
  const full = fromRows([
    [2, 1],
    [1, 2],
  ]);
  for (const parts of [{ load: pull }, { damping: pull }, { mass: matrixMass(full) }, { tangent: null }]) {
    expect(isPlanar({ ...system, ...parts } as typeof system), Object.keys(parts)[0]).toBe(false);
  }
});

test("the equations of the stage are solved to rounding, as by the general stage", () => {
  const { failure, A, stage } = solved(0.2, [0.3, -0.2], [0, 0]);
  expect(failure).toBeNull();
  const [x, y] = stage.q;
  // A + ∇V(Q) = 0 with V = ½(x² + y²) + x²y − y³/3; 4 ulp of terms below 0.5
  expect(Math.abs(A[0] + x + 2 * x * y)).toBeLessThan(4 * 2 ** -54);
  expect(Math.abs(A[1] + y + x * x - y * y)).toBeLessThan(4 * 2 ** -54);
  // A tolerance is the general stage's business; this one is below what rounding leaves.
  const general = solved(0.2, [0.3, -0.2], [0, 0], Number.MIN_VALUE);
  for (let i = 0; i < 2; i++) expect(Math.abs(A[i] - general.A[i])).toBeLessThan(4 * 2 ** -54);
});

describe("one factor for every tangent of the iteration", () => {
  test("in an ordinary step", () => {
    const { work, asked } = solved(0.2, [0.3, -0.2], [0, 0]);
    expect(asked.tangents).toBe(1);
    expect(work.factorizations).toBe(1);
  });

  test("in one that is handed to the general stage", () => {
    const { failure, work, asked } = solved(0.2, [0.3, -0.2], [500, -300]);
    expect(failure).toBeNull();
    // Besides, the bound on rounding asks for one where the iteration comes to rest: no part of the iteration.
    expect(asked.tangents - work.factorizations).toBe(1);
    expect(work.factorizations).toBeGreaterThan(1);
  });
});

test("a tangent that is singular in the predictor is left to the general stage", () => {
  // 1 + h²/4 (1 + 2y) = 0 in y = −½ − 2/h²
  const h = 0.5;
  const { work } = solved(h, [0, -0.5 - 2 / (h * h)], [0, 0]);
  expect(work.factorizations).toBeGreaterThan(1);
});
