/** Which variables of a procedure have the same value in all lanes, so that it is computed once for all of them: cells of which the caller says so, what is read of a
 *  table, and what is made of such variables and constants where all lanes take part. */
import type { Procedure, Statement } from "./procedure.js";
import { firstConstant, type Program, type Routine, STRIDE } from "./program.js";

/** Of every instruction: are all its operands common? `isCommon` tells it of registers that no instruction has written. */
export function commonInstructions({ code }: Routine, isCommon: (register: number) => boolean): boolean[] {
  const latest = new Map<number, boolean>();
  return Array.from({ length: code.length / STRIDE }, (_, k) => {
    const [, target, ...operands] = code.subarray(STRIDE * k, STRIDE * (k + 1));
    const all = operands.every((operand) => operand === -1 || (latest.get(operand) ?? isCommon(operand)));
    latest.set(target, all);
    return all;
  });
}

export function commonVariables({ variables, cells, common, body }: Procedure, program: Program): ReadonlySet<number> {
  const found = new Set<number>();
  for (let variable = 0; variable < variables; variable++)
    if (!cells.has(variable) || common.has(variable)) found.add(variable);
  const first = firstConstant(program);
  const isConstant = (register: number) => register >= first && register < first + program.constants.length;
  const areCommon = (routine: Routine): boolean[] => {
    const isCommon = (register: number) => found.has(register) || isConstant(register);
    const instructions = commonInstructions(routine, isCommon);
    const writer = new Map(instructions.map((_, k) => [routine.code[STRIDE * k + 1], k]));
    return [...routine.results].map((register) => {
      const k = writer.get(register);
      return k === undefined ? isCommon(register) : instructions[k];
    });
  };
  /** `together`: all lanes take part, and in the same rounds of a loop. */
  const visit = (statements: readonly Statement[], together: boolean, inLoop: boolean): void => {
    for (const statement of statements) {
      if (statement.kind === "assign") {
        const results = areCommon(program.routines[statement.block]);
        statement.targets.forEach((target, i) => {
          if (!together || !results[i]) found.delete(target);
        });
      } else if (statement.kind === "loop") visit(statement.body, together && !inLoop, true);
      else if (statement.kind === "repeat") visit(statement.body, together, inLoop);
      else if (statement.kind === "when") {
        const [condition] = areCommon(program.routines[statement.block]);
        for (const branch of [statement.body, statement.otherwise]) visit(branch, together && condition, inLoop);
      }
    }
  };
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    visit(body, true, false);
  }
  return found;
}
