/** What of a run is kept, and when it stops: expressions in t, the coordinates that the user sees, and their velocities. */
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Entry } from "./entry.js";
import { type NamedNumbers, scalarOf, velocityOf } from "./expression/index.js";
import { isName, reservedMeaning } from "./expression/notation.js";
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

export function recordAt(entry: Entry, problem: Problem, parameters: NamedNumbers): RecordPlan {
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

export function stopAt(
  entry: Entry,
  problem: Problem,
  parameters: NamedNumbers,
): ((s: Readonly<State>) => boolean) | null {
  if (entry.value === undefined) return null;
  const condition = stateFunction(entry, problem, parameters);
  return (s) => condition(s) !== 0;
}

function stateFunction(entry: Entry, { system, view }: Problem, parameters: NamedNumbers): StateFunction {
  const coordinates = writable(view?.labels ?? system.labels, parameters);
  const value = entry.blamed(() => scalarOf({ coordinates, parameters, expression: entry.formula() }));
  if (view === undefined) return (s) => value(s.t, s.q, s.v);
  const q = new Float64Array(coordinates.length);
  const v = new Float64Array(coordinates.length);
  return (s) => {
    view.expand(s, q, v);
    return value(s.t, q, v);
  };
}

/** Labels of builtin models need not be words of the expression language; then a coordinate is called q0, q1, … */
function writable(labels: readonly string[], parameters: NamedNumbers): string[] {
  const taken = new Set(["t", ...Object.keys(parameters)]);
  return labels.map((label, i) => {
    const free = isName(label) && reservedMeaning(label) === null && !taken.has(label) && !taken.has(velocityOf(label));
    const name = free ? label : `q${i}`;
    taken.add(name);
    taken.add(velocityOf(name));
    return name;
  });
}
