/** Systems of kind `potential`: expressions for the potential, the dissipation and the forces. */
import type { Matrix } from "../../core/matrix.js";
import type { Notice } from "../../core/notice.js";
import type { Force, Invariant, Mass, Problem, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { massless, matrixMass } from "../../linalg/mass.js";
import {
  constraintsOf,
  dissipationOf,
  fixedValues,
  forceOf,
  type ParameterNumbers,
  potentialOf,
} from "../../symbolic/index.js";
import { viscousForce } from "../../systems/linear.js";
import { condensedPotential, type MasslessPotentialParts } from "../../systems/massless-potential.js";
import { angularMomenta, linearMomenta } from "../../systems/momentum.js";
import { type PotentialParts, potentialSystem } from "../../systems/potential.js";
import { sumOfForces } from "../../systems/sum-of-forces.js";
import { checkSymmetries, type SymmetryName, symmetryDefect } from "../../systems/symmetry.js";
import { coordinates, expression, matrixOrMultiple, number, parameters } from "../atoms.js";
import type { Entry } from "../entry.js";
import type { Files } from "../files.js";
import { frictionAt } from "../friction-entry.js";
import { groundForceAt, groundMotionForce } from "../ground-motion-entry.js";
import { matrixAt } from "../matrix-entry.js";
import { choice, flag, keys, list, oneOf, optional, text } from "../shape.js";
import { replacedStart, stateAt } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import { type BuiltSystem, coordinatesAt, type SystemParts, wholeAt } from "../system-parts.js";

const shape = keys("a system in a potential", {
  coordinates,
  parameters,
  mass: matrixOrMultiple,
  potential: expression("the coordinates: the potential energy"),
  damping: optional(matrixOrMultiple, "The matrix C of the force −C v"),
  dissipation: optional(expression("coordinates and velocities (that of x is vx): a Rayleigh potential")),
  force: optional(
    oneOf("a list of expressions in t, coordinates and velocities, or { groundMotion: … }", [
      list("a list, one expression for each coordinate", expression("t, coordinates and velocities")),
      groundMotionForce,
    ]),
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

export const potentialKind = {
  id: "potential",
  shape: shape,
  files: [["mass"], ["damping"], ["force", "groundMotion"]],
  needsStart: true,
  follows: true,
  build,
} as const satisfies SystemKind;

function build({ system, start, parameters: given, files, threads, t0 }: SystemParts<ParameterNumbers>): BuiltSystem {
  const labels = coordinatesAt(system.at("coordinates"), given);
  const matrix = matrixAt(system.at("mass"), files, labels.length);
  const condenses = massless(matrix).length > 0;
  // Condensing looks at forces and keeps what it found.
  const parameters = condenses ? fixedValues(given, "is built into a condensed system") : given;
  const formula = system.at("potential");
  const parts = {
    labels,
    ...formula.blamed(() => potentialOf({ coordinates: labels, parameters, potential: formula.formula() })),
    load: system.has("force") ? loadAt(system, matrix, labels, parameters, files) : null,
    damping: dampingAt(system, labels, parameters, (entry) => matrixAt(entry, files, labels.length)),
    ...demandsAt(system, labels, parameters),
  };
  if (start.value === "equilibrium") {
    throw start.error("an equilibrium is computed for matrices, solids and frames; accepted here: { q: […], v: […] }");
  }
  const q0 = stateAt(start, "q", labels, files);
  const v0 = stateAt(start, "v", labels, files);
  if (condenses) {
    const problem = condensed(system, parts, matrix, { q0, v0, t0 });
    return { problem, cites: [], notices: replacedStart(problem, start, files) };
  }
  const mass = system.at("mass").blamed(() => matrixMass(matrix));
  const declared = symmetriesAt(system, labels.length);
  const moving = potentialSystem({ ...parts, mass, conserved: momentaOf(system, mass, declared) });
  const notices = declared === null ? [] : truthOf(system.at("symmetries"), moving, q0, v0, declared);
  return { problem: { system: { ...moving, threads }, t0, q0, v0 }, cites: [], notices };
}

/** Coordinates without mass follow the others; what is integrated are those with mass. */
function condensed(
  system: Entry,
  parts: Omit<MasslessPotentialParts, "mass">,
  mass: Matrix,
  { q0, v0, t0 }: Pick<Problem, "q0" | "v0" | "t0">,
): Problem {
  if (system.has("symmetries")) {
    throw system.at("symmetries").error("momenta are monitored only where every coordinate has mass");
  }
  for (const key of ["friction", "constraints"]) {
    if (system.has(key)) throw system.at(key).error(`is possible only where every coordinate has mass`);
  }
  const { system: reduced, view, retained } = system.blamed(() => condensedPotential({ ...parts, mass }, q0, t0));
  const pick = (all: Float64Array) => Float64Array.from(retained, (i) => all[i]);
  return { system: reduced, t0, q0: pick(q0), v0: pick(v0), view };
}

/** What only some methods can handle: friction and constraints. */
function demandsAt(
  system: Entry,
  coordinates: readonly string[],
  parameters: ParameterNumbers,
): Pick<PotentialParts, "friction" | "constraints"> {
  const constraints = system.items("constraints");
  return {
    ...(system.has("friction") ? { friction: frictionAt(system.at("friction"), coordinates, parameters) } : {}),
    ...(constraints.length > 0
      ? {
          constraints: system
            .at("constraints")
            .blamed(() =>
              constraintsOf({ coordinates, parameters, expressions: constraints.map((item) => item.formula()) }),
            ),
        }
      : {}),
  };
}

function loadAt(
  system: Entry,
  matrix: Matrix,
  labels: readonly string[],
  parameters: ParameterNumbers,
  files: Files,
): Force {
  const entry = system.at("force");
  if (!entry.has("groundMotion")) return forceAt(entry, labels, parameters);
  if (massless(matrix).length > 0)
    throw entry.at("groundMotion").error("is possible only where every coordinate has mass");
  return groundForceAt(
    entry.at("groundMotion"),
    system.at("mass").blamed(() => matrixMass(matrix)),
    files,
  );
}

function forceAt(entry: Entry, coordinates: readonly string[], parameters: ParameterNumbers): Force {
  const items = entry.items();
  if (items.length !== coordinates.length) {
    throw entry.error(`found ${items.length} expressions; accepted: ${coordinates.length}, one for each coordinate`);
  }
  return entry.blamed(() => forceOf({ coordinates, parameters, expressions: items.map((item) => item.formula()) }));
}

function dampingAt(
  system: Entry,
  coordinates: readonly string[],
  parameters: ParameterNumbers,
  matrixOf: (entry: Entry) => Matrix,
): Force | null {
  const forces: Force[] = [];
  if (system.has("damping")) {
    const viscosity = matrixOf(system.at("damping"));
    if (viscosity.values.some((value) => value !== 0)) forces.push(viscousForce(viscosity));
  }
  if (system.has("dissipation")) {
    const entry = system.at("dissipation");
    forces.push(entry.blamed(() => dissipationOf({ coordinates, parameters, dissipation: entry.formula() })));
  }
  return sumOfForces(forces);
}

interface DeclaredSymmetries {
  readonly names: readonly SymmetryName[];
  readonly dimension: number;
}

/** `symmetries: [rotation]`, or a map with the dimension of the points that the coordinates make. */
function symmetriesAt(system: Entry, dof: number): DeclaredSymmetries | null {
  if (!system.has("symmetries")) return null;
  const entry = system.at("symmetries");
  const names = entry.isList()
    ? entry.items().map((item) => item.text())
    : entry.entries().flatMap(([name, flag]) => (flag.value === true ? [name] : []));
  const given = entry.has("dimension") ? entry.at("dimension") : system.at("dimension");
  if (given.value === undefined && dof > 3) {
    throw entry.error(
      `${dof} coordinates make points of which dimension? Give dimension: 1, 2 or 3, as in { translation: true, dimension: 1 }`,
    );
  }
  const dimension = given.value === undefined ? dof : wholeAt(given, 1, 3);
  return { names: names as SymmetryName[], dimension };
}

function momentaOf(system: Entry, mass: Mass, declared: DeclaredSymmetries | null): Invariant[] {
  if (declared === null) return [];
  const { names, dimension } = declared;
  return system
    .at("symmetries")
    .blamed(() => [
      ...(names.includes("translation") ? linearMomenta(mass, dimension) : []),
      ...(names.includes("rotation") ? angularMomenta(mass, dimension) : []),
    ]);
}

/** A declaration that is false is refused where it stands. */
function truthOf(entry: Entry, system: System, q0: Vec, v0: Vec, { names, dimension }: DeclaredSymmetries): Notice[] {
  const defect = symmetryDefect(system, q0, names, dimension, v0);
  if (defect === null) return checkSymmetries(system, q0, names, dimension, v0);
  const place = entry.isList() ? entry.items().find((item) => item.value === defect.name) : entry.at(defect.name);
  const other = [1, 2, 3].find((each) => isTrueOf(each, defect.name, system, q0, v0));
  const hint =
    other === undefined
      ? ""
      : `. That is for points of dimension ${dimension}; V has it where every ${other === 1 ? "coordinate is a point" : `${other} coordinates make one`}: ` +
        `write symmetries: { ${names.map((name) => `${name}: true`).join(", ")}, dimension: ${other} }`;
  throw (place ?? entry).error(defect.reason + hint);
}

const isTrueOf = (dimension: number, name: SymmetryName, system: System, q0: Vec, v0: Vec): boolean =>
  system.dof % dimension === 0 &&
  !(name === "rotation" && dimension === 1) &&
  symmetryDefect(system, q0, [name], dimension, v0) === null;
