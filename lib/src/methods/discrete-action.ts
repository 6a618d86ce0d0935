/** One step of the variational integrator whose discrete Lagrangian is a quadrature of the action along a straight line:
 *  the engine of variational and lagrange-dalembert.                                       [kane2000, eqs. (2), (16), (45)]
 *
 *      L_d(q₀, q₁) = h Σ b_i L(Q_i, V),    Q_i = q₀ + c_i h V,    V = (q₁ − q₀)/h,    Σ b_i = 1
 *
 *  Forces enter as the discrete Lagrange–d'Alembert principle has them, F_d⁻ = h Σ b_i (1 − c_i) f_i and F_d⁺ = h Σ b_i c_i f_i.
 *  In position–velocity form, with G = ∇V − f_load − f_damping at (t₀ + c_i h, Q_i, V), the Legendre transforms read
 *
 *      M v₀ = −D₁L_d − F_d⁻   ⇔   V = v₀ + h B,    M B + Σ b_i (1 − c_i) G_i = 0
 *      M v₁ =  D₂L_d + F_d⁺   ⇔   v₁ = v₀ + h A,   M A + Σ b_i G_i = 0
 *
 *  so that a step solves for the acceleration B and knows everything else. With one node (c < 1) A = B/(1 − c), and the stage
 *  that midpoint and newmark share does the work. */
import type { Failure } from "../core/failure.js";
import { countFactor, type Work } from "../core/method.js";
import { opposingForce, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { copy } from "../linalg/vec.js";
import { largestTerm, notFinite, termScale } from "./diagnosis.js";
import { implicitStage } from "./implicit-acceleration.js";
import { ALLOWANCE, newton, SIZE } from "./newton.js";

/** A node of the quadrature: its weight b, and its place c between the ends of the step. */
export interface Node {
  readonly weight: number;
  readonly place: number;
}

/** L_d^α has one node at α [kane2000, (2)], L_d^{sym,α} one at α and one at 1 − α [kane2000, (16)]; at ½ they are the same. */
export function nodesOf(alpha: number, symmetric: boolean): readonly Node[] {
  if (!symmetric || alpha === 0.5) return [{ weight: 1, place: alpha }];
  return [
    { weight: 0.5, place: Math.min(alpha, 1 - alpha) },
    { weight: 0.5, place: Math.max(alpha, 1 - alpha) },
  ];
}

export interface ActionStep {
  /** V, the mean velocity of the step. */
  readonly V: Vec;
  /** A, the mean acceleration. */
  readonly A: Vec;
  /** Solves for B, starting from the value it has. */
  solve(t: number, q: Vec, v: Vec, B: Vec): Failure | null;
}

export function actionStep(system: System, nodes: readonly Node[], h: number, work: Work): ActionStep {
  const [first] = nodes;
  return nodes.length === 1 && first.place < 1
    ? oneNode(system, first.place, h, work)
    : severalNodes(system, nodes, h, work);
}

function oneNode(system: System, place: number, h: number, work: Work): ActionStep {
  const n = system.dof;
  const stage = implicitStage(system, { inertia: 1, forces: 1 - place, velocity: h, position: place * h * h }, work);
  const A = new Float64Array(n);
  const { q: Q, v: V } = stage;
  return {
    V,
    A,
    solve(t, q, v, B) {
      for (let i = 0; i < n; i++) {
        Q[i] = q[i] + place * h * v[i];
        V[i] = v[i];
      }
      const failure = stage.solve(t + place * h, B);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) {
        V[i] = v[i] + h * B[i];
        A[i] = B[i] / (1 - place);
      }
      return null;
    },
  };
}

/** Rounding errors of an equation: some operations on each of its terms. */
const ROUNDING = 8 * Number.EPSILON;

