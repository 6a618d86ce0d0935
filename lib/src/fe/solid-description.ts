/** What a solid is made of: a mesh with materials, its supports, what acts on it. Plain data; `solid` turns it into a system. */
import { InputError } from "../core/failure.js";
import type { Signal } from "../core/signal.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import { elementType } from "../mesh/element-types.js";
import { blockStarts, dimensionOf, type Mesh } from "../mesh/mesh.js";
import type { Point } from "../mesh/selection.js";
import type { ProportionalDamping } from "../systems/damping.js";
import { nodalMasses, weightPattern } from "./assembly/nodal-mass.js";
import type { NodalSupport } from "./boundary/supports.js";
import type { Material } from "./materials/material.js";

/** What has to be said of a solid: the mesh and its material, or the materials of its regions. All else has a default. */
export interface SolidInput extends Partial<Omit<SolidDescription, "mesh" | "loads">> {
  readonly mesh: Mesh;
  /** Of all elements that no region lists. */
  readonly material?: Material;
  /** Of all bars that no region lists. */
  readonly area?: number;
  readonly loads?: readonly (NodalLoad | BodyLoad)[];
}

/** The whole description: mass is consistent, plane meshes are in plane stress and one thick, nothing holds it and nothing acts. */
export function described({ material, area, ...given }: SolidInput): SolidDescription {
  const { mesh, loads = [], regions = [] } = given;
  const others = unlisted(mesh, regions);
  if (material === undefined && regions.length === 0)
    throw new InputError("no element has a material; give material, or regions", { key: "material" });
  const rest =
    material === undefined || others.length === 0 ? [] : [{ material, elements: others, ...(area && { area }) }];
  const parts = {
    mass: "consistent" as const,
    plane: dimensionOf(mesh) === 2 ? ({ vanishing: "stress", thickness: 1 } as const) : null,
    supports: [],
    pressures: [],
    contacts: [],
    attachments: [],
    damping: null,
    ...given,
    regions: [...regions, ...rest],
  };
  const kept: { masses?: Vec } = {};
  const masses = () => {
    kept.masses ??= nodalMasses(parts);
    return kept.masses;
  };
  return {
    ...parts,
    loads: loads.map((load) => {
      if ("pattern" in load) return load;
      const { acceleration, ...others } = load;
      return { pattern: weightPattern(masses(), acceleration), ...others };
    }),
  };
}

/** The elements of the mesh's dimension that are in no region. */
function unlisted(mesh: Mesh, regions: readonly Region[]): Int32Array {
  const starts = blockStarts(mesh);
  const dimension = dimensionOf(mesh);
  const free = new Uint8Array(starts[mesh.blocks.length]);
  mesh.blocks.forEach(({ type }, b) => {
    if (elementType(type).dimension === dimension) free.fill(1, starts[b], starts[b + 1]);
  });
  for (const { elements } of regions) for (const element of elements) free[element] = 0;
  return Int32Array.from(free.keys()).filter((element) => free[element] === 1);
}

/** `threads` help with its large matrices. */
export interface SolidDescription extends WithThreads {
  readonly mesh: Mesh;
  /** Every element of the mesh's dimension is listed once, counted through the mesh; the others only name places. */
  readonly regions: readonly Region[];
  readonly mass: "consistent" | "lumped";
  /** For meshes in the plane: which components vanish out of it. */
  readonly plane: PlaneState | null;
  readonly supports: readonly Support[];
  readonly loads: readonly NodalLoad[];
  /** Pressures that follow the surface as it moves. */
  readonly pressures: readonly FollowingPressure[];
  readonly contacts: readonly RigidPlane[];
  readonly attachments: readonly Attachment[];
  readonly damping: ProportionalDamping | null;
}

export interface Region {
  readonly material: Material;
  readonly elements: Int32Array;
  /** The cross section of its elements, where they are bars. */
  readonly area?: number;
}

export interface PlaneState {
  readonly vanishing: "stress" | "strain";
  readonly thickness: number;
}

/** One direction (0, 1, 2 for x, y, z) of some nodes is fixed, or has a prescribed displacement. */
export interface Support extends NodalSupport {
  readonly nodes: Int32Array;
  readonly direction: 0 | 1 | 2;
}

/** Forces that depend on time alone: `pattern` (three numbers a node) times `signal`. Point forces, tractions, dead pressures, gravity and
 *  motions of the ground all end up here. */
export interface NodalLoad {
  readonly pattern: Vec;
  readonly signal: Signal;
  /** Felt because the ground accelerates: nothing that a body at rest is under. */
  readonly ofGround?: boolean;
}

/** An acceleration that pulls at all mass, times `signal`. */
export interface BodyLoad {
  readonly acceleration: Point;
  readonly signal: Signal;
  readonly ofGround?: boolean;
}

export interface FollowingPressure {
  readonly elements: Int32Array;
  readonly sides: Uint8Array;
  readonly signal: Signal;
}

/** A rigid half-space behind a plane; its normal points to where the solid may be. Nodes that get behind it are pushed back with the
 *  energy gap²/(2 penalty), (76) of gonzalez2010. */
export interface RigidPlane {
  readonly point: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
  readonly penalty: number;
  /** Coefficient of Coulomb friction; 0: it slides freely. */
  readonly friction: number;
  /** The slip velocity at which friction has seven tenths of its limit. null: none, it sticks; few methods can take that. With it friction
   *  is a damping force, which every method can take, and what should stick creeps. */
  readonly creep?: number | null;
}

/** Things without extension that hang on nodes. The second node is null for the ground. */
export type Attachment =
  | { readonly kind: "mass"; readonly node: number; readonly mass: number }
  | {
      readonly kind: "spring" | "dashpot";
      readonly nodes: readonly [number, number | null];
      readonly direction: 0 | 1 | 2;
      /** Force over displacement, or over velocity. */
      readonly constant: number;
    };
