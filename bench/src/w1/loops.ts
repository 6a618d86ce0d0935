/** W1 by hand in JavaScript: everything in local variables, the limit of the engine; and the shape a library has, with the
 *  force as a function on typed arrays. */
import { cpuSeconds } from "../line.js";
import { energy, STEP as h, momentum, type Outcome, START } from "./problem.js";

interface Motion {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

type Loop = (motion: Motion, steps: number) => void;

const verletLocals: Loop = ({ q, v }, steps) => {
  let x = q[0]!;
  let y = q[1]!;
  let u = v[0]!;
  let w = v[1]!;
  let r = x * x + y * y;
  let g = -2 * (r - 1) * (3 * r - 1);
  for (let i = 0; i < steps; i++) {
    u += 0.5 * h * g * x;
    w += 0.5 * h * g * y;
    x += h * u;
    y += h * w;
    r = x * x + y * y;
    g = -2 * (r - 1) * (3 * r - 1);
    u += 0.5 * h * g * x;
    w += 0.5 * h * g * y;
  }
  q.set([x, y]);
  v.set([u, w]);
};

const force = (q: Float64Array, out: Float64Array) => {
  const r = q[0]! * q[0]! + q[1]! * q[1]!;
  const g = -2 * (r - 1) * (3 * r - 1);
  out[0] = g * q[0]!;
  out[1] = g * q[1]!;
};

const verletArrays: Loop = ({ q, v }, steps) => {
  const n = q.length;
  const f = new Float64Array(n);
  force(q, f);
  for (let i = 0; i < steps; i++) {
    for (let k = 0; k < n; k++) {
      v[k] = v[k]! + 0.5 * h * f[k]!;
      q[k] = q[k]! + h * v[k]!;
    }
    force(q, f);
    for (let k = 0; k < n; k++) v[k] = v[k]! + 0.5 * h * f[k]!;
  }
};

/** Implicit midpoint with the exact tangent: the midpoint m solves m = b + h²/4 f(m), b = q + h/2 v. */
const midpointLocals: Loop = ({ q, v }, steps) => {
  let [x, y, u, w] = [q[0]!, q[1]!, v[0]!, v[1]!];
  const k = (h * h) / 4;
  for (let i = 0; i < steps; i++) {
    const bx = x + 0.5 * h * u;
    const by = y + 0.5 * h * w;
    let mx = bx;
    let my = by;
    let size = 1;
    while (size > 1e-12) {
      const r = mx * mx + my * my;
      const g = -2 * (r - 1) * (3 * r - 1);
      const dg = -4 * (6 * r - 4);
      const rx = mx - bx - k * g * mx;
      const ry = my - by - k * g * my;
      const a = 1 - k * (g + dg * mx * mx);
      const b = -k * dg * mx * my;
      const d = 1 - k * (g + dg * my * my);
      const inverse = 1 / (a * d - b * b);
      const dx = (d * rx - b * ry) * inverse;
      const dy = (a * ry - b * rx) * inverse;
      mx -= dx;
      my -= dy;
      size = Math.abs(dx) + Math.abs(dy);
    }
    u += (4 / h) * (mx - bx);
    w += (4 / h) * (my - by);
    x = 2 * mx - x;
    y = 2 * my - y;
  }
  q.set([x, y]);
  v.set([u, w]);
};

export const loops = {
  "JS Verlet, locals": verletLocals,
  "JS Verlet, callback on arrays": verletArrays,
  "JS midpoint, locals": midpointLocals,
};

export function measureLoop(loop: Loop, steps: number): Outcome {
  const start = (): Motion => ({ q: Float64Array.from(START.q), v: Float64Array.from(START.v) });
  let motion = start();
  const seconds = cpuSeconds(() => loop(motion, steps));
  motion = start();
  loop(motion, 1000);
  const atTen = [...motion.q];
  motion = start();
  let energyError = 0;
  for (let done = 0; done < steps; done += 10) {
    loop(motion, 10);
    energyError = Math.max(energyError, Math.abs(energy(motion.q, motion.v) - energy(START.q, START.v)));
  }
  const momentumError = Math.abs(momentum(motion.q, motion.v) - momentum(START.q, START.v));
  return { steps, seconds, atTen, energyError, momentumError };
}
