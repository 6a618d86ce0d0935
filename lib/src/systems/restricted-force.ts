/** A force on all coordinates, seen by those that have mass. It may neither read nor push the others. */
import { InputError } from "../core/failure.js";
import { limitOf } from "../core/load-jumps.js";
import type { Force, ForceTangent, TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { squareBlock } from "../linalg/matrix.js";

export interface Places {
  readonly t0: number;
  readonly start: Vec;
  readonly labels: readonly string[];
  /** The coordinates without mass, and those with it. */
  readonly inner: Int32Array;
  readonly outer: Int32Array;
}

/** Times after the start at which a force is asked whom it pushes, in any unit of time; no whole parts of one another, so that periods do not hide it. */
const lookedAt = () => [0, ...Array.from({ length: 19 }, (_, k) => Math.SQRT2 * Number(`1e${k - 9}`))];

export function restrictedForce(force: Force, places: Places, key: string): Force {
  const { start, t0, labels, inner, outer } = places;
  const fullQ = start.slice();
  const fullV = new Float64Array(labels.length);
  const fullForce = new Float64Array(labels.length);
  const spreadOut = (q: Vec, v: Vec) => {
    for (let i = 0; i < outer.length; i++) {
      fullQ[outer[i]] = q[i];
      fullV[outer[i]] = v[i];
    }
  };
  const refuse = (i: number, what = "act on it"): InputError =>
    new InputError(`${labels[i]} has no mass, so that no ${key} may ${what}; give it mass`, { key });

  const restrict = (tangent: ForceTangent | null): ForceTangent | null => {
    if (tangent === null) return null;
    const { pattern, symmetric } = tangent;
    for (let i = 0; i < pattern.size; i++) {
      for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
        const read = pattern.column[j];
        if (inner.includes(i)) throw refuse(i);
        if (inner.includes(read)) throw refuse(read, "depend on it");
      }
    }
    const values = new Float64Array(pattern.column.length);
    // The block of a matrix whose entries are their own numbers says where each of its entries comes from.
    const source = squareBlock({ pattern, values: values.map((_, j) => j) }, outer);
    return {
      pattern: source.pattern,
      symmetric,
      values(t, q, v, out) {
        spreadOut(q, v);
        tangent.values(t, fullQ, fullV, values);
        for (let j = 0; j < out.length; j++) out[j] = values[source.values[j]];
      },
    };
  };

  for (const after of lookedAt()) {
    fullForce.fill(0);
    force.addTo(t0 + after, fullQ, fullV, fullForce);
    const pushed = inner.find((i) => fullForce[i] !== 0);
    if (pushed !== undefined) throw refuse(pushed);
  }
  const addOuter = (out: Vec) => {
    for (let i = 0; i < outer.length; i++) out[i] += fullForce[outer[i]];
    // A push that begins only later is not left out in silence: the run fails and names the force.
    for (let i = 0; i < inner.length; i++) if (fullForce[inner[i]] !== 0) out[0] = Number.NaN;
  };
  const { addDerivative } = force as Partial<TimeLoad>;
  return {
    ...force,
    ...(force.viscosity === undefined ? {} : { viscosity: squareBlock(force.viscosity, outer) }),
    ...(force.beside === undefined
      ? {}
      : { beside: (side: -1 | 1) => restrictedForce(limitOf(force, side), places, key) }),
    ...(addDerivative === undefined
      ? {}
      : {
          addDerivative(k: number, t: number, side: -1 | 1, out: Vec) {
            fullForce.fill(0);
            addDerivative(k, t, side, fullForce);
            addOuter(out);
          },
        }),
    addTo(t, q, v, out) {
      spreadOut(q, v);
      fullForce.fill(0);
      force.addTo(t, fullQ, fullV, fullForce);
      addOuter(out);
    },
    byPosition: restrict(force.byPosition),
    byVelocity: restrict(force.byVelocity),
  };
}
