/** Loops in which lanes stay together: they have no branches but those that all lanes take. Their numbers are in memory, and a run of assignments is computed for one
 *  vector after another, from the first of its operations to the last:
 *
 *      for each vector:  load what is read,  compute,  store what will be read later
 *
 *  One vector needs few enough numbers at a time for the registers of the processor, and the processor begins with the next one while it waits for this one, as many of
 *  them as it can look ahead. Vectors written out side by side have more numbers on their way than there are registers, and move them about between every two operations. */
import { ANY, loadVector, NOT, OR, routineParts, simd, storeVector, truth, type Vectors } from "./lanes-routine.js";
import type { Liveness } from "./liveness.js";
import type { Statement } from "./procedure.js";
import { type Program, type Routine, STRIDE } from "./program.js";
import {
  ADD_INTEGERS,
  BRANCH_IF,
  END,
  getLocal,
  IS_LESS,
  LOOP,
  setLocal,
  teeLocal,
  unsigned,
  type Writer,
} from "./wasm-encoding.js";

type When = Extract<Statement, { kind: "when" }>;

/** Can it be written so? */
export function staysTogether(statements: readonly Statement[]): boolean {
  return statements.every((statement) => {
    if (statement.kind === "when") return leavesAlone(statement);
    if (statement.kind === "repeat") return statement.body.every(({ kind }) => kind === "assign");
    return statement.kind === "assign" || statement.kind === "read";
  });
}

/** Is leaving the loop all that it does, in one of its branches? */
export function leavesAlone({ body, otherwise }: When): boolean {
  const [first, ...more] = [...body, ...otherwise];
  return first?.kind === "leave" && more.length === 0;
}

/** Assignments that one vector goes through at once, from statement `first` to `last`, and after them conditions on which all lanes leave. */
interface Run {
  readonly kind: "run";
  readonly first: number;
  last: number;
  readonly leaves: number[];
}
/** Statements that are the same for all lanes, and loops of runs. */
type Item = Run | { readonly kind: "alike"; readonly at: number } | { readonly kind: "repeat"; readonly at: number };

/** What is known of the variables. */
interface Known {
  readonly routines: readonly Routine[];
  /** Those that are the same in all lanes. */
  readonly alike: ReadonlySet<number>;
  /** Is the condition of a block? */
  isCommon(block: number): boolean;
}

function itemsOf(statements: readonly Statement[], { alike, isCommon }: Known): readonly Item[] {
  const items: Item[] = [];
  let open = null as Run | null;
  const begin = (at: number): Run => {
    const run: Run = { kind: "run", first: at, last: at - 1, leaves: [] };
    items.push(run);
    return run;
  };
  statements.forEach((statement, at) => {
    if (statement.kind === "assign" && !statement.targets.every((target) => alike.has(target))) {
      if (open === null || open.leaves.length > 0) open = begin(at);
      open.last = at;
      // What is the same for all lanes is assigned when the last vector has been computed.
      if (statement.targets.some((target) => alike.has(target))) open = null;
    } else if (statement.kind === "when" && !isCommon(statement.block)) {
      open ??= begin(at);
      open.leaves.push(at);
    } else {
      items.push({ kind: statement.kind === "repeat" ? "repeat" : "alike", at });
      open = null;
    }
  });
  return items;
}

/** Variables that one run hands on to another. */
export function handedOn(statements: readonly Statement[], live: Liveness, known: Known): ReadonlySet<number> {
  const found = new Set<number>();
  const add = (variables: ReadonlySet<number>) => {
    for (const variable of variables) if (!known.alike.has(variable)) found.add(variable);
  };
  add(live.before);
  for (const item of itemsOf(statements, known)) {
    if (item.kind === "run") add(live.after[Math.max(item.first, item.last)]);
    else if (item.kind === "repeat") {
      const { body } = statements[item.at] as Extract<Statement, { kind: "repeat" }>;
      for (const variable of handedOn(body, live.inner[item.at][0], known)) found.add(variable);
    }
  }
  return found;
}

