/** A solid of one material that starts in its shape at rest, with a velocity that depends on the place. */
import type { Mesh } from "../../mesh/mesh.js";
import { elementCount } from "../../mesh/mesh.js";
import { type ModelProblem, startingFrom } from "../model.js";
import { solidBody } from "../solid/body.js";
import type { Material } from "../solid/material.js";
import { solidScene } from "../solid/scene.js";
import { solid } from "../solid/solid.js";

interface UniformSolid {
  readonly mesh: Mesh;
  readonly material: Material;
  readonly mass: "consistent" | "lumped";
  /** Nodes that do not move. */
  readonly held: ArrayLike<number>;
}

export function uniformSolid(
  { mesh, material, mass, held }: UniformSolid,
  velocity: (x: number, y: number, z: number) => readonly [number, number, number],
): ModelProblem {
  const { points } = mesh;
  const nodes = Int32Array.from(held);
  const built = solid({
    mesh,
    regions: [{ material, elements: Int32Array.from({ length: elementCount(mesh) }, (_, e) => e) }],
    mass,
    plane: null,
    supports: nodes.length === 0 ? [] : ([0, 1, 2] as const).map((direction) => ({ nodes, direction, motion: null })),
    loads: [],
    pressures: [],
    contacts: [],
    attachments: [],
    damping: null,
  });
  const { system, rates } = built;
  const velocities = new Float64Array(points.length);
  for (let p = 0; p < points.length; p += 3) velocities.set(velocity(points[p], points[p + 1], points[p + 2]), p);
  const start = startingFrom(system, new Float64Array(system.dof), rates(0, velocities));
  return { ...start, scene: () => solidScene(built, solidBody(built)) };
}
