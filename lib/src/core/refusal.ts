/** Which systems a method takes, and the words that refuse the others: what is lacking, and what takes the system instead. Only methods and settings
 *  that do take it are recommended. Which methods there are is not known here: who has the registry hands them in. */
import { InputError } from "./failure.js";
import type { Method } from "./method.js";
import { isConservative, readsVelocity, type System, viscosityOf } from "./system.js";

interface Requirement {
  readonly met: (system: System) => boolean;
  readonly lacking: string;
}

/** What a method may ask of a system, with the words that refuse one that lacks it. */
const NEEDS = {
  tangent: {
    met: (system) => system.tangent !== null,
    lacking: "needs the tangent ∇²V, and this system has only the gradient",
  },
  "discrete-gradient": {
    met: (system) => system.discreteGradient !== null,
    lacking:
      "needs a discrete gradient, which expressions, particles, springs and the builtin models have, and this system does not",
  },
  "strain-damping": {
    met: (system) => system.discreteGradient?.resisting !== undefined,
    lacking:
      "damps only what particles, springs, solids and the builtin models are made of, and this system does not say what that is",
  },
  distances: {
    met: (system) => system.discreteGradient?.ofDistances === true,
    lacking: "is made for potentials of distances alone, central or between particles, and this one is not",
  },
  linear: {
    met: (system) => system.kind === "linear",
    lacking: "is made for linear systems M a + C v + K q = F(t), and this one is nonlinear",
  },
  conservative: {
    met: isConservative,
    lacking: "is made for systems without loads and damping, and this one has them",
  },
  undamped: {
    met: (system) => system.damping === null,
    lacking: "is made for systems without damping, and this one has it: what it solves with is made of M and K alone",
  },
  "forces-without-velocity": {
    met: (system) => !readsVelocity(system),
    lacking: "is explicit only while forces do not depend on the velocity, and here they do",
  },
  "dissipation-potential": {
    met: ({ load, damping }) =>
      load?.byPosition == null &&
      load?.byVelocity == null &&
      damping?.byVelocity?.symmetric !== false &&
      (damping?.byPosition == null || damping.companion !== undefined),
    lacking:
      "minimises, and can do so only with loads that depend on time alone and damping that has a potential φ(q, v) " +
      "(in a model file: dissipation)",
  },
  "loads-of-time": {
    met: ({ load, damping }) => load?.byPosition == null && load?.byVelocity == null && damping?.byPosition == null,
    lacking: "takes loads that depend on time alone and damping that depends on velocity alone, and here others act",
  },
  "viscous-damping": {
    met: (system) =>
      viscosityOf(system) !== undefined && system.load?.byPosition == null && system.load?.byVelocity == null,
    lacking:
      "takes loads that depend on time alone and damping −C v with a constant matrix (in a model file: damping), and here other " +
      "forces act: the scheme's velocity is not the motion's, and only for these is it known what to give it instead",
  },
  differences: {
    met: (system) => system.terms?.points !== undefined,
    lacking:
      "needs a potential that is known as a sum over pairs of points or elements, as those of particles without a cutoff, chains and solids at large strain are, and " +
      "this one is not",
  },
  "diagonal-mass": {
    met: (system) => system.mass.diagonal !== null,
    lacking: "needs a diagonal mass matrix, and this one is not",
  },
} as const satisfies Readonly<Record<string, Requirement>>;

export type Need = keyof typeof NEEDS;

interface Demanding {
  readonly made: (system: System) => boolean;
  readonly unknown: string;
}

/** What a system may demand of a method, with the words of a method that does not handle it. */
const DEMANDS = {
  friction: {
    made: (system: System) => system.friction !== undefined,
    unknown: "does not know Coulomb friction",
  },
  constraints: {
    made: (system: System) => system.constraints !== undefined,
    unknown: "does not know constraints",
  },
} as const satisfies Readonly<Record<string, Demanding>>;

