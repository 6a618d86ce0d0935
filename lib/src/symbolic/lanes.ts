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
import { inLoops, knownOf, registersOf, type Slots, slotsOf, withoutLoops } from "./lanes-memory.js";
import {
  AND,
  AND_NOT,
  ANY,
  emitRoutine,
  NOT,
  OR,
  SELECT,
  simd,
  splat,
  truth,
  type Vectors,
  writer,
} from "./lanes-routine.js";
import { integer, leavesAlone, staysTogether, writeTogether } from "./lanes-together.js";
import { type Liveness, livenessOf } from "./liveness.js";
import type { Procedure, Statement } from "./procedure.js";
import { assemble, firstConstant, type Program, STRIDE } from "./program.js";
import { wasmInstance, wasmModule } from "./wasm.js";
import { type Body, getLocal, lanesBody, lanesModule, pagesOf, setLocal, unsigned } from "./wasm-encoding.js";

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

const [LOAD, LOAD_SPLAT, STORE] = [0x00, 0x0a, 0x0b];
const ADD_INTEGERS = 0x6a;

const [BASE, TABLE] = [getLocal(0), getLocal(1)];
const POINTER = 2;
/** Vectors begin after these three. */
const FIRST_LOCAL = 3;
/** Vector u of number `slot` of the group. */
const load = (slot: number, u: number, vectors: number): number[] => [
  ...BASE,
  ...simd(LOAD, 4),
  ...unsigned(16 * (slot * vectors + u)),
];
const store = (slot: number, u: number, vectors: number, value: readonly number[]): number[] => [
  ...BASE,
  ...value,
  ...simd(STORE, 4),
  ...unsigned(16 * (slot * vectors + u)),
];

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
    return register < inMemory ? load(slots.of(register), u, count) : getLocal(localOf(register, u));
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
    for (let u = 0; u < count; u++) out.emit(store(slots.of(kept + k), u, count, push(register, u)));
  });
  return lanesBody(count * program.temporaries, out.bytes, 1);
}

/** Who takes part in what is written now: in all levels up to the innermost loop, vectors of masks; null: every lane. */
interface Level {
  readonly masks: readonly number[] | null;
  readonly isLoop: boolean;
  /** What lanes that do not take part will read. */
  readonly waiting: ReadonlySet<number>;
}

