/** The body of a procedure for lanes (lanes.ts), statement by statement. */
import { knownOf, registersOf, type Slots, withoutLoops } from "./lanes-memory.js";
import {
  AND,
  AND_NOT,
  ANY,
  emitRoutine,
  LOAD_SPLAT,
  loadVector,
  NOT,
  OR,
  SELECT,
  simd,
  splat,
  storeVector,
  truth,
  type Vectors,
} from "./lanes-routine.js";
import { integer, leavesAlone, staysTogether, writeTogether } from "./lanes-together.js";
import { type Liveness, livenessOf } from "./liveness.js";
import type { Procedure, Statement } from "./procedure.js";
import { firstConstant, type Program, type Routine } from "./program.js";
import {
  ADD_INTEGERS,
  BLOCK,
  type Body,
  BRANCH,
  BRANCH_IF,
  ELSE,
  END,
  getLocal,
  IF,
  IS_ZERO,
  LOOP,
  lanesBody,
  setLocal,
  unsigned,
  writer,
} from "./wasm-encoding.js";

type Of<K extends Statement["kind"]> = Extract<Statement, { readonly kind: K }>;

/** Addresses in local variables: of the group, of the table, and of the vectors that a loop is at. Vectors begin after these three. */
const [BASE, TABLE, POINTER, FIRST_VECTOR] = [0, 1, 2, 3];

/** Who takes part in what is written now: in all levels up to the innermost loop, vectors of masks; null: every lane. */
interface Level {
  readonly masks: readonly number[] | null;
  readonly isLoop: boolean;
  /** What lanes that do not take part will read. */
  readonly waiting: ReadonlySet<number>;
}

/** What statements are written with. */
interface Lanes {
  readonly routines: readonly Routine[];
  readonly vectors: Vectors;
  /** Variables that are the same in all lanes, and those that have been written. */
  readonly alike: ReadonlySet<number>;
  readonly written: Set<number>;
  readonly out: { readonly bytes: number[]; emit(bytes: readonly number[]): void };
  /** A vector for each of the vectors. */
  masksOf(): readonly number[];
  each(write: (u: number) => void): void;
  /** A first loop in which lanes stay together. */
  writeLoop(statements: readonly Statement[], live: Liveness): void;
}

export function procedureBody(code: Procedure, program: Program, slots: Slots, count: number): Body {
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
    FIRST_VECTOR + (register < inMemory ? register : register - constants.length) * count + u;
  let locals = FIRST_VECTOR + (inMemory + temporaries) * count;
  const fresh = () => locals++;
  const push = (register: number, u: number): readonly number[] => {
    const value = constant(register);
    return value === undefined ? getLocal(localOf(register, u)) : splat(value);
  };
  const set = (register: number, u: number) => setLocal(localOf(register, u));
  const known = knownOf(code, program);
  const { alike } = known;
  const common = (register: number) => alike.has(register) || constant(register) !== undefined;
  const each = (write: (u: number) => void) => {
    for (let u = 0; u < count; u++) write(u);
  };
  const read = (register: number, u: number) =>
    emit([...loadVector(getLocal(BASE), slots.of(register) * count + u), ...set(register, u)]);
  const keep = (register: number, u: number, value: readonly number[]) =>
    emit(storeVector(getLocal(BASE), slots.of(register) * count + u, value));
  const written = new Set<number>();
  const outside = registersOf(withoutLoops(body), routines);

  const lanes: Lanes = {
    ...{ routines, alike, written, out, each },
    vectors: { count, push, set, constant, common, fresh },
    masksOf: () => Array.from({ length: count }, fresh),
    /** Its numbers are in memory. */
    writeLoop(statements, live) {
      const inside = registersOf(statements, routines);
      for (const variable of written) {
        if (!alike.has(variable) && slots.of(variable) >= 0 && live.before.has(variable))
          each((u) => keep(variable, u, push(variable, u)));
      }
      const ofConstants = new Map<number, number>();
      for (const register of inside.read) {
        const value = constant(register);
        if (value === undefined) continue;
        const local = fresh();
        ofConstants.set(register, local);
        emit([...splat(value), ...setLocal(local)]);
      }
      emit([...BLOCK, ...LOOP]);
      const level = { masks: null, isLoop: true, waiting: new Set<number>() };
      writeTogether(statements, live, {
        ...known,
        ...{ out, program, count, constant, fresh },
        base: BASE,
        pointer: POINTER,
        slotOf: slots.of,
        alikeLocal: (register) => ofConstants.get(register) ?? localOf(register, 0),
        writeAlike(statement, depth) {
          const nothing = { before: new Set<number>(), after: [new Set<number>()], inner: [] };
          const of = { before: new Set<number>(), after: [new Set<number>()], inner: [[nothing, nothing]] };
          write(lanes, [statement], of, [level], depth);
        },
      });
      emit([BRANCH, 0, END, END]);
      for (const variable of inside.written) {
        if (alike.has(variable)) written.add(variable);
        else if ((outside.read.has(variable) || outside.written.has(variable)) && slots.of(variable) >= 0)
          each((u) => read(variable, u));
      }
    },
  };

  const isInMemory = (register: number) => cells.has(register) || (register >= inputs && register < inMemory);
  const needed = new Set([...outside.read, ...outside.written, ...[...cells].filter((cell) => alike.has(cell))]);
  for (const register of needed) {
    if (!isInMemory(register)) continue;
    for (let u = 0; u < (alike.has(register) ? 1 : count); u++) read(register, u);
  }
  write(lanes, body, livenessOf(code, program), [{ masks: null, isLoop: false, waiting: new Set() }], 0);
  for (const cell of cells) {
    if (written.has(cell)) each((u) => keep(cell, u, push(cell, alike.has(cell) ? 0 : u)));
  }
  return lanesBody(locals - FIRST_VECTOR, out.bytes, 1);
}

