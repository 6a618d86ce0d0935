/** A step of an energy–momentum method, for any mean force (engine of energy-momentum and labudde-greenspan).
 *
 *      M Δv = h (f̄ + D − g),    Δu = h v₀ + ½ κ h Δv,    κ = 1 + α                   [krenk2014, eqs. (14), (33)–(35)]
 *
 *  g is the mean force, ½ α Δg included. f̄ is the mean of the loads at the two times and D the damping force, both taken at the
 *  middle of the step and at the velocity Δu/h: for loads in time and D = −C v these are the paper's. The unknown is
 *  A = Δv/h, the mean acceleration, and not Δu as in Table I, whose terms in 1/h² turn rounding into a drift of the energy
 *  at small steps. Newton's iteration solves with M + ½ κ h C + ¼ κ h² d(2g)/dq₁ and takes what the force's derivative has of rank
 *  one in by the formula of Sherman and Morrison.
 *
 *  Balance: multiply the first equation by Δu/h = v̄ + ½ α Δv.
 *      ΔT + ΔV = Δu·f̄ + Δu·D − algorithmic,    algorithmic = ½ α Δv·M Δv + (Δu·g − ΔV)                          (15)
 *  A residual r of the first equation, divided by h, leaves Δu·r in it. */
import type { Failure } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { countFactor, type Stepper, type Work } from "../../core/method.js";
import { acceleration, kineticEnergy, type Problem, readsVelocity } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { isCheap, newtonFactorization } from "../../linalg/newton-factorization.js";
import { areWithin, type Doubt, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy, dot, normInf } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../../stepping/diagnosis.js";
import { extrapolation } from "../../stepping/extrapolation.js";
import { exactly, type Factor, factorOf, product } from "../../stepping/factors.js";
import type { ImplicitOptions } from "../../stepping/implicit-parameters.js";
import { lostInertia } from "../../stepping/lost-inertia.js";
import { placeRounding } from "../../stepping/place-rounding.js";
import { balanceStage } from "../../stepping/stage-loops.js";
import { lostOfLarger, stateSum } from "../../stepping/summation.js";
import type { MeanForce } from "./mean-force.js";

export interface StepOptions extends ImplicitOptions {
  /** α. */
  readonly damping: number;
}

/** Of the energies of a step, what its residual may do as work. */
const LOST = 1e-7;
/** Places to either side at which a force is looked at, too. */
const NEIGHBOURS = 4;

/** A rank-one change that takes nearly all of a direction away is left out. */
const NEARLY_SINGULAR = 1e-3;

/** The numbers of `now`: in a vector, since every number that a closure assigns anew would be allocated anew. */
const [TIME, END, STEP, GAIN] = [0, 1, 2, 3];

