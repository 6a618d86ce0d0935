/** The plain back end: an interpreter of the register code. It runs where compiled code may not. */
import type { Vec } from "../core/vec.js";
import type { Machine, MachineRoutine } from "./machine.js";
import { HOST, signOf } from "./operations.js";
import { CODE, FIRST_HOST_CODE, firstConstant, type Program, type Routine, STRIDE } from "./program.js";

export function tapeMachine(program: Program): Machine {
  const { inputs, parameters, prelude, constants, temporaries } = program;
  const first = firstConstant(program);
  const registers = new Float64Array(first + constants.length + temporaries);
  registers.set(constants, first);
  const kept = inputs + parameters.length;
  return {
    backEnd: "tape",
    input: registers.subarray(0, inputs),
    parameters: registers.subarray(inputs, kept),
    prelude: interpreted(prelude, registers, registers.subarray(kept, first)),
    routines: program.routines.map((routine) => interpreted(routine, registers)),
  };
}

/** In the order of their codes. */
const FUNCTIONS: readonly ((a: number, b: number, c: number, d: number) => number)[] = Object.values(HOST);

function interpreted(
  { code, results }: Routine,
  r: Vec,
  output: Vec = new Float64Array(results.length),
): MachineRoutine {
  return {
    output,
    run() {
      for (let i = 0; i < code.length; i += STRIDE) {
        const a = r[code[i + 2]];
        const b = r[code[i + 3]];
        r[code[i + 1]] = result(code[i], a, b, r, code[i + 4], code[i + 5]);
      }
      for (let k = 0; k < results.length; k++) output[k] = r[results[k]];
    },
  };
}

function result(operation: number, a: number, b: number, r: Vec, c: number, d: number): number {
  switch (operation) {
    case CODE.add:
      return a + b;
    case CODE.multiply:
      return a * b;
    case CODE.subtract:
      return a - b;
    case CODE.divide:
      return a / b;
    case CODE.negate:
      return -a;
    case CODE.sqrt:
      return Math.sqrt(a);
    case CODE.abs:
      return Math.abs(a);
    case CODE.sign:
      return signOf(a);
    case CODE.min:
      return Math.min(a, b);
    case CODE.max:
      return Math.max(a, b);
    case CODE.less:
      return a < b ? 1 : 0;
    case CODE.lessEqual:
      return a <= b ? 1 : 0;
    case CODE.equal:
      return a === b ? 1 : 0;
    case CODE.notEqual:
      return a !== b ? 1 : 0;
    case CODE.if:
      return a !== 0 ? b : r[c];
    default:
      return FUNCTIONS[operation - FIRST_HOST_CODE](a, b, r[c], r[d]);
  }
}
