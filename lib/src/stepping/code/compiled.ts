/** Steppers whose steps are generated code (docs/topics/compiled-steps.md).
 *
 *  The general stepper of the method stays at hand: it takes the first steps, since compiling costs as much as some hundreds of them, and
 *  later every step that the code does not solve, so that behaviour and failures are its own. Which of the two takes a step depends on the
 *  number of the step and the state alone: a run that is continued repeats its digits, however it is cut into slices.
 *
 *  q, v and what the method remembers are kept in the module's memory while the code runs. */
import { noWork, type Stepper, type Work } from "../../core/method.js";
import { specialises } from "../../core/specialise.js";
import type { State } from "../../core/state.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";
import type { Built } from "../../symbolic/discrete-gradient.js";
import { expressionOf } from "../../symbolic/expressed.js";
import {
  compiledProcedure,
  instanceOf,
  type Procedure,
  type ProcedureInstance,
  type ProcedureModule,
} from "../../symbolic/procedure.js";
import { bandOf, loopCalls } from "./band.js";
import type { BandSystem, LoopedLayout } from "./band-implicit.js";
import { calledForce, callsOf, expressedForce, type ForceCode, type ForceKind, patternOf } from "./forces.js";
import type { StepLayout } from "./implicit.js";
import type { MemberOptions } from "./members.js";

/** Steps that the general stepper takes first. */
export const FIRST = 500;
/** The same for more than a few coordinates: generating and compiling their code takes a tenth of a second or two, and that is what the general stepper needs for so many. */
export const FIRST_OF_MORE = 50_000;
/** Code with loops takes as long to generate for any number of coordinates: the general stepper has taken as long after so many coordinates of all its steps. */
const FIRST_COORDINATES = 3e5;
/** So many steps in one call: code that runs cannot be replaced by better code until it returns. */
const AT_ONCE = 256;
/** Systems of few coordinates: code is written out for each of them. */
const FEW = 8;
/** The same for explicit methods, whose code grows with their number and not with its cube. */
const FEW_EXPLICIT = 24;
/** Of more, where forces join few of them: so many coordinates, and so many entries of the tangent. */
const MORE = 32;
const MOST_ENTRIES = 256;
/** Explicit steps of more coordinates take their time in the forces. */
const MOST_EXPLICIT = 2048;
/** Longer code is not worth compiling. */
const MOST_OPERATIONS = 40_000;

export interface CompiledOptions extends Wanted<StepLayout> {
  /** What the cells of masses hold. */
  readonly mass: Vec;
  readonly h: number;
  /** Does the general stepper have the same digits, where it has the same forces? */
  readonly exact?: boolean;
  /** Is no equation solved in a step? */
  readonly explicit?: boolean;
  /** Is it for one system at a time? */
  readonly alone?: boolean;
  /** The same step with loops, for more coordinates than are written out. */
  readonly writeLoops?: (band: BandSystem) => Written<LoopedLayout>;
  /** Books a step in the ledger, if there is one. */
  readonly book?: ((before: Readonly<State>, after: Readonly<State>) => void) | null;
}

/** What the steps of many systems are generated from: a stepper carries it. */
export interface StepRecipe extends CompiledOptions {
  readonly system: System;
  /** The first step that is code. */
  readonly from: number;
  /** How many vectors the method remembers. */
  readonly remembered: number;
}

/** Is there code for systems like this: few coordinates, with a diagonal mass, in a potential and nothing else? */
export function hasCode(system: System, explicit = false): boolean {
  return (isSmall(system, explicit) || (!explicit && isSparse(system))) && isPlain(system) && specialises();
}

/** Is there code with loops: for tangents that are narrow bands, or, of explicit methods, for systems that are not large? */
export function hasLoops(system: System, kind: ForceKind, explicit = false): boolean {
  return isPlain(system) && loopsFor(system, kind, explicit) !== null;
}

const isPlain = ({ kind, mass, load, damping, friction, constraints }: System): boolean =>
  kind === "nonlinear" &&
  mass.diagonal !== null &&
  load === null &&
  damping === null &&
  friction === undefined &&
  constraints === undefined;

