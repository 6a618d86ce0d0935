/** The energy balance of a step of the Newmark family, closed for linear and nonlinear systems alike.
 *
 *  With ΔX = X₁ − X₀ and X̄ = (X₀ + X₁)/2, the updates of position and velocity alone give
 *
 *      Δq = h v̄ + h² (β − γ/2) Δa,     hence     ΔT = v̄·M Δv = Δq·M Δv/h − h (β − γ/2) Δa·M Δv,      Δv/h = ā + (γ − ½) Δa.
 *
 *  The scheme asks M (ā + (½ − α_m) Δa) + Ḡ + (½ − α_f) ΔG = 0 with G = ∇V − f − D. Put in for M ā, and add ΔV:
 *
 *      ΔT + ΔV = Δq·f̄ + Δq·D̄ − algorithmic
 *      algorithmic = (Δq·∇V̄ − ΔV) + (½ − α_f) Δq·ΔG − (γ − 1 + α_m) Δq·M Δa + h (β − γ/2) Δa·M Δv
 *
 *  Work and dissipation are those of the trapezoidal rule. For a quadratic potential the first bracket vanishes, and with
 *  γ = ½, β = ¼ and no α the scheme takes nothing: the residual is then the error of the solver. */
import type { Ledger } from "../core/ledger.js";
import type { Force, System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";

export interface FamilyCoefficients {
  readonly beta: number;
  readonly gamma: number;
  readonly alphaM: number;
  readonly alphaF: number;
}

export interface TrapezoidBalance {
  /** Before the step: remembers the state and its forces. */
  open(t: number, q: Vec, v: Vec, a: Vec): void;
  /** After the step of size h: enters it in the ledger. */
  close(h: number, t: number, q: Vec, v: Vec, a: Vec): void;
  /** Forces are no longer what they were. */
  forget(): void;
}

export function trapezoidBalance(
  system: System,
  { beta, gamma, alphaM, alphaF }: FamilyCoefficients,
  ledger: Ledger,
): TrapezoidBalance {
  const n = system.dof;
  const q0 = new Float64Array(n);
  const v0 = new Float64Array(n);
  const a0 = new Float64Array(n);
  const dv = new Float64Array(n);
  const da = new Float64Array(n);
  const inertia = new Float64Array(n);
  let start = forcesAt(n);
  let end = forcesAt(n);
  const endsAt = Float64Array.of(Number.NaN); // the time to which `end` belongs
  return {
    open(t, q, v, a) {
      // The internal forces at the start of this step are those at the end of the last one, unless the run has just been resumed.
      if (endsAt[0] === t) [start, end] = [end, start];
      else internalForces(system, t, q, v, start);
      // The load may have jumped between the two.
      only(system.load, t, q, v, start.load);
      copy(q, q0);
      copy(v, v0);
      copy(a, a0);
    },
    close(h, t, q, v, a) {
      internalForces(system, t, q, v, end);
      only(system.load, t, q, v, end.load);
      endsAt[0] = t;
      for (let i = 0; i < n; i++) {
        dv[i] = v[i] - v0[i];
        da[i] = a[i] - a0[i];
      }
      system.mass.apply(da, inertia);
      let work = 0;
      let damping = 0;
      let gradient = 0;
      let unbalance = 0; // Δq·ΔG
      let onPosition = 0; // Δq·M Δa
      let onVelocity = 0; // Δv·M Δa
      for (let i = 0; i < n; i++) {
        const dq = q[i] - q0[i];
        work += dq * (start.load[i] + end.load[i]);
        damping += dq * (start.damping[i] + end.damping[i]);
        gradient += dq * (start.gradient[i] + end.gradient[i]);
        const dG =
          end.gradient[i] - start.gradient[i] - (end.load[i] - start.load[i]) - (end.damping[i] - start.damping[i]);
        unbalance += dq * dG;
        onPosition += dq * inertia[i];
        onVelocity += dv[i] * inertia[i];
      }
      const algorithmic =
        gradient / 2 -
        (end.potential - start.potential) +
        (0.5 - alphaF) * unbalance -
        (gamma - 1 + alphaM) * onPosition +
        h * (beta - gamma / 2) * onVelocity;
      ledger.enter(work / 2, -damping / 2, algorithmic);
    },
    forget() {
      endsAt[0] = Number.NaN;
    },
  };
}

interface Forces {
  potential: number;
  readonly gradient: Vec;
  readonly load: Vec;
  readonly damping: Vec;
}

function forcesAt(n: number): Forces {
  return {
    potential: 0,
    gradient: new Float64Array(n),
    load: new Float64Array(n),
    damping: new Float64Array(n),
  };
}

function internalForces(system: System, t: number, q: Vec, v: Vec, out: Forces): void {
  out.potential = system.potential(q);
  system.gradient(q, out.gradient);
  only(system.damping, t, q, v, out.damping);
}

function only(force: Force | null, t: number, q: Vec, v: Vec, out: Vec): void {
  if (force === null) return;
  out.fill(0);
  force.addTo(t, q, v, out);
}