export interface TogetherOptions extends Known {
  readonly out: Writer;
  readonly program: Program;
  /** How many vectors there are. */
  readonly count: number;
  /** The address of the first vector, and a local variable for those of the others. */
  readonly base: number;
  readonly pointer: number;
  /** The place of a number in memory. */
  slotOf(register: number): number;
  /** The local variable of what is the same for all lanes. */
  alikeLocal(register: number): number;
  constant(register: number): number | undefined;
  fresh(): number;
  /** Writes a statement that is the same for all lanes; leaving is out of so many blocks. */
  writeAlike(statement: Statement, depth: number): void;
}

/** Writes the body of the loop; inside of two blocks, the outer one of which is left with it. */
export function writeTogether(statements: readonly Statement[], live: Liveness, options: TogetherOptions): void {
  const { out, routines, alike, count, base, pointer, slotOf, alikeLocal, constant, fresh, writeAlike } = options;
  const { emit } = out;
  const localOf = new Map<string, number>();
  const local = (register: number, w: number): number => {
    const key = `${register} ${w}`;
    const known = localOf.get(key) ?? fresh();
    localOf.set(key, known);
    return known;
  };

  const writeRun = (
    list: readonly Statement[],
    of: Liveness,
    { first, last, leaves }: Run,
    condition: number | null,
  ): readonly number[] => {
    const asks = [...leaves.map((at) => (list[at] as When).block), ...(condition === null ? [] : [condition])];
    const assignments = list.slice(first, last + 1) as Extract<Statement, { kind: "assign" }>[];
    const blocks = [...assignments.map(({ block }) => block), ...asks];
    const operations = blocks.reduce((sum, block) => sum + routines[block].code.length / STRIDE, 0);
    const beside = Array.from({ length: count % 2 === 0 && operations > LONG ? 2 : 1 }, (_, w) => w);
    /** Of each vector: numbers that are in their local variables, and when they were used last, in operations. */
    const held = beside.map(() => new Map<number, number>());
    /** Those of which memory does not have this value. */
    const changed = beside.map(() => new Set<number>());
    let now = 0;
    const isAtHand = (register: number, w: number) =>
      changed[w].has(register) || now - (held[w].get(register) ?? Number.NEGATIVE_INFINITY) < LONG_AGO;
    const push = (register: number, w: number): readonly number[] => {
      if (constant(register) !== undefined || alike.has(register)) return getLocal(alikeLocal(register));
      if (slotOf(register) < 0) return getLocal(local(register, w));
      const isLoaded = isAtHand(register, w);
      held[w].set(register, now);
      if (isLoaded) return getLocal(local(register, w));
      return [...loadVector(getLocal(pointer), count * slotOf(register) + w), ...teeLocal(local(register, w))];
    };
    const set = (register: number, w: number): readonly number[] => {
      now++;
      if (slotOf(register) >= 0) {
        held[w].set(register, now);
        changed[w].add(register);
      }
      return setLocal(local(register, w));
    };
    const store = (target: number, w: number, value: readonly number[]) =>
      emit(storeVector(getLocal(pointer), count * slotOf(target) + w, value));
    const common = (register: number) => alike.has(register) || constant(register) !== undefined;
    const vectors: Omit<Vectors, "count"> = { push, set, constant, common, fresh };
    const parts = assignments.map(({ block }) => routineParts(routines[block], out, vectors));
    const asked = asks.map((block) => routineParts(routines[block], out, vectors, true));
    for (const part of [...parts, ...asked]) part.common();
    const masks = asks.map(() => fresh());
    for (const mask of masks) emit([...truth(false), ...setLocal(mask)]);
    emit([...getLocal(base), ...setLocal(pointer), ...LOOP]);
    const later = last < first ? of.before : of.after[last];
    assignments.forEach(({ targets, block }, k) => {
      const own = targets.flatMap((target, i) => (alike.has(target) ? [] : [{ target, i }]));
      const isFinal = (target: number) =>
        later.has(target) && !assignments.slice(k + 1).some((other) => other.targets.includes(target));
      const { code, results } = routines[block];
      const isRead = (target: number) =>
        code.some((register, place) => place % STRIDE >= 2 && register === target) || results.includes(target);
      const { found, source } = parts[k];
      const stored = new Set<number>();
      // What is found is stored at once where it can be: it need not wait in a register.
      parts[k].vectors(beside, (instruction, w) => {
        for (const { target, i } of own) {
          if (source(i) !== instruction || !isFinal(target)) continue;
          if (isRead(target)) {
            if (!isAtHand(target, w)) emit([...push(target, w), ...DROP]);
            changed[w].add(target);
          }
          store(target, w, found.result(i, w));
          stored.add(target);
        }
      });
      for (const w of beside) {
        for (const { i } of own) emit(found.result(i, w));
        for (const { target } of [...own].reverse()) emit(set(target, w));
        for (const { target } of own) {
          if (!isFinal(target)) continue;
          if (!stored.has(target)) store(target, w, push(target, w));
          changed[w].delete(target);
        }
      }
    });
    asked.forEach((part, k) => {
      part.vectors(beside);
      const isKept = k < leaves.length && (list[leaves[k]] as When).body.length === 0;
      for (const w of beside) {
        emit([...getLocal(masks[k]), ...part.found.condition(w)]);
        emit([...(isKept ? simd(NOT) : []), ...simd(OR), ...setLocal(masks[k])]);
      }
    });
    emit([...getLocal(pointer), ...integer(16 * beside.length), ADD_INTEGERS, ...teeLocal(pointer)]);
    emit([...getLocal(base), ...integer(16 * count), ADD_INTEGERS, IS_LESS, BRANCH_IF, 0, END]);
    assignments.forEach(({ targets }, k) => {
      const own = targets.flatMap((target, i) => (alike.has(target) ? [{ target, i }] : []));
      for (const { i } of own) emit(parts[k].found.result(i, 0));
      for (const { target } of own.reverse()) emit(setLocal(alikeLocal(target)));
    });
    return masks;
  };
  const write = (list: readonly Statement[], of: Liveness, depth: number, condition: number | null) => {
    const items = itemsOf(list, options);
    if (condition !== null && items[items.length - 1]?.kind !== "run")
      throw new Error("what is the same for all lanes stands first in what they repeat");
    items.forEach((item, k) => {
      if (item.kind === "alike") writeAlike(list[item.at], depth);
      else if (item.kind === "repeat") {
        const { body, block } = list[item.at] as Extract<Statement, { kind: "repeat" }>;
        emit(LOOP);
        write(body, of.inner[item.at][0], depth + 1, block);
        emit([END]);
      } else {
        const isLast = k === items.length - 1;
        const masks = writeRun(list, of, item, isLast ? condition : null);
        item.leaves.forEach((_, i) => {
          emit([...getLocal(masks[i]), ...simd(ANY), BRANCH_IF, ...unsigned(depth + 1)]);
        });
        if (isLast && condition !== null) emit([...getLocal(masks[masks.length - 1]), ...simd(ANY), BRANCH_IF, 0]);
      }
    });
  };
  write(statements, live, 0, null);
}

/** Runs of more operations are written for two vectors at a time, operation by operation: the processor does not look ahead as far as the next one. */
const LONG = 150;
/** So many operations after it was used a number is loaded again: until then others have taken its register, and to keep it would cost a store besides. */
const LONG_AGO = 24;

const DROP = [0x1a];
/** Below 8192, with the bit that would be its sign left 0. */
export const integer = (value: number): number[] => [0x41, 0x80 + (value % 128), Math.floor(value / 128)];