/** Few coordinates have their steps written out. */
function loopsFor(system: System, kind: ForceKind, explicit: boolean): BandSystem | null {
  if (isSmall(system, explicit) || !specialises()) return null;
  if (!explicit) return bandOf(system, kind);
  return system.dof <= MOST_EXPLICIT ? { rows: system.dof, width: 0, symmetric: true, bounds: false } : null;
}

const isSmall = ({ dof }: System, explicit: boolean): boolean => dof <= (explicit ? FEW_EXPLICIT : FEW);

function isSparse({ dof, tangent, discreteGradient }: System): boolean {
  const pattern = tangent?.pattern ?? discreteGradient?.tangent.pattern;
  return dof <= MORE && pattern !== undefined && pattern.column.length <= MOST_ENTRIES;
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
  /** With a secant term: the directions in which the system can be translated. */
  readonly translations?: readonly Vec[];
  readonly write: (forces: ForceCode, many?: MemberOptions) => Written<L>;
}

interface Code {
  readonly module: ProcedureModule | null;
  readonly layout: unknown;
  /** One memory for all who use it. */
  readonly shared: ProcedureInstance | null;
}

/** The code for functions of a system depends on nothing but the pattern of its tangent. */
const ofFunctions = new Map<string, Pick<Code, "module" | "layout">>();
/** That of an expression is made once, for all systems with the same one: the runs of a study, with other parameters or another start, generate and compile
 *  nothing. Whoever uses it puts everything into its memory at every call. */
const ofExpressions = new Map<string, Code>();
const MOST_EXPRESSIONS = 64;

/** The code for a system; null where there can be none. `settle` has to be called before it is run. */
export function instanceFor<L>(system: System, wanted: Wanted<L>) {
  const code = expressedCode(system, wanted) ?? calledCode(system, wanted);
  return code && { ...code, layout: code.layout as L };
}

function expressedCode<L>(system: System, { name, forces, write }: Wanted<L>) {
  const built = forces === "secant" ? undefined : expressionOf(system)?.build();
  if (built === undefined) return null;
  const key = `${name} ${forces} ${system.dof} ${textOf(built)}`;
  let code = ofExpressions.get(key);
  if (code === undefined) {
    const { procedure, layout } = write(expressedForce(built, system.dof, forces));
    const module = compiledProcedure(procedure, MOST_OPERATIONS);
    code = { module, layout, shared: module && instanceOf(module, { follows: false }) };
  }
  // Those that were used last are kept.
  ofExpressions.delete(key);
  ofExpressions.set(key, code);
  if (ofExpressions.size > MOST_EXPRESSIONS) ofExpressions.delete(ofExpressions.keys().next().value as string);
  const { module, layout, shared } = code;
  if (module === null || shared === null) return null;
  const own = new Map(built.graph.parameters.map((parameter) => [parameter.name, parameter]));
  const parameters = module.program.parameters.map((parameter) => own.get(parameter.name) ?? parameter);
  return { memory: shared.memory, run: shared.run, layout, settle: () => shared.settle(parameters) };
}

/** All that code is generated from. */
const textOf = ({ graph: { entries, parameters }, root }: Built): string =>
  JSON.stringify([
    root,
    entries.map(({ kind, a, b, c, value }) => `${kind} ${a} ${b} ${c} ${value}`),
    parameters.map((parameter) => parameter.name),
  ]);

function calledCode<L>(system: System, { name, forces, translations = [], write }: Wanted<L>) {
  const pattern = patternOf(system, forces);
  const key = `${name} ${forces} ${translations.length} ${pattern.rowStart.join()} ${pattern.column.join()}`;
  let code = ofFunctions.get(key);
  if (code === undefined) {
    const { procedure, layout } = write(calledForce(system.dof, forces, pattern, translations.length));
    code = { module: compiledProcedure(procedure, MOST_OPERATIONS), layout };
    ofFunctions.set(key, code);
  }
  const instance = code.module && instanceOf(code.module, { calls: callsOf(system, forces) });
  return instance && { memory: instance.memory, run: instance.run, layout: code.layout, settle: () => {} };
}

