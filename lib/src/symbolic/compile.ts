/** Expressions and graphs made into functions on typed arrays. */
import { InputError, type Place } from "../core/failure.js";
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { copy } from "./copy.js";
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { type Machine, settle } from "./machine.js";
import { mistake } from "./mistake.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";
import { type Expression, parse } from "./parse.js";
import { assemble } from "./program.js";
import { pinned } from "./steady.js";
import { tapeMachine } from "./tape.js";
import { wasmMachine } from "./wasm.js";

export type BackEnd = Machine["backEnd"];

/** One routine for each list of nodes, which follow their parameters. Compiled code where the host allows it, unless `backEnd` says otherwise. */
export function machineOf(
  graph: Graph,
  inputs: number,
  routines: readonly (readonly Node[])[],
  backEnd: BackEnd = specialises() ? "wasm" : "tape",
): Machine {
  const program = assemble(graph, inputs, routines);
  const machine = (backEnd === "wasm" ? wasmMachine(program) : null) ?? tapeMachine(program);
  const follow = () => settle(machine, program.parameters);
  for (const parameter of program.parameters) parameter.watch(follow);
  follow();
  return machine;
}

export interface Formulas {
  /** Names of the inputs, in order. */
  readonly inputs: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly outputs: readonly Formula[];
  readonly backEnd?: BackEnd;
}

/** An expression as text, with the place of its first letter and how far further lines are moved in, for messages. */
export type Formula = string | { readonly text: string; readonly place: Place; readonly indent?: number };

/** All outputs from all inputs: `evaluate(input, output)`. */
export function compile({ inputs, parameters, outputs, backEnd }: Formulas): (input: Vec, output: Vec) => void {
  const graph = emptyGraph();
  const scope = scopeOf(graph, inputs, parameters);
  const roots = outputs.map((formula) => bind(graph, parsed(formula), scope));
  const machine = machineOf(graph, inputs.length, [roots], backEnd);
  const [{ output: result, run }] = machine.routines;
  return (input, output) => {
    copy(input, machine.input);
    run();
    copy(result, output);
  };
}

/** Compiles with the few names that are used, which is quick. On an error it compiles again with all names, so that the message can suggest one. */
export function suggesting<T>(few: () => T, all: () => unknown): T {
  try {
    return few();
  } catch (error) {
    if (error instanceof InputError) all();
    throw error;
  }
}

export const parsed = (formula: Formula) =>
  typeof formula === "string" ? parse(formula) : parse(formula.text, formula.place, formula.indent);

/** Those parameters that an expression names: of thousands it reads a few. */
function namedBy({ postfix }: Expression, parameters: ParameterNumbers): ParameterNumbers {
  const names = new Set(postfix.flatMap((step) => (step.kind === "name" ? [step.name] : [])));
  if (isAdjustable(parameters)) return { ...parameters, all: parameters.all.filter(({ name }) => names.has(name)) };
  return Object.fromEntries(
    [...names].filter((name) => Object.hasOwn(parameters, name)).map((name) => [name, parameters[name]]),
  );
}

/** The value of an expression of numbers and parameters, which cannot change any more: a number that has been read does not follow its
 *  parameters. */
export function constant(formula: Formula, parameters: ParameterNumbers = {}): number {
  const expression = parsed(formula);
  const graph = emptyGraph();
  const root = suggesting(
    () => bind(graph, expression, scopeOf(graph, [], namedBy(expression, parameters))),
    () => bind(graph, expression, scopeOf(graph, [], parameters)),
  );
  const value = pinned(graph, root, "has been read as a number");
  // A parameter may be anything; what is made of literals alone has been checked by `bind`.
  if (!Number.isFinite(value)) throw mistake(expression.source, 0, `the value is ${value}`);
  return value;
}
