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
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import { opposingForce, readsVelocity, type System } from "../../core/system.js";
import { maxOf, type Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze } from "../../linalg/factorization.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { linearSolver } from "../../linalg/linear-equations.js";
import { type Equations, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import { exactly, factorOf, product, productOf } from "../factors.js";
import { implicitStage, type Start } from "../implicit-acceleration.js";
import { type PlaceRounding, placeRounding } from "../place-rounding.js";
import { lostOfLarger, type StateSum } from "../summation.js";

/** A node of the quadrature: its weight b, and its place c between the ends of the step. */
export interface Node {
  readonly weight: number;
  readonly place: number;
}

/** L_d^α has one node at α [kane2000, (2)], L_d^{sym,α} one at α and one at 1 − α [kane2000, (16)]; at ½ they are the same. α is taken to 53
 *  binary places, so that 1 − α is exact as well: forces are weighted with both, and momenta would drift by the rounding of their sum. */
export function nodesOf(alpha: number, symmetric: boolean): readonly Node[] {
  const other = 1 - alpha;
  const place = 1 - other;
  if (!symmetric || alpha === 0.5) return [{ weight: 1, place }];
  return [
    { weight: 0.5, place: Math.min(place, other) },
    { weight: 0.5, place: Math.max(place, other) },
  ];
}

export interface ActionStep {
  /** V, the mean velocity of the step. */
  readonly V: Vec;
  /** What V has been rounded by. */
  readonly rest: Vec;
  /** A, the mean acceleration. */
  readonly A: Vec;
  /** Solves for B, starting from the value it has. */
  solve(from: Start, B: Vec): Failure | null;
}

/** What the sums of the state carry: a step starts from q + ofPositions, v + ofVelocities. */
export type Carried = Pick<StateSum, "ofPositions" | "ofVelocities">;

export function actionStep(
  system: System,
  nodes: readonly Node[],
  h: number,
  carried: Carried,
  work: Work,
  tolerance = 0,
): ActionStep {
  const [first] = nodes;
  return nodes.length === 1 && first.place < 1
    ? oneNode(system, first.place, h, carried, work, tolerance)
    : severalNodes(system, nodes, h, carried, work, tolerance);
}

function oneNode(
  system: System,
  place: number,
  h: number,
  { ofPositions, ofVelocities }: Carried,
  work: Work,
  tolerance: number,
): ActionStep {
  const n = system.dof;
  const coefficients = { inertia: 1, forces: 1 - place, velocity: h, position: place * h * h };
  const stage = implicitStage(system, coefficients, work, tolerance);
  const [A, rest] = [new Float64Array(n), new Float64Array(n)];
  const { q: Q, v: V } = stage;
  const { ofStep, toPlaces } = factorsOf(h, [{ place }]);
  const [toPlace] = toPlaces;
  return {
    V,
    rest,
    A,
    solve(from, B) {
      const { t, q, v } = from;
      for (let i = 0; i < n; i++) {
        const y = product(toPlace, v[i]);
        Q[i] = q[i] + y;
        stage.rest[i] = lostOfLarger(q[i], y, Q[i]) + (ofPositions[i] + h * (place * ofVelocities[i]));
        V[i] = v[i];
      }
      const failure = stage.solve(t + place * h, B, from);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) {
        const kick = product(ofStep, B[i]);
        V[i] = v[i] + kick; // [kane2000, (19)], with forces [kane2000, (45)]
        rest[i] = lostOfLarger(v[i], kick, V[i]) + ofVelocities[i];
        A[i] = B[i] / (1 - place);
      }
      return null;
    },
  };
}

/** h, and h c_i of the nodes. */
function factorsOf(h: number, nodes: readonly Pick<Node, "place">[]) {
  const step = exactly(h);
  return { ofStep: factorOf(step), toPlaces: nodes.map(({ place }) => factorOf(productOf(step, exactly(place)))) };
}

const [STEP, TIME] = [0, 1];

