import { describe, expect, test } from "vitest";
import { hyperelasticLaw } from "../../../src/fe/materials/hyperelastic-law.js";
import type { StoredEnergy } from "../../../src/fe/materials/material.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { HYPERELASTIC } from "../solids.js";

type Of9 = (H: Float64Array, out: Float64Array) => void;

/** ∂f/∂H by differences of fourth order. */
function derivative(f: (H: Float64Array) => number, H: Float64Array, k: number, step: number): number {
  const at = (by: number) => f(H.map((x, i) => (i === k ? x + by : x)));
  return (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
}

const largest = (x: Float64Array) => Math.max(...x.map(Math.abs));
const nine = (f: Of9, H: Float64Array) => {
  const out = new Float64Array(9);
  f(H, out);
  return out;
};

describe.each(HYPERELASTIC)("$name", ({ energy }) => {
  const law = hyperelasticLaw(energy as StoredEnergy);
  const random = randomNumbers(3);
  const gradient = () => Float64Array.from({ length: 9 }, () => 0.3 * random());
  const [Ha, Hb] = [gradient(), gradient()];
  const size = largest(nine(law.stress, Ha)) + largest(nine(law.stress, Hb));
  /** Are these moduli the symmetric part of the derivative of a stress? */
  const expectModuli = (moduli: Float64Array, stress: Of9) => {
    const by = Float64Array.from({ length: 81 }, (_, n) =>
      derivative((H) => nine(stress, H)[Math.floor(n / 9)], Hb, n % 9, 1e-3),
    );
    const half = by.map((x, n) => (x + by[9 * (n % 9) + Math.floor(n / 9)]) / 2);
    // Step⁴ times fifth derivatives.
    expect(largest(moduli.map((x, n) => x - half[n]))).toBeLessThan(1e-8 * largest(half));
  };
  const of81 = (f: (A: Float64Array) => void) => {
    const A = new Float64Array(81);
    f(A);
    return A;
  };

  test("stress and moduli are derivatives of W", () => {
    const slopes = Ha.map((_, k) => derivative(law.energy, Ha, k, 1e-3));
    expect(largest(nine(law.stress, Ha).map((x, k) => x - slopes[k]))).toBeLessThan(1e-9 * size);
    expectModuli(
      of81((A) => law.moduli(Hb, A)),
      law.stress,
    );
  });

  test("the mean stress does the work of a step, both ways, also of a small one", () => {
    for (const share of [1, 1e-6]) {
      const end = Ha.map((x, k) => x + share * (Hb[k] - x));
      const P = nine((H, out) => law.meanStress(H, end, out), Ha);
      const back = nine((H, out) => law.meanStress(end, H, out), Ha);
      const work = P.reduce((sum, p, k) => sum + p * (end[k] - Ha[k]), 0);
      expect(Math.abs(work - (law.energy(end) - law.energy(Ha)))).toBeLessThan(1e-14 * size);
      expect(largest(P.map((p, k) => p - back[k]))).toBeLessThan(1e-9 * size);
    }
    expectModuli(
      of81((A) => law.meanModuli(Ha, Hb, A)),
      (H, out) => law.meanStress(Ha, H, out),
    );
  });

  test("the resistance is F̄ (S_b − S_a): symmetric with F̄, nothing without a change of strain, and dissipative for small ones", () => {
    const P = nine((H, out) => law.resistance(Ha, H, out), Hb);
    const F = (k: number) => (k % 4 === 0 ? 1 : 0) + (Ha[k] + Hb[k]) / 2;
    const product = (i: number, j: number) => [0, 1, 2].reduce((sum, J) => sum + P[3 * i + J] * F(3 * j + J), 0);
    for (const [i, j] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ])
      expect(Math.abs(product(i, j) - product(j, i))).toBeLessThan(1e-13 * size);
    // A body at rest that is turned.
    const turned = Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 0, 0);
    expect(largest(nine((H, out) => law.resistance(new Float64Array(9), H, out), turned))).toBeLessThan(1e-13 * size);
    const small = Hb.map((x) => 1e-3 * x);
    const against = nine((H, out) => law.resistance(new Float64Array(9), H, out), small);
    expect(against.reduce((sum, p, k) => sum + p * small[k], 0)).toBeGreaterThan(0);
    expectModuli(
      of81((A) => law.resistanceModuli(Ha, Hb, A)),
      (H, out) => law.resistance(Ha, H, out),
    );
  });
});
