/** A frame as a body: its members as lines, the motion of its nodes, and the forces inside its members.
 *
 *  Section forces act on the face whose normal points along the member: N > 0 pulls, Vy and Vz along the local axes, T about the member,
 *  My and Mz about the local y and z. They balance the ends against the loads on the member (uniform loads, gravity), f = K q − p; the
 *  inertia of a member is felt at its ends only. */

import type { Signal } from "../../core/signal.js";
import type { System, View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiplyAdd } from "../../linalg/matrix.js";
import type { Body, BodyField } from "../../mesh/body.js";
import type { Mesh } from "../../mesh/mesh.js";
import { type Dofs, spread } from "../assembly/dofs.js";
import type { AssembledFrame } from "../assembly/frame-matrices.js";
import { addMotion, type Motion } from "../boundary/prescribed-motion.js";
import type { FrameDescription, FrameDirection } from "../frame-description.js";
import { supportReactions } from "./support-reactions.js";

export interface FrameParts {
  readonly parts: FrameDescription;
  readonly dofs: Dofs<number>;
  /** Of supports with prescribed displacements. */
  readonly motions: readonly Motion[];
  readonly all: AssembledFrame;
  readonly view: View | null;
  readonly system: System;
  /** Which of the free directions are integrated. */
  readonly retained: Int32Array;
}

export function frameBody(own: FrameParts): Body {
  const { parts, dofs, all } = own;
  const { nodes, members, dimension } = parts;
  const mesh: Mesh = {
    points: Float64Array.from(nodes.flatMap(({ point }) => point)),
    nodeNumbers: null,
    blocks: [{ type: "line2", nodes: Int32Array.from(members.flatMap(({ from, to }) => [from, to])), numbers: null }],
    groups: [
      ...nodes.map(({ name }, i) => ({ name, of: "nodes" as const, nodes: Int32Array.of(i) })),
      ...members.map(({ name }, i) => ({ name, of: "elements" as const, elements: Int32Array.of(i) })),
    ],
  };
  const expand = expander(own);
  const { axes, directions } = dofs;
  const reactionForces = reactionsOf(own, expand);
  const spread = (full: Vec, first: 0 | 3, out: Vec) => {
    out.fill(0);
    nodes.forEach((_, node) => {
      axes.forEach((direction, d) => {
        const component = direction - first;
        if (component >= 0 && component < 3) out[3 * node + component] = full[node * directions + d];
      });
    });
  };
  const reactions = (name: string, first: 0 | 3): BodyField => ({
    name,
    on: "nodes",
    components: ["x", "y", "z"],
    evaluate: (t, q, v, out) => spread(reactionForces(t, q, v), first, out),
  });
  const vector = (name: string, which: "q" | "v", first: 0 | 3): BodyField => ({
    name,
    on: "nodes",
    components: ["x", "y", "z"],
    evaluate: (t, q, v, out) => spread(expand(t, q, v)[which], first, out),
  });
  return {
    mesh,
    linear: true,
    fields: [
      vector("displacement", "q", 0),
      vector("velocity", "v", 0),
      vector("rotation", "q", 3),
      reactions("reaction", 0),
      reactions("reaction-moment", 3),
      sectionForces(parts, all, expand, dimension),
    ],
  };
}

type Expand = (t: number, q: Vec, v: Vec) => { readonly q: Vec; readonly v: Vec };

/** All directions of all nodes from a state of the system. */
export function expander({ dofs: { free, dof }, motions, view }: FrameParts): Expand {
  const full = { q: new Float64Array(dof.length), v: new Float64Array(dof.length) };
  const own = { q: new Float64Array(free.length), v: new Float64Array(free.length) };
  return (t, q, v) => {
    if (view === null) {
      own.q.set(q);
      own.v.set(v);
    } else view.expand({ t, q, v }, own.q, own.v);
    [full.q, full.v].forEach((u, k) => {
      u.fill(0);
      spread(free, k === 0 ? own.q : own.v, u);
      addMotion(motions, k, t, u);
    });
    return full;
  };
}

