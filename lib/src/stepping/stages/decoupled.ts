/** Stages that depend on one another, decoupled [butcher1976]. With the same stiffness K at all of them the matrix of the stages is
 *
 *      I ⊗ M + h² P ⊗ K = (T ⊗ I) diag(M + h² μ_k K) (T⁻¹ ⊗ I),    P = T diag(μ_k) T⁻¹ :
 *
 *  a symmetric matrix of the size of one stage for every real eigenvalue μ_k of the tableau P, a complex symmetric one for every conjugate pair. Where K
 *  changes from stage to stage these are the diagonal blocks of (T⁻¹ ⊗ I) J (T ⊗ I), and precondition GMRES, which takes few iterations:
 *  the stages of a step are near one another. */
import { hypot } from "../../core/elementary.js";
import type { Failure } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { denseLU } from "../../linalg/dense-lu.js";
import { eigenvalues } from "../../linalg/eigen-general.js";
import { analyze, type Factorization } from "../../linalg/factorization.js";
import { gmres } from "../../linalg/iterative/gmres.js";
import { settled } from "../../linalg/iterative/settled.js";
import { fromRows, multiply } from "../../linalg/matrix.js";
import { complexLDLT } from "../../linalg/sparse/complex-ldlt.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { blockPattern, blockStart } from "./block-pattern.js";

/** An eigenvalue of the tableau, or a conjugate pair: its column of T and its row of T⁻¹, real parts and imaginary ones. */
export interface StageMode {
  readonly pair: boolean;
  readonly column: readonly [re: Vec, im: Vec];
  readonly row: readonly [re: Vec, im: Vec];
}

/** Null where T is as good as singular: eigenvalues that coincide. */
export function stageModes(position: readonly (readonly number[])[]): readonly StageMode[] | null {
  const s = position.length;
  const { real, imaginary } = eigenvalues(fromRows(position));
  // Complex numbers as matrices of two rows: the real 2s × 2s form of T, and its inverse.
  const T = new Float64Array(4 * s * s);
  // Of a pair one eigenvector is computed, and the other is its conjugate to the last bit: what they leave together is then real.
  const columns = Array.from({ length: s }, (_, k) => {
    const [re, im] = eigenvector(position, real[k], Math.abs(imaginary[k]));
    return [re, imaginary[k] < 0 ? im.map((part) => -part) : im] as const;
  });
  columns.forEach(([re, im], k) => {
    for (let i = 0; i < s; i++) {
      T[2 * i * 2 * s + 2 * k] = T[(2 * i + 1) * 2 * s + 2 * k + 1] = re[i];
      T[2 * i * 2 * s + 2 * k + 1] = -im[i];
      T[(2 * i + 1) * 2 * s + 2 * k] = im[i];
    }
  });
  const lu = denseLU(fullPattern(2 * s));
  if (lu.factor(T) !== null) return null;
  const inverse = Array.from({ length: s }, (_, i) => {
    const x = new Float64Array(2 * s);
    x[2 * i] = 1;
    lu.solve(x, x);
    return x;
  });
  // Rounding is amplified by T⁻¹, whose entries reach 2 for Gauss's tableau of two stages and 1,400 for that of eight.
  if (inverse.some((x) => x.some((entry) => !(Math.abs(entry) < 1e4)))) return null;
  return columns.flatMap((column, k) => {
    if (imaginary[k] < 0) return [];
    const row = [0, 1].map((part) => Float64Array.from(inverse, (x) => x[2 * k + part]));
    return [{ pair: imaginary[k] !== 0, column, row: [row[0], row[1]] as const }];
  });
}

