/** Loads and damping around a motion of parabolas, by symmetric splitting over intervals that end every τ and at the kinks of
 *  the loads:
 *
 *      half the damping of the interval → the motion under the load of its middle, held constant → the other half
 *
 *  A constant load is exact whatever τ is, one that is constant between its kinks as well; others are second order in τ.
 *  Damping changes velocities alone, by an implicit midpoint rule that is linear in the change, (M − ½ s J) Δv = s D(v), J = ∂D/∂v:
 *  Cayley's transform where D = −C v, which cannot gain energy. Work and dissipation are entered when an interval ends; in between
 *  they are known at any time.
 *
 *  In the valleys of V_h a damped motion comes to rest by ever shorter bounces. Where every speed is below `sleep` at the
 *  ends of two intervals it is taken to have arrived, until the load changes. */
import type { Failure } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { kinksOf, nextKink } from "../../core/load-kinks.js";
import { countFactor, noWork, type OwnClockStepper, type Work } from "../../core/method.js";
import { kineticEnergy, type Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { union } from "../../linalg/sparsity.js";
import { normInf } from "../../linalg/vec.js";
import type { Motion } from "./motion.js";

export interface Splitting {
  readonly interval: number;
  readonly sleep: number;
  readonly ledger: Ledger | null;
}

const [BEGAN, ENDS, COUNT, DUE, QUIET, ASLEEP] = [0, 1, 2, 3, 4, 5];

/** The motion that `begin` starts with given velocities and forces, under the loads and the damping of the system. */
export function withForces(
  problem: Problem,
  v0: Vec,
  begin: (v: Vec, force: Vec) => Motion,
  { interval, sleep, ledger }: Splitting,
): OwnClockStepper {
  const { system, t0, q0 } = problem;
  const d = system.dof;
  const kinks = kinksOf(problem);
  const control = new Float64Array(6);
  const force = new Float64Array(d);
  const before = new Float64Array(d);
  const qBegan = q0.slice();
  const q = q0.slice();
  const v = v0.slice();
  let trouble: Failure | null = null;
  const work = noWork(); // of the damping
  const damp = damper(problem, work, (failure) => {
    trouble = failure;
  });

  /** From time t on: when the next interval ends, and the load of its middle. */
  const open = (t: number) => {
    while (t0 + control[COUNT] * interval <= t) control[COUNT]++;
    control[BEGAN] = t;
    control[ENDS] = Math.min(t0 + control[COUNT] * interval, nextKink(kinks, t));
    force.fill(0);
    system.load?.addTo((t + control[ENDS]) / 2, q, v, force);
  };
  /** Half the damping of the present interval; what it took. */
  const halfDamping = (): number => damp(control[BEGAN], q, v, (control[ENDS] - control[BEGAN]) / 2);

  control[COUNT] = 1;
  open(t0);
  const first = halfDamping();
  const motion = begin(v, force);
  ledger?.enter(0, first, 0);

  /** What the load has done on the way from where the interval began to q. */
  const workSince = (): number => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += force[j] * (q[j] - qBegan[j]);
    return sum;
  };

  const change = () => {
    if (control[ASLEEP] === 1) {
      q.set(qBegan);
      v.fill(0);
    } else motion.at(control[ENDS], q, v);
    const work = workSince();
    let dissipated = halfDamping();
    before.set(force);
    open(control[ENDS]);
    const steady = before.every((f, j) => f === force[j]);
    dissipated += halfDamping();
    control[QUIET] = system.damping !== null && steady && normInf(v) < sleep ? control[QUIET] + 1 : 0;
    control[ASLEEP] = control[QUIET] >= 2 ? 1 : 0;
    if (control[ASLEEP] === 1) v.fill(0);
    ledger?.enter(work, dissipated, 0);
    qBegan.set(q);
    motion.resume(control[BEGAN], q, v, force);
    control[DUE] = 0;
  };

  /** What the motion's velocities lack of the damping at time t: they carry half of that of their interval from its beginning. */
  const owed = (t: number): number => t - (control[BEGAN] + control[ENDS]) / 2;

  return {
    memory: [control, force, qBegan, ...motion.memory],
    work: {
      ...motion.work,
      get gradients() {
        return motion.work.gradients;
      },
      get factorizations() {
        return work.factorizations;
      },
    },
    reach: 0,
    step(clock, limit) {
      if (control[DUE] === 1) change();
      if (trouble !== null) return trouble;
      // A step that ended at a change of the load has to look for its face again.
      const failure = control[ASLEEP] === 1 ? null : motion.step(clock, limit);
      if (failure !== null) return failure;
      if (control[ASLEEP] === 1 || clock.t >= control[ENDS]) {
        control[DUE] = 1;
        clock.t = control[ENDS];
      }
      return null;
    },
    at(t, qOut, vOut) {
      if (control[ASLEEP] === 1) {
        qOut.set(qBegan);
        vOut.fill(0);
        return;
      }
      motion.at(t, qOut, vOut);
      damp(t, qOut, vOut, owed(t));
    },
    unbooked(t) {
      if (control[ASLEEP] === 1) return { work: 0, dissipation: 0 };
      motion.at(t, q, v);
      return { work: workSince(), dissipation: damp(t, q, v, owed(t)) };
    },
  };
}

/** Damping for a time s at velocities v, which it changes; the kinetic energy that it takes. */
function damper(
  { system }: Problem,
  work: Work,
  fail: (failure: Failure) => void,
): (t: number, q: Vec, v: Vec, s: number) => number {
  const { mass, damping, dof } = system;
  if (damping === null) return () => 0;
  const slope = damping.byVelocity;
  const force = new Float64Array(dof);
  const scratch = new Float64Array(dof);
  const { pattern, positions } = union([mass.matrix.pattern, ...(slope === null ? [] : [slope.pattern])]);
  const values = new Float64Array(pattern.column.length);
  const slopes = new Float64Array(slope?.pattern.column.length ?? 0);
  const factors = analyze(pattern, slope?.symmetric ?? true, system);
  return (t, q, v, s) => {
    const start = kineticEnergy(system, v, scratch);
    force.fill(0);
    damping.addTo(t, q, v, force);
    values.fill(0);
    mass.matrix.values.forEach((m, j) => {
      values[positions[0][j]] += m;
    });
    slope?.values(t, q, v, slopes);
    for (let j = 0; j < slopes.length; j++) values[positions[1][j]] -= (s / 2) * slopes[j];
    for (let j = 0; j < dof; j++) force[j] *= s;
    countFactor(work, factors.fill);
    const failure = factors.factor(values) ?? factors.solve(force, force);
    if (failure !== null) {
      fail(failure);
      return 0;
    }
    for (let j = 0; j < dof; j++) v[j] += force[j];
    return start - kineticEnergy(system, v, scratch);
  };
}
