/** The mathematics of a mechanical system,
 *
 *      M a + ∇V(q) = f_load(t, q, v) + f_damping(q, v),
 *
 *  as pure functions of the state: no step size, no files, no geometry. Every function writes into `out` and allocates
 *  nothing; `out` never aliases an input. */
import type { Failure } from "./failure.js";
import type { TimesOfKinks } from "./kinks.js";
import type { Matrix, Sparsity } from "./matrix.js";
import type { WithThreads } from "./threads.js";
import type { Vec } from "./vec.js";
import type { Whole } from "./whole.js";

export type System = NonlinearSystem | LinearSystem;

/** `threads` help to factor its large matrices. */
interface MechanicalSystem extends WithThreads {
  readonly dof: number;
  /** Names of the degrees of freedom, as messages and results spell them. */
  readonly labels: readonly string[];
  /** A degree of freedom in words, where its label says too little: "node 512, direction z". */
  readonly describe?: (dof: number) => string;
  /** What is wrong with a position at which energy or force is not a number, in the words of the model; null: it does not know. */
  readonly fault?: (q: Vec) => Failure | null;
  readonly mass: Mass;
  /** Of bodies whose supports or ground move: the load without what their velocities and accelerations add, under which an equilibrium is found. */
  readonly resting?: () => Force | null;
  /** Of a potential with conditions on the position, such as |x|: the lowest derivative of the force that may jump where one changes, 0 the force itself;
   *  null where its parameters, as they are now, leave no condition. */
  readonly conditions?: () => number | null;
  /** Of a system whose supports move, or with loads on coordinates that were eliminated: the energies with these. */
  readonly whole?: Whole;
  potential(q: Vec): number;
  /** ∇V into out. */
  gradient(q: Vec, out: Vec): void;
  /** The size of the terms of ∇V that cancel. Their rounding, ε times this, is a floor of the residual that no iteration gets below. */
  readonly cancellingTerms?: number;
  /** A bound on the rounding error of every entry of ∇V(q) as `gradient` computes it, q being rounded too: a running error bound.
   *  Where it is absent, ε (|∇V| + |∇²V| |q| + cancellingTerms) takes its place. */
  gradientRounding?(q: Vec, out: Vec): void;
  /** ∇²V. A system without it can only be integrated by methods that do not need it. */
  readonly tangent: Tangent | null;
  /** The gradient over a finite step; null where there is none. */
  readonly discreteGradient: DiscreteGradient | null;
  /** V as an expression, where it is one: code for whole steps is generated from it. */
  readonly expression?: Expressed;
  /** V as a sum of terms in few coordinates each, where it is given as one. */
  readonly terms?: LocalTerms;
  /** Forces that do work on the system: entered in the ledger as `work`. */
  readonly load: Force | null;
  /** Forces that take energy out: entered in the ledger as `dissipation`. */
  readonly damping: Force | null;
  /** What the exact motion conserves, the energy first. */
  readonly invariants: readonly Invariant[];
  /** Dry friction. A method has to say that it handles it; all others refuse the system. */
  readonly friction?: Friction;
  /** Holonomic constraints g(q) = 0. A method has to say that it handles them; all others refuse the system. */
  readonly constraints?: Constraints;
}

export interface NonlinearSystem extends MechanicalSystem {
  readonly kind: "nonlinear";
}

/** M a + C v + K q = F(t) with constant matrices: methods factor once, analysis has its modes. */
export interface LinearSystem extends MechanicalSystem {
  readonly kind: "linear";
  readonly tangent: Tangent;
  readonly stiffness: Matrix;
  readonly viscosity: Matrix | null;
  readonly load: TimeLoad | null;
}

/** A symmetric, positive definite mass matrix. */
export interface Mass {
  readonly matrix: Matrix;
  /** The diagonal, when there is nothing else. */
  readonly diagonal: Vec | null;
  apply(v: Vec, out: Vec): void;
  /** out = M⁻¹ p; may alias p. */
  solve(p: Vec, out: Vec): void;
}

/** A symmetric matrix-valued function on a fixed pattern. */
export interface Tangent {
  readonly pattern: Sparsity;
  values(q: Vec, out: Vec): void;
}

/** A gradient of V between two points: ∇V(a, b)·(b − a) = V(b) − V(a), the same in both directions, and ∇V(q) where they
 *  coincide. It has the symmetries of V: where V does not change under a translation or a rotation, this does no work on
 *  one either, taken at the middle (a + b)/2. The model knows what V is made of (distances, strains, polynomials) and
 *  divides differences of that, so that nothing cancels for points that are close. */
