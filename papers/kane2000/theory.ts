/** Theorems and formulas: each is put to the test on computed motions; where the printed form fails, so is the corrected one. */
import {
  harmonic,
  lagrangeDalembert,
  type Method,
  newmark,
  orThrow,
  type Problem,
  run,
  type Trajectory,
  trajectory,
  variational,
} from "noether";
import { variationalNature } from "noether/analysis";
import { digits, misprintOf, stated } from "../claim.js";
import type { Claim, Item } from "../reproduction.js";
import { example, STEP } from "./example.js";
import { combined, largest, maths, type Pair, skewed } from "./skewed.js";

const h = STEP;
const motionOf = (problem: Problem, method: Method, steps: number): Trajectory =>
  orThrow(run(problem, method, { time: { step: h, steps }, observe: { motion: trajectory() } })).observed.motion;

/** The largest value of a residual over the inner points of a motion. */
const worst = ({ q }: Trajectory, residual: (k: number) => Pair) =>
  Math.max(...q.slice(1, -1).map((_, k) => largest(residual(k + 1))));

const equivalences: Item = {
  id: "theorems",
  title: "Theorems 2.1 to 3.5: Newmark and variational methods are one family",
  reproduce() {
    const claims: Claim[] = [
      ...variationalNature(example(), variational(), h),
      ...variationalNature(example(), variational({ alpha: 0 }), h),
      ...variationalNature(harmonic({ stiffness: 2, velocity: 0.3 }), variational({ alpha: 0.3 }), h).slice(-1),
      ...variationalNature(example(), newmark(), h),
      ...variationalNature(example(), newmark({ beta: 1 / 6 }), h).slice(1),
    ].map(({ theorem, defect, holds }) => {
      const [where, says] = theorem.split(": ");
      return stated(where, says, `off by ${digits(defect)} in 20 steps`, holds);
    });
    return { claims, figures: [] };
  },
};

/** [kane2000, (26)]: M (x_{k+1} − 2 x_k + x_{k−1})/h² + ∇V for x = q + sign β h² M⁻¹∇V, the gradient taken at q_k or, as (27) has it,
 *  at q_{k−1}. */
function suris(problem: Problem, motion: Trajectory, beta: number, sign: number, lag: number): number {
  const { gradient, momentum } = maths(problem);
  const x = motion.q.map((q) => combined([1, momentum(q)], [sign * beta * h * h, gradient(q)]));
  return worst(motion, (k) =>
    combined([1 / (h * h), x[k + 1]], [-2 / (h * h), x[k]], [1 / (h * h), x[k - 1]], [1, gradient(motion.q[k - lag])]),
  );
}

/** The forced Euler–Lagrange equations of Theorem 5.1, with Dηᵀ or Dη before the forces. */
function forced(problem: Problem, { q, v }: Trajectory, beta: number, friction: number, transposed: boolean): number {
  const { gradient, inverse, momentum, bent } = maths(problem);
  const eta = (x: Pair) => combined([1, x], [beta * h * h, inverse(gradient(x))]);
  const lift = (x: Pair, w: Pair, turned: boolean) =>
    combined([1, w], [beta * h * h, turned ? bent(x, inverse(w)) : inverse(bent(x, w))]);
  const F = (k: number) => combined([-friction, v[k]]);
  return worst({ q, v, t: new Float64Array(0) }, (k) => {
    const bend = momentum(combined([2 / h, eta(q[k])], [-1 / h, eta(q[k - 1])], [-1 / h, eta(q[k + 1])]));
    const forces = combined([h * beta, F(k - 1)], [h * (1 - 2 * beta), F(k)], [h * beta, F(k + 1)]);
    return combined(
      [1, lift(q[k], combined([1, bend], [-h, gradient(q[k])]), true)],
      [1, lift(q[k], forces, transposed)],
    );
  });
}

