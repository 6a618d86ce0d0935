/** What of a run is kept, and when it stops: expressions in t, the coordinates that the user sees, and their velocities. */
import { InputError } from "../core/failure.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import {
  comparedOf,
  type Formula,
  namesOf,
  type ParameterNumbers,
  type ScalarFormula,
  scalarOf,
  velocityOf,
} from "../symbolic/index.js";
import { isName, reservedMeaning } from "../symbolic/notation.js";
import type { Entry } from "./entry.js";
import { wholeAt } from "./system-parts.js";

export type RecordedQuantity = "q" | "v" | "energy" | "ledger" | "invariants";

export interface RecordPlan {
  /** Every so many frames. */
  readonly every: number;
  /** Null if the model does not say. */
  readonly quantities: readonly RecordedQuantity[] | null;
  readonly probes: readonly Probe[];
}

export interface Probe {
  readonly name: string;
  value(s: Readonly<State>): number;
}

type StateFunction = (s: Readonly<State>) => number;

export function recordAt(entry: Entry, problem: Problem, parameters: ParameterNumbers): RecordPlan {
  const probes = entry.at("probes").entries();
  return {
    every: entry.has("every") ? wholeAt(entry.at("every"), 1, Number.MAX_SAFE_INTEGER) : 1,
    quantities: entry.has("quantities")
      ? entry
          .at("quantities")
          .items()
          .map((item) => item.text() as RecordedQuantity)
      : null,
    probes: probes.map(([name, probe]) => ({ name, value: stateFunction(probe, problem, parameters) })),
  };
}

/** When a run ends. */
export interface Stop {
  when(s: Readonly<State>): boolean;
  /** NaN where the condition compares what is no number, and therefore does not hold; null where that cannot be told. */
  readonly compared: StateFunction | null;
}

export function stopAt(entry: Entry, problem: Problem, parameters: ParameterNumbers): Stop | null {
  if (entry.value === undefined) return null;
  const condition = stateFunction(entry, problem, parameters);
  return {
    when(s) {
      const value = condition(s);
      return value !== 0 && !Number.isNaN(value);
    },
    compared: stateFunctionOf(entry, problem, parameters, comparedOf),
  };
}

function stateFunction(entry: Entry, problem: Problem, parameters: ParameterNumbers): StateFunction {
  return stateFunctionOf(entry, problem, parameters, scalarOf) as StateFunction;
}

type Compiled = (t: number, q: Vec, v: Vec) => number;

function stateFunctionOf(
  entry: Entry,
  { system, view }: Problem,
  parameters: ParameterNumbers,
  compiled: (formula: ScalarFormula) => Compiled | null,
): StateFunction | null {
  const coordinates = writable(view?.labels ?? system.labels, parameters);
  const value = entry.blamed(() => functionOf(coordinates, parameters, entry.formula(), compiled));
  if (value === null) return null;
  if (view === undefined) return (s) => value(s.t, s.q, s.v);
  const q = new Float64Array(coordinates.length);
  const v = new Float64Array(coordinates.length);
  return (s) => {
    view.expand(s, q, v);
    return value(s.t, q, v);
  };
}

/** Of the thousands of coordinates of a solid an expression reads a few: it is compiled for those. */
function functionOf(
  coordinates: readonly string[],
  parameters: ParameterNumbers,
  expression: Formula,
  compiled: (formula: ScalarFormula) => Compiled | null,
): Compiled | null {
  const words = new Set((typeof expression === "string" ? expression : expression.text).match(/[A-Za-z_]\w*/g));
  const read = [...coordinates.keys()].filter(
    (i) => words.has(coordinates[i]) || words.has(velocityOf(coordinates[i])),
  );
  const names = read.map((i) => coordinates[i]);
  const q = new Float64Array(read.length);
  const v = new Float64Array(read.length);
  const value = suggesting(
    () => compiled({ coordinates: names, parameters, expression }),
    () => compiled({ coordinates, parameters, expression }),
  );
  if (value === null) return null;
  return (t: number, allQ: Vec, allV: Vec) => {
    for (let k = 0; k < read.length; k++) {
      q[k] = allQ[read[k]];
      v[k] = allV[read[k]];
    }
    return value(t, q, v);
  };
}

/** What is wrong is said by who knows all names. */
function suggesting<T>(few: () => T, all: () => T): T {
  try {
    return few();
  } catch (error) {
    if (error instanceof InputError) all();
    throw error;
  }
}

/** Labels of builtin models need not be words of the expression language; then a coordinate is called q0, q1, … */
function writable(labels: readonly string[], parameters: ParameterNumbers): string[] {
  const taken = new Set(["t", ...namesOf(parameters)]);
  return labels.map((label, i) => {
    const free = isName(label) && reservedMeaning(label) === null && !taken.has(label) && !taken.has(velocityOf(label));
    const name = free ? label : `q${i}`;
    taken.add(name);
    taken.add(velocityOf(name));
    return name;
  });
}
