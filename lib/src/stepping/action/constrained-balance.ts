/** The energy balance of a step with constraints (constrained.ts), as in balance.ts with their impulse. */
import type { Ledger } from "../../core/ledger.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Node } from "./nodes.js";

export function constrainedBalance(system: System, nodes: readonly Node[], h: number, ledger: Ledger) {
  const n = system.dof;
  const [Q, g, load, damping, dv, p] = Array.from({ length: 6 }, () => new Float64Array(n));
  return (t: number, q0: Vec, v0: Vec, V: Vec, impulse: Vec, q1: Vec, v1: Vec) => {
    let work = 0;
    let dissipation = 0;
    let algorithmic = system.potential(q0) - system.potential(q1);
    for (const { weight, place } of nodes) {
      for (let i = 0; i < n; i++) Q[i] = q0[i] + place * h * V[i];
      system.gradient(Q, g);
      load.fill(0);
      damping.fill(0);
      system.load?.addTo(t + place * h, Q, V, load);
      system.damping?.addTo(t + place * h, Q, V, damping);
      for (let i = 0; i < n; i++) {
        const d = weight * h * V[i];
        work += d * load[i];
        dissipation -= d * damping[i];
        algorithmic += d * g[i];
      }
    }
    for (let i = 0; i < n; i++) dv[i] = v1[i] - v0[i];
    system.mass.apply(dv, p);
    for (let i = 0; i < n; i++) algorithmic -= V[i] * impulse[i] + ((v0[i] + v1[i]) / 2 - V[i]) * p[i];
    ledger.enter(work, dissipation, algorithmic);
  };
}
