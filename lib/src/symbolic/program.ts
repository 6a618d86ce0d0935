/** From the graph to straight-line code for a machine with registers, in which the back ends agree on every operation and
 *  its order: that is why their results are the same bits.
 *
 *  What routines read that is made of parameters alone is the result of a routine of its own, the prelude, which runs when
 *  parameters are set. Its results are registers, which the others read like inputs.
 *
 *  The registers are, in this order: the inputs, the parameters, the results of the prelude, the constants of all
 *  routines, the temporaries. A temporary is given to another value as soon as its last reader has read it, so that
 *  their number stays small. */
import { maxOf, type Vec } from "../core/vec.js";
import { coneOf, type Graph, type Node } from "./dag.js";
import { HOST_NAMES } from "./operations.js";
import type { Parameter } from "./parameters.js";

/** Operations and their numbers; the frequent ones come first. */
export const CODE = {
  add: 0,
  multiply: 1,
  subtract: 2,
  divide: 3,
  negate: 4,
  sqrt: 5,
  abs: 6,
  sign: 7,
  min: 8,
  max: 9,
  less: 10,
  lessEqual: 11,
  equal: 12,
  notEqual: 13,
  if: 14,
} as const;

/** The functions of the host follow. */
export const FIRST_HOST_CODE = 15;

const CODES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(CODE),
  ...HOST_NAMES.map((name, k) => [name, FIRST_HOST_CODE + k] as const),
]);

/** How many numbers an instruction takes: operation, target, and four operands (-1 where there is none). */
export const STRIDE = 6;

export interface Routine {
  readonly code: Int32Array;
  /** The registers that hold the results in the end. */
  readonly results: Int32Array;
}

export interface Program {
  readonly inputs: number;
  /** Those that are read. */
  readonly parameters: readonly Parameter[];
  readonly prelude: Routine;
  readonly constants: Vec;
  readonly temporaries: number;
  readonly routines: readonly Routine[];
}

/** Where the registers of the constants begin: after all that is in memory. */
export const firstConstant = ({ inputs, parameters, prelude }: Omit<Program, "routines">): number =>
  inputs + parameters.length + prelude.results.length;

/** One routine for each list of roots. */
export function assemble(graph: Graph, inputs: number, routines: readonly (readonly Node[])[]): Program {
  const { entries } = graph;
  const cones = routines.map((roots) => coneOf(graph, roots, { withinSteady: false }));
  const found = new Set<Node>();
  for (const cone of cones)
    for (const node of cone) if (entries[node].steady && entries[node].kind !== "constant") found.add(node);
  const steady = [...found];
  const parameters = coneOf(graph, steady).filter((node) => entries[node].kind === "parameter");
  const kept = steady.filter((node) => entries[node].kind !== "parameter");
  const given = new Map(parameters.map((node, i) => [node, inputs + i]));
  const known = new Map([...given, ...kept.map((node, i) => [node, inputs + parameters.length + i] as const)]);
  // Constants of all listings first: only when they are counted is it known where the temporaries begin.
  const constants = new Map<number, number>();
  const listings = [
    listing(graph, coneOf(graph, kept), kept, given, constants),
    ...routines.map((roots, i) => listing(graph, cones[i], roots, known, constants)),
  ];
  const finished = listings.map((list) => allocated(list, inputs + known.size, constants.size));
  const [prelude, ...others] = finished.map(({ routine }) => routine);
  return {
    inputs,
    parameters: parameters.map((node) => graph.parameters[entries[node].value]),
    prelude,
    constants: Float64Array.from(constants.keys()),
    temporaries: maxOf(
      finished.map(({ temporaries }) => temporaries),
      0,
    ),
    routines: others,
  };
}

/** Values that are computed once each, named by their index: numbers in arrays, since procedures have thousands of them and engines see this code for the first time. */
interface Listing {
  /** The code of the operation, or one of the kinds below. */
  readonly operations: readonly number[];
  /** Four for each value, -1 where there is none. Of what is known the register, of a constant its number. */
  readonly operands: readonly number[];
  readonly results: readonly number[];
}

const KNOWN = -1;
const CONSTANT = -2;
const OPERANDS = STRIDE - 2;

