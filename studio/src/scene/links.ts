/** Springs, dashpots and rods: one shape each, set between two points again and again. */

import type { Links } from "noether/scene";
import {
  type BufferGeometry,
  CatmullRomCurve3,
  CylinderGeometry,
  InstancedMesh,
  type Material,
  TubeGeometry,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

/** So many times as long as wide is a spring that is drawn without being squeezed: its wire is round there. */
const SLENDER = 24;

/** A helix of unit radius along y, with straight ends. */
function coil(): CatmullRomCurve3 {
  const [lead, turns, pieces] = [0.12, 11, 176];
  const wound = Array.from({ length: pieces + 1 }, (_, k) => {
    const part = k / pieces;
    // From the axis and back to it.
    const radius = Math.min(1, 10 * Math.min(part, 1 - part));
    const angle = 2 * Math.PI * turns * part;
    return new Vector3(radius * Math.cos(angle), SLENDER * (lead + (1 - 2 * lead) * part), radius * Math.sin(angle));
  });
  return new CatmullRomCurve3([new Vector3(), ...wound, new Vector3(0, SLENDER, 0)]);
}

/** Of unit length along y; x and z are scaled by a width. */
function shapeOf(kind: Links["kind"], isPlain: boolean): BufferGeometry {
  if (kind === "spring" && !isPlain) return new TubeGeometry(coil(), 400, 0.16, 6).scale(1, 1 / SLENDER, 1);
  if (kind === "dashpot" && !isPlain) {
    const rod = new CylinderGeometry(0.18, 0.18, 1, 8).translate(0, 0.5, 0);
    const pot = new CylinderGeometry(0.8, 0.8, 0.3, 20).translate(0, 0.45, 0);
    const merged = mergeGeometries([rod, pot]);
    rod.dispose();
    pot.dispose();
    return merged;
  }
  return new CylinderGeometry(0.3, 0.3, 1, 10).translate(0, 0.5, 0);
}

/** More coils than this are drawn as rods. */
const MOST_COILS = 600;

export interface DrawnLinks {
  readonly object: InstancedMesh;
  /** `end` writes where the second point of a link is: another image of it in a periodic box. */
  moved(positions: Float32Array, end: (a: number, b: number, out: Float32Array) => void): void;
  dispose(): void;
}

export function drawnLinks({ kind, ends }: Links, width: number, material: Material): DrawnLinks {
  const count = ends.length / 2;
  const geometry = shapeOf(kind, count > MOST_COILS);
  const object = new InstancedMesh(geometry, material, count);
  object.frustumCulled = false;
  const matrices = object.instanceMatrix.array;
  const second = new Float32Array(3);
  return {
    object,
    moved(positions, end) {
      for (let k = 0; k < count; k++) {
        const [a, b] = [ends[2 * k], ends[2 * k + 1]];
        end(a, b, second);
        between(positions, 3 * a, second, width, matrices as Float32Array, 16 * k);
      }
      object.instanceMatrix.needsUpdate = true;
    },
    dispose() {
      geometry.dispose();
      object.dispose();
    },
  };
}

/** The matrix that takes the unit length along y to the way from a to b, and everything across it to the width. */
export function between(
  points: Float32Array,
  a: number,
  b: ArrayLike<number>,
  width: number,
  out: Float32Array,
  at: number,
): void {
  const [dx, dy, dz] = [b[0] - points[a], b[1] - points[a + 1], b[2] - points[a + 2]];
  const length = Math.hypot(dx, dy, dz) || 1e-30;
  const [x, y, z] = [dx / length, dy / length, dz / length];
  // Across: away from the axis that the link is farthest from.
  const [hx, hy, hz] = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  let [ux, uy, uz] = [y * hz - z * hy, z * hx - x * hz, x * hy - y * hx];
  const size = Math.hypot(ux, uy, uz);
  [ux, uy, uz] = [ux / size, uy / size, uz / size];
  const [wx, wy, wz] = [uy * z - uz * y, uz * x - ux * z, ux * y - uy * x];
  out[at] = width * ux;
  out[at + 1] = width * uy;
  out[at + 2] = width * uz;
  out[at + 3] = 0;
  out[at + 4] = dx;
  out[at + 5] = dy;
  out[at + 6] = dz;
  out[at + 7] = 0;
  out[at + 8] = width * wx;
  out[at + 9] = width * wy;
  out[at + 10] = width * wz;
  out[at + 11] = 0;
  out[at + 12] = points[a];
  out[at + 13] = points[a + 1];
  out[at + 14] = points[a + 2];
  out[at + 15] = 1;
}
