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
import type { Factor } from "./factors.js";

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
  /** What is carried of q and of v: zeros for a plain sum. A step starts from q + ofPositions, v + ofVelocities. */
  readonly ofPositions: Vec;
  readonly ofVelocities: Vec;
  /** q += factor dq, v += factor dv. */
  add(state: { readonly q: Vec; readonly v: Vec }, dq: Vec, dv: Vec, factor?: number): void;
  /** q += h w, v += h a, where what the products round away is carried as well: h is the same in every step and often a short fraction,
   *  as 0.02 = 1/50, and then the rounding of h w depends on w mod 50 and has a mean that is not zero. */
  addTimes(state: { readonly q: Vec; readonly v: Vec }, h: number, w: Vec, a: Vec): void;
  /** The same for w = v + s a: what it loses when it is rounded, and what v carries, goes into q with it. A plain sum takes w as it is. */
  addPath(state: { readonly q: Vec; readonly v: Vec }, h: number, s: Factor, w: Vec, a: Vec): void;
  /** Adds to what is carried of coordinate i: parts of an increment too small to be added to it. */
  carry(i: number, dq: number, dv: number): void;
}

export function stateSum(dof: number, how: Summation): StateSum {
  const ofPositions = new Float64Array(dof);
  const ofVelocities = new Float64Array(dof);
  if (how === "plain") {
    const addTimes: StateSum["addTimes"] = ({ q, v }, h, w, a) => {
      for (let i = 0; i < dof; i++) {
        q[i] += h * w[i];
        v[i] += h * a[i];
      }
    };
    return {
      memory: [],
      ofPositions,
      ofVelocities,
      add({ q, v }, dq, dv, factor = 1) {
        for (let i = 0; i < dof; i++) {
          q[i] += factor * dq[i];
          v[i] += factor * dv[i];
        }
      },
      addTimes,
      addPath: (state, h, _s, w, a) => addTimes(state, h, w, a),
      carry() {},
    };
  }
  const carried = { ofPositions, ofVelocities };
  return {
    memory: [ofPositions, ofVelocities],
    ...carried,
    add({ q, v }, dq, dv, factor = 1) {
      for (let i = 0; i < dof; i++) {
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
    },
    addTimes: addTimes(carried),
    addPath: ({ q, v }, h, s, w, a) => addPath(q, v, ofPositions, ofVelocities, h, s, w, a),
    carry(i, dq, dv) {
      ofPositions[i] += dq;
      ofVelocities[i] += dv;
    },
  };
}

type Carried = Pick<StateSum, "ofPositions" | "ofVelocities">;

const addTimes =
  ({ ofPositions, ofVelocities }: Carried): StateSum["addTimes"] =>
  ({ q, v }, h, w, a) => {
    addProducts(q, ofPositions, h, w);
    addProducts(v, ofVelocities, h, a);
  };

/** x += h w, with all that is rounded away in c. */
function addProducts(x: Vec, c: Vec, h: number, w: Vec): void {
  const high = upperHalf(h);
  for (let i = 0; i < x.length; i++) addProduct(x, c, i, h, high, w[i]);
}

function addPath(q: Vec, v: Vec, ofPositions: Vec, ofVelocities: Vec, h: number, s: Factor, w: Vec, a: Vec): void {
  const high = upperHalf(h);
  for (let i = 0; i < q.length; i++) {
    const kick = s.high * a[i] + s.low * a[i];
    const mean = v[i] + kick;
    w[i] = mean;
    ofPositions[i] += h * (lostOfLarger(v[i], kick, mean) + ofVelocities[i]);
    addProduct(q, ofPositions, i, h, high, mean);
    addProduct(v, ofVelocities, i, h, high, a[i]);
  }
}

/** x_i += h w, with all that is rounded away in c_i: by the addition, and by the product. */
function addProduct(x: Vec, c: Vec, i: number, h: number, high: number, w: number): void {
  const product = h * w;
  const rest = lostOfProduct(product, h, high, w) + c[i];
  const increment = product + rest;
  const x0 = x[i];
  const x1 = x0 + increment;
  const added = x1 - x0;
  c[i] = x0 - (x1 - added) + (increment - added) + (product - increment + rest);
  x[i] = x1;
}

/** h w − product for product = fl(h w), exactly: the factors are split into halves of 26 binary places, h by the caller [dekker1971]. Where splitting overflows,
 *  nothing is known of the product's rounding, and nothing is carried. */
export function lostOfProduct(product: number, h: number, high: number, w: number): number {
  const low = h - high;
  const wHigh = upperHalf(w);
  const wLow = w - wHigh;
  const lost = high * wHigh - product + high * wLow + low * wHigh + low * wLow;
  return lost - lost === 0 ? lost : 0;
}

const SPLITTER = 2 ** 27 + 1;

/** The first 26 binary places of a number; none that is one where splitting overflows. */
export function upperHalf(x: number): number {
  const many = SPLITTER * x;
  return many - (many - x);
}

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

/** The same in two operations. Exact for |x| ≥ |y|; elsewhere the sum is as small as y, and what is wrong is a rounding of that. */
export function lostOfLarger(x: number, y: number, sum: number): number {
  return x - sum + y;
}
