import { describe, expect, test } from "vitest";
import { alphaDistortion } from "../../../src/analysis/bea/alpha-distortion.js";
import { distortedSystem } from "../../../src/analysis/bea/distorted-system.js";
import { evaluate } from "../../../src/analysis/bea/evaluation.js";
import { newmarkDistortion, newmarkField } from "../../../src/analysis/bea/newmark-distortion.js";
import { formText, latex, plainText, seriesLines } from "../../../src/analysis/bea/notation.js";
import { polynomialText, valueAt } from "../../../src/analysis/bea/polynomial.js";
import { distortedMode } from "../../../src/analysis/scheme-of-mode.js";
import { jacobian, stepMap } from "../../../src/analysis/step-map.js";
import { leftSolve, square } from "../../../src/linalg/square.js";
import { hht } from "../../../src/methods/hht.js";
import { newmark } from "../../../src/methods/newmark.js";
import { logarithm } from "../../linalg/logarithm.js";
import { threeMasses } from "../../methods/three-masses.js";

describe("words of the distorted equation, as an independent algebra program finds them", () => {
  const { acceleration } = newmarkDistortion(4);
  const coefficient = (k: number, key: string) => {
    const polynomial = acceleration[k].get(key);
    return polynomial === undefined ? "0" : polynomialText(polynomial, { beta: "b", gamma: "g" });
  };

  test("first power", () => {
    expect(formText(acceleration[1], plainText)).toBe(
      "(γ - 1/2) G H q + (-γ + 1/2) H v + (γ - 1/2) G² v + (-γ + 1/2) G f + (γ - 1/2) f'",
    );
  });

  test.each([
    [2, "GG|f0", "g^2 - g + 1/3"],
    [2, "H|f0", "1/2 g - b - 1/6"],
    [2, "|f2", "-1/2 g + b + 1/6"],
    [2, "HH|q", "-1/2 g + b + 1/6"],
    [2, "GGG|v", "-g^2 + g - 1/3"],
    [3, "GGG|f0", "-g^3 + 3/2 g^2 - g + 1/4"],
    [3, "HH|v", "-1/2 g^2 + b g + 1/2 g - 1/2 b - 1/8"],
    [3, "|f3", "1/12 g - 1/24"],
    [4, "GGGG|f0", "g^4 - 2 g^3 + 2 g^2 - g + 1/5"],
  ])("h^%i, %s", (k, key, text) => {
    expect(coefficient(k, key)).toBe(text);
  });

  test("the first-order field has the η of the paper, and no term of first order in q", () => {
    const { position, velocity } = newmarkField(2);
    expect(position[1].size).toBe(0);
    const eta = position[2].get("H|v");
    expect(eta === undefined ? "" : polynomialText(eta)).toBe("1/2 γ - β - 1/12");
    expect(valueAt(velocity[2].get("HH|q") ?? new Map(), 0.3, 0.7)).toBeCloseTo(1 / 12, 15);
  });

  test("LaTeX", () => {
    expect(seriesLines(newmarkDistortion(1).acceleration, latex)[1]).toBe(
      "h\\,[ (\\gamma - \\tfrac{1}{2}) GHq + (-\\gamma + \\tfrac{1}{2}) Hv + (\\gamma - \\tfrac{1}{2}) G^{2}v + " +
        "(-\\gamma + \\tfrac{1}{2}) Gf + (\\gamma - \\tfrac{1}{2}) f^{(1)} ]",
    );
  });
});

test("the series of the field converges to the logarithm of the step", () => {
  const problem = threeMasses({ scale: 6 });
  const { system } = problem;
  if (system.kind !== "linear" || system.viscosity === null) throw new Error("it is linear and damped");
  const n = 3;
  const M = square(system.mass.matrix);
  const G = leftSolve(n, M, square(system.viscosity)) as Float64Array;
  const H = leftSolve(n, M, square(system.stiffness)) as Float64Array;
  const [beta, gamma] = [0.22, 0.52];
  const field = newmarkField(5);
  const deviation = (h: number, order: number) => {
    const method = newmark({ beta, gamma });
    const step = jacobian(stepMap(problem, method, h), new Float64Array(6), new Float64Array(6).fill(1));
    const log = logarithm(6, step) as Float64Array;
    const rows = [field.position, field.velocity].map((series) =>
      evaluate(series.slice(0, order + 1), { n, G, H }, { beta, gamma, h }),
    );
    let worst = 0;
    rows.forEach((blocks, part) => {
      ["q", "v"].forEach((target, column) => {
        const block = blocks.get(target) ?? new Float64Array(n * n);
        for (let i = 0; i < n; i++)
          for (let j = 0; j < n; j++)
            worst = Math.max(worst, Math.abs(block[i * n + j] - log[(part * n + i) * 6 + column * n + j] / h));
      });
    });
    return worst;
  };
  for (const order of [0, 1, 2, 3, 4, 5]) {
    const slope = Math.log2(deviation(0.4, order) / deviation(0.2, order));
    // What is left out begins with the next power of the step.
    expect(slope).toBeGreaterThan(order + 0.7);
    expect(slope).toBeLessThan(order + 2.4);
  }
});

test("generalised α: κ and δ against the eigenvalues of the step", () => {
  const alpha = 0.1;
  const { kappa, delta, epsilon } = alphaDistortion({
    beta: (1 + alpha) ** 2 / 4,
    gamma: 0.5 + alpha,
    alphaM: 0,
    alphaF: alpha,
  });
  expect(epsilon).toBeCloseTo(0, 15);
  const Omega = 0.05;
  const { frequency, damping } = distortedMode(hht({ alpha: -alpha }), 1, 0, Omega) ?? {};
  expect(((frequency ?? 0) ** 2 - 1) / Omega ** 2 / kappa).toBeCloseTo(1, 2);
  expect((2 * (damping ?? 0)) / Omega ** 3 / delta).toBeCloseTo(1, 1);
});

test("a system without damping gets some for γ > ½, and its loads change", () => {
  const { system } = threeMasses({ damped: false });
  if (system.kind !== "linear") throw new Error("it is linear");
  const h = 0.1;
  const { damping, loads, changes } = distortedSystem(system, { beta: 0.3, gamma: 0.6, h }, 1);
  const K = square(system.stiffness);
  // (γ − ½) h K, to first order, and F + (γ − ½) h F'.
  damping.forEach((value, k) => {
    expect(value).toBeCloseTo(0.01 * K[k], 12);
  });
  expect(loads[1][0]).toBeCloseTo(0.01, 12);
  expect(loads[1][1]).toBeCloseTo(0, 12);
  expect(changes).toMatchObject({ stiffness: 0, damping: expect.closeTo(0.1, 12) });
});
