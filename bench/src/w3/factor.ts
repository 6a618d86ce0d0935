/** The factor of W3's step matrix and solves with it, alone: what other solvers can be compared with. */
import { multiply, norm2, sparseLDLT } from "noether/linalg";
import { cpuSeconds } from "../line.js";
import { elasticBlock, stepMatrix } from "./elastic-block.js";
import { median } from "./measured.js";

export interface Factored {
  readonly analysis: number;
  readonly factor: number;
  readonly solve: number;
  readonly entries: number;
  readonly stored: number;
  readonly residual: number;
}

export function factored(n: number, times: number): Factored {
  const A = stepMatrix(elasticBlock(n).system);
  const { size } = A.pattern;
  let ldlt!: ReturnType<typeof sparseLDLT>;
  const analysis = cpuSeconds(() => {
    ldlt = sparseLDLT(A.pattern);
  });
  const factor = cpuSeconds(() => {
    if (ldlt.factor(A.values) !== null) throw new Error("the step matrix is positive definite");
  });
  const b = Float64Array.from({ length: size }, (_, i) => Math.sin(i));
  const x = new Float64Array(size);
  const solves = Array.from({ length: times }, () => cpuSeconds(() => ldlt.solve(b, x)));
  const image = new Float64Array(size);
  multiply(A, x, image);
  return {
    analysis,
    factor,
    solve: median(solves),
    entries: ldlt.entries,
    stored: ldlt.fill,
    residual: norm2(image.map((value, i) => value - b[i]!)) / norm2(b),
  };
}
