/** Exact periods by the complete elliptic integral K(m), and the periods of computed motions. */
import { type Method, orThrow, type Problem, run, trajectory } from "noether";

/** K(m) by the arithmetic–geometric mean, which doubles its digits in every pass. */
export function ellipticK(m: number): number {
  let a = 1;
  let b = Math.sqrt(1 - m);
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (a + b);
}

/** (51), (52), for k = m = 1 and u_m = 1: λ² is the model's hardening. */
export function duffingPeriod(hardening = 1): number {
  const square = hardening; // (λ u_m)²
  return (4 / Math.sqrt(1 + square)) * ellipticK(square / (2 * (1 + square)));
}

/** (51), (55), for k = m = 1 and u_m = 1. */
export function sinhPeriod(lambda = 2): number {
  const t = Math.tanh(lambda / 2);
  return (4 / Math.cosh(lambda / 2)) * ellipticK(t * t);
}

/** The time mean of the stiffness over a period, as its square wave of quadrature allows: dT/T → h² ⟨K⟩/12 for the
 *  conservative scheme. `force` and `stiffness` of a unit mass that starts at rest from 1, `energy` its potential. */
export function meanStiffness(stiffness: (u: number) => number, energy: (u: number) => number): number {
  // dt = du/√(2 (V(1) − V(u))); u = sin φ takes the singularity away, and the midpoint rule converges exponentially.
  const panels = 2000;
  let time = 0;
  let sum = 0;
  for (let k = 0; k < panels; k++) {
    const phi = ((k + 0.5) / panels) * (Math.PI / 2);
    const u = Math.sin(phi);
    const dt = Math.cos(phi) / Math.sqrt(2 * (energy(1) - energy(u)));
    time += dt;
    sum += dt * stiffness(u);
  }
  return sum / time;
}

/** The period of an oscillation about zero: 2π h over the mean angle of a step in the plane (u, v), averaged with weights that
 *  vanish at both ends with all their derivatives. Zero crossings would be right to four or five digits only. */
export function measuredPeriod(problem: Problem, method: Method, step: number, steps: number): number {
  const observe = { motion: trajectory() };
  const { observed } = orThrow(run(problem, method, { time: { step, steps }, observe }));
  const { q, v } = observed.motion;
  let sum = 0;
  let weights = 0;
  for (let k = 0; k + 1 < q.length; k++) {
    const s = (k + 0.5) / (q.length - 1);
    const weight = Math.exp(-1 / (s * (1 - s)));
    const turned = Math.atan2(-v[k + 1][0], q[k + 1][0]) - Math.atan2(-v[k][0], q[k][0]);
    sum += weight * (turned < 0 ? turned + 2 * Math.PI : turned);
    weights += weight;
  }
  return (2 * Math.PI * step * weights) / sum;
}