function severalNodes(system: System, nodes: readonly Node[], h: number, work: Work): ActionStep {
  const n = system.dof;
  const { mass } = system;
  const V = new Float64Array(n);
  const A = new Float64Array(n);
  const Q = new Float64Array(n);
  const g = new Float64Array(n);
  const inertia = new Float64Array(n);
  const r = new Float64Array(n);
  const start = { q: new Float64Array(n), v: new Float64Array(n) };
  const clock = new Float64Array(1);
  const measures = new Float64Array(2);
  const implicit = nodes.filter(({ weight, place }) => weight * (1 - place) !== 0);
  const reach = Math.max(0, ...implicit.map(({ place }) => place));
  const explicit = implicit.length === 0 || (reach === 0 && !readsVelocity(system));

  const places = Float64Array.from(nodes, ({ place }) => place);
  const whole = Float64Array.from(nodes, ({ weight }) => weight);
  const left = Float64Array.from(nodes, ({ weight, place }) => weight * (1 - place)); // the part of F_d⁻ and D₁L_d

  const moveTo = (place: number) => {
    for (let i = 0; i < n; i++) Q[i] = start.q[i] + place * h * V[i];
  };
  /** out += Σ weight G over the nodes, at the velocity V. */
  const addForces = (weights: Vec, out: Vec) => {
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      moveTo(places[k]);
      opposingForce(system, clock[0] + places[k] * h, Q, V, g);
      work.gradients++;
      for (let i = 0; i < n; i++) out[i] += weight * g[i];
    }
  };

  const residual = (B: Vec, out: Vec) => {
    let size = 0;
    let far = 0;
    let fast = 0;
    for (let i = 0; i < n; i++) {
      V[i] = start.v[i] + h * B[i];
      fast = Math.max(fast, Math.abs(V[i]), Math.abs(start.v[i]));
      far = Math.max(far, Math.abs(start.q[i]), Math.abs(start.q[i] + h * V[i]));
    }
    mass.apply(B, inertia);
    copy(inertia, out);
    addForces(left, out);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      size = Math.max(size, Math.abs(out[i]));
      sum += out[i];
    }
    measures[SIZE] = Number.isFinite(sum) ? size : Number.NaN;
    const ofReach = reach === 0 ? Number.MAX_VALUE : (Number.EPSILON * far) / (reach * h * h);
    measures[ALLOWANCE] = Math.min(ofReach, (Number.EPSILON * fast) / Math.abs(h));
  };

  const solveFor = explicit ? explicitly : system.kind === "linear" ? onceFactored() : iterated();

  function explicitly(B: Vec): Failure | null {
    r.fill(0);
    copy(start.v, V);
    addForces(left, r);
    mass.solve(r, r);
    for (let i = 0; i < n; i++) B[i] = -r[i];
    return null;
  }

  function tangent() {
    const matrix = effectiveMatrix(system);
    const values = new Float64Array(matrix.values.length);
    const factorization = analyze(matrix.pattern, matrix.symmetric);
    const renew = (): Failure | null => {
      values.fill(0);
      implicit.forEach(({ weight, place }, k) => {
        moveTo(place);
        const w = weight * (1 - place);
        const t = clock[0] + place * h;
        matrix.assemble(k === 0 ? 1 : 0, w * h, w * place * h * h, t, Q, V);
        work.tangents++;
        for (let j = 0; j < values.length; j++) values[j] += matrix.values[j];
      });
      const failure = factorization.factor(values);
      countFactor(work, factorization.fill);
      return failure;
    };
    return { renew, solve: factorization.solve };
  }

  function onceFactored() {
    const { renew, solve } = tangent();
    const failure = renew();
    return (B: Vec): Failure | null => {
      if (failure !== null) return failure;
      B.fill(0);
      residual(B, r);
      const unsolved = solve(r, r);
      if (unsolved === null) for (let i = 0; i < n; i++) B[i] = -r[i];
      return unsolved;
    };
  }

  function iterated() {
    const { renew, solve } = tangent();
    const failingTime = () => clock[0] + reach * h;
    const floor = () => {
      moveTo(reach);
      return ROUNDING * termScale(system, failingTime(), Q, V, inertia);
    };
    return newton(
      n,
      {
        measures,
        residual,
        renewTangent: renew,
        solve,
        floor,
        notFinite: () => notFinite(system, failingTime(), Q, V),
        stuck(at, size, iterations) {
          let dof = 0;
          for (let i = 1; i < n; i++) if (Math.abs(at[i]) > Math.abs(at[dof])) dof = i;
          const term = largestTerm(system, failingTime(), Q, V, dof, inertia[dof]);
          return { kind: "newton", residual: size, tolerance: floor(), iterations, dof, term };
        },
      },
      work,
    );
  }

  return {
    V,
    A,
    solve(t, q, v, B) {
      clock[0] = t;
      copy(q, start.q);
      copy(v, start.v);
      const failure = solveFor(B);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) V[i] = v[i] + h * B[i];
      A.fill(0);
      addForces(whole, A);
      mass.solve(A, A);
      let sum = 0;
      for (let i = 0; i < n; i++) {
        A[i] = -A[i];
        sum += V[i] + A[i];
      }
      return Number.isFinite(sum) ? null : notFinite(system, t, Q, V);
    },
  };
}
