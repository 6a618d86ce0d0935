/** The shape of a model file: which keys there are and what kind of value each takes; that of `system` depends on its kind
 *  (system-kinds.ts). What a shape cannot say (lengths that must agree, names that must exist, the values of expressions) is said by the
 *  builders. */
import { expression, file, number, numbers, rows } from "./atoms.js";
import { anything, choice, keys, list, named, oneOf, optional, type Shape, text } from "./shape.js";

const state = oneOf(
  "a list of numbers, rows (one for each particle), { file: name }, or a map of coordinates and numbers; of a solid also one expression of X, Y, Z for each direction",
  [numbers, rows, file, named("a map of coordinates and numbers; the others are 0", number)],
);

/** The whole file. What the system and the method are in particular is looked at elsewhere; editors want to know all of it. */
export function modelShape(
  system: Shape = named("a map that describes one kind of system", anything("anything")),
  method: Shape = oneOf("the name of a method, or a map with name and its parameters", [
    text("the name of a method"),
    anything("a map"),
  ]),
): Shape {
  return keys("a model: a map with noether: 1, system, start, method, time", {
    noether: choice("the version of this format", [1]),
    name: optional(text("a title")),
    description: optional(text("a text")),
    units: optional(
      named("a map, as in { length: m, time: s }", text("a unit")),
      "Names of units, for axes and reports",
    ),
    system,
    start: optional(
      oneOf("{ q: […], v: […] }, or the word equilibrium", [
        choice("at rest under the loads", ["equilibrium"]),
        keys("a map with q and v", { q: optional(state, "Positions"), v: optional(state, "Velocities") }),
      ]),
    ),
    method: optional(method),
    time: optional(
      keys("{ end, step } or { steps, step }", {
        start: optional(number, "0 by default"),
        end: optional(number),
        step: optional(number, "For methods with their own steps: the recording interval"),
        steps: optional(number, "Instead of end"),
      }),
    ),
    record: optional(
      keys("a map with every, quantities and probes", {
        every: optional(number, "Every so many steps; 1 by default"),
        quantities: optional(list("a list", choice("a quantity", ["q", "v", "energy", "ledger", "invariants"]))),
        probes: optional(
          named("a map of names and expressions", expression("t, coordinates and velocities")),
          "Further numbers of every frame",
        ),
      }),
      "What is kept in the result",
    ),
    stop: optional(expression("t, coordinates and velocities"), "The run ends when this becomes true"),
  });
}
