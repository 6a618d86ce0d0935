/** What a solid is made of: a mesh with materials, its supports, what acts on it. Plain data; `solid` turns it into a system. */

import type { Signal } from "../../core/signal.js";
import type { Vec } from "../../core/vec.js";
import type { Mesh } from "../../mesh/mesh.js";
import type { Material } from "./material.js";

export interface SolidDescription {
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
  readonly damping: SolidDamping | null;
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
export interface Support {
  readonly nodes: Int32Array;
  readonly direction: 0 | 1 | 2;
  /** The displacement; null: held. */
  readonly motion: Signal | null;
}

/** Forces that depend on time alone: `pattern` (three numbers a node) times `signal`. Point forces, tractions, dead pressures, gravity and
 *  motions of the ground all end up here. */
export interface NodalLoad {
  readonly pattern: Vec;
  readonly signal: Signal;
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

export type SolidDamping =
  | { readonly kind: "rayleigh"; readonly mass: number; readonly stiffness: number }
  | { readonly kind: "modal"; readonly ratio: number | readonly number[] };
