import { describe, expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { specialised } from "../../../src/core/specialise.js";
import { diagonalMass } from "../../../src/linalg/mass.js";
import { multiply } from "../../../src/linalg/matrix.js";
import { gauss } from "../../../src/methods/gauss.js";
import { startingFrom } from "../../../src/models/model.js";
import { blockPattern, placeBlock } from "../../../src/stepping/stages/block-pattern.js";
import { decoupledStages, stageModes } from "../../../src/stepping/stages/decoupled.js";
import { gaussTableau } from "../../../src/stepping/stages/gauss-tableau.js";
import { linearSystem } from "../../../src/systems/linear.js";
import { potentialSystem } from "../../../src/systems/potential.js";
import { laplacian, largest, noise } from "../../linalg/matrices.js";

const positionOf = (stages: number) => gaussTableau(stages).position.value;

describe("the modes of a tableau", () => {
  test.each([2, 3, 4, 5, 6, 7, 8])("diagonalise Gauss's with %i stages", (s) => {
    const P = positionOf(s);
    const modes = stageModes(P);
    if (modes === null) throw new Error("eigenvalues of Gauss's tableaux are distinct");
    expect(modes.reduce((sum, { pair }) => sum + (pair ? 2 : 1), 0)).toBe(s);
    const most = Math.max(...modes.map(({ row }) => Math.max(largest(row[0]), largest(row[1]))));
    // Σ T_k R_k = 1, where a pair counts with its conjugate.
    for (let i = 0; i < s; i++) {
      for (let j = 0; j < s; j++) {
        const sum = modes.reduce(
          (part, { pair, column, row }) =>
            part + (pair ? 2 : 1) * (column[0][i] * row[0][j] - column[1][i] * row[1][j]),
          0,
        );
        // s terms, as large as the entries of T⁻¹ (2 for two stages, 1,400 for eight), each with the 3 s roundings of an inverse by
        // factor and solve; and those of the sum.
        expect(Math.abs(sum - (i === j ? 1 : 0))).toBeLessThan((3 * s + 1) * s * Number.EPSILON * most);
      }
    }
  });

  test("a tableau with one eigenvector for two eigenvalues has none", () => {
    expect(
      stageModes([
        [1, 1],
        [0, 1],
      ]),
    ).toBeNull();
  });
});

test.each([2, 3, 5])("%i stages of a grid, whose stiffness changes from one to the next", (s) => {
  const { pattern, values } = laplacian(12, 11, 1);
  const n = pattern.size;
  const P = positionOf(s);
  const modes = stageModes(P);
  if (modes === null) throw new Error("eigenvalues of Gauss's tableaux are distinct");
  for (const [stiffness, change] of [
    [1, 0],
    [1, 0.05],
    [1e4, 0],
  ]) {
    const blocks = blockPattern(pattern, s);
    const whole = { pattern: blocks, values: new Float64Array(blocks.column.length) };
    for (let i = 0; i < s; i++) {
      for (let j = 0; j < s; j++) {
        const block = values.map((value) => stiffness * (1 + change * i) * P[i][j] * value);
        if (i === j) {
          for (let r = 0; r < n; r++) {
            for (let e = pattern.rowStart[r]; e < pattern.rowStart[r + 1]; e++)
              if (pattern.column[e] === r) block[e] += 1;
          }
        }
        placeBlock(pattern, s, i, j, whole.values, block);
      }
    }
    const solver = decoupledStages(pattern, s, modes, { tolerance: 1e-12 });
    expect(solver.factor(whole.values)).toBeNull();
    const b = Float64Array.from({ length: s * n }, noise(3));
    const x = new Float64Array(s * n);
    expect(solver.solve(b, x)).toBeNull();
    const image = new Float64Array(s * n);
    multiply(whole, x, image);
    // The tolerance of the iteration, in the largest entry.
    expect(largest(image.map((value, k) => value - b[k]))).toBeLessThan(1e-11);
  }
});

describe("gauss on a lattice without a narrow band", () => {
  const n = 6 * 6 * 7;
  const K = laplacian(6, 6, 7, 0.1);
  const start = Array.from({ length: n }, (_, i) => Math.sin(1 + i * i));
  const linear = () => linearSystem({ mass: diagonalMass(new Float64Array(n).fill(1)), stiffness: K });
  const quartic = () =>
    potentialSystem({
      labels: start.map((_, i) => `u${i}`),
      mass: diagonalMass(new Float64Array(n).fill(1)),
      potential(q) {
        const f = new Float64Array(n);
        multiply(K, q, f);
        return q.reduce((sum, x, i) => sum + (x * f[i]) / 2 + x ** 4 / 4, 0);
      },
      gradient(q, out) {
        multiply(K, q, out);
        for (let i = 0; i < n; i++) out[i] += q[i] ** 3;
      },
      tangent: {
        pattern: K.pattern,
        values(q, out) {
          out.set(K.values);
          for (let i = 0; i < n; i++) {
            for (let e = K.pattern.rowStart[i]; e < K.pattern.rowStart[i + 1]; e++) {
              if (K.pattern.column[e] === i) out[e] += 3 * q[i] ** 2;
            }
          }
        },
      },
    });

  test.each([
    ["linear", linear, 0.3],
    ["linear, long steps", linear, 30],
    ["quartic", quartic, 0.3],
  ])("%s: the steps of a factor of the whole", (_name, system, h) => {
    const method = gauss({ stages: 2 });
    const stepped = () =>
      run(startingFrom(system(), start, new Array(n).fill(0)), method, { time: { step: h, steps: 3 } });
    const [own, general] = [stepped(), specialised("never", stepped)];
    expect(own.failure).toBeNull();
    // Iterations end within some ulps of their solution; three steps, ω h < 90.
    const size = Math.max(largest(general.last.q), largest(general.last.v));
    expect(largest(own.last.q.map((x, i) => x - general.last.q[i]))).toBeLessThan(1e-12 * size);
    expect(largest(own.last.v.map((x, i) => x - general.last.v[i]))).toBeLessThan(1e-12 * size);
  });
});
