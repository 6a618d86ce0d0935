/** Is an orbit regular or chaotic? The finite-time Lyapunov exponent and MEGNO, from two nearby orbits.       [benettin1976] [cincotta2003]
 *
 *      λ(T) = 1/T ln(|δ(T)|/|δ(0)|),      Y(T) = 2/T ∫ t d(ln|δ|),      ⟨Y⟩(T) = 1/T ∫ Y dt.
 *
 *  λ tends to the largest exponent of a chaotic orbit and falls like ln T / T on a regular one. ⟨Y⟩ tells them apart sooner: it tends to 2 on a regular orbit,
 *  to 0 where nothing separates (harmonic motion), and grows like λT/2 on a chaotic one.
 *
 *  δ is the difference of two orbits of the same method and step. When it has grown a thousandfold, or shrunk to a tenth, the second orbit is taken back
 *  along δ to the distance from which it started, with all that the method remembers: steps are smooth maps of all of that, so the direction that was
 *  found is kept, and what is measured is the derivative of the very map that the method is. With a first distance of 1e-8 of the state, δ stays below
 *  1e-5 of it: the curvature of the map leaves an error of about 1e-5 in ln|δ| each time that it is taken back, rounding about 1e-8 √steps. Both are added once in
 *  ln 1000 units of ln|δ|, so that λ has about five digits of its own; how far λ(T) is from its limit is decided by T alone.
 *
 *  |δ|² = |δq|² + τ²|δv|². The limit does not depend on τ (`timeScale`), nor on the direction in which the second orbit starts (`seed`). τ is ten steps
 *  unless it is given: steps that resolve a motion are a small part of its times, whatever the unit.
 *  Not for methods with their own clock, whose steps differ from orbit to orbit, nor under constraints, which a neighbour would break. */
import { log } from "../core/elementary.js";
import { type Failure, InputError } from "../core/failure.js";
import type { Method } from "../core/method.js";
import { uniform } from "../core/random.js";
import { begin, type Runner, type Status } from "../core/run.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { StepCount } from "../core/time.js";
import type { Vec } from "../core/vec.js";

export interface LyapunovOptions {
  readonly time: StepCount;
  /** τ, by which velocities are made comparable with positions (default: ten steps). */
  readonly timeScale?: number;
  /** Of the two orbits at the start, in the norm above (default 1e-8 of the state, or 1e-8 for one that is zero). */
  readonly distance?: number;
  /** Ends the orbit, with status `stopped`, at the first state for which it is true: one that has escaped. */
  readonly stop?: (s: Readonly<State>) => boolean;
  /** Of the direction in which the second orbit starts (default 1). */
  readonly seed?: number;
}

export interface LyapunovIndicator {
  /** `failed` where the orbit ended before the time asked for; the numbers are those up to `t`. */
  readonly status: Status;
  readonly failure: Failure | null;
  readonly t: number;
  /** λ(T); NaN if there was no step. */
  readonly exponent: number;
  /** ⟨Y⟩(T). */
  readonly megno: number;
  /** How often the second orbit was taken back. */
  readonly renormalisations: number;
}

/** Steps between two looks at the distance; fewer where it grows too fast for that. */
const EVERY = 8;
const GROWN = 1e3;
const SHRUNK = 0.1;
/** Beyond, the distance is no derivative any more. */
const TOO_FAR = 1e5;
const TOO_NEAR = 1e-3;

export function lyapunovIndicator(problem: Problem, method: Method, options: LyapunovOptions): LyapunovIndicator {
  if (method.clock !== "fixed") {
    throw new InputError(
      `${method.id} chooses other steps for a nearby orbit; a Lyapunov indicator needs a method with a fixed step, such as yoshida or gauss`,
    );
  }
  if (problem.system.constraints !== undefined)
    throw new InputError(
      "a Lyapunov indicator compares free orbits; this system has constraints, which a nearby orbit would break",
    );
  return (
    indicator(problem, method, options, EVERY) ??
    // With a look after every step there is nothing closer: what grows faster than that does.
    (indicator(problem, method, options, 1, Number.POSITIVE_INFINITY) as LyapunovIndicator)
  );
}

