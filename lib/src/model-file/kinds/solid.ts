/** Systems of kind `solid`. */
import { hypot } from "../../core/elementary.js";
import { noticesOf } from "../../core/notice.js";
import { significant } from "../../core/significant.js";
import type { Problem } from "../../core/system.js";
import { maxOf, type Vec } from "../../core/vec.js";
import { directionsOf } from "../../fe/assembly/listed-elements.js";
import { largestExtent } from "../../fe/boundary/contact.js";
import { groundAcceleration } from "../../fe/boundary/loads.js";
import { solidBody } from "../../fe/fields/solid-body.js";
import { solidScene } from "../../fe/fields/solid-scene.js";
import { type Solid, solid } from "../../fe/solid.js";
import type { Attachment, PlaneState, RigidPlane, SolidInput, Support } from "../../fe/solid-description.js";
import { dimensionOf, type Mesh, nodeCount } from "../../mesh/mesh.js";
import { compile, type NamedNumbers } from "../../symbolic/index.js";
import { proportionalDampingAt } from "../damping-entry.js";
import type { Entry } from "../entry.js";
import { equilibriumAt } from "../equilibrium.js";
import type { Files } from "../files.js";
import { CONSISTENT_MASS, refuseJumpingPaths } from "../jumping-paths.js";
import { regionsAt } from "../material-entry.js";
import { meshAt } from "../mesh-entry.js";
import { type MeshPlaces, meshPlaces } from "../mesh-places.js";
import { groundMotionAt, pointAt, signalAt } from "../signal-entry.js";
import { stateAt } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import type { BuiltSystem, SystemParts } from "../system-parts.js";
import { type LoadContext, loadAt } from "./solid-loads.js";
import { solidShape } from "./solid-shape.js";

const DIRECTIONS = ["x", "y", "z"];

export const solidKind = {
  id: "solid",
  shape: solidShape,
  files: [
    ["solid", "mesh"],
    ["solid", "groundMotion"],
  ],
  build,
} as const satisfies SystemKind;

function build({ system, start, parameters, files, threads, t0, end }: SystemParts): BuiltSystem {
  const given = system.at("solid");
  const { mesh, notices } = meshAt(given.at("mesh"), files);
  const built = given.blamed(() => solid({ ...partsAt(given, mesh, parameters, files), threads }));
  const isNonlinear = built.system.kind !== "linear";
  refuseJumpingPaths(given.items("supports"), parameters, [t0, end], {
    inertia: isNonlinear ? LARGE_STRAIN : built.parts.mass === "consistent" ? CONSISTENT_MASS : null,
    damping: built.parts.damping !== null,
  });
  // Nodes at rest: where supports begin with a velocity, at large strain the coordinates do not.
  const v0 = () =>
    start.has("v") && start.value !== "equilibrium"
      ? stateOf(built, start, "v", t0, parameters, files)
      : built.rates(t0, new Float64Array(mesh.points.length));
  const problem: Problem = {
    system: built.system,
    t0,
    ...(start.value === "equilibrium"
      ? { q0: equilibriumAt(start, built.system, t0), v0: v0() }
      : { q0: stateOf(built, start, "q", t0, parameters, files), v0: v0() }),
    ...(built.view === null ? {} : { view: built.view }),
  };
  const ofDamping = noticesOf("stiffness-at-rest", isNonlinear ? dampingNotice(built) : []);
  const ofNames = noticesOf("shared-name", sharedNames(given, mesh));
  const ofContact = noticesOf("soft-contact", softPlanes(built));
  const body = solidBody(built);
  return {
    problem,
    cites: [],
    body,
    groundInertia: built.groundInertia,
    scene: () => solidScene(built, body),
    notices: [...notices, ...ofNames, ...ofContact, ...ofDamping],
  };
}

/** There the motion of a support reaches into the whole solid. */
const LARGE_STRAIN = {
  because: "at large strain all that moves with the support feels it",
  instead: "a linear-elastic material with mass: lumped",
};