/** In the directions that are not free. */
function reactionsOf(own: FrameParts, expand: Expand) {
  const { parts, all, dofs, system, retained, motions } = own;
  const { stiffness, mass, viscosity } = all;
  const acting = parts.loads.map(({ action, signal }) => ({ pattern: all.pattern(action), signal }));
  const rayleigh = parts.damping?.kind === "rayleigh" ? parts.damping : { mass: 0, stiffness: 0 };
  return supportReactions({
    system,
    places: retained.map((i) => dofs.free[i]),
    free: dofs.free,
    motions,
    expand,
    addInertia: (w, out) => multiplyAdd(mass, w, 1, out),
    addDamping(w, out) {
      if (rayleigh.mass !== 0) multiplyAdd(mass, w, rayleigh.mass, out);
      if (rayleigh.stiffness !== 0) multiplyAdd(stiffness, w, rayleigh.stiffness, out);
      if (viscosity !== null) multiplyAdd(viscosity, w, 1, out);
    },
    addElastic: (u, out) => multiplyAdd(stiffness, u, 1, out),
    subtractLoads(t, _q, out) {
      for (const { pattern, signal } of acting) {
        const now = signal.derivative(0, t, 1);
        for (let i = 0; i < out.length; i++) out[i] -= now * pattern[i];
      }
    },
  });
}

const PLANE: readonly FrameDirection[] = [0, 1, 5];
const NAMES = ["N", "Vy", "Vz", "T", "My", "Mz"] as const;
const NAMES_IN_PLANE: Readonly<Record<number, string>> = { 0: "N", 1: "V", 5: "M" };

function sectionForces(parts: FrameDescription, all: AssembledFrame, expand: Expand, dimension: 2 | 3): BodyField {
  const { members, places } = all;
  const shown = dimension === 2 ? PLANE : ([0, 1, 2, 3, 4, 5] as const);
  const nameOf = (direction: number) => (dimension === 2 ? NAMES_IN_PLANE[direction] : NAMES[direction]);
  const fixed = endLoads(parts, all);
  const ends = new Float64Array(12);
  const forces = new Float64Array(12);
  return {
    name: "section-forces",
    on: "elements",
    components: ["from", "to"].flatMap((end) => shown.map((direction) => `${nameOf(direction)}-${end}`)),
    evaluate(t, q, v, out) {
      const full = expand(t, q, v).q;
      members.forEach(({ stiffness, axes }, m) => {
        for (let i = 0; i < 12; i++) ends[i] = places[12 * m + i] < 0 ? 0 : full[places[12 * m + i]];
        for (let i = 0; i < 12; i++) {
          let sum = 0;
          for (let j = 0; j < 12; j++) sum += stiffness[12 * i + j] * ends[j];
          forces[i] = sum;
        }
        for (const { ends: load, signal } of fixed[m]) {
          const now = signal.derivative(0, t, 1);
          for (let i = 0; i < 12; i++) forces[i] -= now * load[i];
        }
        let at = m * 2 * shown.length;
        for (let end = 0; end < 2; end++) {
          const sign = end === 0 ? -1 : 1;
          for (const direction of shown) {
            const axis = 3 * (direction % 3);
            const block = 6 * end + (direction < 3 ? 0 : 3);
            let along = 0;
            for (let c = 0; c < 3; c++) along += axes[axis + c] * forces[block + c];
            out[at++] = sign * along;
          }
        }
      });
    },
  };
}

/** What the loads along each member are at its ends. */
function endLoads(
  { loads }: FrameDescription,
  all: AssembledFrame,
): { readonly ends: Vec; readonly signal: Signal }[][] {
  return all.members.map(({ uniform, mass }, m) =>
    loads.flatMap(({ action, signal }) => {
      const ends = new Float64Array(12);
      if (action.kind === "member" && action.member === m) uniform(action.force, ends);
      else if (action.kind === "gravity") {
        for (let i = 0; i < 12; i++) {
          for (let c = 0; c < 3; c++) {
            ends[i] += (mass[12 * i + c] + mass[12 * i + 6 + c]) * action.acceleration[c];
          }
        }
      } else return [];
      return [{ ends, signal }];
    }),
  );
}
