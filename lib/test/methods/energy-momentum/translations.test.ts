import { expect, test } from "vitest";
import type { Tangent } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { scalarMass } from "../../../src/linalg/mass.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { dot } from "../../../src/linalg/vec.js";
import { translationsOf } from "../../../src/methods/energy-momentum/translations.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { potentialSystem } from "../../../src/systems/potential.js";

/** V = Σ f(n·q), one term for every normal n: f = x²/2 + x⁴/4 knows no forces across the normals. */
function translations(normals: readonly (readonly number[])[], q0: readonly number[]): Vec[] {
  const n = q0.length;
  const rows = normals.map((normal) => Float64Array.from(normal));
  const tangent: Tangent = {
    pattern: fullPattern(n),
    values(q, out) {
      out.fill(0);
      for (const row of rows) {
        const stiffness = 1 + 3 * dot(row, q) ** 2;
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * n + j] += stiffness * row[i] * row[j];
      }
    },
  };
  const system = potentialSystem({
    labels: q0.map((_, i) => `x${i}`),
    mass: scalarMass(n, 1),
    potential: (q) => rows.reduce((sum, row) => sum + dot(row, q) ** 2 / 2 + dot(row, q) ** 4 / 4, 0),
    gradient(q, out) {
      out.fill(0);
      for (const row of rows) {
        const x = dot(row, q);
        for (let i = 0; i < n; i++) out[i] += (x + x ** 3) * row[i];
      }
    },
    tangent,
  });
  return translationsOf(system, tangent, Float64Array.from(q0));
}

test("a spring between two points of a line: both may shift", () => {
  const [w, ...others] = translations([[1, -1]], [0.3, 1]);
  expect(others).toEqual([]);
  expect(w?.[0]).toBeCloseTo(Math.SQRT1_2, 15);
  expect(w?.[1]).toBe(w?.[0]);
});

test("a coordinate that V does not contain", () => {
  expect(
    translations(
      [
        [0, 1, 0],
        [0, 0, 1],
      ],
      [0.2, 0.5, -0.4],
    ).map((w) => [...w]),
  ).toEqual([[1, 0, 0]]);
});

test("along an inclined plane: a direction that only the stiffness shows", () => {
  const [w, ...others] = translations([[3, 4]], [0.1, 0.2]);
  expect(others).toEqual([]);
  // Unit and across (3, 4), to the angle that a null vector is computed to.
  expect(Math.abs(3 * (w?.[0] ?? 1) + 4 * (w?.[1] ?? 1))).toBeLessThan(1e-10);
  expect(Math.hypot(...(w ?? []))).toBeCloseTo(1, 15);
});

test("no potential at all: every direction, orthonormal", () => {
  const found = translations([], [1, 2, 3, 4]);
  expect(found).toHaveLength(4);
  for (const a of found) for (const b of found) expect(dot(a, b)).toBeCloseTo(a === b ? 1 : 0, 14);
});

test("held by springs in every direction: none, also where the start is in equilibrium", () => {
  expect(
    translations(
      [
        [1, 0],
        [0, 1],
      ],
      [0, 0],
    ),
  ).toEqual([]);
  expect(
    translations(
      [
        [1, 0],
        [1, 1],
      ],
      [0.2, 0.3],
    ),
  ).toEqual([]);
});

test("a chain with more coordinates than null spaces are looked for in: free it shifts, held it does not", () => {
  const count = (ends: "free" | "fixed") => {
    const { system, q0 } = springChain({ masses: 80, ends });
    if (system.tangent === null) throw new Error("a chain has a tangent");
    return translationsOf(system, system.tangent, q0).length;
  };
  expect(count("free")).toBe(1);
  expect(count("fixed")).toBe(0);
});