/** [kane2000, (46)] for α = ½, with M⁻¹ before F or without it. */
function special(problem: Problem, motion: Trajectory, friction: number, weighed: boolean): number {
  const { gradient, inverse } = maths(problem);
  const { q } = motion;
  const half = (k: number) => inverse(gradient(combined([0.5, q[k]], [0.5, q[k + 1]])));
  const F = (k: number) => {
    const force = combined([-friction / h, q[k + 1]], [friction / h, q[k]]);
    return weighed ? inverse(force) : force;
  };
  return worst(motion, (k) =>
    combined(
      [-1 / h, q[k + 1]],
      [2 / h, q[k]],
      [-1 / h, q[k - 1]],
      [-h / 2, half(k)],
      [-h / 2, half(k - 1)],
      [h / 2, F(k)],
      [h / 2, F(k - 1)],
    ),
  );
}

/** The energy left of an oscillator with ω h = 0.2 after 200 steps. */
const energyAfter = (gamma: number) => {
  const { last } = run(harmonic(), newmark({ beta: 0.25, gamma }), { time: { step: h, steps: 200 } });
  return last.q[0] ** 2 + last.v[0] ** 2;
};

const misprints: Item = {
  id: "misprints",
  title: "Formulas that cannot be right as printed",
  reproduce() {
    const conservative = motionOf(skewed(), newmark(), 50);
    const friction = 0.3;
    const rubbing = skewed(friction);
    const forcedMotion = motionOf(rubbing, newmark(), 50);
    const dalembert = motionOf(rubbing, lagrangeDalembert(), 50);
    const [fed, damped] = [energyAfter(0.45), energyAfter(0.55)];
    const residual = "residual";
    const claims: Claim[] = [
      misprintOf("(26), η in Theorems 3.5 and 5.1", {
        printed: "η = q − βh²M⁻¹∇V(q)",
        correct: "η = q + βh²M⁻¹∇V(q)",
        size: residual,
        failing: suris(skewed(), conservative, 0.25, -1, 0),
        holding: suris(skewed(), conservative, 0.25, 1, 0),
      }),
      misprintOf("(27)", {
        printed: "∇Ṽ at x_k",
        correct: "∇Ṽ at x_{k+1}, the middle point",
        size: residual,
        failing: suris(skewed(), conservative, 0.25, 1, 1),
        holding: suris(skewed(), conservative, 0.25, 1, 0),
      }),
      {
        where: "section 3.3",
        says: "γ < ½ dissipates energy, γ > ½ adds it",
        paper: null,
        ours: `E/E₀ after 200 steps: ${digits(fed)} with γ = 0.45, ${digits(damped)} with γ = 0.55`,
        verdict: fed > 1 && damped < 1 ? "misprint" : "differs",
        remark: "It is the reverse.",
      },
      misprintOf("Theorem 5.1, (54) and (55)", {
        printed: "forces times Dη from the right",
        correct: "Dηᵀ times the forces",
        size: residual,
        failing: forced(rubbing, forcedMotion, 0.25, friction, false),
        holding: forced(rubbing, forcedMotion, 0.25, friction, true),
      }),
      misprintOf("(46)", {
        printed: "F beside accelerations",
        correct: "M⁻¹F",
        size: residual,
        failing: special(rubbing, dalembert, friction, false),
        holding: special(rubbing, dalembert, friction, true),
      }),
    ];
    return { claims, figures: [] };
  },
};

const shadowing: Item = {
  id: "friction-shadow",
  title: "Section 5.2: average acceleration with friction is shadowed by Lagrange–d'Alembert",
  reproduce() {
    const problem = example(0.3);
    const { q } = motionOf(problem, lagrangeDalembert(), 61);
    // The middles of the Lagrange–d'Alembert motion, with their velocities, are a motion of Newmark's.
    const x = q.slice(1).map((point, k) => combined([0.5, point], [0.5, q[k]]));
    const v0 = combined([1 / h, q[1]], [-1 / h, q[0]]);
    const followed = motionOf({ ...problem, q0: x[0], v0 }, newmark(), 50).q;
    const apart = Math.max(...followed.map((point, k) => largest(combined([1, point], [-1, x[k]]))));
    return {
      claims: [
        stated(
          "section 5.2",
          "β = ¼ with linear friction is shadowed by the Lagrange–d'Alembert method",
          `largest distance ${digits(apart)} in 50 steps`,
          apart < 1e-12,
          "It holds for any force F(q, v): the two are the trapezoidal and the midpoint rule, which are conjugate.",
        ),
      ],
      figures: [],
    };
  },
};

export const theoryItems: readonly Item[] = [equivalences, misprints, shadowing];
