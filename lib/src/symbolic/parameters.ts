/** Parameters that change after compilation, so that one compilation serves a study or a slider:
 *
 *      const parameters = adjustable({ EA: 30, l0: 1 });
 *      const spring = potentialOf({ coordinates, parameters, potential });
 *      const length = scalarOf({ coordinates, parameters, expression });
 *      parameters.set({ EA: 40 });                                           // both follow, nothing is compiled
 *
 *  What is made of parameters alone is computed when they are set, not in every evaluation, which takes as many operations as
 *  with constants but loads these numbers from memory: 0.6 ns more in the 10.6 ns of an elastic pendulum's gradient.
 *  Whatever is compiled with parameters is kept by them: use one `adjustable` for a model, and drop it with the model.
 *
 *  Plain numbers, { EA: 30 }, are constants of the code instead: a factor 0 removes its term, a factor 1 disappears. A
 *  parameter that may change does neither: with k = 0, k*log(x) is 0 at x = 0 for a constant and 0·∞, not a number, for a
 *  parameter. Nor are parameters of value 0 or 1 made constants: a slider that starts at 0 is one that will be moved. And
 *  sums and products that would be folded together can differ in the last bits. */
import { InputError } from "../core/failure.js";
import { didYouMean } from "../core/spelling.js";

export type NamedNumbers = Readonly<Record<string, number>>;

/** What expressions are given: numbers for good, or numbers that can be set again. */
export type ParameterNumbers = NamedNumbers | AdjustableParameters;

export interface AdjustableParameters {
  readonly all: readonly Parameter[];
  /** As they are now. */
  readonly values: NamedNumbers;
  /** Changes those that are named, all or none: what cannot follow refuses by throwing an InputError. */
  set(values: NamedNumbers): void;
}

/** One of them, as the compiler sees it. */
export interface Parameter {
  readonly name: string;
  readonly value: number;
  /** The value has shaped something that cannot follow: changes are refused from now on. `why` completes "k …". */
  pin(why: string): void;
  /** `follow` is called after a change, and may refuse it by throwing an InputError. */
  watch(follow: () => void): void;
}

export const isAdjustable = (parameters: ParameterNumbers): parameters is AdjustableParameters =>
  // A model may well have a parameter that is called set; that is a number.
  typeof parameters.set === "function";

export const namesOf = (parameters: ParameterNumbers): string[] =>
  isAdjustable(parameters) ? parameters.all.map(({ name }) => name) : Object.keys(parameters);

/** Their values as constants, for what cannot follow. `why` completes "k …". */
export function fixedValues(parameters: ParameterNumbers, why: string): NamedNumbers {
  if (!isAdjustable(parameters)) return parameters;
  for (const parameter of parameters.all) parameter.pin(why);
  return parameters.values;
}

interface Cell extends Parameter {
  value: number;
  readonly pins: Set<string>;
  readonly followers: Set<() => void>;
}

export function adjustable(values: NamedNumbers): AdjustableParameters {
  const cells = new Map(Object.entries(values).map(([name, value]) => [name, cellOf(name, value)]));
  return {
    all: [...cells.values()],
    get values() {
      return Object.fromEntries([...cells.values()].map(({ name, value }) => [name, value]));
    },
    set(wanted) {
      const changes = Object.entries(wanted).flatMap(([name, given]) => {
        const cell = cells.get(name);
        if (cell === undefined) throw new InputError(unknownParameter(name, [...cells.keys()]));
        const value = oneZero(given);
        if (Object.is(value, cell.value)) return [];
        for (const why of cell.pins) throw new InputError(`${name} ${why}; build again with ${name} = ${given}`);
        return [{ cell, value, before: cell.value }];
      });
      const followers = new Set(changes.flatMap(({ cell }) => [...cell.followers]));
      try {
        for (const { cell, value } of changes) cell.value = value;
        for (const follow of followers) follow();
      } catch (refusal) {
        for (const { cell, before } of changes) cell.value = before;
        for (const follow of followers) follow();
        throw refusal;
      }
    },
  };
}

function cellOf(name: string, value: number): Cell {
  const pins = new Set<string>();
  const followers = new Set<() => void>();
  return {
    name,
    value: oneZero(value),
    pins,
    followers,
    pin: (why) => pins.add(why),
    watch: (follow) => followers.add(follow),
  };
}

/** As among constants: 0 and -0 are one. */
const oneZero = (value: number): number => (value === 0 ? 0 : value);

function unknownParameter(name: string, known: readonly string[]): string {
  const list = known.length === 0 ? "there are no parameters" : `accepted: ${known.join(", ")}`;
  return `there is no parameter "${name}".${didYouMean(name, known)} ${list[0].toUpperCase()}${list.slice(1)}`;
}
