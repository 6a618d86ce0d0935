import { describe, expect, test } from "vitest";
import type { System, TimeLoad } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { diagonalMass, scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { equilibrium } from "../../src/systems/equilibrium.js";
import { linearSystem } from "../../src/systems/linear.js";
import { smoothLoad, timeLoad } from "../../src/systems/loads.js";
import { potentialSystem } from "../../src/systems/potential.js";

/** One coordinate under a dead load. */
function spring(
  energy: (x: number) => number,
  force: (x: number) => number,
  stiffness: (x: number) => number,
  load: number,
): System {
  return potentialSystem({
    labels: ["x"],
    mass: scalarMass(1, 1),
    potential: ([x]) => energy(x),
    gradient: ([x], out) => out.fill(force(x)),
    tangent: { pattern: fullPattern(1), values: ([x], out) => out.fill(stiffness(x)) },
    load: timeLoad((_t, out) => {
      out[0] += load;
    }),
  });
}

function at(system: System, t = 0) {
  const q = new Float64Array(system.dof).fill(7);
  return { failure: equilibrium(system, t, q), q };
}

describe("linear systems", () => {
  const hung = (k: number, load: TimeLoad) =>
    linearSystem({
      mass: diagonalMass([1, 1]),
      stiffness: fromRows([
        [k + 1, -1],
        [-1, 1],
      ]),
      load,
    });
  const weight = timeLoad((_t, out) => {
    out[1] += 3;
  });

  test("are solved", () => {
    const { failure, q } = at(hung(2, weight));
    expect(failure).toBeNull();
    expect(q[0]).toBeCloseTo(1.5, 14);
    expect(q[1]).toBeCloseTo(4.5, 14);
  });

  test("that nothing holds fail by what moves", () => {
    expect(at(hung(0, weight)).failure).toMatchObject({ kind: "singular" });
  });

  test("a load that jumps counts as it was before: what is let go moves", () => {
    // 3 until t = 1, and nothing from then on.
    const load = smoothLoad((k, t, side, out) => {
      if (k === 0 && (t < 1 || (t === 1 && side < 0))) out[1] += 3;
    }, Float64Array.of(1));
    expect(at(hung(2, load), 1).q[1]).toBeCloseTo(4.5, 14);
    expect([...at(hung(2, load), 1.1).q]).toEqual([0, 0]);
  });
});

describe("von Mises' truss: two bars that snap through", () => {
  /** V = 100 (w² − 0.09)², w = 0.3 − u the height: it carries P = 4.157 at most before it snaps. */
  const truss = (load: number) =>
    spring(
      (u) => 100 * ((0.3 - u) ** 2 - 0.09) ** 2,
      (u) => -400 * (0.3 - u) * ((0.3 - u) ** 2 - 0.09),
      (u) => 400 * (3 * (0.3 - u) ** 2 - 0.09),
      load,
    );
  const limit = 400 * Math.sqrt(0.03) * 0.06;

  test.each([0.1, 0.5, 0.9, 0.999])("below the load that it carries (%d of it) it stands", (share) => {
    const { failure, q } = at(truss(share * limit));
    expect(failure).toBeNull();
    expect(q[0]).toBeLessThan(0.3 - Math.sqrt(0.03));
    const w = 0.3 - q[0];
    // A few roundings of terms of 36 w.
    expect(Math.abs(-400 * w * (w * w - 0.09) - share * limit)).toBeLessThan(16 * Number.EPSILON * 36);
  });

  test.each([1.001, 1.2, 3])("beyond it (%d times) it hangs", (times) => {
    const { failure, q } = at(truss(times * limit));
    expect(failure).toBeNull();
    expect(q[0]).toBeGreaterThan(0.6);
    const w = 0.3 - q[0];
    expect(Math.abs(-400 * w * (w * w - 0.09) - times * limit)).toBeLessThan(
      16 * Number.EPSILON * 400 * Math.abs(w ** 3),
    );
  });
});

test("a structure that is not at rest without load: what is out of balance grows", () => {
  // x + x³ = 1 + 1 in the end, of which the potential has the one.
  const { failure, q } = at(
    spring(
      (x) => x ** 2 / 2 + x ** 4 / 4 - x,
      (x) => x + x ** 3 - 1,
      (x) => 1 + 3 * x * x,
      1,
    ),
  );
  expect(failure).toBeNull();
  expect(Math.abs(q[0] - 1)).toBeLessThan(4 * Number.EPSILON);
});

test("a load that follows: its stiffness counts", () => {
  // A rod on a hinge with a torsional spring, pushed along itself and from the side: 3 x = 2 sin x + 1.
  const system = potentialSystem({
    labels: ["x"],
    mass: scalarMass(1, 1),
    potential: ([x]) => 1.5 * x * x,
    gradient: ([x], out) => out.fill(3 * x),
    tangent: { pattern: fullPattern(1), values: (_q, out) => out.fill(3) },
    load: {
      addTo(_t: number, q: Vec, _v: Vec, out: Vec) {
        out[0] += 2 * Math.sin(q[0]) + 1;
      },
      byPosition: {
        pattern: fullPattern(1),
        symmetric: true,
        values: (_t: number, q: Vec, _v: Vec, out: Vec) => out.fill(2 * Math.cos(q[0])),
      },
      byVelocity: null,
    },
  });
  const { failure, q } = at(system);
  expect(failure).toBeNull();
  expect(Math.abs(3 * q[0] - 2 * Math.sin(q[0]) - 1)).toBeLessThan(16 * Number.EPSILON);
});

test("a load that nothing can carry: up to which share of it there is an equilibrium", () => {
  // The force x/√(1 + x²) stays below 1.
  const { failure } = at(
    spring(
      (x) => Math.hypot(1, x),
      (x) => x / Math.hypot(1, x),
      (x) => Math.hypot(1, x) ** -3,
      2,
    ),
  );
  expect(failure).toMatchObject({ kind: "newton", dof: 0 });
  const solvable = failure?.kind === "newton" ? (failure.solvable ?? 0) : 0;
  expect(solvable).toBeGreaterThan(0.45);
  expect(solvable).toBeLessThanOrEqual(0.5 + 1e-6);
});

test("a stiffness that is singular without load is what is wrong; one that is on the way is not", () => {
  const mechanism = spring(
    (x) => x ** 4,
    (x) => 4 * x ** 3,
    (x) => 12 * x * x,
    1,
  );
  expect(at(mechanism).failure).toMatchObject({ kind: "singular", row: 0 });
});

test("a system without a tangent is refused", () => {
  const system = { ...spring(Math.abs, Math.sign, () => 0, 1), tangent: null } as System;
  expect(() => at(system)).toThrow(/an equilibrium needs the tangent of the potential/);
});
