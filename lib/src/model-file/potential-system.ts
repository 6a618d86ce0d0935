/** Systems of kind `potential`: expressions for the potential, the dissipation and the forces. */
import type { Matrix } from "../core/matrix.js";
import type { Force, Invariant, Mass, Problem } from "../core/system.js";
import { massless, matrixMass } from "../linalg/mass.js";
import { viscousForce } from "../models/linear.js";
import { condensedPotential, type MasslessPotentialParts } from "../models/massless-potential.js";
import { angularMomenta, linearMomenta } from "../models/momentum.js";
import { type PotentialParts, potentialSystem } from "../models/potential.js";
import { sumOfForces } from "../models/sum-of-forces.js";
import { constraintsOf, dissipationOf, fixed, forceOf, type ParameterNumbers, potentialOf } from "../symbolic/index.js";
import type { Entry } from "./entry.js";
import { frictionAt } from "./friction-entry.js";
import { matrixAt } from "./matrix-entry.js";
import { stateAt } from "./start.js";
import { type BuiltSystem, coordinatesAt, type SystemParts, wholeAt } from "./system-parts.js";

export function potentialKind({
  system,
  start,
  parameters: given,
  files,
  t0,
}: SystemParts<ParameterNumbers>): BuiltSystem {
  const labels = coordinatesAt(system.at("coordinates"), given);
  const matrix = matrixAt(system.at("mass"), files, labels.length);
  const condenses = massless(matrix).length > 0;
  // Condensing looks at forces and keeps what it found.
  const parameters = condenses ? fixed(given, "is built into a condensed system") : given;
  const formula = system.at("potential");
  const parts = {
    labels,
    ...formula.blamed(() => potentialOf({ coordinates: labels, parameters, potential: formula.formula() })),
    load: system.has("force") ? forceAt(system.at("force"), labels, parameters) : null,
    damping: dampingAt(system, labels, parameters, (entry) => matrixAt(entry, files, labels.length)),
    ...demandsAt(system, labels, parameters),
  };
  if (start.value === "equilibrium") {
    throw start.error("an equilibrium is computed for matrices, solids and frames; accepted here: { q: […], v: […] }");
  }
  const q0 = stateAt(start, "q", labels, files);
  const v0 = stateAt(start, "v", labels, files);
  if (condenses) return { problem: condensed(system, parts, matrix, { q0, v0, t0 }), cites: [] };
  const mass = system.at("mass").blamed(() => matrixMass(matrix));
  const conserved = momentaAt(system, mass);
  return { problem: { system: potentialSystem({ ...parts, mass, conserved }), t0, q0, v0 }, cites: [] };
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
  const held = system.at("constraints").items();
  return {
    ...(system.has("friction") ? { friction: frictionAt(system.at("friction"), coordinates, parameters) } : {}),
    ...(held.length > 0
      ? {
          constraints: system
            .at("constraints")
            .blamed(() => constraintsOf({ coordinates, parameters, expressions: held.map((item) => item.formula()) })),
        }
      : {}),
  };
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

/** `symmetries: [rotation]`, or a map with the dimension of the points that the coordinates make. */
function momentaAt(system: Entry, mass: Mass): Invariant[] {
  if (!system.has("symmetries")) return [];
  const entry = system.at("symmetries");
  const names = entry.isList()
    ? entry.items().map((item) => item.text())
    : entry.entries().flatMap(([name, flag]) => (flag.value === true ? [name] : []));
  const given = entry.has("dimension") ? entry.at("dimension") : system.at("dimension");
  const dof = mass.matrix.pattern.size;
  if (given.value === undefined && dof > 3) {
    throw entry.error(`${dof} coordinates make points of which dimension? Give dimension: 1, 2 or 3`);
  }
  const dimension = given.value === undefined ? dof : wholeAt(given, 1, 3);
  return entry.blamed(() => [
    ...(names.includes("translation") ? linearMomenta(mass, dimension) : []),
    ...(names.includes("rotation") ? angularMomenta(mass, dimension) : []),
  ]);
}
