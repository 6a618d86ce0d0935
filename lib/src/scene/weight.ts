/** The weight of points in the plane, and which way it pulls. In ∇V added up over all points the forces between them cancel; a spring to a fixed place has
 *  U′ e = (U′/r)(p − c), where U′/r is the stiffness across it. What is left is the weight, where it is the same wherever the points are. */
import type { Problem } from "../core/system.js";
import type { LabelledPoints } from "./from-labels.js";
import type { Spring } from "./springs.js";

/** Of ∇V: what rounding leaves of a difference. */
const CLOSE = 1e-6;

/** The constant part of ∇V, added up; null where there is none, or it depends on the place. */
export function weightOf(
  { system, q0 }: Problem,
  { coordinates, dimension }: LabelledPoints,
  springs: readonly Spring[],
): readonly [number, number] | null {
  if (dimension !== 2 || system.load !== null) return null;
  const count = coordinates.length / 3;
  const { tangent, dof } = system;
  const hung = springs.flatMap(({ from, to }) => (typeof to === "number" ? [] : [{ from, to }]));
  const looked = [0, 1, 2].map((k) => {
    const q = q0.map((x, i) => (k === 0 ? x : x + 0.07 * (1 + Math.abs(x)) * Math.sin(k * (1 + 2 * i))));
    const slope = new Float64Array(dof);
    system.gradient(q, slope);
    let [gx, gy, size] = [0, 0, 0];
    for (let a = 0; a < count; a++) {
      const [fx, fy] = [slope[coordinates[3 * a]], slope[coordinates[3 * a + 1]]];
      gx += fx;
      gy += fy;
      size += Math.hypot(fx, fy);
    }
    if (hung.length > 0 && tangent !== null) {
      const values = new Float64Array(tangent.pattern.column.length);
      tangent.values(q, values);
      for (const { from, to } of hung) {
        const [x, y] = [q[coordinates[3 * from]] - to[0], q[coordinates[3 * from + 1]] - to[1]];
        const [[xx, xy], [, yy]] = rowsOf(tangent.pattern, values, coordinates, from);
        const across = (xx * y * y - 2 * xy * x * y + yy * x * x) / (x * x + y * y);
        gx -= across * x;
        gy -= across * y;
      }
    }
    return { gx, gy, size };
  });
  const [{ gx, gy }] = looked;
  const size = looked.reduce((most, each) => Math.max(most, each.size), 0);
  const isConstant = looked.every((each) => Math.hypot(each.gx - gx, each.gy - gy) <= CLOSE * size);
  return isConstant && Math.hypot(gx, gy) > CLOSE * size ? [gx, gy] : null;
}

/** The block of ∇²V of a point, with those between it and all others: what springs between points add to it cancels. */
function rowsOf(
  { rowStart, column }: { readonly rowStart: Int32Array; readonly column: Int32Array },
  values: Float64Array,
  coordinates: Int32Array,
  point: number,
): number[][] {
  return [0, 1].map((r) => {
    const row = coordinates[3 * point + r];
    const out = [0, 0];
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) out[coordinates.indexOf(column[k]) % 3] += values[k];
    return out;
  });
}

/** How the plane is turned so that weights pull downwards: what is drawn to the right and upwards, and from which coordinate, as that of a point. */
export interface Turn {
  readonly axes: readonly [string, string];
  /** 0: x, 1: y. */
  readonly from: readonly [0 | 1, 0 | 1];
  readonly sign: readonly [1 | -1, 1 | -1];
}

const UPRIGHT: Turn = { axes: ["x", "y"], from: [0, 1], sign: [1, 1] };
const UPSIDE_DOWN: Turn = { axes: ["−x", "−y"], from: [0, 1], sign: [-1, -1] };
const X_DOWN: Turn = { axes: ["y", "−x"], from: [1, 0], sign: [1, -1] };
const X_UP: Turn = { axes: ["−y", "x"], from: [1, 0], sign: [-1, 1] };

/** Weights that pull along an axis; others, and none, leave the plane as it is. */
export function turnFor(weight: readonly [number, number] | null): Turn {
  if (weight === null) return UPRIGHT;
  const [gx, gy] = weight;
  if (Math.abs(gx) <= CLOSE * Math.abs(gy)) return gy > 0 ? UPRIGHT : UPSIDE_DOWN;
  if (Math.abs(gy) <= CLOSE * Math.abs(gx)) return gx > 0 ? X_UP : X_DOWN;
  return UPRIGHT;
}
