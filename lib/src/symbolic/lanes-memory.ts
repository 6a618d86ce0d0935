/** What the code of lanes reads and writes: which of its numbers are in memory and where, and which are the same for all lanes. */
import { commonVariables } from "./common.js";
import { routineParts } from "./lanes-routine.js";
import { handedOn, staysTogether } from "./lanes-together.js";
import { livenessOf } from "./liveness.js";
import type { Procedure, Statement } from "./procedure.js";
import { firstConstant, type Program, type Routine, STRIDE } from "./program.js";
import { writer } from "./wasm-encoding.js";

/** Which numbers are in memory: cells, parameters, what the prelude computes, and variables that loops keep there. */
export function slotsOf({ cells }: Procedure, program: Program, inLoop: ReadonlySet<number>) {
  const inMemory = firstConstant(program);
  const ofCells = new Map([...cells].sort((a, b) => a - b).map((cell, k) => [cell, k]));
  const first = cells.size + inMemory - program.inputs;
  const others = [...inLoop].filter((variable) => !cells.has(variable));
  const ofOthers = new Map(others.map((variable, k) => [variable, first + k]));
  return {
    /** -1 where it is not in memory. */
    of(register: number): number {
      if (register < program.inputs) return ofCells.get(register) ?? ofOthers.get(register) ?? -1;
      return register < inMemory ? register - program.inputs + cells.size : -1;
    },
    count: first + others.length,
  };
}
export type Slots = ReturnType<typeof slotsOf>;

/** Variables that loops in which lanes stay together keep in memory. */
export function inLoops(code: Procedure, program: Program): ReadonlySet<number> {
  const live = livenessOf(code, program);
  const known = knownOf(code, program);
  const found = new Set<number>();
  code.body.forEach((statement, k) => {
    if (statement.kind !== "loop" || !staysTogether(statement.body)) return;
    for (const variable of handedOn(statement.body, live.inner[k][0], known)) found.add(variable);
  });
  return found;
}

export function knownOf(code: Procedure, program: Program) {
  const alike = commonVariables(code, program);
  const first = firstConstant(program);
  const common = (register: number) =>
    alike.has(register) || (register >= first && register < first + program.constants.length);
  const none = () => {
    throw new Error("nothing is written");
  };
  const ask = { push: none, set: none, constant: () => undefined, common, fresh: none };
  return {
    routines: program.routines,
    alike,
    isCommon: (block: number) => routineParts(program.routines[block], writer(), ask).found.isCommon,
  };
}

/** Without the first loops in which lanes stay together. */
export const withoutLoops = (body: readonly Statement[]): readonly Statement[] =>
  body.filter((statement) => statement.kind !== "loop" || !staysTogether(statement.body));

/** What statements read and write. */
export function registersOf(statements: readonly Statement[], routines: readonly Routine[]) {
  const [read, written] = [new Set<number>(), new Set<number>()];
  const visit = (statement: Statement): void => {
    if ("block" in statement) {
      const { code, results } = routines[statement.block];
      code.forEach((register, k) => {
        if (k % STRIDE >= 2) read.add(register);
      });
      for (const register of results) read.add(register);
    }
    if ("targets" in statement) for (const target of statement.targets) written.add(target);
    if ("body" in statement) statement.body.forEach(visit);
    if ("otherwise" in statement) statement.otherwise.forEach(visit);
  };
  statements.forEach(visit);
  return { read, written };
}
