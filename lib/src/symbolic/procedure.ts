/** Procedures over the expression graph: variables, loops and conditions around its straight-line code, compiled into one function of a
 *  WebAssembly module. Formulas stay nodes of the graph, so that derivatives, common subexpressions and zeros that a sparse matrix has
 *  are dealt with where they always are; a variable is an input of the graph, and an assignment computes nodes and puts them there.
 *
 *      const code = procedure(emptyGraph());
 *      const [x, n] = code.cells(2);
 *      code.loop(() => {
 *        code.when(graph.compare("lessEqual", n, zero), code.leave);
 *        code.assign([x, n], [graph.multiply(x, x), graph.subtract(n, one)]);
 *      });
 *      const squares = instanceOf(compiledProcedure(code.finished()));
 *      squares.memory.set([3, 2]);  squares.run();                          // memory: 81, 0
 *
 *  It knows nothing of what it computes: whatever differs between systems of one kind is a cell, which the caller sets. */
import type { Vec } from "../core/vec.js";
import {
  type Along,
  type AtPlace,
  alongOf,
  type Entries,
  emitAlong,
  type NumberArray,
  type Places,
} from "./along-arrays.js";
import type { Graph, Node } from "./dag.js";
import { settle } from "./machine.js";
import type { Parameter } from "./parameters.js";
import { assemble, firstConstant, type Program, STRIDE } from "./program.js";
import { routineBody, wasmInstance, wasmModule } from "./wasm.js";
import {
  BLOCK,
  type Body,
  BRANCH,
  bodyOf,
  callOf,
  double,
  ELSE,
  END,
  emitRoutine,
  getLocal,
  IF,
  LOOP,
  loadNumber,
  moduleOf,
  pagesOf,
  setLocal,
  storeNumber,
  unsigned,
  writer,
} from "./wasm-encoding.js";

export type Statement =
  | { readonly kind: "assign"; readonly targets: readonly number[]; readonly block: number }
  | { readonly kind: "loop"; readonly body: readonly Statement[] }
  | { readonly kind: "leave" }
  | {
      readonly kind: "when";
      readonly block: number;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: "read"; readonly targets: readonly number[] }
  | { readonly kind: "repeat"; readonly body: readonly Statement[]; readonly block: number }
  | Along
  | {
      readonly kind: "call";
      readonly which: number;
      readonly given: readonly number[];
      readonly found: readonly number[];
    };

export interface Procedure {
  readonly graph: Graph;
  readonly variables: number;
  /** How many numbers the arrays have; in memory they stand before the variables. */
  readonly arrays: number;
  /** Variables that are read from memory in the beginning and written to it in the end. */
  readonly cells: ReadonlySet<number>;
  /** Those of them that the caller gives the same value in all lanes. */
  readonly common: ReadonlySet<number>;
  /** The nodes that are computed together, by the number of the block. */
  readonly blocks: readonly (readonly Node[])[];
  readonly body: readonly Statement[];
  /** Another way through the same cells, for lanes (symbolic/lanes.ts); null where there is none. */
  readonly ordinary: readonly Statement[] | null;
  readonly calls: number;
}

export interface ProcedureBuilder {
  /** Variables, without a value in the beginning; they are nodes. */
  variables(count: number): readonly Node[];
  /** Variables whose values the caller sets and sees, one after another in memory. `common`: of many systems side by side, they are the same for all. */
  cells(count: number, common?: "common"): readonly Node[];
  /** All values are computed before the first is assigned. */
  assign(targets: readonly Node[], values: readonly Node[]): void;
  /** Repeats until it is left. */
  loop(body: () => void): void;
  /** Leaves the innermost loop. */
  leave(): void;
  when(condition: Node, then: () => void, otherwise?: () => void): void;
  /** Takes the next numbers of the table that a call is given, the same for all lanes. For lanes alone. */
  read(targets: readonly Node[]): void;
  /** Goes round until the condition holds in no lane; those in which it does not go round with the others. For lanes alone, inside of their first loop. */
  repeat(body: () => void, condition: Node): void;
  /** Another body, for lanes alone, in which they stay together: it leaves its loop where one of them needs what it does not have. */
  ordinary(body: () => void): void;
  /** Lets function `which` of the caller read some variables in memory and write others. */
  call(which: number, given: readonly Node[], found: readonly Node[]): void;
  /** An array in memory, with so many zeros before and behind it. Not for lanes, nor beside parameters. */
  array(length: number, margin?: number): NumberArray;
  /** Goes along arrays, at one place or more. */
  along(places: Places, write: (entries: Entries) => AtPlace): void;
  /** How many numbers all arrays have together: where the variables begin. */
  readonly arrays: number;
  finished(): Procedure;
}

