/** A number read off the state by an expression: probes, stop conditions (true is anything but 0). */
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { emptyGraph, type Node } from "./dag.js";
import type { ParameterNumbers } from "./parameters.js";
import type { Expression, Step } from "./parse.js";
import { stateLoader, stateNames } from "./state-inputs.js";

export interface ScalarFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly expression: Formula;
  readonly backEnd?: BackEnd;
}

export type Scalar = (t: number, q: Vec, v: Vec) => number;

/** Of a condition: NaN where a number that it compares is none, and a number otherwise. A comparison with NaN is false and hides it. Null for a
 *  condition with `if`, of which only one branch counts. */
export function comparedOf({ expression, ...formula }: ScalarFormula): Scalar | null {
  const { source, postfix } = parsed(expression);
  if (postfix.some((step) => step.kind === "apply" && step.what === "if")) return null;
  const numbers = postfix.flatMap((step): Step[] => {
    if (step.kind !== "apply") return [step];
    if (step.what === "not") return [];
    return [{ ...step, what: COMPARISONS.has(step.what) ? "-" : LOGIC.has(step.what) ? "+" : step.what }];
  });
  return scalarFrom({ source, postfix: numbers }, formula);
}

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!="]);
const LOGIC = new Set(["and", "or"]);

export function scalarOf({ expression, ...formula }: ScalarFormula): Scalar {
  return scalarFrom(parsed(expression), formula);
}

function scalarFrom(expression: Expression, formula: Omit<ScalarFormula, "expression">): Scalar {
  const one = scalarsOf(formula);
  one.add(expression);
  return one.functions()[0];
}

/** Many of them, compiled together: thousands of probes are one module. */
export interface Scalars {
  /** Refuses an expression that cannot be understood. */
  add(expression: Expression): void;
  functions(): Scalar[];
}

export function scalarsOf({ coordinates, parameters, backEnd }: Omit<ScalarFormula, "expression">): Scalars {
  const graph = emptyGraph();
  const scope = scopeOf(graph, stateNames(coordinates), parameters);
  const roots: Node[] = [];
  return {
    add: (expression) => void roots.push(bind(graph, expression, scope)),
    functions() {
      const lists = roots.map((root) => [root]);
      const { input, routines } = machineOf(graph, 1 + 2 * coordinates.length, lists, backEnd);
      return lists.map((list, k) => {
        const load = stateLoader(graph, coordinates.length, list, input);
        const { output, run } = routines[k];
        return (t, q, v) => {
          load(t, q, v);
          run();
          return output[0];
        };
      });
    },
  };
}
