/** What Newmark's method with β = 1/12, γ = ½ has to be given so that it follows a system with damping and loads to fourth order,
 *  and the velocities that it carries.                                          [derived in docs/topics/higher-order.md]
 *
 *      M̂ = M + h²/12 C M⁻¹C,    Ĉ(q) = C + h²/12 C M⁻¹∇²V(q),    F̂ = F + h²/12 C M⁻¹Ḟ,    v̂ = v + h²/12 q⃛
 *
 *  with M q⃛ = Ḟ − ∇²V v − C M⁻¹(F − ∇V − C v), so that v̂ and v belong to each other by a linear equation:
 *
 *      M̂ v̂ = (2M̂ − M − h²/12 ∇²V) v + h²/12 (Ḟ − C M⁻¹(F − ∇V)).
 *
 *  (M̂ on the left, where M would be as good: it is right to h⁴, and bounded however much a dashpot does in a step.) */
import { type Failure, InputError } from "../../core/failure.js";
import { derivativesOf } from "../../core/load-derivatives.js";
import { sidesOf } from "../../core/load-kinks.js";
import type { Matrix } from "../../core/matrix.js";
import { noWork, type Work } from "../../core/method.js";
import { type Force, type System, type TimeLoad, viscosityOf } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze } from "../../linalg/factorization.js";
import { positiveMass } from "../../linalg/mass.js";
import { asymmetry, combination, multiply, multiplyAdd, transposed } from "../../linalg/matrix.js";
import { productOnPattern, scaledProduct } from "../../linalg/product.js";
import { union } from "../../linalg/sparsity.js";
import { notFinite } from "../diagnosis.js";
import type { SidedLoad } from "./compensated-newmark.js";
import { proportionality } from "./large-compensation.js";
import { overMass } from "./over-mass.js";

export interface ProcessedSystem {
  /** What plain Newmark integrates. */
  readonly system: System;
  readonly load: SidedLoad | null;
  /** v̂ of v where a motion starts, or goes on after a kink of the load. */
  start(t: number, side: -1 | 1, q: Vec, v: Vec, out: Vec): void;
  /** v of v̂. */
  finish(t: number, side: -1 | 1, q: Vec, vHat: Vec, out: Vec): Failure | null;
  readonly work: Work;
}

export function processedSystem(system: System, h: number): ProcessedSystem {
  const x = (h * h) / 12;
  const work = noWork();
  const C = viscosityOf(system) ?? null;
  const damping = C === null ? null : dampingParts(system, C, x);
  const load = system.load === null ? null : processedLoad(asTimeLoad(system.load), damping?.CM ?? null, x, h);
  const mass = damping?.mass ?? system.mass;
  // That of M̂.
  if (damping !== null && mass.diagonal === null) work.factorizations++;
  const substitute = { ...system, mass, load, damping: damping?.force ?? null } as System;
  return { system: substitute, load, work, ...velocities(system, { mass, CM: damping?.CM ?? null, x, h, work }) };
}

/** A load that depends on time alone, by its type. */
function asTimeLoad(load: Force): TimeLoad {
  return { kinks: null, ...load, byPosition: null, byVelocity: null };
}

/** M̂, Ĉ(q) and C M⁻¹. */
function dampingParts(system: System, C: Matrix, x: number) {
  const { mass, tangent, dof } = system;
  if (tangent === null)
    throw new InputError("newmark: process needs the tangent ∇²V, and this system has only the gradient");
  const { defect, row, column } = asymmetry(C);
  if (defect > 1e-12) {
    throw new InputError(
      `newmark: process needs a symmetric damping matrix; the entries (${row}, ${column}) and (${column}, ${row}) differ by ` +
        `${defect.toPrecision(3)} of its largest; gauss takes any`,
      { key: "process" },
    );
  }
  const CM = overMass(C, mass, "newmark with process");
  const ones = new Float64Array(dof).fill(1);
  const heavier = symmetrized(combination([1, x], [mass.matrix, scaledProduct(CM, ones, C)]));
  const product = productOnPattern(CM, tangent.pattern);
  // Solvers for matrices that are not symmetric want a symmetric pattern all the same.
  const { pattern, positions } = union([C.pattern, product.pattern, transposed(product.pattern).pattern]);
  const K: Matrix = { pattern: tangent.pattern, values: new Float64Array(tangent.pattern.column.length) };
  const CK = new Float64Array(product.pattern.column.length);
  const stiffness = new Float64Array(dof);
  const force: Force = {
    addTo(_t, q, v, out) {
      tangent.values(q, K.values);
      multiply(K, v, stiffness);
      multiplyAdd(C, v, -1, out);
      multiplyAdd(CM, stiffness, -x, out);
    },
    // ∂(Ĉ(q) v)/∂q holds third derivatives of V. In Newton's iteration it stands beside M with the factor h⁴/144, and is left out.
    byPosition: null,
    byVelocity: {
      pattern,
      symmetric: proportionality(C, mass.matrix) !== null,
      values(_t, q, _v, out) {
        tangent.values(q, K.values);
        product.values(K.values, CK);
        out.fill(0);
        for (let j = 0; j < C.values.length; j++) out[positions[0][j]] = -C.values[j];
        for (let j = 0; j < CK.length; j++) out[positions[1][j]] -= x * CK[j];
      },
    },
  };
  return { mass: positiveMass(heavier, system), force, CM };
}

