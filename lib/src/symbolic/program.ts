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
import { HOST_NAMES, type HostName } from "./operations.js";
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

type Operation = keyof typeof CODE | HostName;

/** A number for an operation on one or two values: quicker to look up than a text. */
const shortKey = (operation: Operation, [a, b = -1]: readonly number[]): number =>
  (codeOf(operation) * 0x200000 + a) * 0x200000 + b + 1;

const codeOf = (operation: Operation): number =>
  operation in CODE
    ? CODE[operation as keyof typeof CODE]
    : FIRST_HOST_CODE + HOST_NAMES.indexOf(operation as HostName);

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
  const steady = [...new Set(cones.flat())].filter((node) => entries[node].steady && entries[node].kind !== "constant");
  const parameters = coneOf(graph, steady).filter((node) => entries[node].kind === "parameter");
  const kept = steady.filter((node) => entries[node].kind !== "parameter");
  const given = new Map(parameters.map((node, i) => [node, inputs + i]));
  const known = new Map([...given, ...kept.map((node, i) => [node, inputs + parameters.length + i] as const)]);
  const listings = [
    listing(graph, coneOf(graph, kept), kept, given),
    ...routines.map((roots, i) => listing(graph, cones[i], roots, known)),
  ];
  // Constants first: only when they are counted is it known where the temporaries begin.
  const constants = new Set<number>();
  for (const value of listings.flatMap(({ values }) => values))
    if (value.kind === "constant") constants.add(value.value);
  const inMemory = inputs + known.size;
  const places = new Map([...constants].map((value, i) => [value, inMemory + i]));
  const finished = listings.map((list) => allocated(list, inMemory + constants.size, places));
  const [prelude, ...others] = finished.map(({ routine }) => routine);
  return {
    inputs,
    parameters: parameters.map((node) => graph.parameters[entries[node].value]),
    prelude,
    constants: Float64Array.from(constants),
    temporaries: maxOf(
      finished.map(({ temporaries }) => temporaries),
      0,
    ),
    routines: others,
  };
}

/** A value computed once, named by its index in the listing. */
type Value =
  | { readonly kind: "known"; readonly register: number }
  | { readonly kind: "constant"; readonly value: number }
  | { readonly kind: "operation"; readonly operation: Operation; readonly operands: readonly number[] };

interface Listing {
  readonly values: readonly Value[];
  readonly results: readonly number[];
}

/** `given` are the registers of what is in memory besides the inputs. */
function listing(
  graph: Graph,
  cone: readonly Node[],
  roots: readonly Node[],
  given: ReadonlyMap<Node, number>,
): Listing {
  const values: Value[] = [];
  const known = new Map<string | number, number>();
  const of = new Map<Node, number>();

  const once = (key: string | number, value: Value) => {
    const index = known.get(key) ?? values.push(value) - 1;
    known.set(key, index);
    return index;
  };
  const constant = (value: number) => once(`#${value}`, { kind: "constant", value });
  const operation = (name: Operation, ...operands: number[]) =>
    once(operands.length < 3 ? shortKey(name, operands) : `${name} ${operands.join()}`, {
      kind: "operation",
      operation: name,
      operands,
    });

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

  for (const node of cone) {
    const { kind, a, b, c, value } = graph.entries[node];
    if (kind === "constant") of.set(node, constant(value));
    else if (kind === "input" || kind === "parameter" || given.has(node))
      of.set(node, values.push({ kind: "known", register: kind === "input" ? value : given.get(node)! }) - 1);
    else if (kind === "power") of.set(node, power(of.get(a)!, value));
    else if (kind === "difference") of.set(node, of.get(c)!);
    else if (kind === "powSlope" || kind === "powCurve")
      of.set(node, operation(kind, of.get(a)!, of.get(b)!, of.get(c)!, constant(value)));
    else
      of.set(
        node,
        operation(kind, ...[a, b, c].filter((operand) => operand !== -1).map((operand) => of.get(operand)!)),
      );
  }
  return { values, results: roots.map((root) => of.get(root)!) };
}

/** Gives every value a register. */
function allocated({ values, results }: Listing, first: number, constants: ReadonlyMap<number, number>) {
  const lastUse = new Int32Array(values.length).fill(-1);
  for (const result of results) lastUse[result] = values.length;
  // Backwards, so that what only unused values read is unused too.
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i];
    if (value.kind !== "operation" || lastUse[i] === -1) continue;
    for (const operand of value.operands) lastUse[operand] = Math.max(lastUse[operand], i);
  }

  const register = new Int32Array(values.length);
  const free: number[] = [];
  let temporaries = 0;
  const code: number[] = [];
  values.forEach((value, i) => {
    if (value.kind === "known") register[i] = value.register;
    else if (value.kind === "constant") register[i] = constants.get(value.value)!;
    else if (lastUse[i] !== -1) {
      const [a = -1, b = -1, c = -1, d = -1] = value.operands.map((operand) => register[operand]);
      for (const operand of new Set(value.operands)) {
        if (lastUse[operand] === i && register[operand] >= first) free.push(register[operand]);
      }
      register[i] = free.pop() ?? first + temporaries++;
      code.push(codeOf(value.operation), register[i], a, b, c, d);
    }
  });
  const routine: Routine = {
    code: Int32Array.from(code),
    results: Int32Array.from(results, (result) => register[result]),
  };
  return { routine, temporaries };
}
