/** The shape of a model file: which keys there are and what kind of value each takes. What a shape cannot say (lengths that
 *  must agree, names that must exist, the values of expressions) is said by the builders. */
import { expression, file, number, numbers, parameters, proportionalDamping, rows } from "./atoms.js";
import { frameShape } from "./frame-shape.js";
import { anything, choice, flag, keys, list, named, oneOf, optional, type Shape, text } from "./shape.js";
import { solidShape } from "./solid-shape.js";

const coordinates = list("a list of names", text("a name"));
const matrix = oneOf("rows of numbers, a list (the diagonal), or { file: name.mtx }", [numbers, rows, file]);
const matrixOrMultiple = oneOf(
  "one number (that multiple of the identity), a list (the diagonal), rows, or { file: name.mtx }",
  [number, numbers, rows, file],
);

const potential = keys("a system in a potential", {
  coordinates,
  parameters,
  mass: matrixOrMultiple,
  potential: expression("the coordinates: the potential energy"),
  damping: optional(matrixOrMultiple, "The matrix C of the force −C v"),
  dissipation: optional(expression("coordinates and velocities (that of x is vx): a Rayleigh potential")),
  force: optional(list("a list, one expression for each coordinate", expression("t, coordinates and velocities"))),
  symmetries: optional(
    oneOf("a list of translation and rotation, or a map of them with dimension", [
      list("a list", choice("a symmetry", ["translation", "rotation"])),
      keys("a map", {
        translation: optional(flag("true or false")),
        rotation: optional(flag("true or false")),
        dimension: optional(number, "Coordinates in a point: 1, 2 or 3"),
      }),
    ]),
    "Symmetries of V, checked at the start; their momenta are monitored",
  ),
  dimension: optional(number, "Coordinates in a point, for symmetries: 1, 2 or 3"),
  friction: optional(
    list(
      "a list of { on, limit }",
      keys("a contact: { on, limit }, against if not on the ground", {
        on: oneOf("a coordinate, or a list of two that span a plane", [text("a coordinate"), coordinates]),
        against: optional(
          oneOf("a coordinate, or a list of two", [text("a coordinate"), coordinates]),
          "What it slides on, if not the ground",
        ),
        limit: expression("t and the coordinates: coefficient times normal force"),
      }),
    ),
    "Coulomb friction: contacts with the greatest force that each can exert",
  ),
  constraints: optional(
    list("a list of expressions", expression("the coordinates, which stays zero")),
    "Expressions of the coordinates that stay zero",
  ),
});

const matrices = keys("a linear system M a + C v + K q = F(t)", {
  matrices: keys("a map with mass, stiffness and damping", {
    mass: matrix,
    stiffness: matrix,
    damping: optional(
      oneOf("a matrix, { rayleigh: [a0, a1] } or { modal: ratio }", [numbers, rows, file, ...proportionalDamping]),
    ),
  }),
  coordinates: optional(coordinates),
  parameters,
  force: optional(
    oneOf("a list of expressions in t, { groundMotion: … } or { table: { file: name } }", [
      list("a list, one expression for each coordinate", expression("t")),
      keys("a motion of the ground", {
        groundMotion: keys("a map with file, scale and influence", {
          file: text("the name of a file: AT2, or a table of times and values"),
          scale: optional(number, "From the units of the record to those of the model; 1 by default"),
          influence: optional(numbers, "How far each coordinate is carried along by the ground; 1 for all by default"),
        }),
      }),
      keys("a table of times and one column for each coordinate", { table: file }),
    ]),
  ),
});

const particles = keys("particles that act on one another", {
  particles: keys("a map with dimension, masses, pair, bonds, box and coordinates", {
    dimension: number,
    masses: oneOf("one mass for all particles, or a list with one for each", [number, numbers]),
    pair: optional(
      oneOf("{ lennardJones: … } or { gravity: … }", [
        keys("a pair law", {
          lennardJones: keys("a map with epsilon, sigma, cutoff and shift", {
            epsilon: optional(number, "Depth of the minimum; 1 by default"),
            sigma: optional(number, "Distance of zero energy; 1 by default"),
            cutoff: optional(number, "No interaction beyond this distance; none by default"),
            shift: optional(flag("true or false"), "Shift the energy to vanish at the cutoff; false by default"),
          }),
        }),
        keys("a pair law", { gravity: keys("a map with G", { G: optional(number, "1 by default") }) }),
      ]),
    ),
    bonds: optional(
      list(
        "a list of { between: [i, j], stiffness, length }",
        keys("a spring: { between: [i, j], stiffness, length }", {
          between: list("the numbers of two particles, counted from 0", number),
          stiffness: number,
          length: optional(number, "At rest; 0 by default"),
        }),
      ),
    ),
    box: optional(oneOf("the sides of a periodic box, or one for all directions", [numbers, number])),
    coordinates: optional(
      choice("what moves", ["cartesian", "jacobi"]),
      "cartesian by default; jacobi: each particle relative to the centre of mass of those before it, which leaves out the centre of all " +
        "and so keeps the linear momentum exactly. Results show the particles",
    ),
  }),
  parameters,
});

/** A builtin model; `with` is narrower when the model is known. */
export const builtin = (
  model: Shape = text("the name of a model, as noether models lists them"),
  given: Shape = named(
    "a map of parameters and values",
    oneOf("a number, an expression, a word, true or false", [number, flag("true or false")]),
  ),
): Shape => keys("a builtin model", { model, with: optional(given), parameters });

/** The kinds of system, by the key that only they have. */
export const KINDS = {
  potential,
  matrices,
  particles,
  solid: solidShape,
  frame: frameShape,
  model: builtin(),
} as const;

export type SystemKind = keyof typeof KINDS;

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
