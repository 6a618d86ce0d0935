/** Linear algebra that stands on its own: matrices on fixed patterns, factorisations, eigenvalues, condensation. */
export type { Matrix, Sparsity } from "../core/matrix.js";
export type { ThreadPool, ThreadTask, WithThreads } from "../core/threads.js";
export { type ElementAssembly, type ElementList, elementAssemblies, elementAssembly } from "./assembly.js";
export { checkSymmetric } from "./check-symmetric.js";
export { backwardSolve, cholesky, forwardSolve } from "./cholesky.js";
export { type ComplexFactorization, complexSymmetric } from "./complex-symmetric.js";
export { type Condensation, condense } from "./condense.js";
export { conditionEstimate } from "./condition.js";
export { type EffectiveMatrix, effectiveMatrix } from "./effective-matrix.js";
export { eigenvalues, type Spectrum, spectralRadius } from "./eigen-general.js";
export { type Eigenpairs, eigenGeneralized, eigenSymmetric } from "./eigen-symmetric.js";
export { analyze, type Factorization } from "./factorization.js";
export { blockJacobi } from "./iterative/block-jacobi.js";
export { conjugateGradients } from "./iterative/conjugate-gradients.js";
export { type GmresOptions, gmres } from "./iterative/gmres.js";
export { incompleteCholesky } from "./iterative/incomplete-cholesky.js";
export type { Iteration, IterationOptions, IterativeSolver, Operator, Preconditioner } from "./iterative/iteration.js";
export { lowestModes, type Modes, type ModesOptions } from "./lanczos.js";
export { largestModulus } from "./largest-eigenvalue.js";
export { diagonalMass, massless, matrixMass, scalarMass } from "./mass.js";
export {
  asymmetry,
  type Block,
  bilinear,
  combination,
  diagonalOf,
  fromDiagonal,
  fromRows,
  fromTriplets,
  multiply,
  multiplyAdd,
  multiplyBlockAdd,
  squareBlock,
  submatrix,
  toRows,
  transpose,
} from "./matrix.js";
export type { NodePoints, Ordering } from "./ordering/order.js";
export { qr, qrSolve } from "./qr.js";
export { refinedLDLT } from "./refined.js";
export { sparseCholesky } from "./sparse/cholesky.js";
export { type ComplexLDLT, type ComplexLDLTOptions, complexLDLT } from "./sparse/complex-ldlt.js";
export { type MultifrontalOptions, type SparseLDLT, sparseLDLT } from "./sparse/multifrontal.js";
export {
  checkPattern,
  diagonalPattern,
  entryAt,
  fullPattern,
  isDiagonal,
  isFull,
  samePattern,
  type Union,
  union,
} from "./sparsity.js";
export { asMatrix, identity, leftSolve, product, square, weighted } from "./square.js";
export { axpy, dot, firstNotFinite, norm2, normInf, scale, subtract } from "./vec.js";
