/** Supports and loads of solids, to be listed in their descriptions. A load without a signal is constant. */
import { constantSignal, type Signal } from "../../core/signal.js";
import type { Boundary } from "../../mesh/boundary.js";
import type { Mesh } from "../../mesh/mesh.js";
import type { Point } from "../../mesh/selection.js";
import { areaOf, pressure, surfaceForces, traction } from "../../mesh/surface.js";
import type { BodyLoad, NodalLoad, Support } from "../solid-description.js";

const AXES = ["x", "y", "z"] as const;

/** Nodes that do not move, in some directions or in all. */
export function fixed(nodes: ArrayLike<number>, directions: readonly (typeof AXES)[number][] = AXES): Support[] {
  return directions.map((name) => ({ nodes: Int32Array.from(nodes), direction: directionOf(name), motion: null }));
}

/** Nodes whose displacement in one direction is a function of time. */
export function prescribed(nodes: ArrayLike<number>, direction: (typeof AXES)[number], motion: Signal): Support {
  return { nodes: Int32Array.from(nodes), direction: directionOf(direction), motion };
}

const directionOf = (name: (typeof AXES)[number]) => AXES.indexOf(name) as 0 | 1 | 2;

export const gravity = (acceleration: Point, signal = constantSignal(1)): BodyLoad => ({ acceleration, signal });

/** The ground accelerates by `signal` in this direction; displacements are relative to it. */
export const groundAcceleration = ([x, y, z]: Point, signal: Signal): BodyLoad => ({
  acceleration: [-x, -y, -z],
  signal,
  ofGround: true,
});

/** A whole force, shared by some nodes. */
export function nodalForce(mesh: Mesh, nodes: Int32Array, force: Point, signal = constantSignal(1)): NodalLoad {
  const pattern = new Float64Array(mesh.points.length);
  for (const node of nodes) for (let c = 0; c < 3; c++) pattern[3 * node + c] = force[c] / nodes.length;
  return { pattern, signal };
}

/** Where a load acts: a surface of the mesh, in the plane with the thickness of the solid. */
export interface LoadedSurface {
  readonly mesh: Mesh;
  readonly surface: Boundary;
  readonly thickness?: number;
}

/** A whole force as an even traction. */
export function surfaceForce(on: LoadedSurface, [x, y, z]: Point, signal = constantSignal(1)): NodalLoad {
  const area = areaOf(on.mesh, on.surface, on.thickness ?? 1);
  return surfaceTraction(on, [x / area, y / area, z / area], signal);
}

/** A force on each unit of area. */
export function surfaceTraction(
  { mesh, surface, thickness = 1 }: LoadedSurface,
  on: Point,
  signal = constantSignal(1),
): NodalLoad {
  return { pattern: surfaceForces(mesh, surface, thickness, traction(on)), signal };
}

/** A pressure against the surface as it is at rest. One that follows the surface is in `pressures` of the description. */
export function surfacePressure({ mesh, surface, thickness = 1 }: LoadedSurface, signal: Signal): NodalLoad {
  return { pattern: surfaceForces(mesh, surface, thickness, pressure), signal };
}
