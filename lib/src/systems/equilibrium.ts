/** Static equilibrium: the system at rest under the loads of a time, ∇V(q) = F(t, q, 0). Where they jump at that time, under those from
 *  before: what is then let go moves.
 *
 *  A linear system is solved at once, others by Newton's iteration (linalg/nonlinear.ts) from q = 0, with the whole load. Where that fails,
 *  the load grows from nothing: with a share s of what is out of balance in q = 0,
 *
 *      ∇V(q) − s F(t, q) − (1 − s) ∇V(0) = 0,
 *
 *  has the solution q = 0 for s = 0, and is followed from there to s = 1 by arc length, so that a structure may snap through on the way.
 *  Nothing is said about stability: what is found may be a saddle of the energy. */
import { type Failure, InputError } from "../core/failure.js";
import { limitOf } from "../core/load-jumps.js";
import type { LinearSystem, System, Tangent } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { analyze } from "../linalg/factorization.js";
import { addProducts, forceRounding, sizesOf } from "../linalg/force-rounding.js";
import { type DominantTerm, nonlinearSolver, unsolved } from "../linalg/nonlinear.js";
import { union } from "../linalg/sparsity.js";
import { copy, indexOfLargest, normInf } from "../linalg/vec.js";
import { looseDirection } from "./loose-direction.js";

/** Puts the equilibrium under the loads of time t into q. It fails as `singular` where the stiffness in q = 0 is, `row` being the degree of
 *  freedom that moves most without resistance; and as `newton` where no equilibrium is found, `solvable` being the share of the load
 *  up to which there is one. */
export function equilibrium(moving: System, t: number, q: Vec): Failure | null {
  const load = moving.resting === undefined ? moving.load : moving.resting();
  const system = { ...moving, load: load && limitOf(load, -1) } as System;
  if (system.kind === "linear") return solved(system, t, q);
  const { tangent } = system;
  if (tangent === null) {
    throw new InputError("an equilibrium needs the tangent of the potential, and this system has none");
  }
  return found(system, tangent, t, q);
}

/** The same, as coordinates; throws where there is none. */
export function equilibriumOf(system: System, t: number): Vec {
  const q = new Float64Array(system.dof);
  const failure = equilibrium(system, t, q);
  if (failure === null) return q;
  throw new InputError(noEquilibrium(failure, system));
}

/** Why there is none, in words. */
export function noEquilibrium(failure: Failure, system: System): string {
  if ("row" in failure) {
    const named = system.describe?.(failure.row);
    const where = named === undefined ? `, at ${system.labels[failure.row]}` : `: ${named}, is not restrained`;
    return `there is no equilibrium: the stiffness matrix is singular${where}`;
  }
  if (failure.kind === "newton") {
    const share = (100 * (failure.solvable ?? 0)).toPrecision(3);
    return `there is no equilibrium that could be found: beyond ${share} % of the load Newton's iteration does not converge`;
  }
  return "there is no equilibrium that could be computed";
}

function solved(system: LinearSystem, t: number, q: Vec): Failure | null {
  const { pattern, values } = system.stiffness;
  const force = new Float64Array(system.dof);
  q.fill(0);
  system.load?.addTo(t, q, q, force);
  const factors = analyze(pattern, true, system);
  const singular = factors.factor(values);
  if (singular !== null) return loosened(singular, () => looseDirection(pattern, values, system));
  const failure = factors.solve(force, q);
  if (failure !== null) return failure;
  // Rounding hides a pivot that is zero: then the solution is none.
  return isSolution(system, force, q) ? null : { kind: "singular", row: indexOfLargest(q), pivot: 0 };
}

/** Instead of the row whose pivot vanished, what moves. */
const loosened = (failure: Failure, loose: () => number | null): Failure =>
  "row" in failure ? { ...failure, row: loose() ?? failure.row } : failure;

