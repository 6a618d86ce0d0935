/** The energy–momentum step of a linear system: one solve, with one factor for the whole run.
 *
 *  For g = K u the mean force with its algorithmic damping is K (ū + ½ α Δu) = K (u₀ + ½ κ Δu), and Δu/h = v₀ + ½ κ h A: the
 *  stage of the midpoint rule at u₀ + ½ κ Δu, with the mean of the loads at both ends.                [krenk2014, eq. (36)]
 *      algorithmic = ½ α (Δv·M Δv + Δu·K Δu)                                                              (15) */
import type { Ledger } from "../../core/ledger.js";
import type { Stepper, Work } from "../../core/method.js";
import type { LinearSystem, Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { bilinear } from "../../linalg/matrix.js";
import { dot } from "../../linalg/vec.js";
import { implicitStage } from "../../stepping/implicit-acceleration.js";
import { type Summation, stateSum } from "../../stepping/summation.js";

export function linearEnergyMomentum(
  system: LinearSystem,
  { t0 }: Problem,
  h: number,
  alpha: number,
  summation: Summation,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const { mass, load, damping, stiffness } = system;
  const kappa = 1 + alpha;
  const half = (kappa * h) / 2;
  const stage = implicitStage(
    { ...system, load: null },
    { inertia: 1, forces: 1, velocity: half, position: half * half },
    work,
  );
  const sum = stateSum(n, summation);
  const [A, du, loads, scratch] = Array.from({ length: 4 }, () => new Float64Array(n));

  const enter = (book: Ledger, w: Vec) => {
    mass.apply(A, scratch);
    const inertia = h * h * dot(A, scratch);
    const taken = (alpha / 2) * (inertia + bilinear(stiffness, du, du));
    scratch.fill(0);
    damping?.addTo(t0, du, w, scratch);
    book.enter(dot(du, loads), -dot(du, scratch), taken);
  };

  return {
    memory: sum.memory,
    work,
    restart() {},
    step(s) {
      const { q, v } = s;
      if (load !== null) {
        loads.fill(0);
        load.addTo(t0 + s.n * h, q, v, loads);
        load.addTo(t0 + (s.n + 1) * h, q, v, loads);
        for (let i = 0; i < n; i++) {
          loads[i] /= 2;
          stage.b[i] = -loads[i];
        }
      }
      for (let i = 0; i < n; i++) {
        stage.q[i] = q[i] + half * v[i];
        stage.v[i] = v[i];
      }
      const failure = stage.solve(t0, A, s);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) du[i] = h * stage.v[i];
      sum.add(s, stage.v, A, h);
      if (ledger !== null) enter(ledger, stage.v);
      return null;
    },
  };
}
