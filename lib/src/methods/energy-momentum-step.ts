/** A step of an energy–momentum method, for any mean force (engine of energy-momentum and labudde-greenspan).
 *
 *      M Δv = h (f̄ + D − g),    Δu = h v₀ + ½ κ h Δv,    κ = 1 + α                   [krenk2014, eqs. (14), (33)–(35)]
 *
 *  g is the mean force, ½ α Δg included. f̄ is the mean of the loads at the two times and D the damping force, both taken at the
 *  middle of the step and at the velocity Δu/h: for loads in time and D = −C v these are the paper's. The unknown is
 *  A = Δv/h, the mean acceleration, and not Δu as in Table I, whose terms in 1/h² turn rounding into a drift of the energy
 *  at small steps. Newton's iteration starts from the A of the last step (or from zero, where that fails), solves with M + ½ κ h C + ¼ κ h² d(2g)/dq₁ and
 *  takes what the force's derivative has of rank one in by the formula of Sherman and Morrison.
 *
 *  Balance: multiply the first equation by Δu/h = v̄ + ½ α Δv.
 *      ΔT + ΔV = Δu·f̄ + Δu·D − algorithmic,    algorithmic = ½ α Δv·M Δv + (Δu·g − ΔV)                          (15)
 *  A residual r of the first equation, divided by h, leaves Δu·r in it: that is what `tolerance` is about. */
import type { Failure } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { countFactor, type Stepper, type Work } from "../core/method.js";
import { type Problem, totalForce } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { largestRow } from "../linalg/matrix.js";
import { newtonFactorization } from "../linalg/newton-factorization.js";
import { copy, dot, normInf } from "../linalg/vec.js";
import { largestTerm, notFinite } from "./diagnosis.js";
import type { EnergyHold } from "./energy-momentum-hold.js";
import type { MeanForce } from "./mean-force.js";
import { ALLOWANCE, newton, SIZE } from "./newton.js";

export interface StepOptions {
  /** α. */
  readonly damping: number;
  /** Energy that a step may leave unbalanced, relative to the energy that moves in it; 0 for as little as rounding allows. */
  readonly tolerance: number;
}

/** Errors below one ulp of the state still have a sign, and the energy would follow it: iterate to this part of an ulp, or to
 *  the rounding of the residual. */
const ALLOWED = Number.EPSILON / 64;
const ROUNDING = 8 * Number.EPSILON;
/** A rank-one change that takes nearly all of a direction away is left out. */
const NEARLY_SINGULAR = 1e-3;

const START = 0;
const END = 1;
const KINETIC = 2;
const GAIN = 3;
const REACH = 4;
const STIFFEST = 5;