/** Depends on nothing but the number of coordinates and the width of the band. */
function loopedCode(system: System, band: BandSystem, { name, forces, writeLoops }: CompiledOptions) {
  if (writeLoops === undefined) return null;
  const key = `${name} ${forces} with loops ${band.rows} ${band.width} ${band.symmetric} ${band.bounds}`;
  let code = ofFunctions.get(key);
  if (code === undefined) {
    const { procedure, layout } = writeLoops(band);
    code = { module: compiledProcedure(procedure), layout };
    ofFunctions.set(key, code);
  }
  const layout = code.layout as LoopedLayout;
  const instance = code.module && instanceOf(code.module, { calls: loopCalls(system, forces, layout) });
  return instance && { memory: instance.memory, run: instance.run, layout, settle: () => {} };
}

/** The first step that is code. A system whose parameters can be set again is built to be run many times, and its code compiled once. */
export function firstOf(system: System, explicit = false): number {
  const few = isSmall(system, explicit);
  return specialises(few && (expressionOf(system)?.adjustable ?? false)) ? 0 : few ? FIRST : FIRST_OF_MORE;
}

const firstOfLoops = ({ rows }: BandSystem): number =>
  specialises(false) ? 0 : Math.min(FIRST, Math.ceil(FIRST_COORDINATES / rows));

/** The stepper with generated code for its steps, as far as the code can. */
export function compiledStepper(system: System, general: Stepper, options: CompiledOptions): Stepper {
  const { book = null, explicit = false } = options;
  const band = options.writeLoops === undefined ? null : loopsFor(system, options.forces, explicit);
  const from = band === null ? firstOf(system, explicit) : firstOfLoops(band);
  const [q, v] = [new Float64Array(system.dof), new Float64Array(system.dof)];
  const before: State = { n: 0, t: 0, q, v, memory: general.memory.map(({ length }) => new Float64Array(length)) };
  let code: ReturnType<typeof prepared> | null | undefined;

  const take = (s: State, count: number): number => {
    if (s.n < from) return 0;
    if (code === undefined) code = prepared(system, general, options, band);
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
    ...(isSmall(system, explicit) &&
      !options.alone && {
        code: { system, from, remembered: general.memory.length, ...options } satisfies StepRecipe,
      }),
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
function prepared(system: System, { memory: remembered }: Stepper, options: CompiledOptions, band: BandSystem | null) {
  const code = band === null ? instanceFor(system, options) : loopedCode(system, band, options);
  if (code === null) return null;
  const { memory, run, layout, settle } = code;
  const n = system.dof;
  const vectors = layout.memory.map((at, k) => memory.subarray(at, at + remembered[k].length));
  const [q, v] = [layout.q, layout.v].map((at) => memory.subarray(at, at + n));
  const counted = memory.subarray(layout.work, layout.work + 4);
  const work = noWork();
  const { given } = layout;
  if (given !== undefined) {
    for (const [k, direction] of (options.translations ?? []).entries()) memory.set(direction, given + k * n);
  }
  return {
    work,
    take(s: State, count: number): number {
      settle();
      copy(s.q, q);
      copy(s.v, v);
      for (let k = 0; k < vectors.length; k++) copy(remembered[k], vectors[k]);
      memory.set(options.mass, layout.mass);
      memory[layout.h] = options.h;
      memory[layout.cancelling] = system.cancellingTerms ?? 0;
      counted.fill(0);
      let taken = 0;
      while (taken < count) {
        const now = Math.min(AT_ONCE, count - taken);
        memory[layout.count] = now;
        run();
        const left = memory[layout.count];
        taken += now - left;
        if (left > 0) break;
      }
      work.iterations += counted[0];
      work.factorizations += counted[1];
      work.gradients += counted[2];
      work.tangents += counted[3];
      if (taken === 0) return 0;
      copy(q, s.q);
      copy(v, s.v);
      for (let k = 0; k < vectors.length; k++) copy(vectors[k], remembered[k]);
      return taken;
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
