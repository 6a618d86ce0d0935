/** The modes of a system at its start: K x = ω² M x, with the damping ratio ζ = xᵀ C x / (2 ω) of each; where the damping couples them, its
 *  complex modes as well. A nonlinear system is linearised there. All modes come from the dense eigenproblem while that takes moments, the lowest ones of larger systems
 *  from shift-invert Lanczos. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import { type Force, type LinearSystem, type Mass, type Problem, readsVelocity } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { eigenGeneralized } from "../linalg/eigen-symmetric.js";
import { lowestModes } from "../linalg/lanczos.js";
import { largestPair } from "../linalg/largest-quotient.js";
import { asymmetry, bilinear } from "../linalg/matrix.js";
import { union } from "../linalg/sparsity.js";
import { linearSystem } from "../systems/linear.js";
import { type ComplexModes, complexModes } from "./complex-modes.js";

/** M a + C v + K q near a state. */
export interface SmallMotion {
  readonly mass: Mass;
  readonly stiffness: Matrix;
  readonly viscosity: Matrix | null;
}

export interface Mode {
  /** ω in rad/s; 0 for a rigid motion. */
  readonly frequency: number;
  /** The damping ratio ζ, 0 for a rigid motion. */
  readonly damping: number;
  /** Scaled to xᵀ M x = 1. */
  readonly shape: Vec;
}

export interface ModesOfSystem {
  /** Ascending. */
  readonly modes: readonly Mode[];
  /** At or above the highest of all frequencies: explicit steps are limited by it. */
  readonly highest: Mode;
  /** Share of the damping that couples modes, which the ratios leave out: max |xᵢᵀ C xⱼ| / √(cᵢ cⱼ). */
  readonly coupling: number;
  /** Where the damping couples modes: what really oscillates and decays. Null where the modes above do. */
  readonly complex: ComplexModes | null;
  /** Has a count confirmed that no mode is missing? */
  readonly complete: boolean;
}

/** Dense eigenproblems take a second up to this size. */
const DENSE_UP_TO = 300;
/** Below this the ratios are those of the complex modes to six digits. */
const COUPLED = 1e-3;
/** Complex modes come from all real ones up to this size, from so many more than are wanted beyond it. */
const ALL_UP_TO = 60;
const MORE = 20;

export function modesOf(problem: Problem, count: number): ModesOfSystem {
  const motion = smallMotion(problem);
  const n = problem.system.dof;
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new InputError(`found ${count} modes; accepted: a whole number ≥ 1`, { key: "modes" });
  }
  const wanted = Math.min(count, n);
  const { mass, stiffness } = motion;
  if (n <= DENSE_UP_TO) {
    const pairs = eigenGeneralized(stiffness, mass.matrix);
    if ("kind" in pairs) throw notDefinite(pairs.kind);
    const all = pairs.vectors.map((shape, k) => modeOf(motion, pairs.values[k], shape, pairs.values[n - 1]));
    const modes = all.slice(0, wanted);
    const coupling = couplingOf(motion, modes);
    const others = n <= ALL_UP_TO ? all : all.slice(0, Math.min(n, 2 * wanted + MORE));
    return { modes, highest: all[n - 1], coupling, complex: complexOf(others, all[n - 1], coupling), complete: true };
  }
  const highest = highestMode(motion);
  const top = highest.frequency * highest.frequency;
  const lowest = (number: number) => {
    const pairs = lowestModes(stiffness, mass.matrix, number, { threads: problem.system.threads });
    if ("kind" in pairs) throw notDefinite(pairs.kind);
    return { ...pairs, modes: pairs.vectors.map((shape, k) => modeOf(motion, pairs.values[k], shape, top)) };
  };
  const { modes, complete } = lowest(wanted);
  const coupling = couplingOf(motion, modes);
  const others = coupling > COUPLED ? lowest(Math.min(n, 2 * wanted + MORE)).modes : modes;
  return { modes, highest, coupling, complex: complexOf(others, highest, coupling), complete };

  function complexOf(basis: readonly Mode[], last: Mode, coupling: number): ComplexModes | null {
    if (!(coupling > COUPLED)) return null;
    return complexModes(motion, basis.includes(last) ? basis : [...basis, last], wanted);
  }
}

