/** Is a step symplectic, is it its own inverse in reversed time: measured on a system at a state. */
import type { FixedStepMethod, SymplecticForm } from "../core/method.js";
import type { Problem } from "../core/system.js";
import { minOf, type Vec } from "../core/vec.js";
import { normInf } from "../linalg/vec.js";
import { jacobian, stepMap } from "./step-map.js";

/** Largest entry of Jᵀ Ω(z₁) J − Ω(z₀), relative to Ω, J being the derivative of the step at the problem's start. Differences
 *  of several widths are tried and the least defect is taken: differencing can only add to it. */
export function symplecticDefect(problem: Problem, method: FixedStepMethod, h: number, form: SymplecticForm): number {
  const { system, q0, v0 } = problem;
  const n = system.dof;
  const map = stepMap(problem, method, h);
  const z0 = Float64Array.from([...q0, ...v0]);
  const z1 = new Float64Array(2 * n);
  map(z0, z1);
  const before = twoForm(problem, form, h, z0.subarray(0, n));
  const after = twoForm(problem, form, h, z1.subarray(0, n));
  // The sizes of positions and velocities around this step; a start from rest, or from the origin, has none of its own.
  const reach = Math.max(normInf(q0), normInf(z1.subarray(0, n)), Math.abs(h) * normInf(v0));
  const speed = Math.max(normInf(v0), normInf(z1.subarray(n)), (0.05 * reach) / Math.abs(h));
  const widthsFor = (fraction: number) => z0.map((_, i) => fraction * (i < n ? reach : speed));
  // A linear map is differenced exactly, and best, with the widest step.
  const fractions = system.kind === "linear" ? [1] : [3e-2, 1e-2, 3e-3, 1e-3, 1e-4];
  return minOf(fractions.map((fraction) => defect(jacobian(map, z0, widthsFor(fraction)), before, after)));
}

/** ‖step(−h) ∘ step(h) − id‖ at the problem's start, relative to the state. */
export function reversalDefect(problem: Problem, method: FixedStepMethod, h: number): number {
  const { q0, v0, t0 } = problem;
  const n = q0.length;
  const forward = stepMap(problem, method, h);
  const backward = stepMap({ ...problem, t0: t0 + h }, method, -h);
  const z = Float64Array.from([...q0, ...v0]);
  const there = new Float64Array(2 * n);
  const back = new Float64Array(2 * n);
  forward(z, there);
  backward(there, back);
  const off = (from: number, scale: number) => {
    let worst = 0;
    for (let i = from; i < from + n; i++) worst = Math.max(worst, Math.abs(back[i] - z[i]));
    return scale === 0 ? worst : worst / scale;
  };
  return Math.max(off(0, normInf(q0)), off(n, Math.max(normInf(v0), normInf(q0) / Math.abs(h) / 1e3)));
}

/** The matrix of the two-form on (q, v): [0, W; −Wᵀ, 0]. */
function twoForm({ system }: Problem, form: SymplecticForm, h: number, q: Vec): Vec {
  const n = system.dof;
  const omega = new Float64Array(4 * n * n);
  const [unit, column] = [new Float64Array(n), new Float64Array(n)];
  for (let j = 0; j < n; j++) {
    unit.fill(0);
    unit[j] = 1;
    form.apply(system, h, q, unit, column);
    for (let i = 0; i < n; i++) {
      omega[i * 2 * n + n + j] = column[i];
      omega[(n + j) * 2 * n + i] = -column[i];
    }
  }
  return omega;
}

function defect(J: Vec, before: Vec, after: Vec): number {
  const size = Math.round(Math.sqrt(J.length));
  let worst = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      let value = 0;
      for (let k = 0; k < size; k++) {
        let row = 0;
        for (let l = 0; l < size; l++) row += after[k * size + l] * J[l * size + j];
        value += J[k * size + i] * row;
      }
      worst = Math.max(worst, Math.abs(value - before[i * size + j]));
    }
  }
  return worst / normInf(before);
}
