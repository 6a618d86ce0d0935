/** A chain beside the same potential written out: every function has the same digits, in compiled loops and without. */
import { describe, expect, test } from "vitest";
import type { Sparsity } from "../../src/core/matrix.js";
import { uniform } from "../../src/core/random.js";
import { specialised } from "../../src/core/specialise.js";
import { type ChainFormula, chainPotentialOf } from "../../src/symbolic/chain-potential.js";
import { adjustable, potentialOf } from "../../src/symbolic/index.js";

const parameters = { k: 1.3, a: 0.7, b: 0.4 };
const formula = (count: number, fixedEnds: boolean): ChainFormula => ({
  count,
  fixedEnds,
  parameters,
  energy: "k*e^2/2 + a*e^3/3 + b*cosh(e)",
});

function writtenOut({ count, fixedEnds, energy }: ChainFormula) {
  const coordinates = Array.from({ length: count }, (_, i) => `u${i}`);
  const ends = fixedEnds ? ["wall", ...coordinates, "wall"] : coordinates;
  const names = ends.slice(1).map((_, s) => `e${s}`);
  return potentialOf({
    coordinates,
    parameters: adjustable({ ...parameters, wall: 0 }),
    strains: Object.fromEntries(names.map((name, s) => [name, `${ends[s + 1]} - ${ends[s]}`])),
    potential: names.map((name) => `(${String(energy).replace(/\be\b/g, name)})`).join(" + "),
  });
}

const full = ({ size, rowStart, column }: Sparsity, values: Float64Array): number[] => {
  const matrix = new Array<number>(size * size).fill(0);
  for (let i = 0; i < size; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) matrix[size * i + column[k]] = values[k];
  return matrix;
};

// An odd and an even number between the first and the last, and none.
const cases = [2, 3, 4, 7, 12].flatMap((count) => [true, false].map((fixedEnds) => ({ count, fixedEnds })));

describe.each(["never", "always"] as const)("specialised: %s", (how) => {
  test.each(cases)("$count coordinates, fixed ends: $fixedEnds", ({ count, fixedEnds }) => {
    const chain = specialised(how, () => {
      const made = chainPotentialOf(formula(count, fixedEnds));
      // Compiled when it is first asked for.
      const [x, out] = [new Float64Array(count), new Float64Array(3 * count)];
      made.potential(x);
      made.gradient(x, out.subarray(0, count));
      made.discreteGradient.between(x, x, out.subarray(0, count));
      return made;
    });
    const plain = writtenOut(formula(count, fixedEnds));
    const random = uniform(3);
    const [a, b] = [0, 1].map(() => Float64Array.from({ length: count }, () => 2 * random() - 1));
    type Potential = Pick<typeof plain, "potential" | "gradient" | "gradientRounding" | "tangent" | "discreteGradient">;
    const vector = (of: Potential, f: (of: Potential, out: Float64Array) => void): number[] => {
      const out = new Float64Array(count);
      f(of, out);
      return [...out];
    };
    const same = (f: (of: Potential, out: Float64Array) => void) => expect(vector(chain, f)).toEqual(vector(plain, f));
    expect(chain.potential(a)).toBe(plain.potential(a));
    same((of, out) => of.gradient(a, out));
    same((of, out) => of.gradientRounding(a, out));
    same((of, out) => of.discreteGradient.between(a, b, out));
    same((of, out) => of.discreteGradient.rounding?.(a, b, out));
    const resisting = (of: Potential) =>
      vector(of, ({ discreteGradient }, out) => discreteGradient.resisting?.(0.1).between(a, b, out));
    // Sums of four terms in another order.
    resisting(chain).forEach((x, i) => {
      expect(x).toBeCloseTo(resisting(plain)[i], 14);
    });
    const matrix = ({ tangent }: Potential) => {
      const values = new Float64Array(tangent.pattern.column.length);
      tangent.values(a, values);
      return full(tangent.pattern, values);
    };
    expect(matrix(chain)).toEqual(matrix(plain));
    const overStep = ({ discreteGradient: { tangent } }: Potential) => {
      const values = new Float64Array(tangent.pattern.column.length);
      tangent.values(a, b, values);
      return full(tangent.pattern, values);
    };
    expect(overStep(chain)).toEqual(overStep(plain));
  });
});

test("its derivative over a step is as symmetric as it says", () => {
  const { discreteGradient } = chainPotentialOf(formula(6, true));
  const [a, b] = [Math.sin, Math.cos].map((f) => Float64Array.from({ length: 6 }, (_, i) => f(i)));
  for (const { tangent } of [discreteGradient, discreteGradient.resisting?.(0.2) ?? discreteGradient]) {
    expect(tangent.symmetric).toBe(true);
    const values = new Float64Array(tangent.pattern.column.length);
    tangent.values(a, b, values);
    const matrix = full(tangent.pattern, values);
    // Two sums of three products, in another order.
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < i; j++) expect(matrix[6 * i + j]).toBeCloseTo(matrix[6 * j + i], 14);
  }
});

test("a million coordinates take no more code than three", () => {
  const chain = chainPotentialOf(formula(1_000_000, true));
  const q = Float64Array.from({ length: 1_000_000 }, (_, i) => Math.sin(i));
  const out = new Float64Array(1_000_000);
  chain.gradient(q, out);
  const middle = chainPotentialOf(formula(5, true));
  const few = new Float64Array(5);
  middle.gradient(q.subarray(500_000, 500_005), few);
  // The three in the middle have the same neighbours.
  expect([...out.subarray(500_001, 500_004)]).toEqual([...few.subarray(1, 4)]);
});