/** `given` are the registers of what is in memory besides the inputs; `constants` have their numbers, and get those that are new. */
function listing(
  graph: Graph,
  cone: readonly Node[],
  roots: readonly Node[],
  given: ReadonlyMap<Node, number>,
  constants: Map<number, number>,
): Listing {
  const operations: number[] = [];
  const operands: number[] = [];
  const known = new Map<string | number, number>();
  const ofConstants = new Map<number, number>();
  const of = new Map<Node, number>();

  const value = (code: number, a: number, b: number, c: number, d: number): number => {
    operands.push(a, b, c, d);
    return operations.push(code) - 1;
  };
  const constant = (number: number): number => {
    let index = ofConstants.get(number);
    if (index !== undefined) return index;
    const place = constants.get(number) ?? constants.size;
    constants.set(number, place);
    index = value(CONSTANT, place, -1, -1, -1);
    ofConstants.set(number, index);
    return index;
  };
  const operation = (name: string, a: number, b = -1, c = -1, d = -1): number => {
    const code = CODES.get(name) as number;
    // A number is quicker to look up than a text.
    const key = c === -1 ? (code * 0x200000 + a) * 0x200000 + b + 1 : `${code} ${a} ${b} ${c} ${d}`;
    let index = known.get(key);
    if (index === undefined) {
      index = value(code, a, b, c, d);
      known.set(key, index);
    }
    return index;
  };

  /** x^n for whole n ≥ 1 by squaring; what several powers of x have in common is computed once. */
  const wholePower = (x: number, n: number): number => {
    if (n === 1) return x;
    if (n % 2 === 1) return operation("multiply", wholePower(x, n - 1), x);
    const half = wholePower(x, n / 2);
    return operation("multiply", half, half);
  };
  const power = (x: number, exponent: number): number => {
    const size = Math.abs(exponent);
    // Beyond the 32nd power the errors of the products add up to more than those of the library's function.
    if (size > 32 || !Number.isInteger(2 * size)) return operation("pow", x, constant(exponent));
    const whole = Math.floor(size);
    const root = whole === size ? null : operation("sqrt", x);
    const product =
      root === null ? wholePower(x, whole) : whole === 0 ? root : operation("multiply", wholePower(x, whole), root);
    return exponent > 0 ? product : operation("divide", constant(1), product);
  };

  const at = (operand: Node): number => (operand === -1 ? -1 : of.get(operand)!);
  for (const node of cone) {
    const { kind, a, b, c, value: number } = graph.entries[node];
    if (kind === "constant") of.set(node, constant(number));
    else if (kind === "input" || kind === "parameter" || given.has(node))
      of.set(node, value(KNOWN, kind === "input" ? number : given.get(node)!, -1, -1, -1));
    else if (kind === "power") of.set(node, power(at(a), number));
    else if (kind === "difference") of.set(node, at(c));
    else if (kind === "powSlope" || kind === "powCurve")
      of.set(node, operation(kind, at(a), at(b), at(c), constant(number)));
    else of.set(node, operation(kind, at(a), at(b), at(c)));
  }
  return { operations, operands, results: roots.map(at) };
}

/** Gives every value a register: constants from `inMemory` on, then temporaries. */
function allocated({ operations, operands, results }: Listing, inMemory: number, constants: number) {
  const count = operations.length;
  const lastUse = new Int32Array(count).fill(-1);
  for (const result of results) lastUse[result] = count;
  // Backwards, so that what only unused values read is unused too.
  for (let i = count - 1; i >= 0; i--) {
    if (operations[i] < 0 || lastUse[i] === -1) continue;
    for (let k = OPERANDS * i; k < OPERANDS * (i + 1); k++) {
      const operand = operands[k];
      if (operand !== -1 && lastUse[operand] < i) lastUse[operand] = i;
    }
  }

  const first = inMemory + constants;
  const register = new Int32Array(count);
  const free: number[] = [];
  let temporaries = 0;
  const code = new Int32Array(STRIDE * count);
  let end = 0;
  for (let i = 0; i < count; i++) {
    if (operations[i] === KNOWN) register[i] = operands[OPERANDS * i];
    else if (operations[i] === CONSTANT) register[i] = inMemory + operands[OPERANDS * i];
    else if (lastUse[i] !== -1) {
      for (let k = 0; k < OPERANDS; k++) {
        const operand = operands[OPERANDS * i + k];
        code[end + 2 + k] = operand === -1 ? -1 : register[operand];
        if (operand !== -1 && lastUse[operand] === i && register[operand] >= first) {
          free.push(register[operand]);
          lastUse[operand] = -1; // once, though it may be both operands
        }
      }
      register[i] = free.pop() ?? first + temporaries++;
      code[end] = operations[i];
      code[end + 1] = register[i];
      end += STRIDE;
    }
  }
  const routine: Routine = {
    code: code.slice(0, end),
    results: Int32Array.from(results, (result) => register[result]),
  };
  return { routine, temporaries };
}
