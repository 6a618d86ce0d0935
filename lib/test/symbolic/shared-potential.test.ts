import { expect, test } from "vitest";
import { adjustable, potentialOf } from "../../src/symbolic/index.js";
import { sharedPotentialOf } from "../../src/symbolic/shared-potential.js";

const formula = (k: number) => ({
  coordinates: ["u"],
  parameters: { k },
  strains: { e: "u" },
  potential: "k*cosh(e)",
});

test("potentials that share their code have their own numbers, in whatever order they are asked", () => {
  const [one, two] = [2, 3].map((k) => sharedPotentialOf(formula(k)));
  const [a, b, out] = [Float64Array.of(0.3), Float64Array.of(0.5), new Float64Array(1)];
  for (const [shared, k] of [
    [one, 2],
    [two, 3],
    [one, 2],
  ] as const) {
    const alone = potentialOf({ ...formula(k), parameters: adjustable({ k }) });
    const same = (f: (of: typeof alone) => void) => {
      f(alone);
      const expected = out[0];
      f(shared);
      expect(out[0]).toBe(expected);
    };
    expect(shared.potential(a)).toBe(alone.potential(a));
    same((of) => of.gradient(a, out));
    same((of) => of.tangent.values(a, out));
    same((of) => of.gradientRounding(a, out));
    same((of) => of.discreteGradient.between(a, b, out));
    same((of) => of.discreteGradient.rounding?.(a, b, out));
    same((of) => of.discreteGradient.tangent.values(a, b, out));
    same((of) => of.discreteGradient.resisting?.(0.1).between(a, b, out));
  }
});