/** Null where the distance left the range in which it is a derivative between two looks. */
function indicator(
  problem: Problem,
  method: Method,
  { time, timeScale = 10 * Math.abs(time.step), distance, stop, seed = 1 }: LyapunovOptions,
  every: number,
  farthest = TOO_FAR,
): LyapunovIndicator | null {
  const { t0, q0, v0 } = problem;
  const norm = (q: Vec, v: Vec) => lengthOf(q, v, timeScale);
  const size = norm(q0, v0);
  const start = distance ?? 1e-8 * (size > 0 ? size : 1);
  if (!(start > 0 && timeScale > 0)) throw new InputError("distance and timeScale have to be positive numbers");
  const shift = directionOf(q0.length, seed, timeScale);
  const scale = start / norm(shift.q, shift.v);
  const neighbour: Problem = {
    ...problem,
    q0: q0.map((x, i) => x + scale * shift.q[i]),
    v0: v0.map((x, i) => x + scale * shift.v[i]),
  };
  const orbit = begin(problem, method, { time, ...(stop === undefined ? {} : { stop }) });
  let other: Runner = begin(neighbour, method, { time, growth: "report" });
  const between = difference(orbit.state, other.state);
  const measure = () => {
    setDifference(between, orbit.state, other.state);
    return norm(between.q, between.v);
  };
  const first = measure();
  let last = first;
  let [logarithm, moment, mean, megno, t, renormalisations] = [0, 0, 0, 0, t0, 0];
  for (let more = orbit.status === "running"; more; ) {
    more = orbit.advance(every);
    other.advance(every);
    // An orbit that has ended between two looks has no neighbour at its end.
    if (orbit.state.n !== other.state.n) break;
    const now = measure();
    if (now > farthest * first || now < (farthest === TOO_FAR ? TOO_NEAR : 0) * first) return null;
    const gain = log(now / last);
    const { t: later } = orbit.state;
    logarithm += gain;
    moment += gain * ((t + later) / 2 - t0);
    megno = (2 * moment) / (later - t0);
    mean += megno * (later - t);
    t = later;
    last = now;
    if (more && (now > GROWN * first || now < SHRUNK * first)) {
      other = takenBack(neighbour, method, time, orbit.state, other, first / now);
      last = measure();
      renormalisations++;
    }
  }
  const failed = orbit.status === "failed" ? orbit : other;
  return {
    status: failed.status === "failed" ? "failed" : orbit.status,
    failure: failed.result().failure,
    t,
    exponent: logarithm / (t - t0),
    megno: mean / (t - t0),
    renormalisations,
  };
}

/** The second orbit, nearer by `factor`: everything that evolves is moved towards the first. */
function takenBack(
  problem: Problem,
  method: Method,
  time: StepCount,
  orbit: Readonly<State>,
  other: Runner,
  factor: number,
): Runner {
  const snapshot = other.snapshot();
  const { n, t, q, v, memory } = snapshot.state;
  const nearer = (far: Vec, near: Vec) =>
    // What is equal stays so, infinities too.
    far.map((x, i) => (x === near[i] ? x : near[i] + factor * (x - near[i])));
  const state: State = {
    n,
    t,
    q: nearer(q, orbit.q),
    v: nearer(v, orbit.v),
    memory: memory.map((vector, k) => nearer(vector, orbit.memory[k])),
  };
  return begin(problem, method, { time, growth: "report", from: { ...snapshot, state } });
}

interface Separation {
  readonly q: Vec;
  readonly v: Vec;
}

function difference({ q, v }: Readonly<State>, other: Readonly<State>): Separation {
  const separation = { q: new Float64Array(q.length), v: new Float64Array(v.length) };
  setDifference(separation, { q, v }, other);
  return separation;
}

function setDifference({ q, v }: Separation, one: Separation, other: Separation): void {
  for (let i = 0; i < q.length; i++) {
    q[i] = other.q[i] - one.q[i];
    v[i] = other.v[i] - one.v[i];
  }
}

function lengthOf(q: Vec, v: Vec, timeScale: number): number {
  let square = 0;
  for (let i = 0; i < q.length; i++) square += q[i] * q[i] + timeScale * timeScale * v[i] * v[i];
  return Math.sqrt(square);
}

/** A direction that no symmetry of a model prefers. */
function directionOf(dof: number, seed: number, timeScale: number): Separation {
  const next = uniform(seed);
  const component = () => next() - 0.5;
  return {
    q: Float64Array.from({ length: dof }, component),
    v: Float64Array.from({ length: dof }, () => component() / timeScale),
  };
}
