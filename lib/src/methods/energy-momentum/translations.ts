/** The directions w in which a system can be translated: w·∇V(q) = 0 wherever it is, hence ∇²V(q) w = 0 too. Found from V itself, at the
 *  start and at a few places around it, and orthonormal.
 *
 *  First what occurs in practice: common shifts of points on a line, in the plane or in space, and coordinates that V does not contain.
 *  Then, up to 64 coordinates, what else the stiffness takes to zero at all these places, whatever its direction. Every direction is
 *  kept only if the force along it vanishes. */
import { sin } from "../../core/elementary.js";
import type { System, Tangent } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { eigenOfRows } from "../../linalg/eigen-symmetric.js";
import { axpy, dot, firstNotFinite, norm2, normInf, scale } from "../../linalg/vec.js";

const PLACES = 3;
const NULL_SPACE_UP_TO = 64;
/** Beyond this many, coordinates are not tried one by one. */
const MOST_ALONE = 500;
/** Of a sum of squares of stiffnesses, relative to the largest: an angle of 1e-6 to a true null vector, to be confirmed. */
const NEARLY_ZERO = 1e-12;
/** A force along a translation, relative to its terms: rounding, where the direction is known exactly; and where it was computed. */
const ROUNDING = 256 * Number.EPSILON;
const NEARLY = 1e-10;

export function translationsOf(system: System, tangent: Tangent, q0: Vec): Vec[] {
  const places = around(system, q0);
  const found: Vec[] = [];
  const force = new Float64Array(system.dof);
  const keep = (w: Vec, accepted: number) => {
    for (const other of found) axpy(-dot(other, w), other, w);
    const length = norm2(w);
    if (!(length > 1e-6)) return;
    scale(1 / length, w);
    const still = places.every((q) => {
      system.gradient(q, force);
      let [sum, terms] = [0, system.cancellingTerms ?? 0];
      for (let i = 0; i < w.length; i++) {
        sum += w[i] * force[i];
        terms += Math.abs(w[i] * force[i]);
      }
      return Math.abs(sum) <= accepted * terms;
    });
    if (still) found.push(w);
  };
  for (const w of usualTranslations(system.dof)) keep(w, ROUNDING);
  if (system.dof <= NULL_SPACE_UP_TO) for (const w of nullSpace(system, tangent, places)) keep(w, NEARLY);
  return found;
}

/** The start, and places a few percent away from it where V has a gradient. */
function around(system: System, q0: Vec): Vec[] {
  const reach = normInf(q0) || 1;
  const force = new Float64Array(system.dof);
  const places = [q0.slice()];
  for (let k = 1; k <= PLACES; k++) {
    for (let size = 0.05 * reach; size > 1e-6 * reach; size /= 4) {
      const q = q0.map((x, i) => x + size * sin(7 * i + 3 * k + 1));
      system.gradient(q, force);
      if (firstNotFinite(force) >= 0) continue;
      places.push(q);
      break;
    }
  }
  return places;
}

/** The vectors that all stiffnesses take to zero. */
function nullSpace({ dof: n }: System, tangent: Tangent, places: readonly Vec[]): Vec[] {
  const { rowStart, column } = tangent.pattern;
  const values = new Float64Array(column.length);
  const squares = new Float64Array(n * n); // Σ KᵀK, each K scaled to its largest entry
  for (const q of places) {
    tangent.values(q, values);
    const largest = normInf(values);
    if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) continue;
    for (let i = 0; i < n; i++) {
      for (let a = rowStart[i]; a < rowStart[i + 1]; a++) {
        for (let b = rowStart[i]; b < rowStart[i + 1]; b++) {
          squares[column[a] * n + column[b]] += (values[a] / largest) * (values[b] / largest);
        }
      }
    }
  }
  const { values: sizes, vectors } = eigenOfRows(n, squares);
  const largest = normInf(sizes);
  return vectors.filter((_, k) => Math.abs(sizes[k]) <= NEARLY_ZERO * largest).map((w) => w.slice());
}

function usualTranslations(n: number): Vec[] {
  const shifts = [3, 2, 1].flatMap((dimension) =>
    n % dimension !== 0
      ? []
      : Array.from({ length: dimension }, (_, axis) =>
          Float64Array.from({ length: n }, (_, i) => (i % dimension === axis ? 1 : 0)),
        ),
  );
  const alone =
    n > MOST_ALONE
      ? []
      : Array.from({ length: n }, (_, i) => {
          const unit = new Float64Array(n);
          unit[i] = 1;
          return unit;
        });
  return [...shifts, ...alone];
}
