/** The angle that a reduced problem has lost, θ̇ = L/r², followed along the steps of a method.                 [gonzalez2010, (68)]
 *
 *  Between two steps r is taken for the parabola with the velocities of both. Methods whose steps are such, force-stepping and central differences, give
 *  the angle of their motion exactly, in closed form; for other methods with a fixed step its error is of second order. Methods of higher order with
 *  their own steps have a smooth motion in between, which a Gauss rule integrates. */
import { atan2, log } from "../../core/elementary.js";
import type { Clock, FixedStepMethod, Method, OwnClockMethod } from "../../core/method.js";
import type { State } from "../../core/state.js";
import type { Vec } from "../../core/vec.js";

export interface Followed {
  /** The method, which remembers the angle as well. */
  readonly method: Method;
  /** Of a state that the run begun last shows. */
  angle(s: Pick<State, "t" | "q" | "v">): number;
}

/** Where the step last taken began: θ, t, r, ṙ. */
const [ANGLE, TIME, DISTANCE, RATE] = [0, 1, 2, 3];

export function followingAngle(method: Method, momentum: number): Followed {
  let began: Vec = new Float64Array(4);
  let inside: Inside | null = null;
  const from = (origin: Vec, t: number, rate: number): number => {
    const dt = t - origin[TIME];
    if (dt === 0) return origin[ANGLE];
    const swept =
      inside === null
        ? sweptAngle(origin[DISTANCE], origin[RATE], (rate - origin[RATE]) / dt, dt)
        : gaussRule(inside, origin[TIME], dt);
    return origin[ANGLE] + momentum * swept;
  };
  const begin = (origin: Vec, t: number, r: number, rate: number) => {
    origin[ANGLE] = from(origin, t, rate);
    origin[TIME] = t;
    origin[DISTANCE] = r;
    origin[RATE] = rate;
  };
  const fresh = (t0: number, q0: Vec, v0: Vec) => {
    began = Float64Array.of(0, t0, q0[0], v0[0]);
    return began;
  };

  const fixed = (inner: FixedStepMethod): FixedStepMethod => ({
    ...inner,
    prepare(problem, h, ledger) {
      const { leap: _, ...stepper } = inner.prepare(problem, h, ledger);
      const origin = fresh(problem.t0, problem.q0, problem.v0);
      const kept = origin.slice();
      return {
        ...stepper,
        memory: [origin, ...stepper.memory],
        step(s) {
          kept.set(origin);
          begin(origin, s.t, s.q[0], s.v[0]);
          const failure = stepper.step(s);
          if (failure !== null) origin.set(kept);
          return failure;
        },
      };
    },
  });
  const own = (inner: OwnClockMethod): OwnClockMethod => ({
    ...inner,
    prepare(problem, ledger) {
      const stepper = inner.prepare(problem, ledger);
      const origin = fresh(problem.t0, problem.q0, problem.v0);
      const kept = origin.slice();
      const [q, v] = [new Float64Array(1), new Float64Array(1)];
      inside =
        inner.claims.order <= 2
          ? null
          : (t) => {
              stepper.at(t, q, v);
              return q[0];
            };
      return {
        ...stepper,
        // Of a method that chooses its steps: it changes while the run goes on.
        get reach() {
          return stepper.reach;
        },
        memory: [origin, ...stepper.memory],
        step(clock: Clock, limit) {
          kept.set(origin);
          stepper.at(clock.t, q, v);
          const [r, rate] = [q[0], v[0]];
          begin(origin, clock.t, r, rate);
          const failure = stepper.step(clock, limit);
          if (failure !== null) origin.set(kept);
          return failure;
        },
      };
    },
  });
  return {
    method: method.clock === "fixed" ? fixed(method) : own(method),
    angle: ({ t, v }) => from(began, t, v[0]),
  };
}

/** r at a time inside of the step last taken. */
type Inside = (t: number) => number;

/** ∫ dt/r² by five Gauss points on each quarter of the step: a step of dop853 to a tolerance of 1e-10 has its angle to 1e-11. */
function gaussRule(inside: Inside, start: number, dt: number): number {
  let sum = 0;
  for (let part = 0; part < PARTS; part++) {
    for (let k = 0; k < POINTS.length; k++) {
      const r = inside(start + ((part + (1 + POINTS[k]) / 2) / PARTS) * dt);
      sum += WEIGHTS[k] / (r * r);
    }
  }
  return (sum * dt) / (2 * PARTS);
}

const PARTS = 4;
const OUTER = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
const INNER = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
const POINTS = [-OUTER, -INNER, 0, INNER, OUTER];
const WEIGHTS = [
  (322 - 13 * Math.sqrt(70)) / 900,
  (322 + 13 * Math.sqrt(70)) / 900,
  128 / 225,
  (322 + 13 * Math.sqrt(70)) / 900,
  (322 - 13 * Math.sqrt(70)) / 900,
];

/** ∫ dt/r² over a time dt in which r = r₀ + ṙ t + ½ r̈ t²: the angle that is swept, divided by L. To rounding.
 *
 *  With s = 2 r₀ + ṙ dt, γ = r̈/2 and D = 4 r₀ γ − ṙ² (so that s² = 4 r₀ r₁ − D dt²) the integral of 1/r is 2/√D atan(√D dt/s), for D < 0 with
 *  the hyperbolic function, and
 *
 *      ∫ dt/r² = (dt (D − γ s)/(r₀ r₁) + 2 γ ∫ dt/r)/D = dt (1/(r₀ r₁) + γ dt²/(s r₀ r₁) − ⁴⁄₃ γ dt² T(x)/s³),   x = D dt²/s²,
 *
 *  T(x) = 3 (1 − atan(√x)/√x)/x. The first form loses digits where x is small, the second has a series there. */
export function sweptAngle(r0: number, rate: number, acceleration: number, dt: number): number {
  const gamma = acceleration / 2;
  const r1 = r0 + dt * (rate + gamma * dt);
  const D = 4 * r0 * gamma - rate * rate;
  const s = 2 * r0 + rate * dt;
  const x = (D * dt * dt) / (s * s);
  if (s > 0 && Math.abs(x) < SMALL) {
    return dt * ((1 + (gamma * dt * dt) / s) / (r0 * r1) - (4 / 3) * gamma * dt * dt * (series(x) / (s * s * s)));
  }
  const root = Math.sqrt(Math.abs(D));
  // atanh(y) = ln((1 + y)/√(1 − y²)), with 1 − y² = 4 r₀ r₁/s² known better than y.
  const turn = D > 0 ? atan2(root * dt, s) : log((s + root * dt) / (2 * Math.sqrt(r0 * r1)));
  return ((dt * (D - gamma * s)) / (r0 * r1) + (4 * gamma * turn) / root) / D;
}

/** Below this the series has 17 digits after TERMS terms, and above it the closed form loses less than one. */
const SMALL = 0.2;
const TERMS = 24;

/** T(x) = Σ 3 (−x)ⁿ/(2n + 3). */
function series(x: number): number {
  let sum = 0;
  for (let n = TERMS; n >= 0; n--) sum = 3 / (2 * n + 3) - x * sum;
  return sum;
}
