/** Procedures for many systems of one kind at once: the code of procedure.ts, in which every number is a vector of so many, one of each
 *  system (a lane). The operations are those of the plain code, in the same order and rounded alike, so that every lane has the digits that it
 *  would have alone; functions as sin are called for one lane after another.
 *
 *  Conditions may hold in some lanes and not in others. Lanes that do not take part in a statement wait until it is over: an assignment leaves
 *  alone what they will read again, and a loop goes on until the last of its lanes has left. The first loop is the exception: it is left by all lanes when
 *  one of them leaves, so that what is done in it as a rule need not ask who takes part.
 *
 *  A vector of WebAssembly holds two doubles. Several of them are computed in turn, since an operation takes four times as long as
 *  the processor waits before it begins the next. A first loop without branches of single lanes is written for one vector after another, with its numbers in memory
 *  (lanes-together.ts); a procedure whose loop has such branches may have a second body without them, for what is ordinary. */
import { procedureBody } from "./lanes-body.js";
import { inLoops, type Slots, slotsOf } from "./lanes-memory.js";
import { emitRoutine, loadVector, splat, storeVector } from "./lanes-routine.js";
import { staysTogether } from "./lanes-together.js";
import type { Procedure, Statement } from "./procedure.js";
import { assemble, firstConstant, type Program, STRIDE } from "./program.js";
import { wasmInstance, wasmModule } from "./wasm.js";
import { type Body, getLocal, lanesBody, lanesModule, pagesOf, setLocal, writer } from "./wasm-encoding.js";

export interface LanesModule {
  /** Of WebAssembly; shipped types do not need those of a host that has it. */
  readonly module: object;
  readonly program: Program;
  /** How many systems are computed together. */
  readonly lanes: number;
  /** Where the numbers of a cell stand, in the memory of a group: lane after lane. */
  readonly place: (variable: number) => number;
  /** Where those of the parameters begin, in the order of the program. */
  readonly parameters: number;
  /** How many doubles a group takes. */
  readonly size: number;
}

export interface LanesInstance {
  /** For all groups, one after another. */
  readonly memory: Float64Array;
  /** For numbers that all lanes read. */
  readonly table: Float64Array;
  /** Computes what depends on parameters alone, for one group. */
  prepare(group: number): void;
  /** `at`: where in the table to read first. */
  run(group: number, at?: number): void;
  /** The same by the second body of the procedure; null where it has none. */
  readonly runOrdinary: ((group: number, at?: number) => void) | null;
}

/** Operations up to which so many vectors are computed in turn: longer code has enough to do of its own. */
type Widths = readonly (readonly [operations: number, vectors: number])[];
const SIDE_BY_SIDE: Widths = [
  [120, 4],
  [1500, 2],
];
/** Of loops that vectors go through one after another, which takes no registers: without branches, and with rounds in which the others wait for the slowest lane. */
const IN_TURN: Widths = [
  [400, 8],
  [6000, 4],
];
const IN_ROUNDS: Widths = [[6000, 4]];

/** Null where the host has no such code. */
export function compiledLanes(code: Procedure, vectors?: number): LanesModule | null {
  if (code.calls > 0) return null;
  const program = assemble(code.graph, code.variables, code.blocks);
  const operations = program.routines.reduce((sum, routine) => sum + routine.code.length / STRIDE, 0);
  const loop = (code.ordinary ?? code.body).find((statement) => statement.kind === "loop");
  const widths = widthsOf(loop?.kind === "loop" ? loop.body : []);
  const count = vectors ?? widths.find(([most]) => operations <= most)?.[1] ?? 1;
  const lanes = 2 * count;
  const ways = [code, ...(code.ordinary === null ? [] : [{ ...code, body: code.ordinary }])];
  const slots = slotsOf(code, program, new Set(ways.flatMap((way) => [...inLoops(way, program)])));
  const module = wasmModule(() =>
    lanesModule([preludeBody(program, slots, count), ...ways.map((way) => procedureBody(way, program, slots, count))]),
  );
  if (module === null) return null;
  const places = Int32Array.from({ length: code.variables }, (_, variable) => lanes * slots.of(variable));
  return {
    module,
    program,
    lanes,
    place: (variable) => places[variable],
    parameters: lanes * slots.of(program.inputs),
    size: lanes * slots.count,
  };
}

const widthsOf = (loop: readonly Statement[]): Widths => {
  if (!staysTogether(loop)) return SIDE_BY_SIDE;
  return loop.some(({ kind }) => kind === "repeat") ? IN_ROUNDS : IN_TURN;
};

/** Null where there is no room for so many groups. */
export function lanesInstance({ module, size }: LanesModule, groups: number, inTable = 0): LanesInstance | null {
  try {
    const doubles = size * groups;
    const memory = new WebAssembly.Memory({ initial: Math.max(1, pagesOf(doubles + inTable)) });
    const instance = wasmInstance(module, { memory });
    if (instance === null) return null;
    const [prepare, run, ordinary] = instance.functions as unknown as readonly ((
      group: number,
      table: number,
    ) => void)[];
    return {
      memory: new Float64Array(memory.buffer, 0, doubles),
      table: new Float64Array(memory.buffer, 8 * doubles, inTable),
      prepare: (group) => prepare(8 * size * group, 0),
      run: (group, at = 0) => run(8 * size * group, 8 * (doubles + at)),
      runOrdinary: ordinary === undefined ? null : (group, at = 0) => ordinary(8 * size * group, 8 * (doubles + at)),
    };
  } catch {
    return null;
  }
}

/** Vectors begin after the address of the group, that of the table, and an integer that only loops use. */
const FIRST_LOCAL = 3;

function preludeBody(program: Program, slots: Slots, count: number): Body {
  const { inputs, constants, prelude } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const out = writer();
  const constant = (register: number) =>
    register >= inMemory && register < first ? constants[register - inMemory] : undefined;
  const localOf = (register: number, u: number) => FIRST_LOCAL + (register - first) * count + u;
  const push = (register: number, u: number) => {
    const value = constant(register);
    if (value !== undefined) return splat(value);
    return register < inMemory
      ? loadVector(getLocal(0), slots.of(register) * count + u)
      : getLocal(localOf(register, u));
  };
  const set = (register: number, u: number) => setLocal(localOf(register, u));
  // What depends on parameters differs.
  const common = () => false;
  const fresh = () => {
    throw new Error("nothing in a prelude is common");
  };
  emitRoutine(prelude, out, { count, push, set, constant, common, fresh });
  const kept = inputs + program.parameters.length;
  prelude.results.forEach((register, k) => {
    for (let u = 0; u < count; u++)
      out.emit(storeVector(getLocal(0), slots.of(kept + k) * count + u, push(register, u)));
  });
  return lanesBody(count * program.temporaries, out.bytes, 1);
}