/** Products round their mirror images differently. */
function symmetrized({ pattern, values }: Matrix): Matrix {
  const { source } = transposed(pattern);
  return { pattern, values: values.map((value, j) => (value + values[source[j]]) / 2) };
}

/** F̂ from one side of t. */
function processedLoad(load: TimeLoad, CM: Matrix | null, x: number, h: number): SidedLoad {
  const derivative = derivativesOf(load, h);
  const [behind] = sidesOf(h);
  let rate: Vec = new Float64Array(0);
  const addSide = (t: number, from: -1 | 1, out: Vec) => {
    derivative(0, t, from, out);
    if (CM === null) return;
    if (rate.length !== out.length) rate = new Float64Array(out.length);
    rate.fill(0);
    derivative(1, t, from, rate);
    multiplyAdd(CM, rate, x, out);
  };
  return {
    kinks: load.kinks,
    byPosition: null,
    byVelocity: null,
    addSide,
    addTo: (t, _q, _v, out) => addSide(t, behind, out),
  };
}

interface Processing {
  readonly mass: System["mass"];
  readonly CM: Matrix | null;
  readonly x: number;
  readonly h: number;
  readonly work: Work;
}

function velocities(system: System, { mass, CM, x, h, work }: Processing): Pick<ProcessedSystem, "start" | "finish"> {
  const n = system.dof;
  // 2M̂ − M − h²/12 ∇²V.
  // Only the matrix is wanted of it.
  const twice = CM === null ? mass : { ...mass, matrix: combination([2, -1], [mass.matrix, system.mass.matrix]) };
  const matrix = effectiveMatrix({ ...system, mass: twice, load: null, damping: null } as System);
  const factorization = analyze(matrix.pattern, true, system);
  const derivative = system.load === null ? null : derivativesOf(asTimeLoad(system.load), h);
  const [momentum, rest, forces] = Array.from({ length: 3 }, () => new Float64Array(n));
  let factored = false;

  /** rest = h²/12 (Ḟ − C M⁻¹(F − ∇V)). */
  const known = (t: number, side: -1 | 1, q: Vec) => {
    rest.fill(0);
    derivative?.(1, t, side, rest);
    if (CM !== null) {
      system.gradient(q, forces);
      for (let i = 0; i < n; i++) forces[i] = -forces[i];
      derivative?.(0, t, side, forces);
      multiplyAdd(CM, forces, -1, rest);
    }
    for (let i = 0; i < n; i++) rest[i] *= x;
  };
  const assembled = (t: number, q: Vec, v: Vec) => {
    matrix.assemble(1, 0, -x, t, q, v);
  };
  return {
    start(t, side, q, v, out) {
      assembled(t, q, v);
      known(t, side, q);
      multiply(matrix, v, momentum);
      for (let i = 0; i < n; i++) momentum[i] += rest[i];
      mass.solve(momentum, out);
    },
    finish(t, side, q, vHat, out) {
      if (!factored || system.kind !== "linear") {
        assembled(t, q, vHat);
        const failure = factorization.factor(matrix.values);
        work.factorizations++;
        if (failure !== null) return failure;
        factored = true;
      }
      known(t, side, q);
      mass.apply(vHat, momentum);
      for (let i = 0; i < n; i++) momentum[i] -= rest[i];
      const unsolved = factorization.solve(momentum, out);
      if (unsolved !== null) return unsolved;
      return out.every(Number.isFinite) ? null : notFinite(system, t, q, vHat);
    },
  };
}
