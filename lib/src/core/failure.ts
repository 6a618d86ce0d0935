/** What goes wrong: wrong input is thrown before the first step, numerical failure is a value. */

/** Why a step could not be taken. The state is left as it was before the step. */
export type Failure =
  /** Newton's iteration stopped: the equation of degree of freedom `dof` is the worst, `term` its largest part. `solvable` is the part
   *  of the step that could be solved, 0 if none; absent where shorter steps were not tried. `judged`: residual and tolerance are a work, that of
   *  what is left of all equations, where terms cancel so that the residuals themselves tell nothing. */
  | {
      readonly kind: "newton";
      readonly residual: number;
      readonly tolerance: number;
      readonly iterations: number;
      readonly dof: number;
      readonly term: Term;
      readonly solvable?: number;
      readonly judged?: "work";
    }
  /** A matrix has no inverse: the pivot of `row` vanishes. */
  | { readonly kind: "singular"; readonly row: number; readonly pivot: number }
  /** `rows` rows of a matrix, the first of them `row`, have a zero on the diagonal and couplings beside it. */
  | { readonly kind: "saddle-point"; readonly row: number; readonly rows: number }
  /** A matrix that has to be positive definite is not: the pivot of `row` is not positive. */
  | { readonly kind: "not-positive-definite"; readonly row: number; readonly pivot: number }
  /** Linear equations that are solved by iteration: `residual`, ‖b − A x‖ / ‖b‖, stayed above the `tolerance`. */
  | {
      readonly kind: "not-converged";
      readonly residual: number;
      readonly tolerance: number;
      readonly iterations: number;
    }
  /** The step is found by minimising, and its function is not convex there: the curvature of `dof` is not positive. */
  | { readonly kind: "not-convex"; readonly dof: number; readonly curvature: number }
  /** A number left the range of doubles; `term` is where it was first seen. `solvable` as above, where equations were to be solved. */
  | { readonly kind: "not-finite"; readonly dof: number; readonly term: Term; readonly solvable?: number }
  /** An element of a solid is turned inside out, where its material has no energy: `element` as its mesh numbers it, `volume` J there; does the energy of
   *  the material grow without bound before? */
  | { readonly kind: "inverted"; readonly element: number; readonly volume: number; readonly resisted: boolean }
  /** A body is as a whole behind a plane that it may touch, `contact` in the list of its description. */
  | { readonly kind: "passed-through"; readonly contact: number }
  /** A method that chooses its own steps cannot go on: the step it would need is below the resolution of time. */
  | { readonly kind: "step-size"; readonly step: number; readonly dof: number }
  /** An event-driven motion makes no progress: it would slide along a face of its grid, crossing it without end. */
  | { readonly kind: "sliding"; readonly dof: number }
  /** An event-driven motion has gone so far that the boxes of its grid cannot be told apart. */
  | { readonly kind: "resolution"; readonly dof: number }
  /** The energy at time t is more, or less, than the start's and what loads and damping have supplied explain: beyond the bound, or beyond all
   *  numbers. */
  | {
      readonly kind: "growth";
      readonly energy: number;
      readonly bound: number;
      readonly start: number;
      readonly supplied: number;
      readonly t: number;
    }
  /** The motion bounces between walls of its terraced potential that the true potential does not have. */
  | { readonly kind: "trapped"; readonly potential: number };

/** The parts of the equation of motion M a + ∇V(q) = f_load + f_damping, and the state itself. */
export type Term = "inertia" | "potential" | "load" | "damping" | "position" | "velocity";

/** Where in the user's input something is wrong. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The key or the part that is meant: `system.mass`, `row 3`. */
  readonly key?: string | undefined;
  /** Of a matrix, from 0 on; the key names it where nothing else does. */
  readonly row?: number | undefined;
}

/** What kind of wrong input, where a program may go on otherwise. One code, one meaning. */
export type InputCode =
  | "input"
  /** The method does not take the system. */
  | "unsuited-method"
  /** The method does not take the step: a mode would grow, or its equations have no solution. */
  | "unsuited-step"
  /** What a run is to be resumed from is damaged, or another run's. */
  | "snapshot";

/** Wrong input. The message says what was found, what is accepted and what to do; `place` says where, and `code`, for programs, of what kind it is. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly place: Place;
  /** The message without the place in front of it. */
  readonly reason: string;
  readonly code: InputCode;

  constructor(reason: string, given: Place = {}, code: InputCode = "input") {
    const place = given.row === undefined ? given : { key: `row ${given.row}`, ...given };
    super(located(short(reason), place));
    this.reason = short(reason);
    this.place = place;
    this.code = code;
  }

  /** The same error, with what the caller knows about the place filled in where it was unknown. */
  at(place: Place): InputError {
    const { file, line, column, key, row } = this.place;
    const known = {
      file: file ?? place.file,
      line: line ?? place.line,
      column: column ?? place.column,
      key: key ?? place.key,
      ...(row === undefined ? {} : { row }),
    };
    return new InputError(this.reason, known, this.code);
  }
}

/** What `work` gives; what it refuses is refused with what the caller knows about the place. */
export function withPlace<T>(place: Place, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? error.at(place) : error;
  }
}

/** What was found can be a megabyte without a blank; its beginning tells as much. */
const short = (text: string): string => text.replace(/\S{301,}/g, (word) => `${word.slice(0, 100)}…`);

/** A key in quotation marks may hold ends of lines. */
const onOneLine = (text: string): string =>
  text.replace(/\s/g, (blank) => (blank === " " ? blank : JSON.stringify(blank).slice(1, -1)));

function located(reason: string, { file, line, column, key: full }: Place): string {
  const key = full === undefined ? undefined : short(onOneLine(full));
  const spot = [file, line, column].filter((part) => part !== undefined).join(":");
  return [spot, key, reason].filter((part) => part !== undefined && part !== "").join(": ");
}