export interface DiscreteGradient {
  /** Is V a function of distances alone, between points or to a fixed one? */
  readonly ofDistances: boolean;
  between(a: Vec, b: Vec, out: Vec): void;
  /** A bound on the rounding error of every entry of `between`, as for `gradientRounding`. */
  rounding?(a: Vec, b: Vec, out: Vec): void;
  /** May terms cancel in it that are larger, by many powers of ten, than what is left? Then its work has to be compared
   *  with the difference of V. */
  readonly mayCancel?: boolean;
  /** Its derivative by b, which is not symmetric in general; where `symmetric` is true, its symmetric part alone: what is left out is
   *  of the size of the rotation from a to b. */
  readonly tangent: {
    readonly pattern: Sparsity;
    readonly symmetric: boolean;
    values(a: Vec, b: Vec, out: Vec): void;
  };
  /** The same with a resistance to every change of what V = Σ U(x) is made of: r (U′(x_b) − U′(x_a)) in addition to the divided
   *  difference of U. It takes Σ r Δx ΔU′ from the energy of a step, which is positive where U is convex, and has the
   *  symmetries of V as well. Absent where it is not known what V is made of. */
  resisting?(r: number): DiscreteGradient;
}

/** V as an expression (symbolic/), and the functions that were compiled from it. A system in which one of them has been replaced has another
 *  potential, and the expression is no longer its own. */
export interface Expressed {
  readonly source: object;
  readonly gradient: (q: Vec, out: Vec) => void;
  readonly tangent: Tangent["values"];
  readonly between: DiscreteGradient["between"];
}

/** The source of the expression that V is; null where V is not known as one. */
export function expressionSource({ expression, gradient, tangent, discreteGradient }: System): object | null {
  const own =
    expression !== undefined &&
    expression.gradient === gradient &&
    expression.tangent === tangent?.values &&
    expression.between === discreteGradient?.between;
  return own ? expression.source : null;
}

/** V(q) = Σ U_e over terms that read few coordinates each: pairs, springs, elements. Methods that move one coordinate at a
 *  time evaluate only the terms it is in. */
export interface LocalTerms {
  readonly count: number;
  /** Term e reads the coordinates `coordinate[start[e]] … coordinate[start[e + 1] - 1]`, each once. */
  readonly start: Int32Array;
  readonly coordinate: Int32Array;
  /** Where coordinates are those of points, and terms of differences between points. */
  readonly points?: PointsOfTerms;
  /** U_e, x holding the values of its coordinates one after another. */
  value(e: number, x: Vec): number;
  /** U_e(x with x[k] + step in the place of x[k]) − U_e(x), without cancellation. */
  difference(e: number, x: Vec, k: number, step: number): number;
  /** difference(e, x with x[l] + move in the place of x[l], k, step) − difference(e, x, k, step), where that can be had for less than two differences. */
  readonly mixed?: MixedDifference;
}

export type MixedDifference = (e: number, x: Vec, k: number, l: number, step: number, move: number) => number;

/** Mixed differences, for terms without their own. */
export function ofTwoDifferences(difference: LocalTerms["difference"]): MixedDifference {
  return (e, x, k, l, step, move) => {
    const place = x[l];
    const before = difference(e, x, k, step);
    x[l] = place + move;
    const change = difference(e, x, k, step) - before;
    x[l] = place;
    return change;
  };
}

/** The coordinates that terms read, as components of points: of entry i of `coordinate` its direction, and whether the term stays the same when all
 *  entries that it has in this direction are moved together. An entry that is alone in its direction is the distance to something fixed. */
export interface PointsOfTerms {
  readonly dimension: number;
  readonly direction: Uint8Array;
  readonly movable: Uint8Array;
}

/** Of terms that read two points each: first the coordinates of the one, then those of the other, or of one alone if the other is fixed in
 *  the origin. */
export function pointsOfPairs(start: Int32Array, dimension: number): PointsOfTerms {
  const entries = start[start.length - 1];
  const direction = new Uint8Array(entries);
  for (let e = 0; e + 1 < start.length; e++) {
    for (let i = start[e]; i < start[e + 1]; i++) direction[i] = (i - start[e]) % dimension;
  }
  return { dimension, direction, movable: new Uint8Array(entries).fill(1) };
}

/** A force f(t, q, v) on the right-hand side with its derivatives; a derivative that is null vanishes identically. */
export interface Force extends TimesOfKinks {
  /** Adds f(t, q, v) to out. */
  addTo(t: number, q: Vec, v: Vec, out: Vec): void;
  /** ∂f/∂q. */
  readonly byPosition: ForceTangent | null;
  /** ∂f/∂v. */
  readonly byVelocity: ForceTangent | null;
  /** Of a damping force −∂φ/∂v with a Rayleigh potential φ(q, v) that depends on q: its companion −∂φ/∂q. */
  readonly companion?: Force;
  /** Of a force −C v with a constant matrix: C. */
  readonly viscosity?: Matrix;
  /** Of a force with kinks: the same with, at these, the limit from before (side −1) or after them (side 1). */
  readonly beside?: (side: -1 | 1) => Force;
  /** Of a force with conditions on the state, which change at times that are not known: the lowest derivative that may jump there, 0 the force itself,
   *  1 its slope; of |x|^1.5 it is 1.5; null where its parameters, as they are now, leave no condition. */
  readonly conditions?: () => number | null;
}

