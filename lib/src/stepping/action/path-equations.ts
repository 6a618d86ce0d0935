/** The equations M B + Σ b_i (1 − c_i) G_i = 0 of a step of several nodes (discrete-action.ts). */
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import { readsVelocity, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { maxOf } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze } from "../../linalg/factorization.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { isCheap } from "../../linalg/newton-factorization.js";
import type { Equations } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import { lostInertia } from "../lost-inertia.js";
import { placeRounding } from "../place-rounding.js";
import { implicitNodes, type Node } from "./nodes.js";
import { type Path, STEP, TIME } from "./path.js";

export function pathEquations(system: System, nodes: readonly Node[], path: Path, work: Work): Equations {
  const n = system.dof;
  const { mass } = system;
  const { now, fromQ, fromV, V, Q, places, left } = path;
  const [inertia, at, reached, speed] = Array.from({ length: 4 }, () => new Float64Array(n));
  const ofForces = forceRounding(system);
  const ofInertia = lostInertia(mass);
  const failingTime = () => now[TIME] + reachOf(nodes) * now[STEP];
  return {
    unknowns: n,
    residual(B, out, size) {
      path.accelerate(B);
      copy(B, at);
      mass.apply(B, inertia);
      for (let i = 0; i < n; i++) {
        out[i] = inertia[i];
        size[i] = Math.abs(inertia[i]);
      }
      path.addForces(left, out, size);
    },
    ...(ofInertia && { refine: (out: Vec) => ofInertia.addTo(at, 0, out, 0) }),
    rounding(out) {
      inertiaRounding(mass, at, 1, out);
      for (let k = 0; k < left.length; k++) {
        if (left[k] === 0) continue;
        path.moveTo(k);
        sizesOf(reached, Q, fromQ, fromV, now[STEP]);
        sizesOf(speed, V, fromV);
        ofForces.addTo(now[TIME] + places[k] * now[STEP], Q, V, reached, speed, left[k], out);
      }
    },
    ...tangent(system, nodes, path, work),
    notFinite: () => notFinite(system, failingTime(), Q, V),
    dominantTerm: (dof) => dominantTerm(system, failingTime(), Q, V, dof, inertia[dof]),
    shorten: path.shorten,
  };
}

/** The last of the places that the equations read. */
export const reachOf = (nodes: readonly Node[]): number =>
  maxOf(
    implicitNodes(nodes).map(({ place }) => place),
    0,
  );

/** The matrix M + Σ b_i (1 − c_i)(h C + c_i h² K). */
function tangent(system: System, nodes: readonly Node[], { now, V, Q, rounded, moveTo }: Path, work: Work) {
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
  return { factor, solve: factorization.solve, cheapFactor: isCheap(factorization, system.dof) };
}