export function energyMomentumStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { damping: alpha, tolerance, summation }: StepOptions,
  force: MeanForce,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const { mass, load, damping, cancellingTerms = 0 } = system;
  const kappa = 1 + alpha; // (34)
  const [u, v, u1, middle, du, w, inertia, loads, drag, A, dv, g, ofRest, reach, speed, place, first, delta] =
    Array.from({ length: 18 }, () => new Float64Array(n));
  const [here, other] = Array.from({ length: 2 }, () => new Float64Array(n));
  const now = Float64Array.of(0, 0, h, 0); // start, end and length of the step that is solved; the gain of the rank-one part
  let factors = factorsOf(h, kappa);
  const halfway = () => (now[TIME] + now[END]) / 2;

  const matrix = effectiveMatrix(
    { ...system, kind: "nonlinear", tangent: { pattern: force.pattern, values: (_q, out) => force.stiffness(out) } },
    force,
  );
  const factorization = newtonFactorization(matrix.pattern, matrix.symmetric, system);
  const onlyPotential = load === null && damping === null;
  const loadReadsState = load !== null && (load.byPosition !== null || load.byVelocity !== null);
  const ofForces = forceRounding(system, ["load", "damping"]);
  const sum = stateSum(n, summation);
  const { ofPositions, ofVelocities } = sum;
  // Of a mean force d(2g)/dq₁ is known, and its derivative by q₀ is about the same; J has no other part where no force reads the velocity. What is
  // of rank one is left out.
  const rounded = readsVelocity(system) ? null : placeRounding(system, matrix.pattern, matrix.values);
  const ofInertia = lostInertia(mass);

  // In the order of Table I. 3) Residual calculation: the end that Δu leads to, the mean force, and what is left of (33).
  const moveTo = (a: Vec) => {
    moveEnd(u, v, factors.ofVelocity, factors.ofStep, a, w, du, u1);
    if (!onlyPotential) for (let i = 0; i < n; i++) middle[i] = u[i] + du[i] / 2;
  };
  /** What the ends were rounded by, the first by what its sum carries. */
  const findRounded = () => {
    const step = now[STEP];
    for (let i = 0; i < n; i++) {
      const rest = step * (lostOfLarger(v[i], product(factors.ofVelocity, place[i]), w[i]) + ofVelocities[i]);
      delta[i] = lostOfLarger(u[i], du[i], u1[i]) + rest + 2 * ofPositions[i];
    }
  };
  const averageLoads = () => {
    if (load === null) return;
    loads.fill(0);
    load.addTo(now[TIME], middle, w, loads);
    load.addTo(now[END], middle, w, loads);
    for (let i = 0; i < n; i++) loads[i] /= 2;
  };
  const residual = (a: Vec, out: Vec, size: Vec) => {
    moveTo(a);
    force.at(u, u1, du, g);
    copy(a, place);
    mass.apply(a, inertia);
    if (loadReadsState) averageLoads();
    if (damping !== null) {
      drag.fill(0);
      damping.addTo(halfway(), middle, w, drag);
    }
    if (onlyPotential) {
      balanceStage(inertia, 1, g, 1, loads, cancellingTerms, out, size);
      force.addSizes?.(size);
      return;
    }
    for (let i = 0; i < n; i++) {
      out[i] = inertia[i] + g[i] - loads[i] - drag[i]; // (33), divided by h
      size[i] = Math.abs(inertia[i]) + Math.abs(g[i]) + Math.abs(loads[i]) + Math.abs(drag[i]) + cancellingTerms;
    }
    force.addSizes?.(size);
  };

  /** What rounding leaves in the equations. */
  const boundRounding = (out: Vec): void => {
    addUpRounding(out);
    if (force.measureAlong === undefined) return;
    // It takes some evaluations of V: only where what is left is more than is accepted otherwise.
    for (let i = 0; i < n; i++) other[i] = inertia[i] + g[i] - loads[i] - drag[i];
    if (!areWithin(other, out) && force.measureAlong()) addUpRounding(out);
  };
  const addUpRounding = (out: Vec): void => {
    inertiaRounding(mass, place, 1, out);
    for (let i = 0; i < n; i++) reach[i] = Math.abs(u[i]) + Math.abs(now[STEP] * v[i]) + Math.abs(u1[i]);
    force.addRounding(reach, out);
    ofForces.addTo(halfway(), middle, w, reach, sizesOf(speed, w, v), 1, out);
  };
  const moves = (): boolean => normInf(du) > (Number.EPSILON / LOST) * normInf(reach);
  /** Is the energy of the step known, in spite of what rounding leaves in its forces? Terms that cancel between ends far apart, such as the factors of
   *  exp(50 x) exp(−49 x), may leave anything, and a residual within their rounding solves nothing. Motions of few ulps are rounding altogether. */
  const unknownWithin = (bound: Vec): Doubt | null => {
    if (!moves()) return null;
    const energies = energiesOfStep();
    const accepted = LOST * energies;
    const left = Math.abs(workLeft());
    if (!(left <= accepted)) return { work: left, accepted };
    let unknown = 0;
    for (let i = 0; i < n; i++) unknown += Math.abs(du[i]) * bound[i];
    if (unknown <= accepted) return null;
    const work = unknown <= energies ? noise() : unknown;
    return work <= accepted ? null : { work, accepted };
  };
  /** The work of what is left of the equations. */
  const workLeft = (): number => {
    let left = 0;
    for (let i = 0; i < n; i++) left += du[i] * (inertia[i] + g[i] - loads[i] - drag[i]);
    return left;
  };
  /** Those of motion, and the work that forces do. */
  const energiesOfStep = (): number => {
    for (let i = 0; i < n; i++) speed[i] = v[i] + now[STEP] * place[i];
    let energies = kineticEnergy(system, v, other) + kineticEnergy(system, speed, other);
    for (let i = 0; i < n; i++) {
      energies += Math.abs(du[i]) * (Math.abs(g[i]) + Math.abs(loads[i]) + Math.abs(drag[i]));
    }
    return energies;
  };
  /** Where terms cancel, they may leave nothing at all, and the rest of the equations then hold to the last digit without them, or within a bound that is wide
   *  beyond all energies: what is left of the equations has to do little work, and the work of the force has to be ΔV. */
  const { unknownWork } = force;
  const unknownAtSolution = (): Doubt | null => {
    if (unknownWork === undefined) return null;
    // Without the energies of motion, which take longer to find and are rarely needed.
    const enough = LOST * workOf(du, g);
    if (Math.abs(workLeft()) <= enough && unknownWork(du) <= enough) return null;
    for (let i = 0; i < n; i++) reach[i] = Math.abs(u[i]) + Math.abs(u1[i]);
    if (!moves()) return null;
    const accepted = LOST * energiesOfStep();
    const left = Math.abs(workLeft());
    const work = left <= accepted ? unknownWork(du) : left;
    return work <= accepted ? null : { work, accepted };
  };
  /** What the work of the force changes by when the end is moved by a few ulps: where a bound is too wide to tell, a measurement. */
  const noise = (): number => {
    let worst = 0;
    force.at(u, u1, du, here);
    for (let k = -NEIGHBOURS; k <= NEIGHBOURS; k++) {
      for (let i = 0; i < n; i++) speed[i] = u1[i] + 2 * k * Number.EPSILON * Math.abs(u1[i]);
      force.at(u, speed, du, other);
      let change = 0;
      for (let i = 0; i < n; i++) change += du[i] * (other[i] - here[i]);
      worst = Math.max(worst, Math.abs(change));
    }
    force.at(u, u1, du, other);
    return worst;
  };

  // 4) Displacement sub-increment, K* δu = r [krenk2014, (43)], in the unknown A.
  const factor = (): Failure | null => {
    const step = now[STEP];
    const ofPosition = (kappa * step * step) / 2; // ∂Δu/∂A
    matrix.assemble(1, (kappa * step) / 2, ofPosition / 2, halfway(), middle, w);
    rounded?.enter(1, ofPosition / 2);
    const failure = factorization.factor(matrix.values);
    countFactor(work, factorization.fill);
    if (failure !== null || force.rest === null) return failure;
    const { left, right } = force.rest;
    for (let i = 0; i < n; i++) ofRest[i] = ofPosition * left[i];
    const unsolved = factorization.solve(ofRest, ofRest);
    if (unsolved !== null) return unsolved;
    const gain = 1 + dot(right, ofRest);
    now[GAIN] = Math.abs(gain) > NEARLY_SINGULAR ? 1 / gain : 0;
    return null;
  };
  const solveLinear = (b: Vec, out: Vec): Failure | null => {
    const failure = factorization.solve(b, out);
    if (failure !== null || force.rest === null) return failure;
    const share = now[GAIN] * dot(force.rest.right, out);
    for (let i = 0; i < n; i++) out[i] -= share * ofRest[i];
    return null;
  };

  const { solve } = nonlinearSolver(
    {
      unknowns: n,
      residual,
      ...((rounded !== null || ofInertia !== null) && {
        refine(r: Vec) {
          if (rounded !== null) {
            findRounded();
            rounded.addTo(delta, 1 / 2, g, 1, r);
          }
          ofInertia?.addTo(place, 0, r, 0);
        },
      }),
      rounding: boundRounding,
      doubt: (bound) => (bound === null ? unknownAtSolution() : unknownWithin(bound)),
      factor,
      solve: solveLinear,
      cheapFactor: isCheap(factorization, n),
      notFinite: () => notFinite(system, now[END], u1, w),
      dominantTerm: (dof) => dominantTerm(system, now[END], u1, w, dof, inertia[dof]),
      shorten(part) {
        now[STEP] = part * h;
        factors = factorsOf(part * h, kappa);
        now[END] = now[TIME] + part * h;
        if (!loadReadsState) averageLoads();
      },
    },
    work,
    tolerance,
  );

  acceleration(system, t0, q0, v0, first);
  const accelerations = extrapolation(first);

  return {
    memory: [...accelerations.memory, ...sum.memory],
    work,
    restart(t, q, v) {
      acceleration(system, t, q, v, first);
      accelerations.restart();
      force.forget?.();
    },
    step(s) {
      now[TIME] = s.t;
      now[END] = t0 + (s.n + 1) * h;
      copy(s.q, u);
      copy(s.v, v);
      force.open(u);
      rounded?.forget();
      if (!loadReadsState) averageLoads();
      copy(accelerations.guess, A); // 2) prediction step
      const failure = solve(A); // 3) and 4), repeated
      if (failure !== null) return failure;
      if (ledger === null && summation === "plain") moveTo(A);
      if (ledger !== null) {
        residual(A, dv, ofRest);
        const algorithmic = force.surplus(du) + (alpha / 2) * h * h * dot(A, inertia);
        ledger.enter(dot(du, loads), -dot(du, drag), algorithmic);
      }
      sum.addPath(s, h, factors.ofVelocity, w, A); // 5) state vector update
      accelerations.enter(A);
      return null;
    },
  };
}

/** h, and ∂(Δu/h)/∂A. */
const factorsOf = (h: number, kappa: number) => ({
  ofStep: factorOf(exactly(h)),
  ofVelocity: factorOf(exactly((kappa * h) / 2)),
});

/** w = v₀ + s a, Δu = h w, and the end that this leads to. */
function moveEnd(u: Vec, v: Vec, s: Factor, h: Factor, a: Vec, w: Vec, du: Vec, u1: Vec): void {
  for (let i = 0; i < u.length; i++) {
    const speed = v[i] + (s.high * a[i] + s.low * a[i]); // (35), with Δv = h a
    const way = h.high * speed + h.low * speed;
    w[i] = speed;
    du[i] = way;
    u1[i] = u[i] + way;
  }
}

/** Σ |Δu_i g_i|. */
function workOf(du: Vec, g: Vec): number {
  let sum = 0;
  for (let i = 0; i < du.length; i++) sum += Math.abs(du[i] * g[i]);
  return sum;
}
