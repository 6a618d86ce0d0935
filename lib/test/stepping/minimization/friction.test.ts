/** The proximal step of friction: what it returns satisfies the laws of Coulomb, whatever the contacts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../../src/linalg/factorization.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";
import { frictionStep } from "../../../src/stepping/minimization/friction.js";

const N = 4;
const entries = (count: number) =>
  fc.array(
    fc.integer({ min: -100, max: 100 }).map((percent) => percent / 100),
    { minLength: count, maxLength: count },
  );

test("a contact slips against the whole of its limit, or sticks with less", () => {
  const scene = fc.record({
    root: entries(N * N),
    rows: fc.array(entries(N), { minLength: 4, maxLength: 4 }),
    limits: entries(3).map((values) => values.map(Math.abs)),
    w: entries(N),
  });
  fc.assert(
    fc.property(scene, ({ root, rows, limits, w }) => {
      // H = RᵀR + 1, and three contacts: two sliders and one foot in a plane.
      const H = new Float64Array(N * N);
      for (let i = 0; i < N; i++) {
        for (let j = 0; j < N; j++) {
          for (let k = 0; k < N; k++) H[i * N + j] += root[k * N + i] * root[k * N + j];
          if (i === j) H[i * N + j] += 1;
        }
      }
      // Contacts that hardly move with anything cannot be told from none.
      fc.pre(rows.every((row) => Math.hypot(...row) > 0.1));
      const slips = [[rows[0]], [rows[1]], [rows[2], rows[3]]].map((group) =>
        group.map((row) => Float64Array.from(row)),
      );
      const factorization = analyze(fullPattern(N), true);
      expect(factorization.factor(H)).toBeNull();
      const step = frictionStep(
        slips.map((slip, c) => ({ slip, limit: () => limits[c] })),
        N,
      );
      step.renew(factorization.solve);
      step.limitsAt(0, new Float64Array(N));
      const u = Float64Array.from(w);
      expect(step.minimise(0.5, u)).toBe(true);
      // H (w − u) = Sᵀλ: the impulse explains the change.
      const change = Float64Array.from(w, (x, i) => x - u[i]);
      for (let i = 0; i < N; i++) {
        let momentum = 0;
        for (let j = 0; j < N; j++) momentum += H[i * N + j] * change[j];
        expect(Math.abs(momentum - step.impulse[i])).toBeLessThan(1e-12);
      }
      // No other u is better: the function is convex, so looking around is enough.
      const cost = (x: Float64Array) => {
        let sum = 0;
        for (let i = 0; i < N; i++)
          for (let j = 0; j < N; j++) sum += (H[i * N + j] * (x[i] - w[i]) * (x[j] - w[j])) / 2;
        slips.forEach((slip, c) => {
          sum += 0.5 * limits[c] * Math.hypot(...slip.map((row) => row.reduce((s, r, i) => s + r * x[i], 0)));
        });
        return sum;
      };
      const least = cost(u);
      for (let k = 0; k < 60; k++) {
        const nearby = u.map((x, i) => x + 1e-3 * Math.sin(37 * k + 11 * i + k * i));
        expect(cost(nearby)).toBeGreaterThanOrEqual(least - 1e-13);
      }
    }),
    { seed: 5, numRuns: 60 },
  );
});

test("one contact is the soft threshold", () => {
  const step = frictionStep([{ slip: [Float64Array.of(1)], limit: () => 0.3 }], 1);
  step.renew((b, x) => x.set(b));
  step.limitsAt(0, new Float64Array(1));
  for (const [w, expected] of [
    [1, 0.7],
    [-1, -0.7],
    [0.2, 0],
  ]) {
    const u = Float64Array.of(w);
    expect(step.minimise(1, u)).toBe(true);
    expect(u[0]).toBeCloseTo(expected, 15);
  }
});

test("a stack of a hundred blocks, pushed at once, is no slower than its contacts need", () => {
  const n = 100;
  const contacts = Array.from({ length: n }, (_, i) => ({
    slip: [Float64Array.from({ length: n }, (_, k) => (k === i ? 1 : k === i - 1 ? -1 : 0))],
    limit: () => (n - i) * 0.2, // the weight above
  }));
  const step = frictionStep(contacts, n);
  step.renew((b, x) => x.set(b));
  step.limitsAt(0, new Float64Array(n));
  const u = new Float64Array(n).fill(1);
  expect(step.minimise(0.05, u)).toBe(true);
  // The ground takes h μ m g n = 1 from the whole stack, which goes on as one.
  for (const speed of u) expect(Math.abs(speed - 0.99)).toBeLessThan(1e-12);
});