/** Names in the model that several groups of the mesh have: a surface and a volume, say. */
function sharedNames(given: Entry, mesh: Mesh): string[] {
  const places = [...given.items("supports"), ...given.items("loads")].filter((each) => each.has("on"));
  const named = places.flatMap((each) => {
    const on = each.at("on");
    return on.isMap() ? [] : on.isList() ? on.items() : [on];
  });
  const names = new Set([...named.map((each) => each.text()), ...given.entries("materials").map(([name]) => name)]);
  return [...names].flatMap((name) => {
    const count = mesh.groups.filter((group) => group.name === name).length;
    return count < 2 ? [] : [`the mesh has ${count} groups of the name "${name}", and all of them are taken`];
  });
}

function dampingNotice({ parts: { damping } }: Solid): string[] {
  if (damping?.kind !== "rayleigh" || damping.stiffness === 0) return [];
  return [
    "Rayleigh's damping takes the stiffness at rest, also at large strain: it does not change with the stiffness, and resists rotations of the body as a whole",
  ];
}

/** Planes that would hardly slow the body down: softer, with all nodes behind them, than 10⁻⁵ of it, as where a stiffness was given. */
function softPlanes({ parts: { mesh, regions, contacts, plane } }: Solid): string[] {
  if (contacts.length === 0) return [];
  const size = largestExtent(mesh.points);
  const reach = (area?: number) => (area === undefined ? (plane?.thickness ?? size) : area / size);
  const stiffness = maxOf(regions.map(({ material, area }) => material.mu * reach(area)));
  return contacts.flatMap(({ penalty }, i) => {
    const softer = (stiffness * penalty) / nodeCount(mesh);
    return softer < 1e5
      ? []
      : [
          `contact[${i}] hardly holds the body: a node behind it is pushed back by gap/penalty, and with the penalty ${penalty} the plane is ${significant(softer, 1)} times ` +
            "softer than the body; a small penalty is a stiff plane",
        ];
  });
}

function partsAt(given: Entry, mesh: Mesh, parameters: NamedNumbers, files: Files): SolidInput {
  const dimension = directionsOf(mesh);
  const places = meshPlaces(mesh, dimension);
  const plane = planeAt(given, mesh);
  const context: LoadContext = { mesh, places, dimension, parameters, thickness: plane?.thickness ?? 1 };
  const acting = given.items("loads").map((entry) => entry.blamed(() => loadAt(entry, context)));
  const ground = given.has("groundMotion") ? [groundMotionAt(given.at("groundMotion"), dimension, files)] : [];
  return {
    mesh,
    regions: regionsAt(given, mesh),
    ...(given.has("mass") && { mass: given.at("mass").text() as "consistent" | "lumped" }),
    plane,
    attachments: attachmentsAt(given, places, dimension),
    supports: given.items("supports").flatMap((entry) => supportAt(entry, places, dimension, parameters)),
    loads: [
      ...acting.flatMap(({ loads }) => loads),
      ...ground.map(({ vector, signal }) => groundAcceleration(vector, signal)),
    ],
    pressures: acting.flatMap(({ pressures }) => pressures),
    contacts: given.items("contact").map((entry) => contactAt(entry, mesh, dimension)),
    damping: given.has("damping") ? proportionalDampingAt(given.at("damping")) : null,
  };
}

function planeAt(given: Entry, mesh: Mesh): PlaneState | null {
  if (dimensionOf(mesh) !== 2) {
    for (const key of ["plane", "thickness"])
      if (given.has(key)) throw given.at(key).error("the mesh is not in the plane; leave it out");
    return null;
  }
  const thickness = given.at("thickness").positive(1);
  return { vanishing: given.at("plane").value === "strain" ? "strain" : "stress", thickness };
}

function directionAt(name: string, dimension: number, entry: Entry): 0 | 1 | 2 {
  const direction = DIRECTIONS.indexOf(name);
  if (direction < dimension) return direction as 0 | 1 | 2;
  throw entry.error(`found ${name}; accepted here: ${DIRECTIONS.slice(0, dimension).join(", ")}`);
}

