/** Energy-stepping: the potential is replaced by terraces, V_h = h ⌊V/h⌋.                               [gonzalez2009]
 *
 *  On a terrace nothing acts and the motion is a straight line. At its edge, a level of V with normal n = ∇V, energy and the
 *  momenta along the edge are kept: v ← v + λ M⁻¹n with
 *
 *      λ n·v + ½ λ² n·M⁻¹n + ΔV = 0        refraction onto the next terrace, ΔV = ±h
 *      λ = −2 n·v/(n·M⁻¹n)                  reflection, where the motion is too slow to climb
 *
 *  Exact motion in V_h: symplectic, reversible, with energy and every momentum map that V has, to rounding. It converges only
 *  like √h (kicks of random timing), for any mass matrix. Edges are found by marching along the line, see level-crossing.ts. A motion
 *  that starts along a level can be caught on its terrace: many reflections in a row are a failure. */
import type { Failure } from "../core/failure.js";
import { family, noWork, type OwnClockStepper } from "../core/method.js";
import { optionalReal, required } from "../core/parameter.js";
import { energyOf, type Invariant, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { dot } from "../linalg/vec.js";
import { addEntry, compensation, type Summation, summation } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";
import { type Curve, crossingOf } from "./energy-stepping/level-crossing.js";

export const energyStepping = family(
  {
    id: "energy-stepping",
    title: "Energy-stepping",
    summary: "Straight lines on a terraced potential: energy and all momenta to rounding, at the price of accuracy.",
    parameters: {
      energyStep: required(optionalReal("height of the terraces of the potential", { min: Number.MIN_VALUE })),
      summation,
    },
    cites: ["gonzalez2009", "gonzalez2010"],
    variants: [{ energyStep: 0.02 }, { energyStep: 0.02, summation: "plain" }],
  },
  ({ energyStep, summation: how }) => ({
    clock: "own",
    claims: {
      order: 0.5,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["energy", "linear-momentum", "angular-momentum"],
      balance: "open",
    },
    needs: ["conservative"],
    prepare: (problem) => energyStepper(problem, energyStep, how),
  }),
);

const [BEGAN, FLIGHT, LEVEL, EDGE, REFLECTIONS, PACE] = [0, 1, 2, 3, 4, 5];
/** So many reflections in a row: the motion never leaves its terrace. */
const PATIENCE = 1000;

function energyStepper(problem: Problem, h: number, how: Summation): OwnClockStepper {
  const { system, t0, q0, v0 } = problem;
  const d = system.dof;
  const work = noWork();
  const control = new Float64Array(6);
  const q = q0.slice();
  const v = v0.slice();
  const cq = compensation(d, how);
  const cv = compensation(d, how);
  const x = new Float64Array(d);
  const n = new Float64Array(d);
  const direction = new Float64Array(d);

  /** V and its slope along the line from q with velocity v. */
  const line: Curve = {
    at(t, out) {
      for (let j = 0; j < d; j++) x[j] = q[j] + t * v[j];
      system.gradient(x, n);
      out[0] = system.potential(x);
      out[1] = dot(n, v);
    },
  };

  const nextEdge = crossingOf(line);
  const slopeAlong = slopesOf(system);

  control[BEGAN] = t0;
  control[LEVEL] = Math.floor(system.potential(q) / h);
  // A start on an edge belongs to the terrace that it moves onto.
  if (control[LEVEL] * h === system.potential(q) && slopeAlong(q, v) < 0) control[LEVEL] -= 1;

  /** Refraction or reflection at the edge that has been reached. */
  const turn = () => {
    const upwards = control[EDGE] > 0;
    for (let j = 0; j < d; j++) addEntry(q, cq, j, control[FLIGHT] * v[j]);
    control[BEGAN] += control[FLIGHT];
    system.gradient(q, n);
    system.mass.solve(n, direction);
    const along = dot(n, v);
    const stiffness = dot(n, direction);
    const square = along * along - 2 * stiffness * (upwards ? h : -h);
    const reflected = square < 0;
    const lambda = reflected ? (-2 * along) / stiffness : (Math.sign(along) * Math.sqrt(square) - along) / stiffness;
    for (let j = 0; j < d; j++) addEntry(v, cv, j, lambda * direction[j]);
    if (!reflected) control[LEVEL] += control[EDGE];
    control[REFLECTIONS] = reflected ? control[REFLECTIONS] + 1 : 0;
    control[EDGE] = 0;
  };

  const failed = (): Failure | null => {
    if (control[REFLECTIONS] > PATIENCE) return { kind: "trapped", potential: h * control[LEVEL] };
    const dof = v.findIndex((speed) => !Number.isFinite(speed));
    return dof < 0 ? null : { kind: "not-finite", dof, term: "potential" };
  };

  return {
    memory: [control, q, v, ...(cq === null || cv === null ? [] : [cq, cv])],
    work,
    reach: 0,
    invariants: energies(system, h),
    step(clock, limit) {
      if (control[EDGE] !== 0) {
        turn();
        const failure = failed();
        if (failure !== null) return failure;
      }
      const low = control[LEVEL] * h;
      const high = (control[LEVEL] + 1) * h;
      const left = limit - control[BEGAN];
      // Beyond the end of the run, too, so that a run that goes on later would have taken the same step.
      const pace = control[PACE] || Math.min(left, h / Math.max(Math.abs(slopeAlong(q, v)), h / left));
      const horizon = left + 1000 * pace;
      const flight = nextEdge(low, high, pace, horizon);
      if (flight === null) return { kind: "not-finite", dof: 0, term: "potential" };
      if (flight === Number.POSITIVE_INFINITY) {
        clock.t = limit;
        return null;
      }
      for (let j = 0; j < d; j++) x[j] = q[j] + flight * v[j];
      control[FLIGHT] = flight;
      control[PACE] = Math.max(flight / 4, Number.MIN_VALUE);
      control[EDGE] = system.potential(x) > low + h / 2 ? 1 : -1;
      clock.t = control[BEGAN] + flight;
      return null;
    },
    at(t, qOut, vOut) {
      const dt = t - control[BEGAN];
      for (let j = 0; j < d; j++) {
        qOut[j] = q[j] + dt * v[j];
        vOut[j] = v[j];
      }
    },
  };
}

/** ∇V(q)·v. */
function slopesOf(system: System): (q: Vec, v: Vec) => number {
  const gradient = new Float64Array(system.dof);
  return (q, v) => {
    system.gradient(q, gradient);
    return dot(gradient, v);
  };
}

/** `energy` is that of the terraces, found from the state alone; at an edge, which is where steps end, the terrace is the one
 *  that the motion comes from. `energy-exact` is that of the true potential. */
function energies(system: System, h: number): Invariant[] {
  const kinetic = energyOf({ ...system, potential: () => 0 });
  const slopeAlong = slopesOf(system);
  const terrace: Invariant = {
    name: "energy",
    value(t, q, v) {
      const height = system.potential(q) / h;
      const nearest = Math.round(height);
      const onEdge = Math.abs(height - nearest) < 1e-9 * Math.max(1, Math.abs(nearest));
      const level = onEdge ? (slopeAlong(q, v) > 0 ? nearest - 1 : nearest) : Math.floor(height);
      return kinetic.value(t, q, v) + h * level;
    },
  };
  return [terrace, { ...energyOf(system), name: "energy-exact", varies: true }];
}