function severalNodes(
  system: System,
  nodes: readonly Node[],
  h: number,
  { ofPositions, ofVelocities }: Carried,
  work: Work,
  tolerance: number,
): ActionStep {
  const n = system.dof;
  const { mass, cancellingTerms = 0 } = system;
  const [V, rest, A, Q, delta, g, inertia, r, fromQ, fromV, place, reached, speed] = Array.from(
    { length: 13 },
    () => new Float64Array(n),
  );
  const now = Float64Array.of(h, 0); // the length of the step that is solved, and the time of its start
  const implicit = nodes.filter(({ weight, place }) => weight * (1 - place) !== 0);
  const reach = maxOf(
    implicit.map(({ place }) => place),
    0,
  );
  const explicit = implicit.length === 0 || (reach === 0 && !readsVelocity(system));

  const places = Float64Array.from(nodes, ({ place }) => place);
  const whole = Float64Array.from(nodes, ({ weight }) => weight);
  const left = Float64Array.from(nodes, ({ weight, place }) => weight * (1 - place)); // the part of F_d⁻ and D₁L_d

  let factors = factorsOf(h, nodes);
  /** Q at a node, and what it is rounded by. */
  const moveTo = (k: number) => {
    const step = now[STEP];
    const place = places[k];
    const toPlace = factors.toPlaces[k];
    for (let i = 0; i < n; i++) {
      const y = product(toPlace, V[i]);
      Q[i] = fromQ[i] + y;
      delta[i] = lostOfLarger(fromQ[i], y, Q[i]) + (ofPositions[i] + step * (place * rest[i]));
    }
  };
  /** V for the acceleration B, and what it is rounded by. */
  const accelerate = (B: Vec) => {
    const { ofStep } = factors;
    for (let i = 0; i < n; i++) {
      const kick = product(ofStep, B[i]);
      V[i] = fromV[i] + kick;
      rest[i] = lostOfLarger(fromV[i], kick, V[i]) + ofVelocities[i];
    }
  };
  const rounded: (PlaceRounding | null)[] = nodes.map(() => null);
  /** out += Σ weight G over the nodes, at the velocity V; size += Σ |weight G|. */
  const addForces = (weights: Vec, out: Vec, size: Vec | null) => {
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      moveTo(k);
      opposingForce(system, now[TIME] + places[k] * now[STEP], Q, V, g);
      rounded[k]?.addTo(delta, 1, g, 1, g);
      for (let i = 0; i < n; i++) out[i] += weight * g[i];
      if (size !== null) for (let i = 0; i < n; i++) size[i] += Math.abs(weight * g[i]) + cancellingTerms;
    }
  };

  /** The matrix M + Σ b_i (1 − c_i)(h C + c_i h² K). */
  const tangent = () => {
    const matrix = effectiveMatrix(system);
    const values = new Float64Array(matrix.values.length);
    const factorization = analyze(matrix.pattern, matrix.symmetric, system);
    const ofNodes = nodes.map(() => new Float64Array(matrix.values.length));
    // Where a force reads the velocity, these are not of K alone.
    if (!readsVelocity(system)) {
      for (let k = 0; k < nodes.length; k++) rounded[k] = placeRounding(system, matrix.pattern, ofNodes[k]);
    }
    const factor = (): Failure | null => {
      const step = now[STEP];
      matrix.assemble(1, 0, 0, now[TIME], Q, V);
      copy(matrix.values, values);
      for (let k = 0; k < nodes.length; k++) {
        const { weight, place } = nodes[k];
        const w = weight * (1 - place);
        if (w === 0) continue;
        moveTo(k);
        matrix.assemble(0, w * step, w * place * step * step, now[TIME] + place * step, Q, V);
        for (let j = 0; j < values.length; j++) values[j] += matrix.values[j];
        copy(matrix.values, ofNodes[k]);
        rounded[k]?.enter(0, w * place * step * step);
      }
      const failure = factorization.factor(values);
      countFactor(work, factorization.fill);
      return failure;
    };
    return { factor, solve: factorization.solve };
  };

  const equations = (): Equations => {
    const ofForces = forceRounding(system);
    const failingTime = () => now[TIME] + reach * now[STEP];
    return {
      unknowns: n,
      residual(B, out, size) {
        accelerate(B);
        copy(B, place);
        mass.apply(B, inertia);
        for (let i = 0; i < n; i++) {
          out[i] = inertia[i];
          size[i] = Math.abs(inertia[i]);
        }
        addForces(left, out, size);
      },
      rounding(out) {
        inertiaRounding(mass, place, 1, out);
        for (let k = 0; k < left.length; k++) {
          if (left[k] === 0) continue;
          moveTo(k);
          sizesOf(reached, Q, fromQ, fromV, now[STEP]);
          sizesOf(speed, V, fromV);
          ofForces.addTo(now[TIME] + places[k] * now[STEP], Q, V, reached, speed, left[k], out);
        }
      },
      ...tangent(),
      notFinite: () => notFinite(system, failingTime(), Q, V),
      dominantTerm: (dof) => dominantTerm(system, failingTime(), Q, V, dof, inertia[dof]),
      shorten(part) {
        now[STEP] = part * h;
        factors = factorsOf(part * h, nodes);
      },
    };
  };

  const solveFor = explicit
    ? explicitly
    : system.kind === "linear"
      ? linearSolver(equations())
      : nonlinearSolver(equations(), work, tolerance).solve;

  function explicitly(B: Vec): Failure | null {
    r.fill(0);
    copy(fromV, V);
    copy(ofVelocities, rest);
    addForces(left, r, null);
    mass.solve(r, r);
    for (let i = 0; i < n; i++) B[i] = -r[i];
    return null;
  }

  return {
    V,
    rest,
    A,
    solve({ t, q, v }, B) {
      now[TIME] = t;
      if (system.kind !== "linear") for (let k = 0; k < rounded.length; k++) rounded[k]?.forget();
      copy(q, fromQ);
      copy(v, fromV);
      const failure = solveFor(B);
      if (failure !== null) return failure;
      accelerate(B);
      A.fill(0);
      addForces(whole, A, null);
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
