/** A failed step in words: where, which degree of freedom, which term, and what to try. A smaller step is advised only where one was
 *  solved, or where it is a theorem that a small enough one helps. */

import type { Failure, Term } from "../core/failure.js";
import type { FixedStepMethod, Method } from "../core/method.js";
import type { Notice } from "../core/notice.js";
import { significant } from "../core/significant.js";
import type { System } from "../core/system.js";
import { stabilityLimit } from "./stability-limit.js";

export interface FailedRun {
  readonly failure: Failure;
  /** The last good time and step. */
  readonly t: number;
  readonly steps: number;
  readonly step: number | null;
  readonly method: Method;
  readonly system: Pick<System, "labels" | "describe" | "kind">;
  /** What was said before the run: the limit of stability among it, where it is known. */
  readonly notices?: readonly Notice[];
}

export function explained({ failure, t, steps, step, method, system, notices = [] }: FailedRun): string {
  const name = (dof: number) => system.describe?.(dof) ?? `"${system.labels[dof] ?? dof}"`;
  const where = `step ${steps + 1}, from t = ${significant(t)}`;
  switch (failure.kind) {
    case "newton":
      return (
        `Newton's iteration did not converge in ${where}: after ${failure.iterations} iterations ${left(failure, name(failure.dof))}.\n` +
        unsolved(failure, step)
      );
    case "singular":
      return (
        `the equations of ${where} have no unique solution: the pivot of ${name(failure.row)} is ` +
        `${significant(failure.pivot, 3)}.\nCheck that this degree of freedom has mass, or stiffness and supports. If it has mass, a small ` +
        "enough step has a solution: its matrix tends to that of the mass."
      );
    case "saddle-point":
      return (
        `the equations of ${where} are a saddle point: ${name(failure.row)}` +
        `${failure.rows === 1 ? "" : ` and ${failure.rows - 1} more`} ${failure.rows === 1 ? "has" : "have"} neither mass nor ` +
        "stiffness of its own, only couplings, as a Lagrange multiplier has.\n" +
        "Eliminate the multipliers: give the equations as constraints of the system, or stiff springs in their place."
      );
    case "not-positive-definite":
      return (
        `a matrix of ${where} is not positive definite: the pivot of ${name(failure.row)} is ` +
        `${significant(failure.pivot, 3)}.\nCheck the sign of its mass and stiffness, and that it is restrained.`
      );
    case "not-converged":
      return (
        `the linear equations of ${where} were not solved: after ${failure.iterations} iterations their residual is ` +
        `${significant(failure.residual, 3)} of the right-hand side, and ${significant(failure.tolerance, 3)} is accepted. ` +
        "Their matrix is large and far from symmetric, or nearly singular.\nFor small steps it tends to the mass matrix, which can be " +
        "solved; how small is not known."
      );
    case "not-convex":
      return (
        `${method.id} finds its step by minimising, and the function of ${where} is not convex: its curvature along ` +
        `${name(failure.dof)} is ${significant(failure.curvature, 3)}, since the potential bends downwards there.\n` +
        "Try a smaller step: M/h² + β ∇²V is positive for every one that is small enough. Or newmark, which does not minimise."
      );
    case "not-finite":
      return (
        `${notFinite(failure.term, name(failure.dof))} in ${where}.\n` +
        (FORCES.includes(failure.term)
          ? `Check its expression there: a division by zero, a root or logarithm of a negative number?${solvedPart(failure, step, "\n")}`
          : solvedPart(failure, step) || advice(method, step, system, notices))
      );
    case "inverted":
      return (
        `element ${failure.element} is inverted in ${where} (J = ${significant(failure.volume, 3)}): it is pressed through itself, where ` +
        "no material has an energy.\n" +
        (failure.resisted
          ? "The motion itself cannot get there, since its energy would have to be infinite, nor can a small enough step; how small is not known. " +
            "Try one, a finer mesh around it, or a stiffer material."
          : "Its material does not resist that: it softens when it is compressed, and shorter steps get there as well. Take one that is made for " +
            "large strains, such as neo-hookean, or loads that it can bear.")
      );
    case "passed-through":
      return (
        `in ${where}, the whole body is behind the plane contact[${failure.contact}], which has not stopped it.\n` +
        "A node behind the plane is pushed back by gap/penalty. Take a smaller penalty, which is a stiffer plane, and steps that resolve the impact; " +
        "or the opposite normal, if the body was behind the plane from the start: it points to where the body may be."
      );
    case "sliding":
      return (
        `${method.id} makes no progress after ${where}: the motion of ${name(failure.dof)} would slide along a face of the grid, ` +
        "crossing it again and again without any time passing.\nCoordinates that are side by side on the grid, with equal speeds, do " +
        "that around saddles of the potential, where faces that hold and faces that push away meet. Try an origin that is not a multiple of the spacing."
      );
    case "resolution":
      return (
        `${method.id} cannot go on after ${where}: ${name(failure.dof)} has moved so far that boxes of the grid as small as these cannot be ` +
        "told apart as numbers.\nTake a larger grid spacing, or end before."
      );
    case "growth":
      if (Number.isNaN(failure.energy)) return undefinedEnergy(failure, t);
      return `${grown(failure, t)}\n${advice(method, step, system, notices)}`;
    case "trapped":
      return (
        `${method.id} is trapped after ${where}: the motion bounces on one terrace, at a potential of ` +
        `${significant(failure.potential)}, and never leaves it.\nA start along a level of the potential does that. ` +
        "Try another energyStep, so that the levels lie elsewhere."
      );
    case "step-size":
      return (
        `${method.id} cannot go on after ${where}: the motion of ${name(failure.dof)} would need a step of ` +
        `${significant(failure.step, 3)}, below the resolution of the time.\n` +
        "There may be a collision or a force without bound; end before it, soften it, or try a larger tolerance."
      );
  }
}

