/** Where the motion of a solid starts. */
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { MovingScene } from "../scene/scene.js";
import { equilibriumOf } from "../systems/equilibrium.js";
import { solidBody } from "./fields/solid-body.js";
import { solidScene } from "./fields/solid-scene.js";
import type { Solid } from "./solid.js";

/** Components of a displacement or a velocity at a place of the mesh. */
export type NodalField = (x: number, y: number, z: number) => readonly number[];

export interface SolidStart {
  readonly t0?: number;
  /** Nothing by default; `equilibrium`: at rest under the loads of the start time. */
  readonly displacement?: NodalField | "equilibrium";
  readonly velocity?: NodalField;
}

/** A solid with its start, ready for a run. What is fixed or prescribed does not follow the fields. */
export function solidProblem(
  body: Solid,
  { t0 = 0, displacement, velocity }: SolidStart = {},
): Problem & { scene(): MovingScene } {
  const { system, view } = body;
  const q0 =
    displacement === "equilibrium" ? equilibriumOf(system, t0) : body.coordinates(t0, nodalValues(body, displacement));
  return {
    system,
    t0,
    q0,
    v0: body.rates(t0, nodalValues(body, velocity)),
    ...(view !== null && { view }),
    scene: () => solidScene(body, solidBody(body)),
  };
}

/** Three numbers a node. */
function nodalValues({ parts: { mesh } }: Solid, field?: NodalField): Vec {
  const { points } = mesh;
  const values = new Float64Array(points.length);
  if (field === undefined) return values;
  for (let p = 0; p < points.length; p += 3) values.set(field(points[p], points[p + 1], points[p + 2]), p);
  return values;
}
