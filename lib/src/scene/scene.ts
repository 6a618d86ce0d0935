/** What a model looks like in space: points that move, and what is drawn between them. A scene is plain data, which survives a message to
 *  another thread; the functions beside it compute where its points are at a state.
 *
 *  A point is drawn at rest + factor × displacement. Small displacements are magnified so; of scenes in which points are where the
 *  coordinates say (particles, orbits, pendulums) rest is the origin of the coordinates, and the factor 1. */
import type { Vec } from "../core/vec.js";

export interface Scene {
  readonly dimension: 1 | 2 | 3;
  /** What the directions are called, as many as there are dimensions: "−x" where x points the other way. */
  readonly axes: readonly string[];
  /** Are all axes lengths in space? Else they are coordinates, numbers of coordinates or energies. */
  readonly spatial: boolean;
  /** Three numbers a point, also in the plane and on a line. */
  readonly rest: Float32Array;
  /** May displacements be drawn larger than they are? */
  readonly magnifiable: boolean;
  /** Of every point, as messages and results would call it: "node 12", "sun". */
  readonly names: readonly string[];
  /** Three a point: the places of its coordinates among those that results have, −1 where it has none. */
  readonly coordinates: Int32Array;
  readonly balls: Balls;
  readonly links: readonly Links[];
  /** Lines through points: members of a frame as they bend, floors. */
  readonly members: Polylines;
  readonly surface: Surface | null;
  readonly supports: Supports;
  /** Points at which a member can turn freely. */
  readonly hinges: Uint32Array;
  readonly planes: readonly ScenePlane[];
  /** The sides of a periodic box that begins in the origin. */
  readonly box: readonly number[] | null;
  readonly background: readonly BackgroundLine[];
  /** Points whose paths are worth a line. */
  readonly trails: Uint32Array;
  readonly fields: readonly SceneField[];
}

/** Masses. */
export interface Balls {
  readonly points: Uint32Array;
  /** Relative to one another, 1 for an ordinary one. */
  readonly sizes: Float32Array;
  /** The radius of a ball of size 1 in the unit of the axes; null: as is easy to see. */
  readonly radius: number | null;
}

export interface Links {
  readonly kind: "spring" | "dashpot" | "rod";
  /** Two points each. */
  readonly ends: Uint32Array;
}

/** Line k runs through `points[start[k]] … points[start[k + 1] - 1]`. */
export interface Polylines {
  readonly start: Uint32Array;
  readonly points: Uint32Array;
}

export interface Surface {
  /** Three points each, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Edges of elements, two points each. */
  readonly edges: Uint32Array;
  /** Those where the surface turns sharply or ends. */
  readonly outline: Uint32Array;
}

/** Bit d of a mask is direction d: x, y, z, and the rotations about them. */
export interface Supports {
  readonly points: Uint32Array;
  readonly fixed: Uint8Array;
  /** Directions with a prescribed displacement. */
  readonly prescribed: Uint8Array;
}

/** A rigid half-space behind a plane. */
export interface ScenePlane {
  readonly point: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
}

/** A line that does not move: V over a coordinate, where V has one value, where V is the energy at the start; where coordinates are zero. */
export interface BackgroundLine {
  readonly kind: "potential" | "contour" | "energy" | "zero";
  /** V along it, or the value of the coordinates; NaN where it changes. */
  readonly level: number;
  /** Three numbers a point. */
  readonly points: Float32Array;
}

/** A number at every point. */
export interface SceneField {
  readonly name: string;
  readonly title: string;
  /** Whose unit it has, as units of models name it: `stress`, `length`; null where that is not known. */
  readonly quantity: string | null;
  /** Has it a sign, so that colours should have a middle? */
  readonly signed: boolean;
}

/** Writes three numbers a point. */
export type SceneVectors = (t: number, q: Vec, v: Vec, out: Float32Array) => void;

/** A scene, and where it is at a state (t, q, v) of the system; nothing is allocated. */
export interface MovingScene {
  readonly scene: Scene;
  readonly displacements: SceneVectors;
  readonly velocities: SceneVectors;
  /** Writes one number a point: those of `scene.fields[field]`. */
  values(field: number, t: number, q: Vec, v: Vec, out: Float32Array): void;
}

export const pointCount = ({ rest }: Pick<Scene, "rest">): number => rest.length / 3;

/** Where points are drawn; `out` may be `displacements`. */
export function place({ rest }: Scene, displacements: Float32Array, factor: number, out: Float32Array): void {
  for (let i = 0; i < rest.length; i++) out[i] = rest[i] + factor * displacements[i];
}
