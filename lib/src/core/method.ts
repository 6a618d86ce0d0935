/** A method is immutable data about a scheme (what it claims, needs and cites) and `prepare`, which allocates everything
 *  a run will use and returns a stepper. A claim is data: `test/contracts` measures every one of them. */
import { type Failure, InputError } from "./failure.js";
import type { Ledger, Unbooked } from "./ledger.js";
import type { Notice } from "./notice.js";
import { completed, type ParameterTable, type ParameterValue, type ValuesOf } from "./parameter.js";
import type { Demand, Need } from "./refusal.js";
import type { State } from "./state.js";
import type { Invariant, Problem, System } from "./system.js";
import type { Vec } from "./vec.js";

export { type Alternative, type Demand, type Need, refusal, refuse } from "./refusal.js";

export type Method = FixedStepMethod | OwnClockMethod;

interface MethodData {
  readonly id: string;
  readonly parameters: Readonly<Record<string, ParameterValue>>;
  readonly claims: Claims;
  /** Where the claims depend on the system: those on this one. Absent: `claims`. */
  readonly claimsOn?: (system: System) => Claims;
  readonly needs: readonly Need[];
  /** What a system may demand of a method and most methods do not know. */
  readonly handles?: readonly Demand[];
  /** Keys of references.bib. */
  readonly cites: readonly string[];
  /** For every setting that is not the default, the method with that setting back at it, where there is such a method: by these a refusal
   *  finds the setting that it is about. */
  readonly resets?: () => readonly Reset[];
}

export interface Reset {
  readonly key: string;
  readonly found: ParameterValue;
  readonly default: ParameterValue;
  readonly method: Method;
}

/** Takes the step it is given: the driver owns the clock, t = t0 + n h. */
export interface FixedStepMethod extends MethodData {
  readonly clock: "fixed";
  /** Has a way of its own with loads that jump where a step ends; others are started anew there by the run. */
  readonly splits?: boolean;
  /** Asks for loads at times outside of the step too: there the run lets the piece inside of the step go on, beyond kinks at its ends. */
  readonly leavesStep?: boolean;
  /** The highest derivative of loads that it takes where these have kinks; absent: none. */
  readonly loadDerivatives?: number;
  /** Its orders where loads jump or have corners inside of steps; absent: the first and the second. */
  readonly inside?: { readonly jumps: number; readonly corners: number };
  /** h may be negative: the step backwards in time. A ledger that is handed in receives one entry a step. */
  prepare(problem: Problem, h: number, ledger: Ledger | null): Stepper;
}

/** Chooses its own steps and writes `s.t`; states in between come from its dense or exact output. */
export interface OwnClockMethod extends MethodData {
  readonly clock: "own";
  prepare(problem: Problem, ledger: Ledger | null): OwnClockStepper;
}

/** What a stepper knows about the run before its first step. */
interface Announcements {
  /** What this scheme conserves besides the invariants of the system: results list both. */
  readonly invariants?: readonly Invariant[];
  /** The energy that the scheme's balance is about, where it is not that of the system but of an approximate potential. */
  readonly energy?: Invariant;
  /** For the user: a step beyond a limit that could only be estimated, an order that a load will cost. */
  readonly notices?: readonly Notice[];
  /** Called once, before a run: is the step stable for this system? Throws an InputError where it is not, returns notices where
   *  that could only be estimated. To run an unstable step on purpose, do not call `check`. */
  check?(): readonly Notice[];
}

