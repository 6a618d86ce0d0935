/** A number read off the state by an expression: probes, stop conditions (true is anything but 0). */
import type { Vec } from "../core/vec.js";
import { bind, scopeOf } from "./bind.js";
import { type BackEnd, type Formula, machineOf, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import type { ParameterNumbers } from "./parameters.js";
import type { Expression, Step } from "./parse.js";
import { stateLoader, stateNames } from "./state-inputs.js";

export interface ScalarFormula {
  readonly coordinates: readonly string[];
  readonly parameters?: ParameterNumbers;
  readonly expression: Formula;
  readonly backEnd?: BackEnd;
}

/** Of a condition: NaN where a number that it compares is none, and a number otherwise. A comparison with NaN is false and hides it. Null for a
 *  condition with `if`, of which only one branch counts. */
export function comparedOf({ expression, ...formula }: ScalarFormula) {
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

export function scalarOf({ expression, ...formula }: ScalarFormula) {
  return scalarFrom(parsed(expression), formula);
}

function scalarFrom(expression: Expression, { coordinates, parameters, backEnd }: Omit<ScalarFormula, "expression">) {
  const graph = emptyGraph();
  const root = bind(graph, expression, scopeOf(graph, stateNames(coordinates), parameters));
  const { input, routines } = machineOf(graph, 1 + 2 * coordinates.length, [[root]], backEnd);
  const load = stateLoader(graph, coordinates.length, [root], input);
  const [{ output, run }] = routines;
  return (t: number, q: Vec, v: Vec): number => {
    load(t, q, v);
    run();
    return output[0];
  };
}