function supportAt(entry: Entry, places: MeshPlaces, dimension: number, parameters: NamedNumbers): Support[] {
  if (!entry.has("fix") && !entry.has("move")) throw entry.error("it does nothing; give fix or move");
  const nodes = places.nodesAt(entry.at("on"));
  const fix = entry.at("fix");
  const fixed =
    fix.value === "all"
      ? DIRECTIONS.slice(0, dimension).map((_, d) => d as 0 | 1 | 2)
      : fix.items().map((item) => directionAt(item.text(), dimension, item));
  return [
    ...fixed.map((direction) => ({ nodes, direction, motion: null })),
    ...entry.entries("move").map(([name, value]) => ({
      nodes,
      direction: directionAt(name, dimension, value),
      motion: signalAt(value, parameters),
    })),
  ];
}

function contactAt(entry: Entry, mesh: Mesh, dimension: number): RigidPlane {
  const plane = entry.at("plane");
  const normal = pointAt(plane.at("normal"), dimension);
  const length = hypot(...normal);
  if (!(length > 0)) throw plane.at("normal").error("the normal has no length; accepted: a direction");
  const point = pointAt(plane.at("point"), dimension);
  const { points } = mesh;
  const isBehind = (_: number, i: number) =>
    i % 3 !== 0 || [0, 1, 2].reduce((sum, d) => sum + normal[d] * (points[i + d] - point[d]), 0) < 0;
  if (points.every(isBehind))
    throw plane.error("the whole body is behind it; its normal points to the body: turn it round");
  return {
    point,
    normal: [normal[0] / length, normal[1] / length, normal[2] / length],
    penalty: entry.at("penalty").positive(),
    friction: entry.at("friction").notNegative(0),
    ...(entry.has("creep") ? { creep: entry.at("creep").number() } : {}),
  };
}

function attachmentsAt(given: Entry, places: MeshPlaces, dimension: number): Attachment[] {
  const masses = given.items("masses").flatMap((entry): Attachment[] => {
    const nodes = places.nodesAt(entry.at("on"));
    const mass = entry.at("mass").notNegative();
    return Array.from(nodes, (node) => ({ kind: "mass", node, mass: mass / nodes.length }));
  });
  const joints = (["spring", "dashpot"] as const).flatMap((kind) =>
    given.items(`${kind}s`).flatMap((entry) => jointsAt(entry, kind, places, dimension)),
  );
  return [...masses, ...joints];
}

function jointsAt(entry: Entry, kind: "spring" | "dashpot", places: MeshPlaces, dimension: number): Attachment[] {
  const from = places.nodesAt(entry.at("on"));
  const to = entry.has("to") ? places.nodesAt(entry.at("to")) : null;
  if (to !== null && to.length !== from.length)
    throw entry.at("to").error(`found ${to.length} nodes for ${from.length} at the other end; give as many`);
  return entry.entries(kind === "spring" ? "stiffness" : "viscosity").flatMap(([name, value]) => {
    const direction = directionAt(name, dimension, value);
    const constant = value.notNegative();
    return Array.from(from, (node, i) => ({ kind, nodes: [node, to?.[i] ?? null] as const, direction, constant }));
  });
}

/** Numbers for all coordinates, or one expression of X, Y, Z for each direction. */
function stateOf(
  { system, parts, dofs, coordinates, rates }: Solid,
  start: Entry,
  which: "q" | "v",
  t0: number,
  parameters: NamedNumbers,
  files: Files,
): Vec {
  const entry = start.at(which);
  const { directions } = dofs;
  const byPlace = entry.isList() && entry.items().length === directions && system.dof !== directions;
  if (!byPlace || entry.items().some((item) => item.isList())) return stateAt(start, which, system.labels, files);
  const evaluate = entry.blamed(() =>
    compile({ inputs: ["X", "Y", "Z"], parameters, outputs: entry.items().map((item) => item.formula()) }),
  );
  const { points } = parts.mesh;
  const values = new Float64Array(points.length);
  const out = new Float64Array(directions);
  for (let i = 0; i < points.length; i += 3) {
    evaluate(points.subarray(i, i + 3), out);
    values.set(out, i);
  }
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    throw entry.error(
      `it is ${values[odd]} at (${[...points.subarray(odd - (odd % 3), odd - (odd % 3) + 3)].join(", ")})`,
    );
  return which === "q" ? coordinates(t0, values) : rates(t0, values);
}