export interface Stepper extends Announcements {
  /** Advances q, v and memory by one step. On failure they are as they were. */
  step(s: State): Failure | null;
  /** Takes up to `count` steps one after another, as `step` would to within rounding, and returns how many; after fewer than asked for, the next
   *  is for `step`, which does not try again what this could not. Where a ledger is kept, one at a time is asked for.
   *  n and t are those of the first of them, and the driver's to advance. */
  leap?(s: State, count: number): number;
  /** What steps of many systems side by side are generated from (stepping/code), where these steps are code. */
  readonly code?: object;
  /** Becomes State.memory, holding the values of the start; everything else a stepper keeps is scratch. */
  readonly memory: readonly Vec[];
  /** Begins anew from here, with forces as they are now: writes into the memory, which is zero, what `prepare` would have written. Absent: the method is
   *  prepared once more, with its factors. */
  restart?(t: number, q: Vec, v: Vec): void;
  /** What the system does not see: factors and iterations, and forces that do not come from it (matrices of a linear system, an
   *  approximate potential). What the system is asked for, the driver counts. */
  readonly work: Readonly<Work>;
}

/** A motion that chooses its own times. Its state is its memory: it is computed, at any time, only when it is observed,
 *  since a method with an event a coordinate must not touch all coordinates at every event. */
export interface OwnClockStepper extends Announcements {
  /** Takes one step of the method's own choice, writing `clock.t`. A step that would pass `limit` ends there, if the method
   *  can shorten its steps; otherwise it may overshoot. */
  step(clock: Clock, limit: number): Failure | null;
  /** How far the next step may reach: the driver keeps a snapshot of the state before a step that may be shortened, since
   *  an uninterrupted run would not have shortened it. */
  readonly reach: number;
  /** The state at time t, anywhere in the step last taken (or at the start). */
  at(t: number, q: Vec, v: Vec): void;
  /** Where intervals that the ledger books are longer than a step: what belongs to the state at time t and has not been entered. */
  unbooked?(t: number): Unbooked;
  /** What is to be said of the steps taken so far; it follows from the memory, so that a run that was interrupted says the same. */
  remarks?(): readonly Notice[];
  readonly memory: readonly Vec[];
  readonly work: Readonly<Work>;
}

export interface Clock {
  readonly n: number;
  t: number;
}

/** What a run cost, everything included: start, steps, ledger, bounds on rounding errors. */
export interface Work {
  /** ∇V and discrete gradients. */
  gradients: number;
  /** ∇²V and the tangents of discrete gradients. */
  tangents: number;
  factorizations: number;
  iterations: number;
  /** Numbers stored to solve with, in the largest factor; only where they are many. */
  fill?: number;
}

const MANY = 100_000;

/** Books a factor of `fill` numbers. */
export function countFactor(work: Work, fill: number): void {
  work.factorizations++;
  if (fill > Math.max(MANY, work.fill ?? 0)) work.fill = fill;
}

export const noWork = (): Work => ({ gradients: 0, tangents: 0, factorizations: 0, iterations: 0 });

export interface Claims {
  /** Order of convergence of q and v at a fixed time, on smooth nonlinear systems with loads and damping. */
  readonly order: number;
  /** The order where nothing is damped, if it is higher; symmetry is then claimed there only. */
  readonly orderUndamped?: number;
  /** The two-form that a step preserves when forces have a potential (which may depend on time); null: none. */
  readonly symplectic: SymplecticForm | null;
  /** A step with h followed by one with −h is the identity. */
  readonly symmetric: boolean;
  /** What is conserved to round-off wherever the exact motion conserves it. */
  readonly conserves: readonly Conserved[];
  /** Does the ledger's entry explain the whole change of energy? */
  readonly balance: "closed" | "open";
}

/** What the method claims of its motion of this system. */
export function claimsOn({ claims, claimsOn: own }: Pick<Method, "claims" | "claimsOn">, system: System): Claims {
  return own?.(system) ?? claims;
}

/** May a motion of this system that nothing damps lose energy by the method? One that preserves a symplectic form, or the energy, takes none out. */
export function mayDissipate(method: Pick<Method, "claims" | "claimsOn">, system: System): boolean {
  const { symplectic, conserves } = claimsOn(method, system);
  return symplectic === null && !conserves.includes("energy");
}