/** `inputs`: so many variables that the graph has already, from input 0 on; they are no cells. */
export function procedure(graph: Graph, inputs = 0): ProcedureBuilder {
  let count = inputs;
  let calls = 0;
  let arrays = 0;
  const [cells, alike] = [new Set<number>(), new Set<number>()];
  const blocks: (readonly Node[])[] = [];
  let statements: Statement[] = [];
  const body = statements;
  let ordinary: readonly Statement[] | null = null;

  const indexOf = (variable: Node): number => {
    const { kind, value } = graph.entries[variable];
    if (kind !== "input") throw new Error(`${kind} is no variable`);
    return value;
  };
  const block = (nodes: readonly Node[]) => blocks.push(nodes) - 1;
  const nested = (write: () => void): Statement[] => {
    const outer = statements;
    statements = [];
    write();
    const written = statements;
    statements = outer;
    return written;
  };
  const variables = (more: number): readonly Node[] => Array.from({ length: more }, () => graph.input(count++));
  return {
    variables,
    cells(more, common) {
      const nodes = variables(more);
      for (const node of nodes) {
        cells.add(indexOf(node));
        if (common !== undefined) alike.add(indexOf(node));
      }
      return nodes;
    },
    assign(targets, values) {
      statements.push({ kind: "assign", targets: targets.map(indexOf), block: block(values) });
    },
    loop(write) {
      statements.push({ kind: "loop", body: nested(write) });
    },
    leave() {
      statements.push({ kind: "leave" });
    },
    when(condition, then, otherwise = () => {}) {
      const at = block([condition]);
      statements.push({ kind: "when", block: at, body: nested(then), otherwise: nested(otherwise) });
    },
    read(targets) {
      statements.push({ kind: "read", targets: targets.map(indexOf) });
    },
    repeat(write, condition) {
      const inner = nested(write);
      statements.push({ kind: "repeat", body: inner, block: block([condition]) });
    },
    ordinary(write) {
      ordinary = nested(write);
    },
    call(which, given, found) {
      calls = Math.max(calls, which + 1);
      statements.push({ kind: "call", which, given: given.map(indexOf), found: found.map(indexOf) });
    },
    array(length, margin = 0) {
      const at = arrays + margin;
      arrays = at + length + margin;
      return { at };
    },
    along(places, write) {
      statements.push(alongOf({ indexOf, variable: () => variables(1)[0], block }, places, write));
    },
    get arrays() {
      return arrays;
    },
    finished: () => ({ graph, variables: count, arrays, cells, common: alike, blocks, body, ordinary, calls }),
  };
}

/** A procedure ready for as many instances as there are systems to run it on. */
export interface ProcedureModule {
  /** Of WebAssembly; shipped types do not need those of a host that has it. */
  readonly module: object;
  readonly program: Program;
  readonly arrays: number;
}

export interface ProcedureInstance {
  /** The arrays, and the variables in the order in which they were made. */
  readonly memory: Vec;
  run(): void;
  /** Computes with these parameters from now on, which stand for those of the program. */
  settle(parameters: readonly Parameter[]): void;
}

/** Null where the host does not allow compiled code, or the procedure is longer than `most` operations. */
export function compiledProcedure(code: Procedure, most = Number.POSITIVE_INFINITY): ProcedureModule | null {
  const program = assemble(code.graph, code.variables, code.blocks);
  const operations = program.routines.reduce((sum, routine) => sum + routine.code.length / STRIDE, 0);
  if (operations > most) return null;
  if (code.arrays > 0 && program.parameters.length > 0) throw new Error("arrays stand beside no parameters");
  const module = wasmModule(() =>
    moduleOf({
      doubles: code.arrays + firstConstant(program),
      bodies: [
        routineBody(program.prelude, program, program.inputs + program.parameters.length),
        procedureBody(code, program),
      ],
      calls: code.calls,
      given: true,
    }),
  );
  return module && { module, program, arrays: code.arrays };
}

export interface InstanceOptions {
  /** Functions of the caller, which find the variables in the memory. */
  readonly calls?: (memory: Vec) => readonly (() => void)[];
  /** Does it follow the parameters of its graph (default)? Otherwise the caller sets them, by `settle`. */
  readonly follows?: boolean;
}

