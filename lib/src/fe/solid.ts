/** Solids: finite elements with materials, supports and loads, as a system for every method. Where all materials are linear elastic,
 *  nothing touches and nothing follows the motion, it is a linear system with its matrices. */
import { type Failure, InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Contact, Force, Mass, System, TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { boundaryNodes } from "../mesh/boundary.js";
import { connectedBodies } from "../mesh/connected.js";
import { dimensionOf, type Mesh, nodeCount, nodeNumber } from "../mesh/mesh.js";
import type { Point } from "../mesh/selection.js";
import { linearSystem, viscousForce } from "../systems/linear.js";
import { signalLoad, sumOf } from "../systems/loads.js";
import { potentialSystem } from "../systems/potential.js";
import { sumOfForces } from "../systems/sum-of-forces.js";
import { type Assembled, assembled } from "./assembly/assembled.js";
import { againstModes, dampingOf, modalViscosity, viscosityOf } from "./assembly/damping.js";
import { type Dofs, numbered, spread } from "./assembly/dofs.js";
import { nodalEnergy, solidEnergy } from "./assembly/energy.js";
import { cancellingForces } from "./assembly/force-rounding.js";
import { inertia } from "./assembly/inertia.js";
import {
  type AtRest,
  addNodalProduct,
  atRest,
  constantMatrix,
  forceOf,
  nodalForm,
  nodalProduct,
} from "./assembly/linearised.js";
import { directionsOf, refuseUnlisted, usedNodes } from "./assembly/listed-elements.js";
import { solidMomenta } from "./assembly/momenta.js";
import { type NodalMaps, nodalMaps } from "./assembly/nodal-maps.js";
import { wholeBody } from "./assembly/whole-body.js";
import { carried, reachOf } from "./boundary/carried-motion.js";
import { contactPart, isPassed, type TouchedPlane, touchedPlane } from "./boundary/contact.js";
import { type FollowingPressures, followingPressures } from "./boundary/following-pressure.js";
import { coulombContacts, creepingFriction } from "./boundary/friction.js";
import {
  addMotion,
  type Motion,
  motionsOf,
  movedForce,
  prescribedLoad,
  type Reactions,
} from "./boundary/prescribed-motion.js";
import { constrainedDirections } from "./boundary/supports.js";
import { pointMasses, springParts } from "./elements/attachments.js";
import { type Bars, barPart, barsOf, massOfBars } from "./elements/bar.js";
import { continuum } from "./elements/continuum.js";
import { type ElementSet, elementSets } from "./elements/element-set.js";
import type { EnergyTerm } from "./elements/energy-term.js";
import { worstElement } from "./fields/inverted-elements.js";
import { supportReactions } from "./fields/support-reactions.js";
import { hookeAlong, youngs } from "./materials/elastic-constants.js";
import { planeMaterial } from "./materials/plane-material.js";
import { described, type NodalLoad, type SolidDescription, type SolidInput } from "./solid-description.js";

export interface Solid extends NodalMaps {
  readonly system: System;
  readonly parts: SolidDescription;
  readonly dofs: Dofs;
  /** Its elements with their gradients: what stresses are computed from. */
  readonly sets: readonly ElementSet[];
  readonly bars: readonly Bars[];
  /** What holds it, three numbers for each node of the mesh. */
  reactions(t: number, q: Vec, v: Vec, out: Vec): void;
  /** M r on the degrees of freedom, for a displacement r of all nodes in a direction: what ground that accelerates there pushes against. */
  groundInertia(direction: Point): Vec;
}

/** `solid({ mesh, material })`, with everything else that `SolidInput` lists. */
export function solid(given: SolidInput): Solid {
  const parts = described(given);
  const { mesh } = parts;
  refuseUnlisted(parts);
  const thickness = parts.plane?.thickness ?? 1;
  const sets = parts.regions.flatMap(({ material, elements }) =>
    elementSets(mesh, elements, planeMaterial(material, parts.plane), thickness),
  );
  const bars = parts.regions.flatMap((region) => barsOf(mesh, region));
  const name = (node: number) => nodeNumber(mesh, node);
  const dofs = numbered({
    axes: AXES[directionsOf(mesh)],
    used: usedNodes(mesh, [...sets, ...bars]),
    constrained: constrainedDirections(parts.supports, nodeCount(mesh), name),
    name,
    label: (direction, node) => `u${direction}${node}`,
  });
  if (dofs.free.length === 0) throw new InputError("every node is fixed: nothing can move", { key: "supports" });

  const elastic = elasticParts(parts, sets, bars, dofs);
  const planes = touchedPlanes(parts, dofs);
  const pieces = [...elastic, ...planes.map((plane) => contactPart(plane, dofs.directions))];
  const matrices = assembled(
    pieces.map((piece) => piece.pieces),
    dofs,
  );
  const massive = [...sets, ...bars.map(massOfBars)];
  const { mass, nodal } = inertia(mesh, massive, pointMasses(parts, dofs), parts.mass, dofs, matrices.pattern, parts);
  const linearParts = elasticParts(parts, sets.map(linearised), bars.map(linearised), dofs);
  const rest = atRest(linearParts, dofs, matrices);
  const resists = springParts(parts, "dashpot", dofs);
  const linear =
    [...sets, ...bars].every(({ material }) => material.energy === null) &&
    parts.contacts.length + parts.pressures.length === 0;
  const damped = {
    damping: parts.damping,
    mass,
    stiffness: rest.matrix,
    dashpots: resists.length === 0 ? null : constantMatrix(resists, dofs),
  };
  const modal = modalViscosity(damped);
  const viscosity = viscosityOf(damped, modal);
  const isMoved = parts.supports.some(({ motion }) => motion !== null);
  const reach = modal === null || !linear || !isMoved ? null : reachOf(rest, mass, parts);
  const reactions = {
    mass: (w: Vec) => nodalProduct(nodal, w, dofs),
    damping: dampingOf(
      parts.damping,
      (w) => nodalProduct(nodal, w, dofs),
      rest.force,
      resists.length === 0 ? null : (w) => forceOf(resists, w, dofs),
      modal && reach && againstModes(modal, reach),
    ),
  };
  const built = { parts, sets, dofs, pieces, matrices, mass, viscosity, rest, reactions, planes };
  const { system: free, motions, pressures, resting } = linear ? linearSolid(built) : nonlinearSolid(built);
  const energyOf = (terms: readonly EnergyTerm[]) => (u: Vec) => terms.reduce((sum, term) => sum + term.energy(u), 0);
  const whole = () =>
    wholeBody({
      dofs,
      motions,
      view: null,
      lag: null,
      kinetic: (rate) => nodalForm(nodal, rate, dofs.directions) / 2,
      stored: energyOf(pieces),
      elastic: energyOf(linearParts),
      dashpots: energyOf(resists),
      damping: parts.damping,
      modal: modal && { viscosity: modal, reach: reach && motions.map(({ pattern }) => reach(pattern)) },
    });
  const system = {
    ...free,
    threads: parts.threads,
    ...(motions.length > 0 && { whole: whole() }),
    ...((motions.length > 0 || parts.loads.some(isOfGround)) && {
      resting: () => resting(parts.loads.filter((load) => !isOfGround(load))),
    }),
  };
  const { directions, nodes } = dofs;
  const reactionForces = reactionsOf(built, { system, motions, pressures, nodal, linearParts, resists });
  return {
    system,
    parts,
    dofs,
    sets,
    bars,
    ...nodalMaps(mesh, dofs, motions),
    reactions(t, q, v, out) {
      const forces = reactionForces(t, q, v);
      out.fill(0);
      for (let i = 0; i < forces.length; i++) out[3 * nodes[Math.floor(i / directions)] + (i % directions)] = forces[i];
    },
    groundInertia: (direction) =>
      nodalProduct(
        nodal,
        Float64Array.from({ length: nodes.length * directions }, (_, i) => direction[i % directions]),
        dofs,
      ),
  };
}

/** What acts on a solid besides what it is built of, and what resists its motion. */
interface Acting {
  readonly system: System;
  readonly motions: readonly Motion[];
  readonly pressures: FollowingPressures | null;
  readonly nodal: Matrix;
  readonly linearParts: readonly EnergyTerm[];
  readonly resists: readonly EnergyTerm[];
}

function reactionsOf(
  { parts, dofs, pieces }: Built,
  { system, motions, pressures, nodal, linearParts, resists }: Acting,
) {
  const { directions, nodes } = dofs;
  const rayleigh = parts.damping?.kind === "rayleigh" ? parts.damping : { mass: 0, stiffness: 0 };
  return supportReactions({
    system,
    places: dofs.free,
    free: dofs.free,
    motions,
    expand: nodalMotion(dofs, motions),
    addInertia: (w, out) => addNodalProduct(nodal, w, directions, out),
    addDamping(w, out) {
      const scaled = (factor: number) => w.map((x) => factor * x);
      if (rayleigh.mass !== 0) addNodalProduct(nodal, scaled(rayleigh.mass), directions, out);
      if (rayleigh.stiffness !== 0) for (const part of linearParts) part.addForce(scaled(rayleigh.stiffness), out);
      for (const part of resists) part.addForce(w, out);
    },
    addElastic(u, out) {
      for (const piece of pieces) piece.addForce(u, out);
    },
    subtractLoads(t, q, out) {
      for (const { pattern, signal } of parts.loads) {
        const now = signal.derivative(0, t, 1);
        for (let i = 0; i < out.length; i++)
          out[i] -= now * pattern[3 * nodes[Math.floor(i / directions)] + (i % directions)];
      }
      if (pressures === null) return;
      const pushed = new Float64Array(out.length);
      pressures.addNodal(t, q, pushed);
      for (let i = 0; i < out.length; i++) out[i] -= pushed[i];
    },
  });
}

/** Displacements and velocities of all directions of the nodes in use. */
function nodalMotion({ free, nodes, directions }: Dofs, motions: readonly Motion[]) {
  const [u, rate] = Array.from({ length: 2 }, () => new Float64Array(nodes.length * directions));
  return (t: number, q: Vec, v: Vec) => {
    [u, rate].forEach((all, k) => {
      all.fill(0);
      spread(free, k === 0 ? q : v, all);
      addMotion(motions, k, t, all);
    });
    return { q: u, v: rate };
  };
}

const AXES = { 1: [0], 2: [0, 1], 3: [0, 1, 2] } as const;

/** Everything that both kinds of systems are made of. */
interface Built {
  readonly parts: SolidDescription;
  readonly sets: readonly ElementSet[];
  readonly dofs: Dofs;
  readonly pieces: readonly EnergyTerm[];
  readonly matrices: Assembled;
  readonly mass: Mass;
  readonly viscosity: Matrix | null;
  readonly rest: AtRest;
  readonly reactions: Omit<Reactions, "stiffness">;
  readonly planes: readonly TouchedPlane[];
}

function linearSolid({ parts, dofs, pieces, mass, viscosity, rest, reactions }: Built) {
  const motions = motionsOf(parts.supports, dofs);
  const loads = nodalLoads(parts.mesh, parts.loads, dofs);
  if (motions.length > 0) loads.push(prescribedLoad(motions, { ...reactions, stiffness: rest.force }));
  const resting = (still: readonly NodalLoad[]) =>
    sumOf([
      ...nodalLoads(parts.mesh, still, dofs),
      prescribedLoad(motions, { stiffness: rest.force, damping: null, mass: null }),
    ]);
  const system = linearSystem({
    mass,
    damping: viscosity,
    stiffness: rest.matrix(),
    load: loads.length === 0 ? null : sumOf(loads),
    labels: dofs.labels,
  });
  const undisturbed = loads.length === 0 && viscosity === null;
  const conserved = undisturbed ? solidMomenta(parts.mesh, pieces, dofs, mass) : [];
  const described = { ...system, describe: dofs.describe, invariants: [...system.invariants, ...conserved] };
  return { motions, system: described, pressures: null, resting };
}

function nonlinearSolid({ parts, dofs, pieces, matrices, mass, viscosity, rest, reactions, planes, sets }: Built) {
  const { motions, rigid } = carried(motionsOf(parts.supports, dofs), rest, mass, dofs, parts);
  const energy = solidEnergy(pieces, dofs, matrices);
  const others: Force[] = [];
  const u = new Float64Array(dofs.nodes.length * dofs.directions);
  const nodal = (t: number | null, q: Vec): Vec => {
    u.fill(0);
    spread(dofs.free, q, u);
    if (t !== null) addMotion(motions, 0, t, u);
    return u;
  };
  if (!rigid) {
    const { gradient, tangent } = nodalEnergy(pieces, dofs, matrices);
    others.push(
      movedForce({
        pattern: matrices.pattern,
        gradient: (t, q, out) => gradient(nodal(t, q), out),
        tangent: (t, q, out) => tangent(nodal(t, q), out),
      }),
    );
  }
  const pressures =
    parts.pressures.length === 0
      ? null
      : followingPressures(parts.mesh, parts.pressures, parts.plane?.thickness ?? 1, dofs, nodal);
  if (pressures !== null) others.push(pressures.force);
  const resting = (still: readonly NodalLoad[]) => sumOfForces([...nodalLoads(parts.mesh, still, dofs), ...others]);
  const leading = motions.length === 0 ? [] : [prescribedLoad(motions, { ...reactions, stiffness: null })];
  const { drags, contacts } = frictions(parts, planes, motions, dofs);
  const load = sumOfForces([...nodalLoads(parts.mesh, parts.loads, dofs), ...leading, ...others]);
  const damping = sumOfForces([...(viscosity === null ? [] : [viscousForce(viscosity)]), ...drags]);
  const undisturbed = load === null && damping === null && contacts.length === 0;
  const system: System = {
    ...potentialSystem({
      labels: dofs.labels,
      mass,
      ...energy,
      load,
      damping,
      ...(contacts.length > 0 && { friction: { contacts } }),
      conserved: undisturbed ? solidMomenta(parts.mesh, pieces, dofs, mass) : [],
    }),
    describe: dofs.describe,
    cancellingTerms: cancellingForces(sets, nodeCount(parts.mesh)),
    fault: (q) => faultOf(parts.mesh, sets, planes, nodal(null, q), dofs),
  };
  return { motions, system, pressures, resting };
}

function elasticParts(
  parts: SolidDescription,
  sets: readonly ElementSet[],
  bars: readonly Bars[],
  dofs: Dofs,
): EnergyTerm[] {
  const placed = (nodes: Int32Array) => nodes.map((node) => dofs.place[node]);
  return [
    ...sets.map((set) => continuum(set, placed(set.nodes))),
    ...bars.map((set) => barPart(set, placed(set.nodes), dofs.directions)),
    ...springParts(parts, "spring", dofs),
  ];
}

function linearised<T extends ElementSet | Bars>(set: T): T {
  const { material } = set;
  const uniaxial = material.uniaxial && { uniaxial: hookeAlong(youngs(material)) };
  return { ...set, material: { ...material, energy: null, ...uniaxial } };
}

function faultOf(
  mesh: Mesh,
  sets: readonly ElementSet[],
  planes: readonly TouchedPlane[],
  u: Vec,
  dofs: Dofs,
): Failure | null {
  const contact = planes.findIndex((plane) => isPassed(plane, dofs.directions, u));
  return contact >= 0 ? { kind: "passed-through", contact } : worstElement(mesh, sets, u, dofs);
}

/** Nodes of the boundary may touch; of bars, all. */
function touchedPlanes({ mesh, contacts }: SolidDescription, { place, nodes }: Dofs): TouchedPlane[] {
  if (contacts.length === 0) return [];
  const outer = (dimensionOf(mesh) === 1 ? nodes : boundaryNodes(mesh)).filter((node) => place[node] >= 0);
  const positions = Float64Array.from({ length: 3 * outer.length }, (_, i) => {
    return mesh.points[3 * outer[Math.floor(i / 3)] + (i % 3)];
  });
  const touching = outer.map((node) => place[node]);
  const bodies = connectedBodies(mesh);
  const bodyOf = outer.map((node) => bodies[node]);
  return contacts.map((plane) => touchedPlane(plane, touching, positions, bodyOf));
}

function frictions(parts: SolidDescription, planes: readonly TouchedPlane[], motions: readonly Motion[], dofs: Dofs) {
  const drags: Force[] = [];
  const contacts: Contact[] = [];
  parts.contacts.forEach(({ friction, creep = null }, k) => {
    if (friction === 0) return;
    if (motions.length > 0) {
      throw new InputError(
        "friction and supports that move do not go together; hold the supports, or let it slide freely",
        {
          key: "friction",
        },
      );
    }
    if (creep === null) for (const each of coulombContacts(planes[k], friction, dofs)) contacts.push(each);
    else drags.push(creepingFriction(planes[k], friction, creep, dofs));
  });
  return { drags, contacts };
}

const isOfGround = ({ ofGround = false }: NodalLoad) => ofGround;

/** Patterns of forces on the free directions, times their signals. */
function nodalLoads(mesh: Mesh, loads: readonly NodalLoad[], { free, directions, nodes }: Dofs): TimeLoad[] {
  return loads.map(({ pattern, signal }) => {
    if (pattern.length !== mesh.points.length) {
      throw new InputError(`found ${pattern.length} numbers for ${mesh.points.length / 3} nodes; give three each`, {
        key: "loads",
      });
    }
    const own = Float64Array.from(free, (at) => pattern[3 * nodes[Math.floor(at / directions)] + (at % directions)]);
    return signalLoad(own, signal);
  });
}