function procedureBody(code: Procedure, program: Program, slots: Slots, count: number): Body {
  const { cells, body } = code;
  const { inputs, constants, temporaries, routines } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const out = writer();
  const { emit } = out;
  const constant = (register: number) =>
    register >= inMemory && register < first ? constants[register - inMemory] : undefined;
  // Local variables: addresses, those of the procedure, what else it reads of memory, temporaries, masks.
  const localOf = (register: number, u: number) =>
    FIRST_LOCAL + (register < inMemory ? register : register - constants.length) * count + u;
  let locals = FIRST_LOCAL + (inMemory + temporaries) * count;
  const masksOf = () => Array.from({ length: count }, () => locals++);
  const push = (register: number, u: number): readonly number[] => {
    const value = constant(register);
    return value === undefined ? getLocal(localOf(register, u)) : splat(value);
  };
  const known = knownOf(code, program);
  const { alike } = known;
  const common = (register: number) => alike.has(register) || constant(register) !== undefined;
  const set = (register: number, u: number) => setLocal(localOf(register, u));
  const vectors: Vectors = { count, push, set, constant, common, fresh: () => locals++ };
  const eachOf = (variable: number, write: (u: number) => void) => {
    for (let u = 0; u < (alike.has(variable) ? 1 : count); u++) write(u);
  };
  const each = (write: (u: number) => void) => {
    for (let u = 0; u < count; u++) write(u);
  };
  const liveness = livenessOf(code, program);
  const written = new Set<number>();
  const outside = registersOf(withoutLoops(body), routines);

  /** A loop in which lanes stay together: its numbers are in memory. */
  const writeLoop = (statements: readonly Statement[], live: Liveness) => {
    const inside = registersOf(statements, routines);
    for (const variable of written) {
      if (!alike.has(variable) && slots.of(variable) >= 0 && live.before.has(variable))
        each((u) => emit(store(slots.of(variable), u, count, push(variable, u))));
    }
    const ofConstants = new Map<number, number>();
    for (const register of inside.read) {
      const value = constant(register);
      if (value === undefined) continue;
      ofConstants.set(register, locals++);
      emit([...splat(value), ...setLocal(ofConstants.get(register) as number)]);
    }
    emit([...BLOCK, ...LOOP]);
    const level = { masks: null, isLoop: true, waiting: new Set<number>() };
    writeTogether(statements, live, {
      ...known,
      out,
      program,
      count,
      base: 0,
      pointer: POINTER,
      slotOf: slots.of,
      alikeLocal: (register) => ofConstants.get(register) ?? localOf(register, 0),
      constant,
      fresh: () => locals++,
      writeAlike(statement, depth) {
        const nothing = { before: new Set<number>(), after: [new Set<number>()], inner: [] };
        write([statement], { before: new Set(), after: [new Set()], inner: [[nothing, nothing]] }, [level], depth);
      },
    });
    emit([BRANCH, 0, END, END]);
    for (const variable of inside.written) {
      if (alike.has(variable)) written.add(variable);
      else if ((outside.read.has(variable) || outside.written.has(variable)) && slots.of(variable) >= 0)
        each((u) => emit([...load(slots.of(variable), u, count), ...set(variable, u)]));
    }
  };

  /** Is there a lane for which it holds? */
  const any = (masks: readonly number[]): number[] => {
    const together = masks.flatMap((mask, u) => [...getLocal(mask), ...(u === 0 ? [] : simd(OR))]);
    return [...together, ...simd(ANY)];
  };
  /** `depth`: blocks of the code that are open inside of the innermost loop. */
  const write = (statements: readonly Statement[], live: Liveness, levels: readonly Level[], depth: number) => {
    const { masks } = levels[levels.length - 1];
    statements.forEach((statement, k) => {
      const after = live.after[k];
      switch (statement.kind) {
        case "assign": {
          const { targets, block } = statement;
          const { result } = emitRoutine(routines[block], out, vectors);
          const isAwaited = (target: number) => masks !== null && levels.some(({ waiting }) => waiting.has(target));
          // What is common to all lanes last: the others may be given its value of before.
          for (let u = count - 1; u >= 0; u--) {
            const own = targets.flatMap((target, i) => (u === 0 || !alike.has(target) ? [{ target, i }] : []));
            for (const { target, i } of own) {
              emit(result(i, u));
              if (masks !== null && isAwaited(target))
                emit([...push(target, u), ...getLocal(masks[u]), ...simd(SELECT)]);
            }
            for (const { target } of own.reverse()) emit(set(target, u));
          }
          for (const target of targets) written.add(target);
          break;
        }
        case "loop": {
          const isOutermost = masks === null && !levels.some(({ isLoop }) => isLoop);
          if (isOutermost && staysTogether(statement.body)) {
            writeLoop(statement.body, live.inner[k][0]);
            break;
          }
          const inside = isOutermost ? null : masksOf();
          if (inside !== null)
            each((u) => emit([...(masks === null ? truth(true) : getLocal(masks[u])), ...setLocal(inside[u])]));
          emit([...BLOCK, ...LOOP]);
          const level = { masks: inside, isLoop: true, waiting: after };
          write(statement.body, live.inner[k][0], [...(isOutermost ? [] : levels), level], 0);
          emit(inside === null ? [BRANCH, 0] : [...any(inside), BRANCH_IF, 0]);
          emit([END, END]);
          break;
        }
        case "leave": {
          const loop = levels.map(({ isLoop }) => isLoop).lastIndexOf(true);
          if (levels[loop].masks === null) emit([BRANCH, ...unsigned(depth + 1)]);
          else {
            const around = loop === levels.length - 1 ? levels.slice(loop) : levels.slice(loop, -1);
            for (const level of around) {
              each((u) => {
                const [from, gone] = [level.masks?.[u] as number, masks?.[u] as number];
                emit([...getLocal(from), ...getLocal(gone), ...simd(AND_NOT), ...setLocal(from)]);
              });
            }
          }
          break;
        }
        case "when": {
          const [then, otherwise] = live.inner[k];
          const { condition, isCommon } = emitRoutine(routines[statement.block], out, vectors, true);
          if (masks === null && isCommon) {
            emit([...condition(0), ...simd(ANY), ...IF]);
            write(statement.body, then, levels, depth + 1);
            if (statement.otherwise.length > 0) {
              emit([ELSE]);
              write(statement.otherwise, otherwise, levels, depth + 1);
            }
            emit([END]);
            break;
          }
          // All lanes leave where one of them does.
          if (masks === null && leavesAlone(statement)) {
            const isKept = statement.body.length === 0;
            each((u) => emit([...condition(u), ...(u === 0 ? [] : simd(isKept ? AND : OR))]));
            emit([...(isKept ? simd(NOT) : []), ...simd(ANY), BRANCH_IF, ...unsigned(depth + 1)]);
            break;
          }
          const chosen = masksOf();
          const others = statement.otherwise.length === 0 ? null : masksOf();
          each((u) => {
            emit([...condition(u), ...setLocal(chosen[u])]);
            const part = (operation: number) =>
              masks === null ? [] : [...getLocal(masks[u]), ...getLocal(chosen[u]), ...simd(operation)];
            if (others !== null)
              emit([
                ...(masks === null ? [...getLocal(chosen[u]), ...simd(NOT)] : part(AND_NOT)),
                ...setLocal(others[u]),
              ]);
            if (masks !== null) emit([...part(AND), ...setLocal(chosen[u])]);
          });
          const branch = (
            taken: readonly number[],
            inner: readonly Statement[],
            of: Liveness,
            waiting: ReadonlySet<number>,
          ) => {
            if (inner.length === 0) return;
            emit([...any(taken), ...IF]);
            write(inner, of, [...levels, { masks: taken, isLoop: false, waiting }], depth + 1);
            emit([END]);
          };
          branch(chosen, statement.body, then, otherwise.before);
          if (others !== null) branch(others, statement.otherwise, otherwise, after);
          // Have all left?
          const loop = levels.map(({ isLoop }) => isLoop).lastIndexOf(true);
          const inLoop = loop === -1 ? null : levels[loop].masks;
          if (inLoop !== null && leaves(statement)) emit([...any(inLoop), IS_ZERO, BRANCH_IF, ...unsigned(depth + 1)]);
          break;
        }
        case "read": {
          if (masks !== null) throw new Error("all lanes read a table together");
          statement.targets.forEach((target, k) => {
            emit([...TABLE, ...simd(LOAD_SPLAT, 3), ...unsigned(8 * k), ...set(target, 0)]);
            if (!alike.has(target)) for (let u = 1; u < count; u++) emit([...push(target, 0), ...set(target, u)]);
            written.add(target);
          });
          emit([...TABLE, ...integer(8 * statement.targets.length), ADD_INTEGERS, ...setLocal(1)]);
          break;
        }
        case "repeat":
          throw new Error("lanes go round together where they stay together");
        case "along":
          throw new Error("arrays are not for lanes");
        case "call":
          throw new Error("lanes call no functions of the caller");
      }
    });
  };
  const isInMemory = (register: number) => cells.has(register) || (register >= inputs && register < inMemory);
  const needed = new Set([...outside.read, ...outside.written, ...[...cells].filter((cell) => alike.has(cell))]);
  for (const register of needed) {
    if (isInMemory(register))
      eachOf(register, (u) => emit([...load(slots.of(register), u, count), ...set(register, u)]));
  }
  write(body, liveness, [{ masks: null, isLoop: false, waiting: new Set() }], 0);
  for (const cell of cells) {
    if (written.has(cell)) each((u) => emit(store(slots.of(cell), u, count, push(cell, alike.has(cell) ? 0 : u))));
  }
  return lanesBody(locals - FIRST_LOCAL, out.bytes, 1);
}

/** Does it leave the loop that it stands in? */
function leaves(statement: Statement): boolean {
  if (statement.kind === "leave") return true;
  return statement.kind === "when" && [...statement.body, ...statement.otherwise].some(leaves);
}

const [BRANCH, BRANCH_IF, ELSE, END, IS_ZERO] = [0x0c, 0x0d, 0x05, 0x0b, 0x45];
const [BLOCK, LOOP, IF] = [
  [0x02, 0x40],
  [0x03, 0x40],
  [0x04, 0x40],
];