/** With memory of its own. */
export function instanceOf(
  { module, program, arrays }: ProcedureModule,
  { calls = () => [], follows = true }: InstanceOptions = {},
): ProcedureInstance | null {
  const { inputs, parameters, prelude } = program;
  const pages = pagesOf(arrays + firstConstant(program));
  const memory = memoryOf(pages);
  if (memory === null) return null;
  const variables = new Float64Array(memory.buffer, 0, arrays + inputs);
  const instance = wasmInstance(module, { ...calls(variables), memory });
  if (instance === null) return null;
  const [prepare, run] = instance.functions;
  const given = new Float64Array(memory.buffer, 8 * (arrays + inputs), parameters.length);
  const kept = new Float64Array(memory.buffer, given.byteOffset + given.byteLength, prelude.results.length);
  const machine = { parameters: given, prelude: { output: kept, run: prepare } };
  const follow = () => settle(machine, parameters);
  if (follows) for (const parameter of parameters) parameter.watch(follow);
  follow();
  return {
    memory: variables,
    run,
    settle(others) {
      for (let k = 0; k < others.length; k++) {
        if (Object.is(given[k], others[k].value)) continue;
        settle(machine, others);
        return;
      }
    },
  };
}

/** Null where there is no room for it: addresses run out before memory does. */
function memoryOf(pages: number): WebAssembly.Memory | null {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    return null;
  }
}

/** Local variables: conditions, and two places in arrays; then those of the procedure, what it reads of memory besides, temporaries. */
function procedureBody({ cells, body, arrays }: Procedure, program: Program): Body {
  const { inputs, constants, temporaries, routines } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const { bytes, emit } = writer();
  const constant = (register: number) =>
    register >= inMemory && register < first ? constants[register - inMemory] : undefined;
  const integers = temporaries + (arrays > 0 ? 2 : 0);
  /** The local variable of a number: after the flags, without the constants. */
  const localOf = (register: number) => integers + (register < inMemory ? register : register - constants.length);
  const doubles = Array.from(constants, double);
  const push = (register: number) =>
    register >= inMemory && register < first ? doubles[register - inMemory] : getLocal(localOf(register));
  const set = (register: number) => setLocal(localOf(register));
  const registers = { push, set, constant, flag: (register: number) => register - first };

  const written = new Set<number>();
  const write = (statements: readonly Statement[], depth: number) => {
    for (const statement of statements) {
      switch (statement.kind) {
        case "assign": {
          emitRoutine(routines[statement.block], emit, registers);
          // All onto the stack, then off it: a value may be another target's variable.
          for (const register of routines[statement.block].results) emit(push(register));
          for (let k = statement.targets.length - 1; k >= 0; k--) {
            emit(set(statement.targets[k]));
            written.add(statement.targets[k]);
          }
          break;
        }
        case "loop":
          emit([...BLOCK, ...LOOP]);
          write(statement.body, 0);
          emit([BRANCH, 0, END, END]);
          break;
        case "leave":
          emit([BRANCH, ...unsigned(depth + 1)]);
          break;
        case "when":
          emitRoutine(routines[statement.block], emit, registers, true);
          emit(IF);
          write(statement.body, depth + 1);
          if (statement.otherwise.length > 0) {
            emit([ELSE]);
            write(statement.otherwise, depth + 1);
          }
          emit([END]);
          break;
        case "along":
          emitAlong(statement, {
            ...{ emit, push, set, index: temporaries, mirrorIndex: temporaries + 1 },
            routine: (block) => routines[block],
            emitRoutine: (block) => emitRoutine(routines[block], emit, registers),
          });
          for (const target of statement.targets) written.add(target);
          break;
        case "read":
        case "repeat":
          throw new Error(`${statement.kind} is for lanes`);
        case "call":
          for (const variable of statement.given) emit(storeNumber(arrays + variable, push(variable)));
          emit(callOf(statement.which));
          for (const variable of statement.found) emit([...loadNumber(arrays + variable), ...set(variable)]);
          break;
      }
    }
  };
  const read = new Set<number>(cells);
  const reads = (register: number) => {
    if (register >= inputs && register < inMemory) read.add(register);
  };
  for (const { code, results } of routines) {
    for (let at = 0; at < code.length; at += STRIDE) for (let k = at + 2; k < at + STRIDE; k++) reads(code[k]);
    results.forEach(reads);
  }
  for (const register of read) emit([...loadNumber(arrays + register), ...set(register)]);
  write(body, 0);
  for (const cell of cells) if (written.has(cell)) emit(storeNumber(arrays + cell, push(cell)));
  return bodyOf(integers, inMemory + temporaries, bytes);
}