function isSolution(system: System, force: Vec, q: Vec): boolean {
  const out = new Float64Array(system.dof);
  system.gradient(q, out);
  for (let i = 0; i < out.length; i++) out[i] -= force[i];
  return normInf(out) <= 1e-6 * normInf(force);
}

/** Slender structures come to rest within some tens of iterations that are not damped, or not at all. */
const FULL_STEPS = 60;
/** A few operations on each term. */
const ROUNDING = 4 * Number.EPSILON;

function found(system: System, tangent: Tangent, t: number, q: Vec): Failure | null {
  const { dof, cancellingTerms = 0 } = system;
  const [rest, force, place, first, reach] = Array.from({ length: 5 }, () => new Float64Array(dof));
  const stiffness = stiffnessOf(system, tangent, t);
  const ofPotential = forceRounding(system, ["potential"]);
  let share = 1;
  let left: Vec = rest; // the residual last computed

  const dominantTerm = (dof: number): DominantTerm => ({ dof, term: "potential" });
  // A stiffness that is singular on the way, or an element turned inside out, is not what is wrong with the system.
  const lost = () => {
    const worst = indexOfLargest(left);
    return unsolved(left[worst], 0, 0, dominantTerm(worst));
  };

  system.gradient(rest, first);
  const singular = stiffness.factor(0, rest);
  if (singular !== null) return loosened(singular, stiffness.loose);

  const { solve } = nonlinearSolver(
    {
      unknowns: dof,
      residual(x, r, size) {
        copy(x, place);
        system.gradient(x, r);
        force.fill(0);
        system.load?.addTo(t, x, rest, force);
        for (let i = 0; i < dof; i++) {
          const load = share * force[i];
          const prestress = (1 - share) * first[i];
          size[i] = Math.abs(r[i]) + Math.abs(load) + Math.abs(prestress) + cancellingTerms;
          r[i] -= load + prestress;
        }
        left = r;
      },
      rounding(out) {
        for (let i = 0; i < dof; i++) out[i] = ROUNDING * Math.abs(share * force[i]);
        ofPotential.addTo(t, place, rest, sizesOf(reach, place), rest, 1, out);
        stiffness.addOfLoad(share, place, ROUNDING, out);
      },
      factor: () => (stiffness.factor(share, place) === null ? null : lost()),
      solve: stiffness.solve,
      notFinite: lost,
      dominantTerm,
      shorten(s) {
        share = s;
      },
      reverses: true,
    },
    { iterations: 0 },
    0,
    FULL_STEPS,
  );
  q.fill(0);
  return solve(q);
}

/** ∇²V − share ∂F/∂q, factored. */
function stiffnessOf({ load, dof, threads }: System, tangent: Tangent, t: number) {
  const slope = load?.byPosition ?? null;
  const { pattern, positions } = union(slope === null ? [tangent.pattern] : [tangent.pattern, slope.pattern]);
  const factors = analyze(pattern, slope === null || slope.symmetric, { threads });
  const values = new Float64Array(pattern.column.length);
  const ofPotential = new Float64Array(tangent.pattern.column.length);
  const ofLoad = new Float64Array(slope?.pattern.column.length ?? 0);
  const rest = new Float64Array(dof);
  return {
    solve: factors.solve,
    factor(share: number, q: Vec): Failure | null {
      values.fill(0);
      tangent.values(q, ofPotential);
      for (let j = 0; j < ofPotential.length; j++) values[positions[0][j]] += ofPotential[j];
      slope?.values(t, q, rest, ofLoad);
      for (let j = 0; j < ofLoad.length; j++) values[positions[1][j]] -= share * ofLoad[j];
      return factors.factor(values);
    },
    /** What the load makes of the rounding of q. */
    addOfLoad(share: number, q: Vec, rounding: number, out: Vec): void {
      if (slope === null) return;
      slope.values(t, q, rest, ofLoad);
      addProducts(slope.pattern, ofLoad, q, share * rounding, out);
    },
    loose: () => looseDirection(pattern, values, { threads }),
  };
}