export interface ForceTangent {
  readonly pattern: Sparsity;
  readonly symmetric: boolean;
  values(t: number, q: Vec, v: Vec, out: Vec): void;
}

/** Coulomb friction: the dissipation potential Σ limit |slip velocity|, which has a corner where a contact sticks. */
export interface Friction {
  readonly contacts: readonly Contact[];
}

export interface Contact {
  /** The rows of S: the slip velocity is S v, with one component (a slider) or two (a foot on a plane). */
  readonly slip: readonly Vec[];
  /** The greatest force that friction can exert here: coefficient times normal force. */
  limit(t: number, q: Vec): number;
}

/** g(q) = 0, `count` equations, with ∂g/∂q on a fixed pattern, row by row as in a Sparsity (but not square). */
export interface Constraints {
  readonly count: number;
  readonly labels: readonly string[];
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  values(q: Vec, out: Vec): void;
  jacobian(q: Vec, out: Vec): void;
}

/** A force that depends on time alone. */
export interface TimeLoad extends Force {
  readonly byPosition: null;
  readonly byVelocity: null;
  readonly kinks: Vec | null;
  /** Adds dᵏF/dtᵏ to out (k = 0: F itself), at a kink the limit from before (side −1) or after it (side 1). Loads that are
   *  known only as a function have none; derivatives are then taken by differences. */
  readonly addDerivative?: (k: number, t: number, side: -1 | 1, out: Vec) => void;
}

export function isTimeLoad(force: Force): force is TimeLoad {
  return (
    force.byPosition === null &&
    force.byVelocity === null &&
    force.kinks !== undefined &&
    force.conditions === undefined
  );
}

/** A function that is constant along the exact motion. */
export interface Invariant {
  readonly name: string;
  /** Stays near its start, but not to rounding: results list it, no method claims it. */
  readonly varies?: true;
  value(t: number, q: Vec, v: Vec): number;
}

/** A system and where its motion starts. */
export interface Problem {
  readonly system: System;
  readonly t0: number;
  readonly q0: Vec;
  readonly v0: Vec;
  /** When results are wanted in other coordinates than the ones integrated (condensed, reduced systems). */
  readonly view?: View;
}

/** What the user sees of a state: named coordinates, computed from the ones integrated. */
export interface View {
  readonly labels: readonly string[];
  expand(s: { readonly t: number; readonly q: Vec; readonly v: Vec }, q: Vec, v: Vec): void;
}

/** Does f depend on the velocity? Explicit methods have to know. */
export function readsVelocity(system: System): boolean {
  return system.load?.byVelocity != null || system.damping?.byVelocity != null;
}

/** C of a damping force −C v with a constant matrix; null where nothing is damped, undefined where the force is another one. */
export function viscosityOf(system: System): Matrix | null | undefined {
  if (system.damping === null) return null;
  return system.kind === "linear" ? system.viscosity : system.damping.viscosity;
}

/** No load, no damping, no friction: the energy is conserved by the exact motion. */
export function isConservative(system: System): boolean {
  return system.load === null && system.damping === null && system.friction === undefined;
}

/** out = f_load + f_damping − ∇V(q): what M a has to equal. */
export function totalForce(system: System, t: number, q: Vec, v: Vec, out: Vec): void {
  system.gradient(q, out);
  for (let i = 0; i < out.length; i++) out[i] = -out[i];
  system.load?.addTo(t, q, v, out);
  system.damping?.addTo(t, q, v, out);
}

/** out = M⁻¹ (f_load + f_damping − ∇V(q)). */
export function acceleration(system: System, t: number, q: Vec, v: Vec, out: Vec): void {
  totalForce(system, t, q, v, out);
  system.mass.solve(out, out);
}

/** out = ∇V(q) − f_load − f_damping, the same with the other sign: what M a balances. */
export function opposingForce(system: System, t: number, q: Vec, v: Vec, out: Vec): void {
  if (system.load === null && system.damping === null) system.gradient(q, out);
  else {
    totalForce(system, t, q, v, out);
    for (let i = 0; i < out.length; i++) out[i] = -out[i];
  }
}

export function kineticEnergy(system: System, v: Vec, scratch: Vec): number {
  system.mass.apply(v, scratch);
  let twice = 0;
  for (let i = 0; i < v.length; i++) twice += v[i] * scratch[i];
  return twice / 2;
}

/** Kinetic plus potential energy as an invariant; every system lists it first. */
export function energyOf(system: Pick<System, "dof" | "mass" | "potential">): Invariant {
  const momentum = new Float64Array(system.dof);
  return {
    name: "energy",
    value(_t, q, v) {
      system.mass.apply(v, momentum);
      let twice = 0;
      for (let i = 0; i < v.length; i++) twice += v[i] * momentum[i];
      return twice / 2 + system.potential(q);
    },
  };
}
