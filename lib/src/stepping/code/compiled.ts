/** Steppers whose steps are generated code (docs/topics/compiled-steps.md).
 *
 *  The general stepper of the method stays at hand: it takes the first steps, since compiling costs as much as some hundreds of them, and
 *  later every step that the code does not solve, so that behaviour and failures are its own. Which of the two takes a step depends on the
 *  number of the step and the state alone: a run that is continued repeats its digits, however it is cut into slices.
 *
 *  q, v and what the method remembers are kept in the module's memory while the code runs. */
import type { Stepper, Work } from "../../core/method.js";
import { specialises } from "../../core/specialise.js";
import type { State } from "../../core/state.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";
import { expressionOf } from "../../symbolic/expressed.js";
import { compiledProcedure, instanceOf, type Procedure, type ProcedureModule } from "../../symbolic/procedure.js";
import { calledForce, callsOf, expressedForce, type ForceCode, type ForceKind } from "./forces.js";
import type { StepLayout } from "./implicit.js";

/** Steps that the general stepper takes first. */
export const FIRST = 500;
/** So many steps in one call: code that runs cannot be replaced by better code until it returns. */
const AT_ONCE = 256;
/** Systems of up to so many coordinates. */
const FEW = 8;

export interface CompiledOptions extends Wanted<StepLayout> {
  /** What the cells of masses hold. */
  readonly mass: Vec;
  readonly h: number;
  /** Books a step in the ledger, if there is one. */
  readonly book?: ((before: Readonly<State>, after: Readonly<State>) => void) | null;
}

/** Is there code for systems like this: few coordinates, with a diagonal mass, in a potential and nothing else? */
export function hasCode({ dof, kind, mass, load, damping, friction, constraints }: System): boolean {
  const fits =
    dof <= FEW &&
    kind === "nonlinear" &&
    mass.diagonal !== null &&
    load === null &&
    damping === null &&
    friction === undefined &&
    constraints === undefined;
  return fits && specialises();
}

/** Code, and where things are in its memory. */
interface Written<L> {
  readonly procedure: Procedure;
  readonly layout: L;
}

interface Wanted<L> {
  /** Tells code of different kinds apart. */
  readonly name: string;
  readonly forces: ForceKind;
  readonly write: (forces: ForceCode) => Written<L>;
}

/** The code for functions of a system depends on nothing but the number of coordinates. */
const known = new Map<string, { readonly module: ProcedureModule | null; readonly layout: unknown }>();

/** The code for a system, with memory of its own; null where there can be none. */
export function instanceFor<L>(system: System, { name, forces, write }: Wanted<L>) {
  const build = expressionOf(system);
  const key = `${name} ${forces} ${system.dof}`;
  const made = () => {
    const { procedure, layout } = write(
      build === null ? calledForce(system.dof, forces) : expressedForce(build(), system.dof, forces),
    );
    return { module: compiledProcedure(procedure), layout };
  };
  const code = (build === null ? known.get(key) : undefined) ?? made();
  if (build === null) known.set(key, code);
  const instance = code.module && instanceOf(code.module, callsOf(system, forces));
  return instance && { ...instance, layout: code.layout as L };
}

/** The stepper with generated code for its steps, as far as the code can. */
export function compiledStepper(system: System, general: Stepper, options: CompiledOptions): Stepper {
  const from = specialises(false) ? 0 : FIRST;
  const { book = null } = options;
  const [q, v, ...memory] = [...Array(2 + general.memory.length)].map(() => new Float64Array(system.dof));
  const before: State = { n: 0, t: 0, q, v, memory };
  let code: ReturnType<typeof prepared> | null | undefined;

  const take = (s: State, count: number): number => {
    if (s.n < from) return 0;
    if (code === undefined) code = prepared(system, general, options);
    return code === null ? 0 : code.take(s, count);
  };
  const leap =
    book === null
      ? take
      : (s: State): number => {
          copyInto(s, before);
          if (take(s, 1) === 0) return 0;
          book(before, s);
          return 1;
        };
  return {
    ...general,
    work: sumOf(general.work, () => code?.work ?? null),
    leap,
  };
}

function copyInto(s: Readonly<State>, out: State): void {
  out.n = s.n;
  out.t = s.t;
  copy(s.q, out.q);
  copy(s.v, out.v);
  for (let k = 0; k < s.memory.length; k++) copy(s.memory[k], out.memory[k]);
}

/** The code, with memory of its own. */
function prepared(system: System, { memory: remembered }: Stepper, options: CompiledOptions) {
  const code = instanceFor(system, options);
  if (code === null) return null;
  const { memory, run, layout } = code;
  const n = system.dof;
  const vectors = layout.memory.map((at) => memory.subarray(at, at + n));
  const [q, v] = [layout.q, layout.v].map((at) => memory.subarray(at, at + n));
  memory.set(options.mass, layout.mass);
  memory[layout.h] = options.h;
  memory[layout.cancelling] = system.cancelling ?? 0;
  return {
    work: workIn(memory, layout),
    take(s: State, count: number): number {
      copy(s.q, q);
      copy(s.v, v);
      for (let k = 0; k < vectors.length; k++) copy(remembered[k], vectors[k]);
      let taken = 0;
      while (taken < count) {
        const now = Math.min(AT_ONCE, count - taken);
        memory[layout.count] = now;
        run();
        const left = memory[layout.count];
        taken += now - left;
        if (left > 0) break;
      }
      if (taken === 0) return 0;
      copy(q, s.q);
      copy(v, s.v);
      for (let k = 0; k < vectors.length; k++) copy(vectors[k], remembered[k]);
      return taken;
    },
  };
}

/** As it stands whenever somebody looks. */
function workIn(memory: Vec, { work: at }: StepLayout): Readonly<Work> {
  return {
    get iterations() {
      return memory[at];
    },
    get factorizations() {
      return memory[at + 1];
    },
    get gradients() {
      return memory[at + 2];
    },
    get tangents() {
      return memory[at + 3];
    },
  };
}

function sumOf(general: Readonly<Work>, code: () => Readonly<Work> | null): Readonly<Work> {
  const sum = (name: "gradients" | "tangents" | "factorizations" | "iterations") =>
    general[name] + (code()?.[name] ?? 0);
  return {
    get iterations() {
      return sum("iterations");
    },
    get factorizations() {
      return sum("factorizations");
    },
    get gradients() {
      return sum("gradients");
    },
    get tangents() {
      return sum("tangents");
    },
    get fill() {
      return general.fill ?? 0;
    },
  };
}
