/** A solid as a body: its motion, and what it is strained and stressed by.
 *
 *  Stress is Cauchy's, σ = P Fᵀ/det F, in small strains Hooke's. Strain is Green's, in small strains the linear one. Values of elements
 *  are means over their volume; values at nodes are extended from the integration points, means of the elements around them; the strain energy
 *  of a unit of volume at rest is a mean of elements there, too, so that it is never negative. */
import type { Vec } from "../../core/vec.js";
import type { Body, BodyField } from "../../mesh/body.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, dimensionOf, type Group, type Mesh, sizeOf } from "../../mesh/mesh.js";
import type { Solid } from "../solid.js";
import { barForces } from "./bar-forces.js";
import { type ElementStates, elementStates } from "./element-states.js";
import { principal, vonMises } from "./stress-invariants.js";

const VECTOR = ["x", "y", "z"] as const;
const TENSOR = ["xx", "yy", "zz", "xy", "yz", "zx"] as const;

export function solidBody(built: Solid): Body {
  const { parts, displacements, velocities, reactions } = built;
  const { mesh, place } = bodyMesh(parts.mesh);
  const vector = (name: string, evaluate: BodyField["evaluate"]): BodyField => ({
    name,
    on: "nodes",
    components: VECTOR,
    evaluate,
  });
  const motion = [
    vector("displacement", (t, q, _v, out) => displacements(t, q, out)),
    vector("velocity", (t, _q, v, out) => velocities(t, v, out)),
    vector("reaction", reactions),
  ];
  const linear = [...built.sets, ...built.bars].every(({ material }) => material.energy === null);
  if (built.sets.length === 0) return { mesh, linear, fields: [...motion, barForces(built, place)] };
  const states = elementStates(built, place);
  return {
    mesh,
    linear,
    fields: [
      ...motion,
      tensorField("stress", states, (s) => s.stress),
      nodalStress(states),
      tensorField("strain", states, (s) => s.strain),
      vonMisesStress("elements", states),
      vonMisesStress("nodes", states),
      principals(states),
      energyDensity("elements", states),
      energyDensity("nodes", states),
    ],
  };
}

/** The elements of the body without those that only name places. */
function bodyMesh(mesh: Mesh): { readonly mesh: Mesh; readonly place: Int32Array } {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  const place = new Int32Array(starts[mesh.blocks.length]).fill(-1);
  const blocks = mesh.blocks.filter(({ type }) => elementType(type).dimension === dimension);
  let next = 0;
  mesh.blocks.forEach((block, b) => {
    if (elementType(block.type).dimension !== dimension) return;
    for (let e = 0; e < sizeOf(block); e++) place[starts[b] + e] = next++;
  });
  const groups = mesh.groups.flatMap((group): Group[] => {
    if (group.of === "nodes") return [group];
    const kept = [...group.elements.keys()].filter((k) => place[group.elements[k]] >= 0);
    if (kept.length === 0) return [];
    const elements = Int32Array.from(kept, (k) => place[group.elements[k]]);
    return group.of === "elements"
      ? [{ ...group, elements }]
      : [{ ...group, elements, sides: Uint8Array.from(kept, (k) => group.sides[k]) }];
  });
  return { mesh: { ...mesh, blocks, groups }, place };
}

type Part = (states: ElementStates) => Vec;

function tensorField(name: string, states: ElementStates, part: Part): BodyField {
  return {
    name,
    on: "elements",
    components: TENSOR,
    evaluate(t, q, _v, out) {
      states.at(t, q);
      out.set(part(states));
    },
  };
}

const nodalStress = (states: ElementStates): BodyField => ({
  name: "stress",
  on: "nodes",
  components: TENSOR,
  evaluate(t, q, _v, out) {
    states.at(t, q);
    states.nodalStress(out);
  },
});

function vonMisesStress(on: BodyField["on"], states: ElementStates): BodyField {
  const smooth = new Float64Array(on === "nodes" ? 6 * states.nodes : 0);
  return {
    name: "von-mises",
    on,
    components: [],
    evaluate(t, q, _v, out) {
      states.at(t, q);
      if (on === "nodes") states.nodalStress(smooth);
      const tensor = on === "nodes" ? smooth : states.stress;
      for (let i = 0; i < out.length; i++) out[i] = vonMises(tensor, 6 * i);
    },
  };
}

function energyDensity(on: BodyField["on"], states: ElementStates): BodyField {
  return {
    name: "energy-density",
    on,
    components: [],
    evaluate(t, q, _v, out) {
      states.at(t, q);
      if (on === "nodes") states.nodalEnergy(out);
      else out.set(states.energy);
    },
  };
}

function principals(states: ElementStates): BodyField {
  return {
    name: "principal-stress",
    on: "elements",
    components: ["1", "2", "3"],
    evaluate(t, q, _v, out) {
      states.at(t, q);
      for (let e = 0; e < out.length / 3; e++) principal(states.stress, 6 * e, out, 3 * e);
    },
  };
}
