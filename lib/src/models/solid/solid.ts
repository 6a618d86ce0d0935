/** Solids: finite elements with materials, supports and loads, as a system for every method. Where all materials are linear elastic and
 *  nothing touches, it is a linear system with its matrices. */
import { InputError } from "../../core/failure.js";
import type { Invariant, LinearSystem, Mass, System, View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, dimensionOf, elementNumber, nodeCount } from "../../mesh/mesh.js";
import { linearSystem } from "../linear.js";
import { potentialSystem } from "../potential.js";
import { assembled } from "./assembled.js";
import { continuum } from "./continuum.js";
import { type Dofs, numbered, spread } from "./dofs.js";
import { type ElementSet, elementSets } from "./element-set.js";
import { type SolidEnergy, solidEnergy } from "./energy.js";
import { inertia } from "./inertia.js";
import { solidMomenta } from "./momenta.js";
import type { SolidPart } from "./part.js";
import type { SolidParts } from "./parts.js";
import { planeMaterial } from "./plane.js";

export interface Solid {
  readonly system: System;
  readonly parts: SolidParts;
  readonly dofs: Dofs;
  /** Its elements with their gradients: what stresses are computed from. */
  readonly sets: readonly ElementSet[];
  /** The displacements of all nodes of the mesh at a state, three numbers each. */
  displacements(t: number, q: Vec, out: Vec): void;
  velocities(t: number, v: Vec, out: Vec): void;
  /** The coordinates at which the nodes have these displacements, three numbers each; what is held does not follow. */
  coordinates(t: number, displacements: Vec): Vec;
  rates(t: number, velocities: Vec): Vec;
  /** Names and values of all displacements for results, when some of them are not integrated; null otherwise. */
  readonly view: View | null;
}

export function solid(parts: SolidParts): Solid {
  const { mesh } = parts;
  const directions = directionsOf(parts);
  refuseUnlisted(parts);
  const thickness = parts.plane?.thickness ?? 1;
  const sets = parts.regions.flatMap(({ material, elements }) =>
    elementSets(mesh, elements, planeMaterial(material, parts.plane), thickness),
  );
  const dofs = numbered(mesh, usedNodes(parts, sets), heldDirections(parts), directions);
  if (dofs.free.length === 0) throw new InputError("every node is held: nothing can move", { key: "supports" });

  const pieces: SolidPart[] = sets.map((set) =>
    continuum(
      set,
      set.nodes.map((node) => dofs.place[node]),
    ),
  );
  const matrices = assembled(
    pieces.map((piece) => piece.pieces),
    dofs,
  );
  const energy = solidEnergy(pieces, dofs, matrices);
  const points = new Float64Array(dofs.nodes.length);
  const { mass } = inertia(mesh, sets, points, parts.mass, dofs, matrices.pattern);
  const conserved = solidMomenta(mesh, pieces, dofs, mass);
  const system = sets.every(({ material }) => material.energy === null)
    ? linearOf(energy, mass, dofs, conserved)
    : potentialSystem({ labels: dofs.labels, mass, ...energy, conserved });
  return { system, parts, dofs, sets, ...nodalMaps(parts, dofs) };
}

/** Where every part is linear, the stiffness at rest is the stiffness. */
function linearOf(
  { tangent }: SolidEnergy,
  mass: Mass,
  { labels, free }: Dofs,
  conserved: readonly Invariant[],
): LinearSystem {
  const values = new Float64Array(tangent.pattern.column.length);
  tangent.values(new Float64Array(free.length), values);
  const system = linearSystem({ mass, stiffness: { pattern: tangent.pattern, values }, labels });
  return { ...system, invariants: [...system.invariants, ...conserved] };
}

/** Between the degrees of freedom and all nodes of the mesh. */
function nodalMaps({ mesh }: SolidParts, { directions, nodes, free }: Dofs) {
  const u = new Float64Array(nodes.length * directions);
  const toNodes = (q: Vec, out: Vec) => {
    spread(free, q, u);
    out.fill(0);
    nodes.forEach((node, k) => {
      for (let d = 0; d < directions; d++) out[3 * node + d] = u[k * directions + d];
    });
  };
  const fromNodes = (values: Vec): Vec => {
    if (values.length !== mesh.points.length) {
      throw new InputError(`found ${values.length} numbers for ${nodeCount(mesh)} nodes; give three each`);
    }
    return Float64Array.from(free, (at) => values[3 * nodes[Math.floor(at / directions)] + (at % directions)]);
  };
  return {
    displacements: (_t: number, q: Vec, out: Vec) => toNodes(q, out),
    velocities: (_t: number, v: Vec, out: Vec) => toNodes(v, out),
    coordinates: (_t: number, displacements: Vec) => fromNodes(displacements),
    rates: (_t: number, velocities: Vec) => fromNodes(velocities),
    view: null,
  };
}

/** Three in space and two in the plane. Bars have as many as their nodes spread over. */
function directionsOf({ mesh }: SolidParts): 1 | 2 | 3 {
  const dimension = dimensionOf(mesh);
  if (dimension === 0) throw new InputError("the mesh has no elements that could deform", { key: "mesh" });
  if (dimension > 1) return dimension === 2 ? 2 : 3;
  const flat = (d: number) => mesh.points.every((x, k) => k % 3 !== d || x === mesh.points[d]);
  return !flat(2) ? 3 : !flat(1) ? 2 : 1;
}

function usedNodes({ mesh }: SolidParts, sets: readonly { readonly nodes: Int32Array }[]): Uint8Array {
  const used = new Uint8Array(nodeCount(mesh));
  for (const { nodes } of sets) for (const node of nodes) used[node] = 1;
  return used;
}

function heldDirections({ mesh, supports }: SolidParts): Uint8Array {
  const held = new Uint8Array(mesh.points.length);
  for (const { nodes, direction } of supports) for (const node of nodes) held[3 * node + direction] = 1;
  return held;
}

/** Every element of the highest dimension belongs to one region. */
function refuseUnlisted({ mesh, regions }: SolidParts): void {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  const times = new Uint8Array(starts[mesh.blocks.length]);
  for (const { elements } of regions) for (const element of elements) times[element]++;
  mesh.blocks.forEach(({ type }, b) => {
    if (elementType(type).dimension !== dimension) return;
    for (let element = starts[b]; element < starts[b + 1]; element++) {
      if (times[element] === 1) continue;
      const how = times[element] === 0 ? "has no material" : `has ${times[element]} materials`;
      throw new InputError(`element ${elementNumber(mesh, element)} ${how}; every element needs one`, {
        key: "regions",
      });
    }
  });
}
