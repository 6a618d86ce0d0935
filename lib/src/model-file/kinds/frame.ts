/** Systems of kind `frame`. */
import type { InputError } from "../../core/failure.js";
import type { Problem } from "../../core/system.js";
import { frame } from "../../fe/frame.js";
import {
  FRAME_DIRECTIONS,
  type FrameDescription,
  type FrameDirection,
  type FrameLoad,
  type FrameSupport,
  type NodeConstant,
} from "../../fe/frame-description.js";
import type { NamedNumbers } from "../../symbolic/index.js";
import { proportionalDampingAt } from "../damping-entry.js";
import type { Entry } from "../entry.js";
import { equilibriumAt } from "../equilibrium.js";
import { CONSISTENT_MASS, refuseJumpingPaths } from "../jumping-paths.js";
import { groundMotionAt, signalAt, vectorSignals } from "../signal-entry.js";
import { replacedStart, stateAt } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import type { BuiltSystem, SystemParts } from "../system-parts.js";
import { type FrameGeometry, geometryAt } from "./frame-geometry.js";
import { frameShape } from "./frame-shape.js";

export const frameKind = {
  id: "frame",
  shape: frameShape,
  files: [
    ["frame", "mesh"],
    ["frame", "groundMotion"],
  ],
  build,
} as const satisfies SystemKind;

function build({ system, start, parameters, files, threads, t0, end }: SystemParts): BuiltSystem {
  const given = system.at("frame");
  const geometry = geometryAt(given, files);
  const { dimension } = geometry;
  const supports = given.items("supports");
  const ground = given.has("groundMotion") ? groundMotionAt(given.at("groundMotion"), dimension, files) : null;
  const parts: FrameDescription = {
    dimension,
    nodes: geometry.nodes,
    members: geometry.members,
    mass: given.has("mass") ? (given.at("mass").text() as "consistent" | "lumped") : "consistent",
    supports: supports.flatMap((entry) => supportAt(entry, geometry, parameters)),
    springs: supports.flatMap((entry) => constantsAt(entry, "spring", geometry)),
    dashpots: supports.flatMap((entry) => constantsAt(entry, "dashpot", geometry)),
    masses: given.items("masses").flatMap((entry) => massesAt(entry, geometry)),
    loads: [
      ...given.items("loads").flatMap((entry) => loadsAt(entry, geometry, parameters)),
      ...(ground === null
        ? []
        : [{ action: { kind: "ground" as const, direction: ground.vector }, signal: ground.signal }]),
    ],
    damping: given.has("damping") ? proportionalDampingAt(given.at("damping")) : null,
  };
  const built = given.blamed(() => frame({ ...parts, t0, threads }));
  refuseJumpingPaths(supports, parameters, [t0, end], {
    inertia: parts.mass === "consistent" ? CONSISTENT_MASS : null,
    damping: parts.damping !== null,
  });
  const pick = (all: Float64Array) => Float64Array.from(built.retained, (i) => all[i]);
  const dof = built.system.dof;
  const problem: Problem = {
    system: built.system,
    t0,
    ...(start.value === "equilibrium"
      ? { q0: equilibriumAt(start, built.system, t0), v0: new Float64Array(dof) }
      : { q0: pick(stateAt(start, "q", built.labels, files)), v0: pick(stateAt(start, "v", built.labels, files)) }),
    ...(built.view === null ? {} : { view: built.view }),
  };
  const { body, groundInertia, scene } = built;
  return {
    problem,
    cites: [],
    body,
    groundInertia,
    scene,
    notices: [...geometry.notices, ...replacedStart(problem, start, files)],
  };
}

/** The number of a direction that a frame of this dimension has. */
function directionAt(name: string, { dimension }: FrameGeometry, place: () => InputError): FrameDirection {
  const direction = FRAME_DIRECTIONS.indexOf(name as (typeof FRAME_DIRECTIONS)[number]);
  if (direction < 0 || (dimension === 2 && ![0, 1, 5].includes(direction))) throw place();
  return direction as FrameDirection;
}

const notHere = (name: string) => `found ${name} in the plane; accepted: x, y, rz`;

function supportAt(entry: Entry, geometry: FrameGeometry, parameters: NamedNumbers): FrameSupport[] {
  if (!["fix", "move", "spring", "dashpot"].some((key) => entry.has(key)))
    throw entry.error("it does nothing; give one of fix, move, spring, dashpot");
  const nodes = geometry.nodesAt(entry.at("on"));
  const fix = entry.at("fix");
  const all = geometry.dimension === 2 ? ["x", "y", "rz"] : FRAME_DIRECTIONS;
  const fixed = fix.value === "all" ? all : fix.items().map((item) => item.text());
  const still = fixed.map((name, i) => ({
    direction: directionAt(name, geometry, () => fix.at(i).error(notHere(name))),
    motion: null,
  }));
  const moved = entry.entries("move").map(([name, value]) => ({
    direction: directionAt(name, geometry, () => value.error(notHere(name))),
    motion: signalAt(value, parameters),
  }));
  return nodes.flatMap((node) => [...still, ...moved].map((support) => ({ node, ...support })));
}

