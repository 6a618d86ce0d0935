/** What of a run is kept, and when it stops: expressions in t, the coordinates that the user sees, and their velocities. */
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { parsed, suggesting } from "../symbolic/compile.js";
import {
  comparedOf,
  namesOf,
  type ParameterNumbers,
  type Scalar,
  scalarOf,
  scalarsOf,
  velocityOf,
} from "../symbolic/index.js";
import { isName, reservedMeaning } from "../symbolic/notation.js";
import type { Entry } from "./entry.js";
import type { Model } from "./load.js";
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

export type StateFunction = (s: Readonly<State>) => number;

export function recordAt(entry: Entry, problem: Problem, parameters: ParameterNumbers): RecordPlan {
  return {
    every: entry.has("every") ? wholeAt(entry.at("every"), 1, Number.MAX_SAFE_INTEGER) : 1,
    quantities: entry.has("quantities")
      ? entry.items("quantities").map((item) => item.text() as RecordedQuantity)
      : null,
    probes: probesOf(entry.entries("probes"), problem, parameters),
  };
}

/** Their names are columns of tables, which are lines of text. */
function probesOf(entries: readonly [string, Entry][], problem: Problem, parameters: ParameterNumbers): Probe[] {
  for (const [name, entry] of entries) {
    if (/\p{Cc}/u.test(name))
      throw entry.error(
        "the name of a probe is that of a column; accepted: a name without control characters and ends of lines",
      );
  }
  const values = stateFunctions(
    entries.map(([, entry]) => entry),
    problem,
    parameters,
  );
  return entries.map(([name], k) => ({ name, value: values[k] }));
}

/** A function of the state from an expression in the names of the model, as probes have them: for measures and sections of a motion by what a user
 *  types beside the model. */
export function quantityOf(
  { given }: Pick<Model, "given">,
  { system, view }: Problem,
  expression: string,
): StateFunction {
  const coordinates = writable(view?.labels ?? system.labels, given);
  // Compiled is what is read; the message about a name that is not known has all of them to choose from.
  const read = readBy([expression], coordinates);
  const value = suggesting(
    () => scalarOf({ coordinates: read.map((i) => coordinates[i]), parameters: given, expression }),
    () => scalarOf({ coordinates, parameters: given, expression }),
  );
  return ofState(value, read, coordinates.length, view);
}

/** When a run ends. */
export interface Stop {
  when(s: Readonly<State>): boolean;
  /** NaN where the condition compares what is no number, and therefore does not hold; null where that cannot be told. */
  readonly compared: StateFunction | null;
}

export function stopAt(entry: Entry, problem: Problem, parameters: ParameterNumbers): Stop | null {
  if (entry.value === undefined) return null;
  const [condition] = stateFunctions([entry], problem, parameters);
  return {
    when(s) {
      const value = condition(s);
      return value !== 0 && !Number.isNaN(value);
    },
    compared: comparedAt(entry, problem, parameters),
  };
}

function comparedAt(entry: Entry, { system, view }: Problem, parameters: ParameterNumbers): StateFunction | null {
  const coordinates = writable(view?.labels ?? system.labels, parameters);
  const read = readBy([entry.text()], coordinates);
  const names = read.map((i) => coordinates[i]);
  const value = entry.blamed(() => comparedOf({ coordinates: names, parameters, expression: entry.formula() }));
  return value === null ? null : ofState(value, read, coordinates.length, view);
}

/** The places of the coordinates that expressions name, themselves or by their velocities. */
function readBy(texts: Iterable<string>, coordinates: readonly string[]): number[] {
  const words = new Set([...texts].flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
  return [...coordinates.keys()].filter((i) => words.has(coordinates[i]) || words.has(velocityOf(coordinates[i])));
}

/** Of the thousands of coordinates of a solid expressions read a few: they are compiled for those, and all together. An expression that is given
 *  many times, by an alias, is one. */
export function stateFunctions(
  entries: readonly Entry[],
  { system, view }: Problem,
  parameters: ParameterNumbers,
): StateFunction[] {
  if (entries.length === 0) return [];
  const coordinates = writable(view?.labels ?? system.labels, parameters);
  const distinct = new Map<string, Entry>();
  for (const entry of entries) if (!distinct.has(entry.text())) distinct.set(entry.text(), entry);
  const read = readBy(distinct.keys(), coordinates);
  const compiled = scalarsOf({ coordinates: read.map((i) => coordinates[i]), parameters });
  for (const entry of distinct.values()) {
    entry.blamed(() =>
      suggesting(
        () => compiled.add(parsed(entry.formula())),
        () => scalarOf({ coordinates, parameters, expression: entry.formula() }),
      ),
    );
  }
  const texts = [...distinct.keys()];
  const functions = new Map(compiled.functions().map((value, k) => [texts[k], value]));
  return entries.map((entry) => ofState(functions.get(entry.text()) as Scalar, read, coordinates.length, view));
}

function ofState(value: Scalar, read: readonly number[], count: number, view: Problem["view"]): StateFunction {
  const [q, v] = [new Float64Array(read.length), new Float64Array(read.length)];
  const at = (t: number, allQ: Vec, allV: Vec) => {
    for (let k = 0; k < read.length; k++) {
      q[k] = allQ[read[k]];
      v[k] = allV[read[k]];
    }
    return value(t, q, v);
  };
  if (view === undefined) return (s) => at(s.t, s.q, s.v);
  const [wholeQ, wholeV] = [new Float64Array(count), new Float64Array(count)];
  return (s) => {
    view.expand(s, wholeQ, wholeV);
    return at(s.t, wholeQ, wholeV);
  };
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
