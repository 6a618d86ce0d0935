/** What one step of a method does to one mode: the amplification matrix A of z₁ = A z₀ for the oscillator
 *
 *      q̈ + 2 ζ Ω q̇ + Ω² q = 0        in units of the step, so that h = 1 and Ω = ω h.
 *
 *  It is taken from the method itself: its stepper steps every unit vector of the position, the velocity and all that it
 *  remembers. No scheme needs a formula here, and what is analysed is what runs. */
import { counted, sumOfWork } from "../core/counted.js";
import { InputError } from "../core/failure.js";
import { linearStep, matrixOf } from "../core/linear-step.js";
import type { Matrix } from "../core/matrix.js";
import { type FixedStepMethod, noWork, refuse, type Stepper, type Work } from "../core/method.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { eigenvalues } from "../linalg/eigen-general.js";
import { scalarMass } from "../linalg/mass.js";
import { fromRows } from "../linalg/matrix.js";
import { fullPattern } from "../linalg/sparsity.js";
import { linearSystem } from "../systems/linear.js";

export interface ModeAmplification {
  /** A on (q, v, memory). */
  readonly matrix: Matrix;
  /** The largest modulus of its eigenvalues. */
  readonly spectralRadius: number;
  /** The two eigenvalues that belong to the motion. */
  readonly principal: readonly [Root, Root];
  /** Gradients and iterations of one step; tangents and factorisations of the whole run. */
  readonly work: Work;
}

export interface Root {
  readonly real: number;
  readonly imaginary: number;
}

export function modeAmplification(method: FixedStepMethod, frequency: number, damping: number): ModeAmplification {
  const stepped = stepMatrix(method, frequency, damping);
  if (stepped === null) return REFUSED;
  const { matrix, work } = stepped;
  const { real, imaginary } = eigenvalues(matrix);
  const roots = Array.from(real, (re, k): Root => ({ real: re, imaginary: imaginary[k] }));
  roots.sort((a, b) => modulus(b) - modulus(a));
  return { matrix, spectralRadius: modulus(roots[0]), principal: principalOf(roots), work };
}

/** Of a step that the method itself refuses to take, because the mode would grow. */
const REFUSED: ModeAmplification = {
  matrix: { pattern: fullPattern(2), values: new Float64Array(4).fill(Number.NaN) },
  spectralRadius: Number.POSITIVE_INFINITY,
  principal: [
    { real: Number.NaN, imaginary: Number.NaN },
    { real: Number.NaN, imaginary: Number.NaN },
  ],
  work: noWork(),
};

export const modulus = ({ real, imaginary }: Root) => Math.hypot(real, imaginary);

/** Multiple roots 0 of what a step remembers in vain come out as large as the third root of rounding, some in pairs. */
const TRIFLE = 1e-4;

/** Spurious roots are real: a complex pair belongs to the motion. Where all are real, the largest two do. */
function principalOf(roots: readonly Root[]): [Root, Root] {
  const above = roots.find((root) => root.imaginary > 0 && modulus(root) > TRIFLE * modulus(roots[0]));
  if (above !== undefined) return [above, { real: above.real, imaginary: -above.imaginary }];
  return [roots[0], roots[1]];
}

export function oscillator(frequency: number, damping: number): Problem {
  const mass = scalarMass(1, 1);
  if (!Number.isFinite(frequency * frequency))
    throw new InputError(
      `the step takes a mode through ${frequency} radians, beyond the range of numbers; choose a shorter one`,
      { key: "step" },
    );
  const stiffness = fromRows([[frequency * frequency]]);
  const viscosity = damping === 0 ? null : fromRows([[2 * damping * frequency]]);
  const zero = () => new Float64Array(1);
  return { system: linearSystem({ mass, stiffness, damping: viscosity }), t0: 0, q0: zero(), v0: zero() };
}

interface StepMatrix {
  readonly matrix: Matrix;
  readonly work: Work;
}

function stepMatrix(method: FixedStepMethod, frequency: number, damping: number): StepMatrix | null {
  const evaluations = { gradients: 0, tangents: 0 };
  const problem = counted(oscillator(frequency, damping), evaluations);
  refuse(method, problem.system);
  const stepper = prepared(method, problem);
  if (stepper === null) return null;
  const done = sumOfWork(stepper.work, evaluations);
  const before = { ...done };
  const map = linearStep(stepper, 1);
  const { size } = map;
  const values = matrixOf(map);
  const work = costOfStep(before, done, size);
  refuseNonlinear(method.id, map.apply, values, size);
  return { matrix: { pattern: fullPattern(size), values }, work };
}

/** null where the method refuses the step as unstable. */
function prepared(method: FixedStepMethod, problem: Problem): Stepper | null {
  try {
    return method.prepare(problem, 1, null);
  } catch (error) {
    if (error instanceof InputError && error.code === "unsuited-step") return null;
    throw error;
  }
}

function costOfStep(before: Work, after: Readonly<Work>, steps: number): Work {
  return {
    gradients: (after.gradients - before.gradients) / steps,
    tangents: after.tangents,
    factorizations: after.factorizations,
    iterations: (after.iterations - before.iterations) / steps,
  };
}

/** A method that divides by energies or chooses among branches has no amplification matrix. Rounding is relative to the
 *  largest of all terms: forces that a method remembers are larger than motions by Ω². */
function refuseNonlinear(id: string, step: (z: Vec, out: Vec) => void, A: Vec, size: number): void {
  const z = Float64Array.from({ length: size }, (_, i) => 1 + 0.37 * i);
  const image = new Float64Array(size);
  step(z, image);
  let worst = 0;
  let scale = 0;
  for (let i = 0; i < size; i++) {
    let rest = image[i];
    for (let j = 0; j < size; j++) {
      rest -= A[i * size + j] * z[j];
      scale = Math.max(scale, Math.abs(A[i * size + j] * z[j]));
    }
    worst = Math.max(worst, Math.abs(rest));
  }
  if (worst <= 1e-8 * scale) return;
  throw new InputError(`${id} does not step a linear oscillator linearly: it has no amplification matrix`, {
    key: "method",
  });
}