/** `depth`: blocks of the code that are open inside of the innermost loop. */
function write(
  lanes: Lanes,
  statements: readonly Statement[],
  live: Liveness,
  levels: readonly Level[],
  depth: number,
): void {
  statements.forEach((statement, k) => {
    switch (statement.kind) {
      case "assign":
        writeAssignment(lanes, statement, levels);
        break;
      case "loop":
        writeLoop(lanes, statement, live.inner[k][0], live.after[k], levels);
        break;
      case "leave":
        writeLeave(lanes, levels, depth);
        break;
      case "when":
        writeWhen(lanes, statement, live.inner[k], live.after[k], levels, depth);
        break;
      case "read":
        writeRead(lanes, statement, levels);
        break;
      case "repeat":
        throw new Error("lanes go round together where they stay together");
      case "along":
        throw new Error("arrays are not for lanes");
      case "call":
        throw new Error("lanes call no functions of the caller");
    }
  });
}

const masksIn = (levels: readonly Level[]) => levels[levels.length - 1].masks;
const innermostLoop = (levels: readonly Level[]) => levels.map(({ isLoop }) => isLoop).lastIndexOf(true);
/** Is there a lane for which it holds? */
const any = (masks: readonly number[]): number[] => [
  ...masks.flatMap((mask, u) => [...getLocal(mask), ...(u === 0 ? [] : simd(OR))]),
  ...simd(ANY),
];

function writeAssignment(lanes: Lanes, { targets, block }: Of<"assign">, levels: readonly Level[]): void {
  const { routines, vectors, alike, written, out } = lanes;
  const { emit } = out;
  const masks = masksIn(levels);
  const { result } = emitRoutine(routines[block], out, vectors);
  const isAwaited = (target: number) => levels.some(({ waiting }) => waiting.has(target));
  // What is common to all lanes last: the others may be given its value of before.
  for (let u = vectors.count - 1; u >= 0; u--) {
    const own = targets.flatMap((target, i) => (u === 0 || !alike.has(target) ? [{ target, i }] : []));
    for (const { target, i } of own) {
      emit(result(i, u));
      if (masks !== null && isAwaited(target))
        emit([...vectors.push(target, u), ...getLocal(masks[u]), ...simd(SELECT)]);
    }
    for (const { target } of own.reverse()) emit(vectors.set(target, u));
  }
  for (const target of targets) written.add(target);
}

function writeLoop(
  lanes: Lanes,
  { body }: Of<"loop">,
  live: Liveness,
  after: ReadonlySet<number>,
  levels: readonly Level[],
): void {
  const { masksOf, each } = lanes;
  const { emit } = lanes.out;
  const masks = masksIn(levels);
  const isOutermost = masks === null && innermostLoop(levels) === -1;
  if (isOutermost && staysTogether(body)) {
    lanes.writeLoop(body, live);
    return;
  }
  const inside = isOutermost ? null : masksOf();
  if (inside !== null)
    each((u) => emit([...(masks === null ? truth(true) : getLocal(masks[u])), ...setLocal(inside[u])]));
  emit([...BLOCK, ...LOOP]);
  const level = { masks: inside, isLoop: true, waiting: after };
  write(lanes, body, live, [...(isOutermost ? [] : levels), level], 0);
  emit(inside === null ? [BRANCH, 0] : [...any(inside), BRANCH_IF, 0]);
  emit([END, END]);
}

