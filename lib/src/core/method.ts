/** A method is immutable data about a scheme (what it claims, needs and cites) and `prepare`, which allocates everything
 *  a run will use and returns a stepper. A claim is data: `test/contracts` measures every one of them. */
import { type Failure, InputError } from "./failure.js";
import type { Ledger, Unbooked } from "./ledger.js";
import type { Notice } from "./notice.js";
import { completed, type ParameterTable, type ParameterValue, type ValuesOf } from "./parameter.js";
import type { State } from "./state.js";
import { type Invariant, isConservative, type Problem, readsVelocity, type System, viscosityOf } from "./system.js";
import type { Vec } from "./vec.js";

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
   *  that could only be estimated. Who wants to see what an unstable step does takes it without asking. */
  check?(): readonly Notice[];
}

export interface Stepper extends Announcements {
  /** Advances q, v and memory by one step. On failure they are as they were. */
  step(s: State): Failure | null;
  /** Takes up to `count` steps one after another, as `step` would to within rounding, and returns how many; after fewer than asked for, the next
   *  is for `step`, which does not try again what this could not. Where a ledger is kept, one at a time is asked for.
   *  n and t are those of the first of them, and the driver's to advance. */
  leap?(s: State, count: number): number;
  /** Becomes State.memory, holding the values of the start; everything else a stepper keeps is scratch. */
  readonly memory: readonly Vec[];
  /** What the system does not see: factors and iterations, and forces that do not come from it (matrices of a linear system, an
   *  approximate potential). What the system is asked for, the driver counts. */
  readonly work: Readonly<Work>;
}

/** A motion that chooses its own times. Its state is its memory: it is computed, at any time, only when somebody looks,
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

/** What a method may ask of a system, with the words that refuse one that lacks it. */
const NEEDS = {
  tangent: {
    met: (system: System) => system.tangent !== null,
    lacking: "needs the tangent ∇²V, and this system has only the gradient",
  },
  "discrete-gradient": {
    met: (system: System) => system.discreteGradient !== null,
    lacking:
      "needs a discrete gradient, which expressions, particles, springs and the builtin models have, and this system does not",
  },
  "strain-damping": {
    met: (system: System) => system.discreteGradient?.resisting !== undefined,
    lacking:
      "damps only what particles, springs, solids and the builtin models are made of, and this system does not say what that is",
  },
  distances: {
    met: (system: System) => system.discreteGradient?.ofDistances === true,
    lacking:
      "is made for potentials of distances alone, central or between particles, and this one is not; " +
      "energy-momentum keeps the energy of any other",
  },
  linear: {
    met: (system: System) => system.kind === "linear",
    lacking: "is made for linear systems M a + C v + K q = F(t), and this one is nonlinear",
  },
  conservative: {
    met: isConservative,
    lacking:
      "is made for systems without loads and damping, and this one has them (force-stepping takes them if it is told a " +
      "splitting interval)",
  },
  undamped: {
    met: (system: System) => system.damping === null,
    lacking: "is made for systems without damping, and this one has it",
  },
  "forces-without-velocity": {
    met: (system: System) => !readsVelocity(system),
    lacking: "is explicit only while forces do not depend on the velocity, and here they do",
  },
  "dissipation-potential": {
    met: ({ load, damping }: System) =>
      load?.byPosition == null &&
      load?.byVelocity == null &&
      damping?.byVelocity?.symmetric !== false &&
      (damping?.byPosition == null || damping.companion !== undefined),
    lacking:
      "minimises, and can do so only with loads that depend on time alone and damping that has a potential φ(q, v) " +
      "(in a model file: dissipation); lagrange-dalembert takes any force",
  },
  "loads-of-time": {
    met: ({ load, damping }: System) =>
      load?.byPosition == null && load?.byVelocity == null && damping?.byPosition == null,
    lacking: "takes loads that depend on time alone and damping that depends on velocity alone, and here others act",
  },
  "viscous-damping": {
    met: (system: System) =>
      viscosityOf(system) !== undefined && system.load?.byPosition == null && system.load?.byVelocity == null,
    lacking:
      "takes loads that depend on time alone and damping −C v with a constant matrix (in a model file: damping), and here other " +
      "forces act; gauss takes any",
  },
  differences: {
    met: (system: System) => system.terms?.points !== undefined,
    lacking:
      "needs a potential that is known as a sum over pairs of points or elements, as those of particles, chains and solids at large strain are, and " +
      "this one is not",
  },
  "diagonal-mass": {
    met: (system: System) => system.mass.diagonal !== null,
    lacking: "needs a diagonal mass matrix, and this one is not",
  },
} as const;

export type Need = keyof typeof NEEDS;

/** What a system may demand of a method, with the words of a method that does not handle it. */
const DEMANDS = {
  friction: {
    made: (system: System) => system.friction !== undefined,
    unknown: "does not know Coulomb friction; two-step and newmark-minimization do",
  },
  constraints: {
    made: (system: System) => system.constraints !== undefined,
    unknown: "does not know constraints; variational and lagrange-dalembert do",
  },
} as const;

/** Of a system that makes all demands, which no method meets together. */
const TOGETHER =
  "does not take Coulomb friction together with constraints, and no method here does: leave the friction out, or hold what is " +
  "constrained by stiff springs";

export type Demand = keyof typeof DEMANDS;

type Asking = Pick<Method, "id" | "needs" | "handles" | "resets">;

/** Why the method cannot integrate the system, or null if it can. */
export function refusal(method: Asking, system: System): string | null {
  const unmet = method.needs.find((need) => !NEEDS[need].met(system));
  if (unmet !== undefined) return lacking(method, unmet, system);
  const made = demandsOf(system);
  const open = made.find((demand) => method.handles?.includes(demand) !== true);
  if (open === undefined) return null;
  return `${method.id} ${made.length > 1 ? TOGETHER : DEMANDS[open].unknown}`;
}

const demandsOf = (system: System): Demand[] =>
  (Object.keys(DEMANDS) as Demand[]).filter((demand) => DEMANDS[demand].made(system));

const takes = ({ needs, handles }: Pick<Method, "needs" | "handles">, system: System): boolean =>
  needs.every((need) => NEEDS[need].met(system)) && demandsOf(system).every((demand) => handles?.includes(demand));

/** Of a need that comes from a setting, the setting is named, and what would do instead. */
function lacking({ id, resets }: Asking, unmet: Need, system: System): string {
  const because = resets?.().filter(({ method }) => !method.needs.includes(unmet)) ?? [];
  const named = because.map(({ key, found }) => `${key}: ${found}`).join(" and ");
  // A word says how something is computed, a number how much of it there is: the former is set back first.
  const fits = because.filter(({ method }) => takes(method, system));
  const instead = fits.find(({ found }) => typeof found === "string") ?? fits[0];
  return (
    `${id}${named === "" ? "" : ` with ${named}`} ${NEEDS[unmet].lacking}` +
    (instead === undefined ? "" : `; ${instead.key}: ${instead.default} takes it`)
  );
}

export function refuse(method: Method, system: System): void {
  const reason = refusal(method, system);
  if (reason !== null) throw new InputError(reason, { key: "method" });
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
