/** What a frame is made of: nodes, straight members with sections, elements of a continuum between its nodes, its supports, what acts on it. Plain data; `frame` turns it into a
 *  system. */
import type { Signal } from "../core/signal.js";
import type { WithThreads } from "../core/threads.js";
import type { ElementName } from "../mesh/element-types.js";
import type { Point } from "../mesh/selection.js";
import type { ProportionalDamping } from "../systems/damping.js";
import type { Direction } from "./assembly/dofs.js";
import type { Material } from "./materials/material.js";

/** What has to be said of a frame: its nodes and members. All else has a default. */
export interface FrameInput extends Partial<Omit<FrameDescription, "nodes" | "members">> {
  /** Called 1, 2, 3, … where they have no names. */
  readonly nodes: readonly (Pick<FrameNode, "point"> & Partial<FrameNode>)[];
  readonly members: readonly MemberInput[];
}

export type MemberInput = Pick<Member, "from" | "to"> &
  Partial<Omit<Member, "section">> & { readonly section: SectionInput };

/** Of a section in the plane without shear: E, A, Iz and density; Iz may be missing where the member is hinged at both ends. */
export type SectionInput = Pick<Section, "E" | "A" | "density"> & Partial<Section>;

/** The whole description: in the plane if all nodes are, mass is consistent, joints are rigid, nothing holds it and nothing acts. */
export function describedFrame(given: FrameInput): FrameDescription {
  return {
    dimension: given.nodes.every(({ point }) => point[2] === 0) ? 2 : 3,
    mass: "consistent",
    supports: [],
    springs: [],
    dashpots: [],
    masses: [],
    loads: [],
    damping: null,
    ...given,
    nodes: given.nodes.map((node, i) => ({ name: `${i + 1}`, ...node })),
    members: given.members.map(({ section, ...member }, i) => ({
      name: `${i + 1}`,
      up: null,
      released: [[], []],
      ...member,
      section: { Iz: 0, Iy: 0, J: 0, G: 0, shearAreas: null, ...section },
    })),
  };
}

/** `threads` help with its large matrices. */
export interface FrameDescription extends WithThreads {
  /** In the plane a node has x, y and rz; in space all six directions. */
  readonly dimension: 2 | 3;
  readonly nodes: readonly FrameNode[];
  readonly members: readonly Member[];
  /** `lumped`: half of a member's mass at each end, and no inertia of rotations; those are eliminated before a run. */
  readonly mass: "consistent" | "lumped";
  /** The time at which runs start (default 0): there rotations without inertia have settled under the loads on them. */
  readonly t0?: number;
  readonly supports: readonly FrameSupport[];
  /** To the ground, or as point masses: one constant for one direction of one node. */
  readonly springs: readonly NodeConstant[];
  readonly dashpots: readonly NodeConstant[];
  readonly masses: readonly NodeConstant[];
  /** Elements that share nodes with the members, such as the bricks of a foundation. They have stiffness and mass for displacements only: a member that ends on one
   *  is hinged to it. Pictures and section forces are those of the members. */
  readonly continua?: readonly Continuum[];
  readonly loads: readonly FrameLoad[];
  readonly damping: ProportionalDamping | null;
}

/** Elements of one type and one material, which is linear elastic. */
export interface Continuum {
  readonly type: ElementName;
  /** The nodes of each element, in the order of its type. */
  readonly elements: readonly (readonly number[])[];
  readonly material: Material;
}

export type FrameDirection = Direction;

export { DIRECTIONS as FRAME_DIRECTIONS } from "./assembly/dofs.js";

export interface FrameNode {
  readonly name: string;
  readonly point: Point;
}

export interface Member {
  /** Messages and results call it so. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly section: Section;
  /** In space: the local y axis lies in the plane of the member and this direction; null: z, or y for members along z. */
  readonly up: Point | null;
  /** The rotations about local axes (3, 4, 5) that are free at each end: hinges. */
  readonly released: readonly [readonly FrameDirection[], readonly FrameDirection[]];
}

/** Local x runs along the member; a member in the plane bends about local z, which points out of it. */
export interface Section {
  readonly E: number;
  readonly A: number;
  /** Second moments of area are 0 where none is given: of members that are hinged at both ends. */
  readonly Iz: number;
  readonly density: number;
  /** In space only. */
  readonly Iy: number;
  /** Of torsion. */
  readonly J: number;
  /** For torsion and shear. */
  readonly G: number;
  /** Areas for shear along local y and z: then the member is Timoshenko's; null: Euler and Bernoulli's, which does not shear. */
  readonly shearAreas: readonly [number, number] | null;
}

export interface FrameSupport {
  readonly node: number;
  readonly direction: FrameDirection;
  /** The displacement or rotation; null: fixed. */
  readonly motion: Signal | null;
}

export interface NodeConstant {
  readonly node: number;
  readonly direction: FrameDirection;
  readonly value: number;
}

/** What acts, as it is when the signal is 1. */
export interface FrameLoad {
  readonly action: FrameAction;
  readonly signal: Signal;
}

export type FrameAction =
  /** A force or a moment on a node. */
  | { readonly kind: "node"; readonly node: number; readonly direction: FrameDirection }
  /** A force on each unit of a member's length. */
  | { readonly kind: "member"; readonly member: number; readonly force: Point }
  /** An acceleration that pulls at all mass. */
  | { readonly kind: "gravity"; readonly acceleration: Point }
  /** The ground accelerates in this direction; displacements are relative to it. */
  | { readonly kind: "ground"; readonly direction: Point };