export function energyMomentumStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { damping: alpha, tolerance }: StepOptions,
  force: MeanForce,
  hold: EnergyHold | null,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const { mass, load, damping } = system;
  const kappa = 1 + alpha;
  const ofVelocity = (kappa * h) / 2; // ∂(Δu/h)/∂A
  const ofPosition = h * ofVelocity; // ∂Δu/∂A
  const vectors = () => new Float64Array(n);
  const [u, v, u1, middle, du, w, inertia, loads, drag] = Array.from({ length: 9 }, vectors);
  const [guess, A, r, g, ofRest] = Array.from({ length: 5 }, vectors);
  const numbers = new Float64Array(6);
  const measures = new Float64Array(2);

  const { pattern } = force;
  const matrix = effectiveMatrix({
    ...system,
    kind: "nonlinear",
    tangent: {
      pattern,
      values(_q, out) {
        force.stiffness(out);
        numbers[STIFFEST] = largestRow(pattern, out) / 2;
      },
    },
  });
  const factorization = newtonFactorization(matrix.pattern, matrix.symmetric);
  const loadReadsState = load !== null && (load.byPosition !== null || load.byVelocity !== null);

  const moveTo = (a: Vec) => {
    let reach = 0;
    let speed = 0;
    for (let i = 0; i < n; i++) {
      w[i] = v[i] + ofVelocity * a[i];
      du[i] = h * w[i];
      u1[i] = u[i] + du[i];
      middle[i] = u[i] + du[i] / 2;
      // The terms of a sum that cancel leave their rounding in it.
      reach = Math.max(reach, Math.abs(u[i]), Math.abs(u1[i]), Math.abs(h * v[i]));
      speed = Math.max(speed, Math.abs(v[i]), Math.abs(v[i] + h * a[i]));
    }
    numbers[REACH] = reach;
    measures[ALLOWANCE] = ALLOWED * Math.min(reach / Math.abs(ofPosition), speed / Math.abs(h));
  };
  const averageLoads = () => {
    if (load === null) return;
    loads.fill(0);
    load.addTo(numbers[START], middle, w, loads);
    load.addTo(numbers[END], middle, w, loads);
    for (let i = 0; i < n; i++) loads[i] /= 2;
  };
  const residual = (a: Vec, out: Vec) => {
    moveTo(a);
    force.at(u, u1, du, g);
    mass.apply(a, inertia);
    if (loadReadsState) averageLoads();
    if (damping !== null) {
      drag.fill(0);
      damping.addTo((numbers[START] + numbers[END]) / 2, middle, w, drag);
    }
    let size = 0;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const value = inertia[i] + g[i] - loads[i] - drag[i];
      out[i] = value;
      sum += value;
      size = Math.max(size, Math.abs(value));
    }
    measures[SIZE] = Number.isFinite(sum) ? size : Number.NaN;
    if (tolerance > 0) {
      // One more correction is made, and it is the last.
      const enough = tolerance * (numbers[KINETIC] + Math.abs(dot(du, g)));
      if (Math.abs(dot(du, out)) <= enough) measures[ALLOWANCE] = Number.POSITIVE_INFINITY;
    }
  };
  /** Terms are rounded, and so are positions, of which the stiffness makes forces. */
  const floor = () => {
    const terms = normInf(inertia) + normInf(g) + normInf(loads) + normInf(drag) + (system.cancelling ?? 0);
    return ROUNDING * (terms + numbers[STIFFEST] * numbers[REACH]) + force.noise();
  };

  const renewTangent = (): Failure | null => {
    matrix.assemble(1, ofVelocity, ofPosition / 2, (numbers[START] + numbers[END]) / 2, middle, w);
    const failure = factorization.factor(matrix.values);
    countFactor(work, factorization.fill);
    if (failure !== null || force.rest === null) return failure;
    const { left, right } = force.rest;
    for (let i = 0; i < n; i++) ofRest[i] = ofPosition * left[i];
    const unsolved = factorization.solve(ofRest, ofRest);
    if (unsolved !== null) return unsolved;
    const gain = 1 + dot(right, ofRest);
    numbers[GAIN] = Math.abs(gain) > NEARLY_SINGULAR ? 1 / gain : 0;
    return null;
  };
  const solve = (b: Vec, out: Vec): Failure | null => {
    const failure = factorization.solve(b, out);
    if (failure !== null || force.rest === null) return failure;
    const share = numbers[GAIN] * dot(force.rest.right, out);
    for (let i = 0; i < n; i++) out[i] -= share * ofRest[i];
    return null;
  };

  const iterate = newton(
    n,
    {
      measures,
      residual,
      renewTangent,
      solve,
      floor,
      notFinite: () => notFinite(system, numbers[END], u1, w),
      stuck(rest, size, iterations) {
        let dof = 0;
        for (let i = 1; i < n; i++) if (Math.abs(rest[i]) > Math.abs(rest[dof])) dof = i;
        const term = largestTerm(system, numbers[END], u1, w, dof, inertia[dof]);
        return { kind: "newton", residual: size, tolerance: floor(), iterations, dof, term };
      },
    },
    work,
  );

  totalForce(system, t0, q0, v0, guess);
  mass.solve(guess, guess);
  work.gradients++;

  return {
    memory: [guess, ...(hold?.memory ?? [])],
    work,
    step(s) {
      numbers[START] = t0 + s.n * h;
      numbers[END] = t0 + (s.n + 1) * h;
      copy(s.q, u);
      copy(s.v, v);
      copy(guess, A);
      force.open(u);
      if (!loadReadsState) averageLoads();
      if (tolerance > 0) {
        mass.apply(v, inertia);
        numbers[KINETIC] = dot(v, inertia) / 2;
      }
      if (iterate(A) !== null) {
        // From the paper's own prediction, Δu = h v₀.
        A.fill(0);
        const failure = iterate(A);
        if (failure !== null) return failure;
      }
      if (ledger === null) moveTo(A);
      else {
        residual(A, r);
        const algorithmic = force.surplus(du) + (alpha / 2) * h * h * dot(A, inertia);
        ledger.enter(dot(du, loads), -dot(du, drag), algorithmic);
      }
      for (let i = 0; i < n; i++) {
        r[i] = h * A[i];
        s.v[i] += r[i];
      }
      hold?.settle(u1, s.v, r);
      copy(u1, s.q);
      copy(A, guess);
      return null;
    },
  };
}
