/** What the builders of systems have in common. */
import type { Notice } from "../core/notice.js";
import type { Problem } from "../core/system.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import type { Body } from "../mesh/body.js";
import type { Point } from "../mesh/selection.js";
import type { MovingScene } from "../scene/scene.js";
import { type NamedNumbers, namesOf, type ParameterNumbers, velocityOf } from "../symbolic/index.js";
import { isName, reservedMeaning } from "../symbolic/notation.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";

/** What a system is built from. */
export interface SystemParts<Given extends ParameterNumbers = NamedNumbers> extends WithThreads {
  readonly system: Entry;
  readonly start: Entry;
  readonly parameters: Given;
  readonly files: Files;
  readonly t0: number;
  /** Of the run; infinite where none is given. */
  readonly end: number;
}

export interface BuiltSystem {
  readonly problem: Problem;
  /** Keys of the bibliography. */
  readonly cites: readonly string[];
  readonly units?: Readonly<Record<string, string>>;
  /** Of a builtin model, which knows what suits it. */
  readonly suggested?: { readonly step: number; readonly end: number };
  /** Of a problem from which an angle was taken out. */
  readonly angularMomentum?: number;
  /** Of a system that has a shape. */
  readonly body?: Body;
  /** Of a system on the ground: what of this acceleration in a direction pushes against, M r on its coordinates. */
  readonly groundInertia?: (direction: Point) => Vec;
  /** What it looks like, of a system that knows. */
  readonly scene?: () => MovingScene;
  /** What the user should know: what a mesh file holds that is not used, a symmetry that a formula hides. */
  readonly notices?: readonly Notice[];
}

/** The names of the coordinates: each can be written in an expression and means one thing. */
export function coordinatesAt(entry: Entry, parameters: ParameterNumbers): string[] {
  const items = entry.items();
  if (items.length === 0) throw entry.error("the list is empty; accepted: one name for each coordinate");
  const names = items.map((item) => item.text());
  const taken = new Map<string, string>([["t", "the time"]]);
  for (const name of namesOf(parameters)) taken.set(name, "a parameter");
  items.forEach((item, i) => {
    const name = names[i];
    const reserved = reservedMeaning(name);
    if (!isName(name))
      throw item.error(`a name is a letter followed by letters, digits and _; choose another than "${name}"`);
    for (const word of [name, velocityOf(name)]) {
      const meaning = reserved ?? taken.get(word);
      if (meaning !== undefined) throw item.error(`"${word}" is ${meaning} already; choose another name`);
    }
    taken.set(name, "a coordinate");
    taken.set(velocityOf(name), `the velocity of ${name}`);
  });
  return names;
}

/** A whole number between two others. */
export function wholeAt(entry: Entry, least: number, most: number): number {
  const value = entry.number();
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.POSITIVE_INFINITY ? `≥ ${least}` : `from ${least} to ${most}`;
  throw entry.error(`found ${value}; accepted: a whole number ${range}`);
}

export function missingStart(start: Entry): Error {
  return start.error("is missing; accepted: { q: […], v: […] }, one number for each coordinate");
}