/** The matrices of the motion near the start. */
export function smallMotion({ system, t0, q0, v0 }: Problem): SmallMotion {
  const { mass, tangent } = system;
  if (system.kind === "linear") return { mass, stiffness: system.stiffness, viscosity: system.viscosity };
  if (tangent === null) throw new InputError("modes need the tangent ∇²V, and this system has only the gradient");
  const values = new Float64Array(tangent.pattern.column.length);
  tangent.values(q0, values);
  const forces = [system.load, system.damping].filter((force) => force !== null);
  const derivative = (of: (force: Force) => Force["byPosition"]) =>
    forces.flatMap((force): Matrix[] => {
      const part = of(force);
      if (part === null) return [];
      const slope = new Float64Array(part.pattern.column.length);
      part.values(t0, q0, v0, slope);
      return [{ pattern: part.pattern, values: slope.map((value) => -value) }];
    });
  const stiffness = sumOf([{ pattern: tangent.pattern, values }, ...derivative((force) => force.byPosition)]);
  if (asymmetry(stiffness).defect > 1e-10) {
    throw new InputError("its forces at the start have no symmetric stiffness: such a system has no real modes");
  }
  return {
    mass,
    stiffness,
    viscosity: readsVelocity(system) ? sumOf(derivative((force) => force.byVelocity)) : null,
  };
}

/** The motion near the start as a linear system without loads. */
export function linearised(problem: Problem): LinearSystem {
  const { system } = problem;
  if (system.kind === "linear") return { ...system, load: null };
  const { mass, stiffness, viscosity } = smallMotion(problem);
  return { ...linearSystem({ mass, stiffness, damping: viscosity }), threads: system.threads };
}

function sumOf(parts: readonly Matrix[]): Matrix {
  const { pattern, positions } = union(parts.map((part) => part.pattern));
  const values = new Float64Array(pattern.column.length);
  parts.forEach((part, k) => {
    part.values.forEach((value, j) => {
      values[positions[k][j]] += value;
    });
  });
  return { pattern, values };
}

/** Eigenvalues of rigid motions are zero but for rounding, which is relative to the largest. */
function modeOf({ viscosity }: SmallMotion, square: number, shape: Vec, largest: number): Mode {
  const noise = 1e-12 * Math.abs(largest);
  if (square < -noise) {
    throw new InputError(
      `the start is not a stable equilibrium: the stiffness there has the negative eigenvalue ${square.toPrecision(3)}, ` +
        "and modes that grow have no frequency; choose a start near a minimum of the potential",
      { key: "start" },
    );
  }
  const frequency = square <= noise ? 0 : Math.sqrt(square);
  const damping = viscosity === null || frequency === 0 ? 0 : bilinear(viscosity, shape, shape) / (2 * frequency);
  return { frequency, damping, shape };
}

function couplingOf({ viscosity }: SmallMotion, modes: readonly Mode[]): number {
  if (viscosity === null) return 0;
  const own = modes.map(({ shape }) => bilinear(viscosity, shape, shape));
  let worst = 0;
  for (let i = 0; i < modes.length; i++) {
    for (let j = 0; j < i; j++) {
      const size = Math.sqrt(Math.abs(own[i] * own[j]));
      if (size > 0) worst = Math.max(worst, Math.abs(bilinear(viscosity, modes[i].shape, modes[j].shape)) / size);
    }
  }
  return worst;
}

/** The residual is added, so that the frequency errs on the safe side. */
function highestMode({ mass, stiffness, viscosity }: SmallMotion): Mode {
  const pair = largestPair(mass, stiffness);
  if (pair === null) throw notDefinite("singular");
  const { value, residual, vector: shape } = pair;
  const frequency = Math.sqrt(value + residual);
  const damping = viscosity === null ? 0 : bilinear(viscosity, shape, shape) / (2 * frequency);
  return { frequency, damping, shape };
}

function notDefinite(kind: string): InputError {
  return new InputError(
    `its modes cannot be computed: a matrix is ${kind === "not-finite" ? "not finite" : "singular"}`,
  );
}