const TERMS: Readonly<Record<Term, string>> = {
  inertia: "the inertia",
  potential: "the force of the potential",
  load: "the load",
  damping: "the damping",
  position: "the position",
  velocity: "the velocity",
};

const FORCES: readonly Term[] = ["potential", "load", "damping"];

function notFinite(term: Term, name: string): string {
  return `${TERMS[term]} ${FORCES.includes(term) ? "on" : "of"} ${name} left the range of numbers`;
}

type Unsolved = Extract<Failure, { kind: "newton" }>;

/** What it ended with, and what would have been accepted. */
function left({ residual, tolerance, judged, term }: Unsolved, name: string): string {
  const [found, accepted] = [significant(residual, 3), significant(tolerance, 3)];
  if (judged === "work") {
    return (
      "the residuals of the equations of motion are within their rounding errors, but terms cancel in the potential and these are large: " +
      `over the step they may do work of ${found}, and ${accepted} is accepted, 1e-7 of the energies of the step`
    );
  }
  return `the equation of motion of ${name} is off by ${found}, and ${accepted} is accepted. Its largest term is ${TERMS[term]}`;
}

/** Steps below this part of the one that failed are not recommended. */
const LEAST = 1e-3;

/** What is known about shorter steps, and what follows from it. */
function unsolved({ solvable }: Unsolved, step: number | null): string {
  const elsewhere =
    "Look at the potential near this state (is it steep, has it kinks or jumps?), at the start, or try another method.";
  if (solvable === undefined || step === null) return elsewhere;
  if (solvable === 1) {
    return (
      "The step was followed to its end, and there more than the known rounding errors are left.\n" +
      "Write the potential without differences of large numbers, or give the method a tolerance."
    );
  }
  return (
    solvedPart({ solvable }, step) ||
    `From this state no step longer than ${significant(LEAST * step)} could be solved either.\n${elsewhere}`
  );
}

/** A shorter step that was solved, if it is worth telling; otherwise nothing. */
function solvedPart({ solvable = 0 }: { readonly solvable?: number }, step: number | null, before = ""): string {
  if (step === null || solvable < LEAST || solvable === 1) return "";
  const [solved, advised] = [solvable * step, shorter(solvable, step)];
  return `${before}From this state a step of ${significant(solved, 3)} could be solved.\nTry ${significant(advised)}, or another method.`;
}