/** `energy-of-linear-systems`: only where the potential is quadratic; `energy-of-quartic-systems`: only where it is a
 *  polynomial of degree four or less. */
export type Conserved =
  | "energy"
  | "energy-of-linear-systems"
  | "energy-of-quartic-systems"
  | "linear-momentum"
  | "angular-momentum";

/** The form Σ W(q)_ij dq_i ∧ dv_j. The canonical form dq ∧ dp has W = M. */
export interface SymplecticForm {
  readonly name: string;
  /** out = W(q) x. */
  apply(system: System, h: number, q: Vec, x: Vec, out: Vec): void;
}

/** A method before its parameters are chosen: `newmark({ beta: 1/6 })`. The registry lists these. The kind of clock stays known:
 *  `newmark()` is a `FixedStepMethod`. */
export type MethodFamily<T extends ParameterTable = ParameterTable, M extends Method = Method> = FamilyData<T> &
  Choice<T, M>["choose"];

/** Declared as a member so that a family of particular parameters is a `MethodFamily`: what the registry is called with has been read
 *  from a file or a command line, and is checked when it is completed. */
interface Choice<T extends ParameterTable, M extends Method> {
  choose(parameters?: Partial<ValuesOf<T>>): M;
}

interface FamilyData<T extends ParameterTable> {
  readonly id: string;
  readonly title: string;
  /** One sentence: when to choose it. */
  readonly summary: string;
  readonly parameters: T;
  readonly cites: readonly string[];
  /** Settings that the contract tests run besides the defaults: every branch of the claims. */
  readonly variants: readonly Partial<ValuesOf<T>>[];
}

/** The method with its defaults; a family with a parameter that has to be given is shown by its first variant. */
export function standard(family: MethodFamily): Method {
  const needy = Object.values(family.parameters).some((parameter) => parameter.required === true);
  return family(needy ? family.variants[0] : {});
}

/** What a family's parameters decide. */
export type Scheme = FixedStepScheme | OwnClockScheme;
export type FixedStepScheme = Omit<FixedStepMethod, "id" | "parameters" | "cites" | "resets">;
export type OwnClockScheme = Omit<OwnClockMethod, "id" | "parameters" | "cites" | "resets">;

/** What a family makes of a scheme: the clock decides. */
type MethodOf<S extends Scheme> = S extends FixedStepScheme ? FixedStepMethod : OwnClockMethod;

export function family<const T extends ParameterTable, S extends Scheme>(
  about: FamilyData<T>,
  scheme: (parameters: ValuesOf<T>) => S,
): MethodFamily<T, MethodOf<S>>;
export function family<T extends ParameterTable>(
  about: FamilyData<T>,
  scheme: (parameters: ValuesOf<T>) => Scheme,
): MethodFamily<T> {
  const create = (given: Partial<ValuesOf<T>> = {}): Method => {
    const parameters = completed(about.id, about.parameters, given);
    // Parameters that were left out are not among the values.
    const chosen = parameters as Readonly<Record<string, ParameterValue>>;
    const resets = () => resetsOf(chosen, about.parameters, (others) => create(others as Partial<ValuesOf<T>>));
    return { id: about.id, parameters: chosen, cites: about.cites, resets, ...scheme(parameters) };
  };
  return Object.assign(create, about);
}

function resetsOf(
  chosen: Readonly<Record<string, ParameterValue>>,
  table: ParameterTable,
  create: (others: Readonly<Record<string, ParameterValue>>) => Method,
): Reset[] {
  return Object.entries(chosen).flatMap(([key, found]): Reset[] => {
    const usual = table[key]?.default;
    if (usual === undefined || usual === found) return [];
    try {
      return [{ key, found, default: usual, method: create({ ...chosen, [key]: usual }) }];
    } catch (error) {
      // Settings that belong together cannot be set back one by one.
      if (error instanceof InputError) return [];
      throw error;
    }
  });
}