function writeLeave({ out: { emit }, each }: Lanes, levels: readonly Level[], depth: number): void {
  const masks = masksIn(levels);
  const loop = innermostLoop(levels);
  if (levels[loop].masks === null) {
    emit([BRANCH, ...unsigned(depth + 1)]);
    return;
  }
  const around = loop === levels.length - 1 ? levels.slice(loop) : levels.slice(loop, -1);
  for (const level of around) {
    each((u) => {
      const [from, gone] = [level.masks?.[u] as number, masks?.[u] as number];
      emit([...getLocal(from), ...getLocal(gone), ...simd(AND_NOT), ...setLocal(from)]);
    });
  }
}

function writeWhen(
  lanes: Lanes,
  statement: Of<"when">,
  [then, otherwise]: readonly Liveness[],
  after: ReadonlySet<number>,
  levels: readonly Level[],
  depth: number,
): void {
  const { routines, vectors, masksOf, each } = lanes;
  const { emit } = lanes.out;
  const masks = masksIn(levels);
  const { condition, isCommon } = emitRoutine(routines[statement.block], lanes.out, vectors, true);
  if (masks === null && isCommon) {
    emit([...condition(0), ...simd(ANY), ...IF]);
    write(lanes, statement.body, then, levels, depth + 1);
    if (statement.otherwise.length > 0) {
      emit([ELSE]);
      write(lanes, statement.otherwise, otherwise, levels, depth + 1);
    }
    emit([END]);
    return;
  }
  // All lanes leave where one of them does.
  if (masks === null && leavesAlone(statement)) {
    const isKept = statement.body.length === 0;
    each((u) => emit([...condition(u), ...(u === 0 ? [] : simd(isKept ? AND : OR))]));
    emit([...(isKept ? simd(NOT) : []), ...simd(ANY), BRANCH_IF, ...unsigned(depth + 1)]);
    return;
  }
  const chosen = masksOf();
  const others = statement.otherwise.length === 0 ? null : masksOf();
  each((u) => {
    emit([...condition(u), ...setLocal(chosen[u])]);
    const part = (operation: number) =>
      masks === null ? [] : [...getLocal(masks[u]), ...getLocal(chosen[u]), ...simd(operation)];
    if (others !== null)
      emit([...(masks === null ? [...getLocal(chosen[u]), ...simd(NOT)] : part(AND_NOT)), ...setLocal(others[u])]);
    if (masks !== null) emit([...part(AND), ...setLocal(chosen[u])]);
  });
  const branch = (
    taken: readonly number[],
    inner: readonly Statement[],
    of: Liveness,
    waiting: ReadonlySet<number>,
  ): void => {
    if (inner.length === 0) return;
    emit([...any(taken), ...IF]);
    write(lanes, inner, of, [...levels, { masks: taken, isLoop: false, waiting }], depth + 1);
    emit([END]);
  };
  branch(chosen, statement.body, then, otherwise.before);
  if (others !== null) branch(others, statement.otherwise, otherwise, after);
  // Have all left?
  const inLoop = levels[innermostLoop(levels)]?.masks ?? null;
  if (inLoop !== null && leaves(statement)) emit([...any(inLoop), IS_ZERO, BRANCH_IF, ...unsigned(depth + 1)]);
}

function writeRead({ alike, written, vectors, out }: Lanes, { targets }: Of<"read">, levels: readonly Level[]): void {
  const { emit } = out;
  if (masksIn(levels) !== null) throw new Error("all lanes read a table together");
  targets.forEach((target, k) => {
    emit([...getLocal(TABLE), ...simd(LOAD_SPLAT, 3), ...unsigned(8 * k), ...vectors.set(target, 0)]);
    if (!alike.has(target))
      for (let u = 1; u < vectors.count; u++) emit([...vectors.push(target, 0), ...vectors.set(target, u)]);
    written.add(target);
  });
  emit([...getLocal(TABLE), ...integer(8 * targets.length), ADD_INTEGERS, ...setLocal(TABLE)]);
}

/** Does it leave the loop that it stands in? */
function leaves(statement: Statement): boolean {
  if (statement.kind === "leave") return true;
  return statement.kind === "when" && [...statement.body, ...statement.otherwise].some(leaves);
}