/** By inverse iteration from a vector that is in no particular direction. */
function eigenvector(P: readonly (readonly number[])[], re: number, im: number): readonly [Vec, Vec] {
  const s = P.length;
  const shift = 1e-9 * hypot(re, im);
  const real = new Float64Array(4 * s * s);
  for (let i = 0; i < s; i++) {
    for (let j = 0; j < s; j++) {
      const entry = P[i][j] - (i === j ? re + shift : 0);
      real[2 * i * 2 * s + 2 * j] = real[(2 * i + 1) * 2 * s + 2 * j + 1] = entry;
      real[2 * i * 2 * s + 2 * j + 1] = i === j ? im : 0;
      real[(2 * i + 1) * 2 * s + 2 * j] = i === j ? -im : 0;
    }
  }
  const lu = denseLU(fullPattern(2 * s));
  const x = Float64Array.from({ length: 2 * s }, (_, k) => (k % 2 === 0 ? 1 / (1 + k) : im === 0 ? 0 : 0.3));
  if (lu.factor(real) === null) {
    for (let k = 0; k < 4; k++) {
      lu.solve(x, x);
      const size = hypot(...x);
      for (let e = 0; e < x.length; e++) x[e] /= size;
    }
  }
  return [
    Float64Array.from({ length: s }, (_, i) => x[2 * i]),
    Float64Array.from({ length: s }, (_, i) => x[2 * i + 1]),
  ];
}

/** Solves with s × s blocks on a symmetric pattern, each of them symmetric; `tolerance` is what is left of the right-hand side. */
export function decoupledStages(
  pattern: Sparsity,
  s: number,
  modes: readonly StageMode[],
  { tolerance, ...helped }: WithThreads & { readonly tolerance: number },
): Factorization {
  const { size, rowStart, column } = pattern;
  const blocks = blockPattern(pattern, s);
  const J = { pattern: blocks, values: new Float64Array(blocks.column.length) };
  const factors = modes.map(({ pair }) => (pair ? complexLDLT(pattern) : realFactor(pattern, helped)));
  const [re, im] = [new Float64Array(column.length), new Float64Array(column.length)];
  const [x, y] = [new Float64Array(size), new Float64Array(size)];
  const solver = gmres(s * size, { tolerance, restart: 30, maxIterations: 60 });
  const found = new Float64Array(s * size);

  /** re + i im = the diagonal block of a mode. */
  const transform = ({ column: T, row: R }: StageMode) => {
    re.fill(0);
    im.fill(0);
    for (let i = 0; i < s; i++) {
      for (let j = 0; j < s; j++) {
        const wr = R[0][i] * T[0][j] - R[1][i] * T[1][j];
        const wi = R[0][i] * T[1][j] + R[1][i] * T[0][j];
        for (let r = 0; r < size; r++) {
          const at = blockStart(pattern, s, i, j, r) - rowStart[r];
          for (let e = rowStart[r]; e < rowStart[r + 1]; e++) {
            re[e] += wr * J.values[at + e];
            im[e] += wi * J.values[at + e];
          }
        }
      }
    }
  };
  const precondition = (b: Vec, out: Vec) => {
    out.fill(0);
    for (let m = 0; m < modes.length; m++) {
      const { pair, column: T, row: R } = modes[m];
      x.fill(0);
      y.fill(0);
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < size; k++) {
          x[k] += R[0][i] * b[i * size + k];
          y[k] += R[1][i] * b[i * size + k];
        }
      }
      factors[m].solve(x, y);
      const twice = pair ? 2 : 1;
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < size; k++) out[i * size + k] += twice * (T[0][i] * x[k] - T[1][i] * y[k]);
      }
    }
  };
  const apply = (v: Vec, image: Vec) => multiply(J, v, image);
  return {
    fill: factors.reduce((sum, { fill }) => sum + fill, 0),
    factor(values) {
      J.values.set(values);
      for (let m = 0; m < modes.length; m++) {
        transform(modes[m]);
        const failure: Failure | null = factors[m].factor(re, im);
        if (failure !== null) return failure;
      }
      return null;
    },
    solve(b, out) {
      found.fill(0);
      return settled(solver.solve(apply, precondition, b, found), tolerance, b, found, out);
    },
  };
}

/** The factor of a real mode in the place of a complex one: there is nothing in its imaginary parts. */
function realFactor(pattern: Sparsity, helped: WithThreads) {
  const factorization = analyze(pattern, true, helped);
  return {
    fill: factorization.fill,
    factor: (real: Vec, _imaginary: Vec) => factorization.factor(real),
    solve(real: Vec, _imaginary: Vec): void {
      factorization.solve(real, real);
    },
  };
}
