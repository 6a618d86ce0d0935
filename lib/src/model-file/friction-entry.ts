/** `friction: [ { on: x, limit: mu*m*g } ]`: contacts that slide along one coordinate or in a plane of two, on the ground or against
 *  other coordinates. */
import { unknownWord } from "../core/spelling.js";
import type { Contact, Friction } from "../core/system.js";
import { type ParameterNumbers, scalarOf } from "../symbolic/index.js";
import type { Entry } from "./entry.js";

export function frictionAt(entry: Entry, labels: readonly string[], parameters: ParameterNumbers): Friction {
  return { contacts: entry.items().map((item) => contactAt(item, labels, parameters)) };
}

function contactAt(item: Entry, labels: readonly string[], parameters: ParameterNumbers): Contact {
  const on = coordinatesOf(item.at("on"), labels);
  const against = item.has("against") ? coordinatesOf(item.at("against"), labels) : null;
  if (against !== null && against.length !== on.length) {
    throw item.at("against").error(`found ${against.length} coordinates; accepted: ${on.length}, as many as in on`);
  }
  const limit = item.at("limit");
  const value = limit.blamed(() => scalarOf({ coordinates: labels, parameters, expression: limit.formula() }));
  const still = new Float64Array(labels.length);
  return {
    slip: on.map((i, k) => {
      const row = new Float64Array(labels.length);
      row[i] = 1;
      if (against !== null) row[against[k]] -= 1;
      return row;
    }),
    limit: (t, q) => value(t, q, still),
  };
}

/** One name, or two for a plane. */
function coordinatesOf(entry: Entry, labels: readonly string[]): number[] {
  const names = entry.isList() ? entry.items() : [entry];
  if (names.length < 1 || names.length > 2) {
    throw entry.error(`found ${names.length} names; accepted: one coordinate, or two that span a plane`);
  }
  return names.map((name) => {
    const index = labels.indexOf(name.text());
    if (index < 0) throw name.error(unknownWord(name.text(), "coordinate", labels));
    return index;
  });
}
