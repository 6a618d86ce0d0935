/** W3: the block swings freely from v = (0, 0, 0.01 (x/2)²); average acceleration with h = 1/2, one factor and one solve a step. */
import { bilinear, type Factorization, multiply, norm2, sparseLDLT } from "noether/linalg";
import { cpuSeconds } from "../line.js";
import { type ElasticBlock, elasticBlock, stepMatrix } from "./elastic-block.js";

const STEP = 0.5;

export interface Outcome {
  readonly dof: number;
  readonly steps: number;
  readonly assembly: number;
  readonly analysis: number;
  readonly factor: number;
  /** Best and typical step; of these, the two triangular solves. */
  readonly bestStep: number;
  readonly step: number;
  readonly solve: number;
  readonly entries: number;
  readonly stored: number;
  /** The most memory that the process had, in MB. */
  readonly peak: number;
  readonly energyError: number;
  readonly residual: number;
  readonly tip: readonly number[];
}

export function transient(n: number, steps: number): Outcome {
  let block!: ElasticBlock;
  const assembly = cpuSeconds(() => {
    block = elasticBlock(n);
  });
  const A = stepMatrix(block);
  let ldlt!: ReturnType<typeof sparseLDLT>;
  const analysis = cpuSeconds(() => {
    ldlt = sparseLDLT(A.pattern);
  });
  const factor = cpuSeconds(() => {
    if (ldlt.factor(A.values) !== null) throw new Error("the step matrix is positive definite");
  });
  const swing = march(block, ldlt, steps);
  return {
    dof: A.pattern.size,
    steps,
    assembly,
    analysis,
    factor,
    ...swing,
    entries: ldlt.entries,
    stored: ldlt.fill,
    residual: residualOf(A, ldlt),
    peak: Math.round(process.resourceUsage().maxRSS / 1000),
  };
}

function march({ stiffness, mass, points }: ElasticBlock, { solve }: Factorization, steps: number) {
  const dof = stiffness.pattern.size;
  const q = new Float64Array(dof);
  const v = new Float64Array(dof);
  const a = new Float64Array(dof);
  const predicted = new Float64Array(dof);
  const right = new Float64Array(dof);
  for (let p = 0; 3 * p < dof; p++) v[3 * p + 2] = 0.01 * (points[3 * p] / 2) ** 2;
  const energy = () => (bilinear(mass, v, v) + bilinear(stiffness, q, q)) / 2;
  const start = energy();
  const tip = 3 * (points.length / 3 - 1) + 2;
  const tips: number[] = [];
  const stepTimes: number[] = [];
  const solveTimes: number[] = [];
  for (let k = 0; k < steps; k++) {
    let solveTime = 0;
    const time = cpuSeconds(() => {
      // (K + 4/h² M) q₊ = 4/h² M (q + h v + h²/4 a)
      for (let i = 0; i < dof; i++) predicted[i] = q[i] + STEP * v[i] + (STEP * STEP * a[i]) / 4;
      multiply(mass, predicted, right);
      for (let i = 0; i < dof; i++) right[i] *= 4 / (STEP * STEP);
      solveTime = cpuSeconds(() => solve(right, right));
      for (let i = 0; i < dof; i++) {
        const next = (4 / (STEP * STEP)) * (right[i]! - predicted[i]!);
        v[i]! += (STEP / 2) * (a[i]! + next);
        a[i] = next;
        q[i] = right[i]!;
      }
    });
    stepTimes.push(time);
    solveTimes.push(solveTime);
    if (k === 0 || k === 19) tips.push(q[tip]!);
  }
  const sorted = (times: number[]) => times.slice().sort((x, y) => x - y);
  return {
    bestStep: sorted(stepTimes)[0]!,
    step: sorted(stepTimes)[steps >> 1]!,
    solve: sorted(solveTimes)[steps >> 1]!,
    energyError: Math.abs(energy() - start) / start,
    tip: tips,
  };
}

function residualOf(A: Parameters<typeof multiply>[0], { solve }: Factorization): number {
  const dof = A.pattern.size;
  const b = Float64Array.from({ length: dof }, (_, i) => Math.sin(i));
  const x = new Float64Array(dof);
  solve(b, x);
  const image = new Float64Array(dof);
  multiply(A, x, image);
  return norm2(image.map((value, i) => value - b[i]!)) / norm2(b);
}
