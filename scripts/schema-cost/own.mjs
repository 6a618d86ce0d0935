/** The potential kind of a model file in the library's own shapes: the same sentences as those of `lib/src/model-file/kinds/potential.ts`, which cannot be loaded
 *  without what builds systems. */
import { coordinates, expression, matrixOrMultiple, number, parameters } from "../../lib/dist/model-file/atoms.js";
import { modelShape } from "../../lib/dist/model-file/schema.js";
import { choice, flag, keys, list, oneOf, optional, text } from "../../lib/dist/model-file/shape.js";
import { pathText } from "../../lib/dist/model-file/tree.js";
import { treeFrom } from "../../lib/dist/model-file/tree-of-data.js";

const name = oneOf("a coordinate, or a list of two", [text("a coordinate"), coordinates]);

const potential = keys("a system in a potential", {
  coordinates,
  parameters,
  mass: matrixOrMultiple,
  potential: expression("the coordinates: the potential energy"),
  damping: optional(matrixOrMultiple, "The matrix C of the force −C v"),
  dissipation: optional(expression("coordinates and velocities (that of x is vx): a Rayleigh potential")),
  force: optional(
    list("a list, one expression for each coordinate", expression("t, coordinates and velocities")),
    "Forces",
  ),
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
        on: name,
        against: optional(name, "What it slides on, if not the ground"),
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

const model = modelShape(potential);

/** What a check starts from: the file as it was read, with its places. */
export const prepared = (data) => treeFrom(data, undefined);

/** Null, or what is wrong. */
export function check(tree) {
  const complaint = model.check(tree, []);
  return complaint === null ? null : `${pathText(complaint.path)}: ${complaint.reason}`;
}

export const jsonSchema = () => model.schema;
