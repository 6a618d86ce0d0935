/** In what sense a method is variational, measured on a problem: the theorems of kane2000 for the methods they are about.
 *
 *  Newmark with γ = ½: its positions satisfy the (forced) Euler–Lagrange equations of L_d^β [Theorems 3.5, 5.1, with the sign of η
 *  corrected], which without the factor Dηᵀ in front of them read, for x = η(q) = q + β h² M⁻¹∇V(q) and forces F,
 *
 *      M (x_{k+1} − 2 x_k + x_{k−1})/h² + ∇V(q_k) − β (F_{k+1} + F_{k−1}) − (1 − 2β) F_k = 0
 *
 *  and for β ≤ ¼ without forces, each of its points lies between two of L_d^α, β = α (1 − α) [Theorem 3.4].
 *  The variational method is the midpoint rule for α = ½ [2.1], central differences for α = 0 and 1 [3.1], and Newmark with
 *  β = α (1 − α) in linear systems [3.2]. */
import { InputError } from "../core/failure.js";
import type { FixedStepMethod, Method } from "../core/method.js";
import { run } from "../core/run.js";
import { isConservative, type Problem } from "../core/system.js";
import { maxOf, type Vec } from "../core/vec.js";
import { normInf } from "../linalg/vec.js";
import { centralDifference } from "../methods/central-difference.js";
import { midpoint } from "../methods/midpoint.js";
import { newmark } from "../methods/newmark.js";
import { variational } from "../methods/variational.js";
import { type Trajectory, trajectory } from "../observers/trajectory.js";
import { ULPS } from "./certify/motion.js";

export interface Relation {
  /** "Theorem 3.5: Euler–Lagrange equations of L_d^β". */
  readonly theorem: string;
  /** Relative to the size of what is compared. */
  readonly defect: number;
  /** What rounding explains of it. */
  readonly bound: number;
  readonly holds: boolean;
}

/** Few steps: orbits that differ by rounding part exponentially where the motion is unstable. */
const STEPS = 20;
/** Bounds are estimates from samples. */
const TIMES = 10;
export function variationalNature(problem: Problem, method: Method, step: number): readonly Relation[] {
  if (method.clock !== "fixed" || problem.system.friction !== undefined || problem.system.constraints !== undefined)
    return [];
  const { alpha, beta, gamma, symmetric, process, compensate } = method.parameters;
  // Compensated matrices and processed velocities make another motion.
  const plain = process === false && (compensate === undefined || compensate === "none");
  if (method.id === "newmark" && gamma === 0.5 && plain && typeof beta === "number") {
    return ofNewmark(problem, method, beta, step);
  }
  if (method.id === "variational" && symmetric === true && typeof alpha === "number") {
    return ofSymmetric(problem, method, alpha, step);
  }
  return [];
}

function ofNewmark(problem: Problem, method: FixedStepMethod, beta: number, h: number): Relation[] {
  const motion = motionOf(problem, method, h, STEPS);
  if (motion === null) return [];
  const theorem = isConservative(problem.system) ? "Theorem 3.5" : "Theorem 5.1";
  const { defect, bound } = eulerLagrange(problem, motion, beta, h);
  const relations = [related(`${theorem}: Euler–Lagrange equations of L_d^β`, defect, bound)];
  if (beta > 0.25 || !isConservative(problem.system)) return relations;
  const alpha = (1 + Math.sqrt(Math.max(0, 1 - 4 * beta))) / 2;
  const apart = shadowDistance(problem, motion, alpha, h);
  if (apart === null) return relations;
  return [...relations, related("Theorem 3.4: shadowed by L_d^α", apart, blur(problem, method, motion, h))];
}

function ofSymmetric(problem: Problem, method: FixedStepMethod, alpha: number, h: number): Relation[] {
  const others: [string, Method][] = [];
  if (alpha === 0.5) others.push(["Theorem 2.1: the midpoint rule", midpoint()]);
  if ((alpha === 0 || alpha === 1) && problem.system.damping === null) {
    others.push(["Theorem 3.1: central differences", centralDifference()]);
  }
  if (problem.system.kind === "linear" && isConservative(problem.system)) {
    others.push(["Theorem 3.2: Newmark with β = α (1 − α)", newmark({ beta: alpha * (1 - alpha) })]);
  }
  return others.flatMap(([theorem, other]) => {
    const [a, b] = [method, other].map((each) => motionOf(problem, each, h, STEPS));
    return a == null || b == null ? [] : [related(theorem, distance(a.q, b.q), blur(problem, method, a, h))];
  });
}

const related = (theorem: string, defect: number, bound: number): Relation => ({
  theorem,
  defect,
  bound,
  holds: defect <= TIMES * bound,
});

