/** A thick-walled tube under pressure in plane strain, by Lamé: u = A r + B/r. */

import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import type { Solid } from "../../src/fe/solid.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { cylinder } from "../../src/mesh/generate/cylinder.js";
import { pressure, surfaceForces } from "../../src/mesh/surface.js";
import { solidOf } from "../fe/solids.js";
import { equilibrium, type Field, fixedIn, nodesWhere, sidesNamed } from "./elastostatics.js";

const [INNER, OUTER, HEIGHT] = [1, 2, 0.5];
const [E, NU] = [10, 0.3];
/** p a²/(b² − a²) of a unit pressure. */
const SHARE = INNER ** 2 / (OUTER ** 2 - INNER ** 2);
const A = ((1 + NU) * (1 - 2 * NU) * SHARE) / E;
const B = ((1 + NU) * OUTER ** 2 * SHARE) / E;

export const exactDisplacement: Field = ([x, y]) => {
  const square = x * x + y * y;
  return [x * (A + B / square), y * (A + B / square), 0];
};

/** Von Mises's stress. */
export function exactStress(r: number): number {
  const [radial, hoop] = [SHARE * (1 - (OUTER / r) ** 2), SHARE * (1 + (OUTER / r) ** 2)];
  const along = NU * (radial + hoop);
  return Math.sqrt(((radial - hoop) ** 2 + (hoop - along) ** 2 + (along - radial) ** 2) / 2);
}

export function pressedTube(element: ElementName, around: number): { body: Solid; u: Float64Array } {
  const mesh = cylinder({ radius: OUTER, inner: INNER, height: HEIGHT, cells: [around, around / 8, 1], element });
  const where = (lies: (x: number, y: number, z: number) => boolean) => nodesWhere(mesh, (at) => lies(...at));
  // Nodes on an axis of the section keep to it.
  const supports = [
    ...fixedIn(
      where((_x, _y, z) => z === 0 || z === HEIGHT),
      [2],
    ),
    ...fixedIn(
      where((_x, y) => Math.abs(y) < 1e-9),
      [1],
    ),
    ...fixedIn(
      where((x) => Math.abs(x) < 1e-9),
      [0],
    ),
  ];
  const body = solidOf(mesh, linearElastic({ E, nu: NU, density: 1 }), { supports });
  return { body, u: equilibrium(body, surfaceForces(mesh, sidesNamed(mesh, "inner"), 1, pressure)) };
}
