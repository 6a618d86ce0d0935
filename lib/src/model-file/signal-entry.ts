/** Functions of time in a model file: numbers, expressions in t, records of the ground. */

import { constantSignal, type Signal } from "../core/signal.js";
import { readGroundMotion } from "../formats/ground-motion.js";
import type { Point } from "../mesh/selection.js";
import type { NamedNumbers } from "../symbolic/index.js";
import { signalOf } from "../symbolic/signal.js";
import { sampledSignal } from "../systems/loads.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";

export function signalAt(entry: Entry, parameters: NamedNumbers): Signal {
  if (!readsTime(entry)) return constantSignal(steadyAt(entry, parameters));
  return entry.blamed(() => signalOf({ parameters, expression: entry.formula() }));
}

/** A number. On an error it is compiled again as a function of t, so that the message allows for t. */
function steadyAt(entry: Entry, parameters: NamedNumbers): number {
  try {
    return entry.number();
  } catch (error) {
    if (typeof entry.value === "string") entry.blamed(() => signalOf({ parameters, expression: entry.formula() }));
    throw error;
  }
}

const readsTime = (entry: Entry) => typeof entry.value === "string" && /(?<![\w.])t(?!\w)/.test(entry.value);

/** A vector times a function of time. */
export interface VectorSignal {
  readonly vector: Point;
  readonly signal: Signal;
}

/** A list with one number or expression in t for each direction: what is constant together, what changes by direction. */
export function vectorSignals(entry: Entry, dimension: number, parameters: NamedNumbers): VectorSignal[] {
  const items = entry.items();
  if (items.length !== dimension)
    throw entry.error(`found ${items.length} numbers; accepted: ${dimension}, one for each direction`);
  const steady = [0, 0, 0];
  const changing: VectorSignal[] = [];
  items.forEach((item, direction) => {
    if (readsTime(item)) changing.push({ vector: unit(direction), signal: signalAt(item, parameters) });
    else steady[direction] = steadyAt(item, parameters);
  });
  const vector = steady as unknown as Point;
  return vector.some((component) => component !== 0) ? [{ vector, signal: constantSignal(1) }, ...changing] : changing;
}

const unit = (direction: number): Point => [0, 1, 2].map((d) => (d === direction ? 1 : 0)) as unknown as Point;

/** `{ file, scale, direction }`: the acceleration of the ground. */
export function groundMotionAt(entry: Entry, dimension: number, files: Files): VectorSignal {
  const name = entry.at("file");
  const record = readGroundMotion(files.text(name), { file: name.text() });
  const scale = entry.at("scale").number(1);
  return {
    vector: directionAt(entry.at("direction"), dimension),
    signal: entry.blamed(() => sampledSignal(record, scale)),
  };
}

/** `x`, or components. */
function directionAt(entry: Entry, dimension: number): Point {
  if (!entry.isList()) {
    const direction = ["x", "y", "z"].indexOf(entry.text());
    if (direction < dimension) return unit(direction);
    throw entry.error(`found ${entry.text()} in the plane; accepted: x, y`);
  }
  const given = pointAt(entry, dimension);
  const length = Math.sqrt(given.reduce((sum, x) => sum + x * x, 0));
  // Digits of a direction are often cut.
  if (Math.abs(length - 1) > 1e-3) {
    throw entry.error(
      `found a direction of length ${Number(length.toPrecision(4))}; accepted: one of length 1, the size of the motion is \`scale\``,
    );
  }
  return given;
}

/** Coordinates in space; in the plane z is 0 and may be left out. */
export function pointAt(entry: Entry, dimension: number): Point {
  const numbers = entry.numbers();
  const fits = numbers.length === dimension || (dimension < 3 && numbers.length === 3);
  if (!fits) throw entry.error(`found ${numbers.length} numbers; accepted: ${dimension}, one for each direction`);
  const [x, y = 0, z = 0] = numbers;
  return [x, y, z];
}
