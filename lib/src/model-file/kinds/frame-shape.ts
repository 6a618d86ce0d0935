/** The shape of a frame in a model file. */
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
import { building, lattice, meshFile } from "../mesh-shape.js";
import { choice, keys, list, named, numeric, oneOf, optional, text } from "../shape.js";

const DIRECTIONS = ["x", "y", "z", "rx", "ry", "rz"] as const;
const direction = choice("a direction", DIRECTIONS);
const places = names("the name of a node, a member or a group");

const section = keys("a section: { A, I, E, density }", {
  E: number,
  A: number,
  I: optional(number, "Second moment of area; in space for both axes. Members that are hinged at both ends need none"),
  Iy: optional(number, "In space: about the local y axis"),
  Iz: optional(number, "In space: about the local z axis"),
  J: optional(number, "In space: of torsion"),
  density: number,
  G: optional(number, "Shear modulus, for torsion and for shear; E/(2 (1 + nu)) if nu is given"),
  nu: optional(number, "Poisson's ratio, instead of G"),
  shearArea: optional(
    oneOf("an area, or one for local y and one for local z", [number, numbers]),
    "Area that resists shear: makes it Timoshenko's beam; Euler–Bernoulli's without it",
  ),
});

export const frameShape = keys("a frame of straight members", {
  frame: keys("a map with nodes, members, sections, supports, masses, loads, damping, groundMotion", {
    dimension: optional(choice("of space", [2, 3]), "2 by default: x, y, rz at each node; 3: x, y, z, rx, ry, rz"),
    nodes: optional(named("a map of names and positions", numbers), "Where the nodes are"),
    members: optional(
      list(
        "a list of { from, to, section }",
        keys("a member: { from, to, section }", {
          name: optional(text("a name")),
          from: numeric("the name of a node"),
          to: numeric("the name of a node"),
          section: optional(text("the name of a section"), "May be missing if there is one section only"),
          up: optional(
            numbers,
            "In space: the local y axis lies in the plane of the member and this direction; z by default, y for members along z",
          ),
          hinged: optional(
            choice("ends", ["from", "to", "both"]),
            "Ends that are free to turn; both: it carries axial force alone",
          ),
        }),
      ),
    ),
    mesh: optional(
      oneOf("{ building: … }, { lattice: … }, or the name of a mesh file", [building, lattice, ...meshFile]),
      "Instead of nodes and members; a section of the name of a group of elements belongs to them",
    ),
    joints: optional(
      choice("how members are joined", ["rigid", "hinged"]),
      "rigid by default; hinged: a truss, whose members carry axial force alone",
    ),
    sections: named("a map of names and sections", section),
    mass: optional(
      choice("the mass matrix", ["consistent", "lumped"]),
      "consistent by default; lumped: rotations without inertia are eliminated",
    ),
    supports: optional(
      list(
        "a list of { on, fix }, { on, move }, { on, spring } or { on, dashpot }",
        keys("a support: { on, fix }, { on, move }, { on, spring } or { on, dashpot }", {
          on: places,
          fix: optional(oneOf("a list of directions, or all", [choice("all", ["all"]), list("a list", direction)])),
          move: optional(byDirection("a map of directions and expressions in t", DIRECTIONS, expression("t"))),
          spring: optional(byDirection("a map of directions and stiffnesses", DIRECTIONS, number)),
          dashpot: optional(byDirection("a map of directions and viscosities", DIRECTIONS, number)),
        }),
      ),
    ),
    masses: optional(
      list(
        "a list of { on, mass, inertia }",
        keys("a mass: { on, mass, inertia }", {
          on: places,
          mass: number,
          inertia: optional(
            oneOf("about z, or a list about x, y, z", [number, numbers]),
            "Moments of inertia of rotations",
          ),
        }),
      ),
      "Point masses; of several nodes, the mass of all of them together",
    ),
    loads: optional(
      list(
        "a list of { on, force }, { on, moment }, { on, uniform } or { gravity }",
        oneOf("{ on, force }, { on, moment }, { on, uniform } or { gravity }", [
          keys("a load: { on, force, moment }", {
            on: places,
            force: optional(vectorInTime, "On nodes: the force on all of them together"),
            moment: optional(
              oneOf("about z in the plane; in space a list", [expression("t"), vectorInTime]),
              "On nodes",
            ),
            uniform: optional(vectorInTime, "On members: force on each unit of length, in the directions of space"),
          }),
          keys("a load: { gravity }", { gravity: vectorInTime }),
        ]),
      ),
    ),
    damping,
    groundMotion,
  }),
  parameters,
});
