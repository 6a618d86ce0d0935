/** The shape of a solid in a model file. */
import {
  byDirection,
  damping,
  expression,
  groundMotion,
  names,
  number,
  numbers,
  parameters,
  vectorInTime,
} from "../atoms.js";
import { box, cylinder, meshFile } from "../mesh-shape.js";
import { choice, flag, keys, list, named, oneOf, optional } from "../shape.js";

const DIRECTIONS = ["x", "y", "z"] as const;
const direction = choice("a direction", DIRECTIONS);
const plane = keys("a plane", { point: numbers, normal: numbers });

const place = oneOf("a mesh group, a list of groups, { plane: { point, normal } }, { nodes: […] } or { near: point }", [
  names("a mesh group"),
  keys("the nodes on a plane", { plane }),
  keys("nodes by their numbers", { nodes: numbers }),
  keys("the node nearest to a point", { near: numbers }),
]);

const material = keys(
  "{ model, E, nu, density } or { model, lambda, mu, density }; mooney-rivlin: { model, C10, C01, D1, density }",
  {
    model: choice("a material", ["linear-elastic", "st-venant-kirchhoff", "neo-hookean", "mooney-rivlin"]),
    E: optional(number, "Young's modulus"),
    nu: optional(number, "Poisson's ratio"),
    lambda: optional(number, "Lamé's constants, instead of E and nu"),
    mu: optional(number),
    C10: optional(number, "Of mooney-rivlin, with D1 = 2 over the bulk modulus"),
    C01: optional(number, "0 by default"),
    D1: optional(number),
    density: number,
  },
);

export const solidShape = keys("a solid of finite elements", {
  solid: keys("a map with mesh, material, materials, mass, supports, loads, contact, damping", {
    mesh: oneOf("the name of a mesh file, { box: … } or { cylinder: … }", [box, cylinder, ...meshFile]),
    material: optional(material, "Of all elements that materials does not name"),
    materials: optional(named("a map of mesh groups and materials", material)),
    mass: optional(choice("the mass matrix", ["consistent", "lumped"]), "consistent by default"),
    plane: optional(choice("what vanishes across a mesh in the plane", ["stress", "strain"]), "stress by default"),
    thickness: optional(number, "Of a mesh in the plane; 1 by default"),
    area: optional(number, "The cross section of a mesh of bars"),
    supports: optional(
      list(
        "a list of { on, fix } or { on, move }",
        keys("a support: { on, fix } or { on, move }", {
          on: place,
          fix: optional(oneOf("a list of directions, or all", [choice("all", ["all"]), list("a list", direction)])),
          move: optional(byDirection("a map of directions and expressions in t", DIRECTIONS, expression("t"))),
        }),
      ),
    ),
    masses: optional(
      list("a list of { on, mass }", keys("a mass: { on, mass }", { on: place, mass: number })),
      "Point masses; of several nodes, the mass of all of them together",
    ),
    springs: optional(
      list(
        "a list of { on, to, stiffness }",
        keys("a spring: { on, to, stiffness }", {
          on: place,
          to: optional(place, "The other end; the ground by default"),
          stiffness: byDirection("a map of directions and stiffnesses", DIRECTIONS, number),
        }),
      ),
      "One at every node of the place, each with this stiffness",
    ),
    dashpots: optional(
      list(
        "a list of { on, to, viscosity }",
        keys("a dashpot: { on, to, viscosity }", {
          on: place,
          to: optional(place, "The other end; the ground by default"),
          viscosity: byDirection("a map of directions and viscosities", DIRECTIONS, number),
        }),
      ),
      "One at every node of the place, each with this viscosity",
    ),
    loads: optional(
      list(
        "a list of { on, force }, { on, traction }, { on, pressure } or { gravity }",
        oneOf("{ on, force }, { on, traction }, { on, pressure } or { gravity }", [
          keys("a load: { on, force }", {
            on: place,
            force: optional(
              vectorInTime,
              "The whole force; over a surface it is spread evenly, over nodes shared equally",
            ),
            traction: optional(vectorInTime, "On a surface: force on each unit of area"),
            pressure: optional(expression("t"), "On a surface: against its outer normal"),
            follow: optional(flag("true or false"), "Does the pressure turn with the surface? false by default"),
          }),
          keys("a load: { gravity }", { gravity: vectorInTime }),
        ]),
      ),
    ),
    contact: optional(
      list(
        "a list of { plane: { point, normal }, penalty, friction }",
        keys("{ plane: { point, normal }, penalty, friction }", {
          plane,
          penalty: number,
          friction: optional(number, "Coefficient of Coulomb's friction; 0 by default"),
          creep: optional(number, "Slip velocity over which friction is smoothed, so that every method can take it"),
        }),
      ),
      "Rigid planes; the normal points to where the solid may be, and a node behind it is pushed back by gap/penalty: a small penalty is a stiff plane",
    ),
    damping,
    groundMotion,
  }),
  parameters,
});