/** Null where a step has no solution, or is refused. */
function motionOf(problem: Problem, method: Method, step: number, steps: number): Trajectory | null {
  try {
    const { status, observed } = run(problem, method, {
      time: { step, steps },
      observe: { motion: trajectory() },
      growth: "report",
    });
    return status === "completed" ? observed.motion : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** How far rounding takes two orbits apart: one starts some ulps from the other, and every step is some ulps off. */
function blur(problem: Problem, method: Method, motion: Trajectory, h: number): number {
  const size = maxOf(motion.q.map(normInf), normInf(problem.q0));
  const off = (x: Vec, scale: number) => x.map((value, i) => value + (i % 2 === 0 ? ULPS : -ULPS) * scale);
  const speed = maxOf(motion.v.map(normInf));
  const near = { ...problem, q0: off(problem.q0, size), v0: off(problem.v0, speed) };
  const other = motionOf(near, method, h, STEPS);
  return STEPS * Number.EPSILON + (other === null ? 0 : distance(motion.q, other.q));
}

/** The largest residual, relative to the largest of its terms, and what rounding leaves: differences of positions, divided by h². */
function eulerLagrange({ system }: Problem, { t, q, v }: Trajectory, beta: number, h: number) {
  const n = system.dof;
  const gradient = q.map((x) => evaluated(n, (out) => system.gradient(x, out)));
  // What rounding of a position does to a force, where it is steep: equations are solved to some of it.
  const steep = maxOf(
    q.flatMap((x, k) =>
      [-1, 1].map((sign) => {
        const reach = 2 * ULPS * normInf(x);
        const off = x.map((value, i) => value + (i % 2 === 0 ? reach : sign * reach));
        const there = evaluated(n, (out) => system.gradient(off, out));
        return normInf(there.map((value, i) => value - gradient[k][i]));
      }),
    ),
  );
  const force = q.map((x, k) =>
    evaluated(n, (out) => {
      system.load?.addTo(t[k], x, v[k], out);
      system.damping?.addTo(t[k], x, v[k], out);
    }),
  );
  // M η(q) = M q + β h² ∇V: without M⁻¹, the difference is exact where a mass is large.
  const weighted = q.map((x, k) => {
    const p = evaluated(n, (out) => system.mass.apply(x, out));
    return p.map((value, i) => value + beta * h * h * gradient[k][i]);
  });
  let [worst, size, parts] = [0, 0, 0];
  for (let k = 1; k + 1 < q.length; k++) {
    for (let i = 0; i < n; i++) {
      const bend = (weighted[k + 1][i] - 2 * weighted[k][i] + weighted[k - 1][i]) / (h * h);
      const F = beta * (force[k + 1][i] + force[k - 1][i]) + (1 - 2 * beta) * force[k][i];
      worst = Math.max(worst, Math.abs(bend + gradient[k][i] - F));
      size = Math.max(size, Math.abs(gradient[k][i]), Math.abs(F), Math.abs(bend));
      parts = Math.max(parts, Math.abs(weighted[k][i]) / (h * h));
    }
  }
  const scale = size === 0 ? 1 : size;
  return { defect: worst / scale, bound: (4 * Number.EPSILON * (parts + size) + steep) / scale };
}

function shadowDistance(problem: Problem, { q: followed }: Trajectory, alpha: number, h: number): number | null {
  const { system, q0: x, v0: v } = problem;
  const n = system.dof;
  const accelerationAt = (at: Vec) => {
    const a = evaluated(n, (out) => system.gradient(at, out));
    system.mass.solve(a, a);
    return a.map((value) => -value);
  };
  const a = accelerationAt(x);
  const beta = alpha * (1 - alpha);
  const q0 = x.map((value, i) => value - alpha * h * v[i] + alpha * (alpha - 0.5) * h * h * a[i]);
  const q1 = x.map((value, i) => value - beta * h * h * a[i] + (1 - alpha) * (h * v[i] + (h * h * a[i]) / 2));
  const inside = accelerationAt(q0.map((value, i) => (1 - alpha) * value + alpha * q1[i]));
  const v0 = q0.map((value, i) => (q1[i] - value) / h - h * (1 - alpha) * inside[i]);
  const shadow = motionOf({ ...problem, q0, v0 }, variational({ alpha, symmetric: false }), h, STEPS + 1);
  if (shadow === null) return null;
  const between = followed.map((_, k) =>
    shadow.q[k].map((value, i) => (1 - alpha) * value + alpha * shadow.q[k + 1][i]),
  );
  return distance(followed, between);
}

/** The largest difference of two orbits, relative to their size. */
function distance(a: readonly Vec[], b: readonly Vec[]): number {
  const apart = maxOf(a.map((x, k) => normInf(x.map((value, i) => value - b[k][i]))));
  return apart / maxOf(a.map(normInf), Number.MIN_VALUE);
}

function evaluated(n: number, write: (out: Vec) => void): Vec {
  const out = new Float64Array(n);
  write(out);
  return out;
}
