/** Newmark's method and the generalised-α family as another program has them: matrices, one load a step, a start; it knows nothing of compensation. */
import type { Matrix } from "../../src/core/matrix.js";
import { denseLU } from "../../src/linalg/dense-lu.js";
import { fullPattern } from "../../src/linalg/sparsity.js";
import { apply, square, weighted } from "../../src/linalg/square.js";

export interface ForeignModel {
  readonly mass: Matrix;
  readonly damping: Matrix | null;
  readonly stiffness: Matrix;
}

/** Displacements after every step; `samples[k]` is the load at the end of step k. */
export function foreignNewmark(
  model: ForeignModel,
  {
    beta,
    gamma,
    alphaM = 0,
    alphaF = 0,
    h,
  }: {
    readonly beta: number;
    readonly gamma: number;
    readonly alphaM?: number;
    readonly alphaF?: number;
    readonly h: number;
  },
  start: { readonly q: ArrayLike<number>; readonly v: ArrayLike<number> },
  samples: readonly Float64Array[],
): Float64Array[] {
  const n = model.mass.pattern.size;
  const [M, K] = [square(model.mass), square(model.stiffness)];
  const C = model.damping === null ? new Float64Array(n * n) : square(model.damping);
  const solver = (A: Float64Array) => {
    const lu = denseLU(fullPattern(n));
    if (lu.factor(A) !== null) throw new Error("singular");
    return lu;
  };
  const effective = solver(weighted([1 - alphaM, (1 - alphaF) * gamma * h, (1 - alphaF) * beta * h * h], [M, C, K]));
  const q = Float64Array.from(start.q);
  const v = Float64Array.from(start.v);
  const a = new Float64Array(n);
  const [cv, kq] = [new Float64Array(n), new Float64Array(n)];
  const force = (load: Float64Array) => {
    apply(n, C, v, cv);
    apply(n, K, q, kq);
    return load.map((f, i) => f - cv[i] - kq[i]);
  };
  let former = force(samples[0]);
  solver(M).solve(former, a);
  const path = [q.slice()];
  const inertia = new Float64Array(n);
  for (const load of samples.slice(1)) {
    apply(n, M, a, inertia);
    for (let i = 0; i < n; i++) {
      q[i] += h * v[i] + h * h * (0.5 - beta) * a[i];
      v[i] += h * (1 - gamma) * a[i];
    }
    const ahead = force(load);
    effective.solve(
      ahead.map((f, i) => (1 - alphaF) * f + alphaF * former[i] - alphaM * inertia[i]),
      a,
    );
    for (let i = 0; i < n; i++) {
      q[i] += beta * h * h * a[i];
      v[i] += gamma * h * a[i];
    }
    former = force(load);
    path.push(q.slice());
  }
  return path;
}