/** The longest of h/2, h/4, h/5, h/8, h/10, h/20, … below s h: if h is a round number and divides the time, so do they. */
function shorter(s: number, h: number): number {
  for (let tens = 1; ; tens *= 10) {
    for (const parts of [2, 4, 5, 8, 10]) if (1 / (parts * tens) < s) return h / (parts * tens);
  }
}

type Growth = Extract<Failure, { kind: "growth" }>;

/** Forces may be numbers where the potential is none: that of log x is, at x < 0. */
function undefinedEnergy({ t: seen }: Growth, t: number): string {
  return (
    `the energy is not a number between t = ${significant(t, 9)} and t = ${significant(seen, 9)}: the potential has no value where the motion ` +
    "has come to, or the motion has left the range of numbers.\nCheck the expression of the potential there: a root or logarithm of a negative " +
    "number? A step that is too long can lead beyond where it has a value; try a smaller one."
  );
}

/** What grew or fell, and by how much. */
function grown({ energy, bound, start, supplied, t: seen }: Growth, t: number): string {
  const where = `between t = ${significant(t, 9)} and t = ${significant(seen, 9)}`;
  const isLoss = energy < bound;
  const moved = supplied < 0 ? "taken out" : "put in";
  const who = isLoss ? "loads and damping" : "loads";
  const put = supplied === 0 ? "" : `, and ${who} have ${moved} ${significant(Math.abs(supplied), 3)}`;
  const had = `The motion began with ${significant(start, 3)}${put}`;
  if (!Number.isFinite(energy)) return `the energy left the range of numbers ${where}. ${had}.`;
  return (
    `the motion ${isLoss ? "loses" : "gains"} energy that nothing explains: ${where} it comes to ${significant(energy, 3)}. ${had}; ` +
    `${isLoss ? "less" : "more"} than ${significant(bound, 3)} is taken for a motion that explodes.`
  );
}

/** A smaller step helps where there is a limit of stability; and where the system is not linear, since methods converge. */
function advice(
  method: Method,
  step: number | null,
  { kind }: Pick<System, "kind">,
  notices: readonly Notice[],
): string {
  const known = notices.find(({ code }) => code === "unstable-step" || code === "slowed-damping");
  if (known !== undefined) return `As was said before the run: ${known.message}.`;
  if (method.clock === "own" || step === null) {
    const remedies = REMEDIES.filter(([parameter]) => parameter in method.parameters).map(([, remedy]) => remedy);
    return `${remedies.length === 0 ? "" : `Try ${remedies.join(" or ")}. `}Where the motion itself goes to infinity, end before.`;
  }
  const half = `half of it is ${significant(step / 2)}`;
  const limit = limitOf(method);
  if (limit === 0) {
    return (
      `${method.id} with these parameters feeds every motion, at any step: a smaller one only delays it. ` +
      "Try other parameters (newmark: gamma: 1/2 or more), or midpoint."
    );
  }
  if (limit !== null) {
    return (
      `${method.id} is stable for steps below ${significant(limit, 4)}/ω, ω being the highest frequency in rad per unit of time. ` +
      `Try a smaller step (${half}), or a method without a limit of stability: midpoint, newmark${method.id === "newmark" ? " with beta: 1/4" : ""}.`
    );
  }
  if (kind === "linear") return `${method.id} is stable for every step; check the signs of stiffness and damping.`;
  const keeping = method.claims.conserves.includes("energy")
    ? ""
    : "energy-momentum, which keeps the energy of any potential, or ";
  return `${method.id} is stable for every step while forces are linear, and here they are not. Try ${keeping}a smaller step (${half}).`;
}

/** Of methods that choose their steps: what makes them finer. */
const REMEDIES: readonly (readonly [string, string])[] = [
  ["grid", "a finer grid"],
  ["energyStep", "a smaller energyStep"],
  ["tolerance", "a smaller tolerance"],
];

/** The limit of ω h for an oscillator; null also where the method does not run one. */
function limitOf(method: FixedStepMethod): number | null {
  try {
    return stabilityLimit(method);
  } catch {
    return null;
  }
}