export type Demand = keyof typeof DEMANDS;

interface Capabilities {
  readonly needs: readonly Need[];
  readonly handles?: readonly Demand[];
}

/** A method that may be recommended, by its id or by its id and the setting that it takes. */
export interface Alternative {
  readonly name: string;
  readonly method: Pick<Method, "id" | "needs" | "handles" | "clock" | "claims">;
}

/** How many a refusal names. */
const MOST = 2;

/** Of a system that makes all demands, which no method meets together. */
const TOGETHER =
  "does not take Coulomb friction together with constraints, and no method here does: leave the friction out, or hold what is " +
  "constrained by stiff springs";

type Asking = Pick<Method, "id" | "needs" | "handles" | "resets"> & Partial<Pick<Method, "clock" | "claims">>;

/** Why the method cannot integrate the system, or null if it can. The alternatives, the best first, are asked for only where it cannot; without any the
 *  words say what is lacking, and which setting would do. */
export function refusal(
  method: Asking,
  system: System,
  alternatives: () => readonly Alternative[] = () => [],
): string | null {
  const made = demandsOf(system);
  const open = made.find((demand) => method.handles?.includes(demand) !== true);
  if (open !== undefined && made.length > 1) return `${method.id} ${TOGETHER}`;
  const unmet = method.needs.find((need) => !NEEDS[need].met(system));
  if (unmet === undefined && open === undefined) return null;
  const others = nearestFirst(method, alternatives()).filter((other) => takes(other.method, system));
  if (unmet !== undefined) return lacking(method, unmet, system, others);
  return `${method.id} ${DEMANDS[open as Demand].unknown}${instead(others.map(({ name }) => name))}`;
}

/** Those with the clock of the method come first, then those that conserve the energy where it does. */
function nearestFirst({ clock, claims }: Asking, alternatives: readonly Alternative[]): readonly Alternative[] {
  const conserving = claims?.conserves.includes("energy") === true;
  const distance = ({ method }: Alternative) =>
    (method.clock === clock ? 0 : 2) + (conserving && !method.claims.conserves.includes("energy") ? 1 : 0);
  return [...alternatives].sort((a, b) => distance(a) - distance(b));
}

const demandsOf = (system: System): Demand[] =>
  (Object.keys(DEMANDS) as Demand[]).filter((demand) => DEMANDS[demand].made(system));

const takes = ({ needs, handles }: Capabilities, system: System): boolean =>
  needs.every((need) => NEEDS[need].met(system)) &&
  demandsOf(system).every((demand) => handles?.includes(demand) === true);

/** Of a need that comes from a setting, the setting is named, and what would do instead. */
function lacking({ id, resets }: Asking, unmet: Need, system: System, others: readonly Alternative[]): string {
  const because = resets?.().filter(({ method }) => !method.needs.includes(unmet)) ?? [];
  const named = because.map(({ key, found }) => `${key}: ${found}`).join(" and ");
  // A word says how something is computed, a number how much of it there is: the former is set back first.
  const fits = because.filter(({ method }) => takes(method, system));
  const reset = fits.find(({ found }) => typeof found === "string") ?? fits[0];
  const names = others.filter(({ method }) => reset === undefined || method.id !== id).map(({ name }) => name);
  return (
    `${id}${named === "" ? "" : ` with ${named}`} ${NEEDS[unmet].lacking}` +
    instead(reset === undefined ? names : [`${reset.key}: ${reset.default}`, ...names])
  );
}

/** "; a and b take it". */
function instead(names: readonly string[]): string {
  const fit = names.slice(0, MOST);
  return fit.length === 0 ? "" : `; ${fit.join(" and ")} ${fit.length === 1 ? "takes" : "take"} it`;
}

export function refuse(method: Method, system: System, alternatives?: () => readonly Alternative[]): void {
  const reason = refusal(method, system, alternatives);
  if (reason !== null) throw new InputError(reason, { key: "method" }, "unsuited-method");
}
