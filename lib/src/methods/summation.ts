/** Compensated summation of the state.                    [kahan1965], [hairer2008]
 *
 *  A step adds increments to q and v, and every addition rounds to an ulp of the sum. Over n steps these errors add up: to a
 *  drift that grows like n where they have a preferred sign, and to a walk that is longer than it need be where they have
 *  none. Here what an addition rounds away is kept and joins the next increment,
 *
 *      y = Δx + c,    x₁ = fl(x₀ + y),    c₁ = (x₀ + y) − x₁    exactly [knuth1997, section 4.2.2],
 *
 *  so that x + c is the sum of the increments to about twice the digits, and what is left are the errors of the increments
 *  themselves, which are smaller than x by a factor h. c is part of the method's memory: a restart repeats it. */
import { choice } from "../core/parameter.js";
import type { Vec } from "../core/vec.js";

export type Summation = "compensated" | "plain";

/** The parameter that every method has. */
export const summation = choice(
  ["compensated", "plain"],
  "compensated",
  "how a step is added to the state: carrying along what the addition rounds away, or without",
);

export interface StateSum {
  /** The compensations of q and v; empty for a plain sum. */
  readonly memory: readonly Vec[];
  /** q += factor dq, v += factor dv. */
  add(state: { readonly q: Vec; readonly v: Vec }, dq: Vec, dv: Vec, factor?: number): void;
  /** Adds to what is carried of coordinate i: parts of an increment too small to be added to it. */
  carry(i: number, dq: number, dv: number): void;
}

export function stateSum(dof: number, how: Summation): StateSum {
  if (how === "plain") {
    return {
      memory: [],
      add({ q, v }, dq, dv, factor = 1) {
        for (let i = 0; i < dof; i++) {
          q[i] += factor * dq[i];
          v[i] += factor * dv[i];
        }
      },
      carry() {},
    };
  }
  const compensations = { q: new Float64Array(dof), v: new Float64Array(dof) };
  return {
    memory: [compensations.q, compensations.v],
    add: dof === 2 ? addPlanar(compensations) : addAll(compensations),
    carry(i, dq, dv) {
      compensations.q[i] += dq;
      compensations.v[i] += dv;
    },
  };
}

interface Compensations {
  readonly q: Vec;
  readonly v: Vec;
}

const addAll =
  ({ q: ofPositions, v: ofVelocities }: Compensations): StateSum["add"] =>
  ({ q, v }, dq, dv, factor = 1) => {
    for (let i = 0; i < q.length; i++) {
      const q0 = q[i];
      const v0 = v[i];
      const dx = factor * dq[i] + ofPositions[i];
      const du = factor * dv[i] + ofVelocities[i];
      const q1 = q0 + dx;
      const v1 = v0 + du;
      ofPositions[i] = lost(q0, dx, q1);
      ofVelocities[i] = lost(v0, du, v1);
      q[i] = q1;
      v[i] = v1;
    }
  };

/** The same numbers without a loop, which takes longer than the arithmetic of two coordinates. */
const addPlanar =
  ({ q: ofPositions, v: ofVelocities }: Compensations): StateSum["add"] =>
  ({ q, v }, dq, dv, factor = 1) => {
    const x0 = q[0];
    const y0 = q[1];
    const u0 = v[0];
    const w0 = v[1];
    const dx = factor * dq[0] + ofPositions[0];
    const dy = factor * dq[1] + ofPositions[1];
    const du = factor * dv[0] + ofVelocities[0];
    const dw = factor * dv[1] + ofVelocities[1];
    const x1 = x0 + dx;
    const y1 = y0 + dy;
    const u1 = u0 + du;
    const w1 = w0 + dw;
    ofPositions[0] = lost(x0, dx, x1);
    ofPositions[1] = lost(y0, dy, y1);
    ofVelocities[0] = lost(u0, du, u1);
    ofVelocities[1] = lost(w0, dw, w1);
    q[0] = x1;
    q[1] = y1;
    v[0] = u1;
    v[1] = w1;
  };

/** The compensation of a vector whose entries are summed one by one. */
export function compensation(dof: number, how: Summation): Vec | null {
  return how === "plain" ? null : new Float64Array(dof);
}

export interface VectorSum {
  /** The compensation; empty for a plain sum. */
  readonly memory: readonly Vec[];
  /** x += dx. */
  add(x: Vec, dx: Vec): void;
}

export function vectorSum(dof: number, how: Summation): VectorSum {
  const c = compensation(dof, how);
  return {
    memory: c === null ? [] : [c],
    add(x, dx) {
      for (let i = 0; i < dof; i++) addEntry(x, c, i, dx[i]);
    },
  };
}

/** x_j += dx for one entry; without a compensation, a plain sum. */
export function addEntry(x: Vec, c: Vec | null, j: number, dx: number): void {
  if (c === null) x[j] += dx;
  else {
    const y = dx + c[j];
    const sum = x[j] + y;
    c[j] = lost(x[j], y, sum);
    x[j] = sum;
  }
}

/** (x + y) − sum for sum = fl(x + y), exactly, whichever of x and y is larger. */
export function lost(x: number, y: number, sum: number): number {
  const added = sum - x;
  return x - (sum - added) + (y - added);
}