function constantsAt(entry: Entry, key: "spring" | "dashpot", geometry: FrameGeometry): NodeConstant[] {
  if (!entry.has(key)) return [];
  const nodes = geometry.nodesAt(entry.at("on"));
  return entry.entries(key).flatMap(([name, value]) => {
    const direction = directionAt(name, geometry, () => value.error(notHere(name)));
    const constant = value.notNegative();
    return nodes.map((node) => ({ node, direction, value: constant }));
  });
}

function massesAt(entry: Entry, geometry: FrameGeometry): NodeConstant[] {
  const nodes = geometry.nodesAt(entry.at("on"));
  const mass = entry.at("mass").notNegative();
  const translations: readonly FrameDirection[] = geometry.dimension === 2 ? [0, 1] : [0, 1, 2];
  const inertia = entry.has("inertia") ? inertiaAt(entry.at("inertia"), geometry) : [];
  return nodes.flatMap((node) => [
    ...translations.map((direction) => ({ node, direction, value: mass / nodes.length })),
    ...inertia.map(([direction, value]) => ({ node, direction, value: value / nodes.length })),
  ]);
}

function inertiaAt(entry: Entry, { dimension }: FrameGeometry): [FrameDirection, number][] {
  const numbers = entry.isList() ? entry.numbers() : [entry.number()];
  const negative = numbers.find((value) => !(value >= 0));
  if (negative !== undefined) throw entry.error(`found ${negative}; accepted: zero or a positive number`);
  if (!entry.isList()) return [[5, numbers[0]]];
  if (dimension === 3 && numbers.length === 3) return numbers.map((value, d) => [(3 + d) as FrameDirection, value]);
  throw entry.error(
    `found a list of ${numbers.length}; accepted: ${dimension === 2 ? "a number, about z" : "a list of three numbers, about x, y, z, or a number, about z"}`,
  );
}

function loadsAt(entry: Entry, geometry: FrameGeometry, parameters: NamedNumbers): FrameLoad[] {
  const { dimension } = geometry;
  if (entry.has("gravity")) {
    return vectorSignals(entry.at("gravity"), dimension, parameters).map(({ vector, signal }) => ({
      action: { kind: "gravity", acceleration: vector },
      signal,
    }));
  }
  if (!["force", "moment", "uniform"].some((key) => entry.has(key)))
    throw entry.error("it does nothing; give one of force, moment, uniform, or { gravity: […] }");
  const on = entry.at("on");
  const onNodes = (components: Entry, first: 0 | 3, count: number): FrameLoad[] => {
    const nodes = geometry.nodesAt(on);
    return vectorSignals(components, count, parameters).flatMap(({ vector, signal }) =>
      [0, 1, 2].flatMap((d) =>
        vector[d] === 0
          ? []
          : nodes.map((node): FrameLoad => {
              const direction = (first + d) as FrameDirection;
              const share = vector[d] / nodes.length;
              return { action: { kind: "node", node, direction }, signal: times(share, signal) };
            }),
      ),
    );
  };
  const forces = entry.has("force") ? onNodes(entry.at("force"), 0, dimension) : [];
  const moments = entry.has("moment") ? momentsAt(entry.at("moment"), geometry, on, parameters, onNodes) : [];
  const uniform = entry.has("uniform")
    ? vectorSignals(entry.at("uniform"), dimension, parameters).flatMap(({ vector, signal }) =>
        geometry
          .membersAt(on)
          .map((member): FrameLoad => ({ action: { kind: "member", member, force: vector }, signal })),
      )
    : [];
  return [...forces, ...moments, ...uniform];
}

function momentsAt(
  entry: Entry,
  geometry: FrameGeometry,
  on: Entry,
  parameters: NamedNumbers,
  onNodes: (components: Entry, first: 0 | 3, count: number) => FrameLoad[],
): FrameLoad[] {
  if (geometry.dimension === 3) return onNodes(entry, 3, 3);
  if (entry.isList()) throw entry.error("found a list; accepted in the plane: one number or expression, about z");
  const nodes = geometry.nodesAt(on);
  return nodes.map((node) => ({
    action: { kind: "node", node, direction: 5 },
    signal: times(1 / nodes.length, signalAt(entry, parameters)),
  }));
}

function times(factor: number, signal: FrameLoad["signal"]): FrameLoad["signal"] {
  const { derivative, value } = signal;
  return {
    ...signal,
    derivative: (k, t, side) => factor * derivative(k, t, side),
    ...(value === undefined ? {} : { value: (t: number) => factor * value(t) }),
  };
}
