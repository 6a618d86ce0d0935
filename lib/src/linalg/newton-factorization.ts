/** Solves for Newton's iteration, where a rough answer is as good as an exact one: the next iterate corrects it.
 *
 *  Large symmetric matrices of nodes with three directions are first tried with conjugate gradients. Where inertia dominates, as at the step
 *  sizes that waves ask for, these are there after some twenty products, a tenth of the cost of a factor or less. They may take as many
 *  products as cost a third of a factor; a matrix that is not solved by then, or is not positive definite, is factored. What is
 *  chosen depends on the matrix alone, so that a run that is resumed repeats itself. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import { specialises } from "../core/specialise.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import { bandOf } from "./band-lu.js";
import { analyze, type Factorization } from "./factorization.js";
import { triplesGradients } from "./iterative/triples-gradients.js";
import { FROM_ROWS, hasTriples } from "./triples.js";
import { unsymmetric } from "./unsymmetric.js";

/** Newton's iteration with a tangent that is kept gains about as much an iteration, whatever is solved better. */
const TOLERANCE = 0.03;
/** A factor of a mesh in space takes about 14 n² operations, at ten a nanosecond; a product 0.65 ns an entry. */
const PRODUCTS = 0.7;
/** With less than this there is no point in trying. */
const FEWEST = 16;

/** A sparse matrix of this size that is not symmetric is solved by GMRES with the factor of its symmetric part: a discrete gradient's tangent
 *  is near it. */
const SPARSE_UNSYMMETRIC = 64;
const GMRES_TOLERANCE = 1e-3;
/** Multiplications a row up to which the factor of a band takes less time than some five iterations. */
const NARROW = 256;

export function newtonFactorization(pattern: Sparsity, symmetric: boolean, helped: WithThreads = {}): Factorization {
  const { size, column } = pattern;
  if (!symmetric) {
    const sparse = size >= SPARSE_UNSYMMETRIC && column.length < (size * size) / 8;
    const narrow = sparse && bandOf(pattern, NARROW) !== null && specialises();
    return sparse && !narrow ? nearlySymmetric(pattern, helped) : analyze(pattern, false, helped);
  }
  const most = Math.floor((PRODUCTS * size * size) / column.length);
  const quick = hasTriples(pattern) && specialises(size >= FROM_ROWS && most >= FEWEST);
  const gradients = quick ? triplesGradients(pattern) : null;
  if (gradients === null) return analyze(pattern, true, helped);

  let direct: Factorization | null = null;
  let current: Vec | null = null;
  let factored = false;
  const factor = (values: Vec): Failure | null => {
    direct ??= analyze(pattern, true, helped);
    factored = true;
    return direct.factor(values);
  };
  return {
    get fill() {
      return direct?.fill ?? column.length;
    },
    factor(values) {
      current = values;
      factored = false;
      return gradients.take(values) === null ? null : factor(values);
    },
    solve(b, out) {
      if (!factored && gradients.solve(b, out, TOLERANCE, most) === null && current !== null) {
        const failure = factor(current);
        if (failure !== null) return failure;
      }
      return factored && direct !== null ? direct.solve(b, out) : null;
    },
  };
}

/** Entries a row up to which a factor takes no longer than some residuals: bands, chains, few unknowns. */
const CHEAP = 16;

export function isCheap({ fill }: Factorization, unknowns: number): boolean {
  return fill <= CHEAP * unknowns;
}

/** GMRES; where it does not converge, because the matrix is far from symmetric or its symmetric part singular, dense or tighter solves take
 *  its place for this matrix. */
function nearlySymmetric(pattern: Sparsity, helped: WithThreads): Factorization {
  return orElse(unsymmetric(pattern, { ...helped, tolerance: GMRES_TOLERANCE }), () => analyze(pattern, false, helped));
}

/** Solves with `near`; where that fails, what is made by `otherwise` takes its place for this matrix. */
export function orElse(near: Factorization, otherwise: () => Factorization): Factorization {
  let other: Factorization | null = null;
  let current: Vec | null = null;
  let usesOther = false;
  const fallBack = (values: Vec): Failure | null => {
    other ??= otherwise();
    usesOther = true;
    return other.factor(values);
  };
  return {
    get fill() {
      return usesOther && other !== null ? other.fill : near.fill;
    },
    factor(values) {
      current = values;
      usesOther = false;
      return near.factor(values) === null ? null : fallBack(values);
    },
    solve(b, out) {
      if (!usesOther) {
        if (near.solve(b, out) === null) return null;
        const failure = current === null ? null : fallBack(current);
        if (failure !== null) return failure;
      }
      return other === null ? null : other.solve(b, out);
    },
  };
}
