/** Distances between the particles of a pair list and the gradients along them, for rows `from` to `to` of the list. Plain
 *  loops, one for each dimension: written once for all of them they would take twice the time. The arrays are arguments
 *  because the compiler keeps those in registers. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import type { PairList } from "./pair-list.js";

/** The sides of a periodic box. A distance is taken to the nearest image. */
export interface Box {
  readonly sides: Vec;
  readonly inverse: Vec;
}

export interface PairGeometry {
  /** The squared distance of every pair into out; returns how many. */
  distances(pairs: PairList, box: Box | null, from: number, to: number, q: Vec, out: Vec): number;
  /** Adds slope × distance vector to the first of a pair, and takes it from the second. */
  pull(pairs: PairList, box: Box | null, from: number, to: number, q: Vec, slopes: Vec, out: Vec): void;
}

export function boxOf(sides: readonly number[], dimension: number): Box {
  if (sides.length !== dimension || sides.some((side) => !(side > 0 && side < Infinity))) {
    throw new InputError(`the box is [${sides.join(", ")}]; accepted: ${dimension} sides, each > 0`, { key: "box" });
  }
  const box = Float64Array.from(sides);
  return { sides: box, inverse: box.map((side) => 1 / side) };
}

/** Sides of 0 leave every distance as it is. */
const NO_BOX: Box = { sides: new Float64Array(3), inverse: new Float64Array(3) };

const line: PairGeometry = {
  distances({ rowStart, partner }, box, from, to, q, out) {
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const perWidth = inverse[0];
    let end = 0;
    for (let i = from; i < to; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        let x = q[i] - q[partner[k]];
        x -= width * Math.floor(x * perWidth + 0.5);
        out[end++] = x * x;
      }
    }
    return end;
  },
  pull({ rowStart, partner }, box, from, to, q, slopes, out) {
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const perWidth = inverse[0];
    let next = 0;
    for (let i = from; i < to; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        let x = q[i] - q[partner[k]];
        x -= width * Math.floor(x * perWidth + 0.5);
        const gx = slopes[next++] * x;
        out[i] += gx;
        out[partner[k]] -= gx;
      }
    }
  },
};

const plane: PairGeometry = {
  distances({ rowStart, partner }, box, from, to, q, out) {
    const periodic = box !== null;
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const height = sides[1];
    const perWidth = inverse[0];
    const perHeight = inverse[1];
    let end = 0;
    for (let i = from; i < to; i++) {
      const xi = q[2 * i];
      const yi = q[2 * i + 1];
      const last = rowStart[i + 1];
      for (let k = rowStart[i]; k < last; k++) {
        const j = 2 * partner[k];
        let x = xi - q[j];
        let y = yi - q[j + 1];
        if (periodic) {
          x -= width * Math.floor(x * perWidth + 0.5);
          y -= height * Math.floor(y * perHeight + 0.5);
        }
        out[end++] = x * x + y * y;
      }
    }
    return end;
  },
  pull({ rowStart, partner }, box, from, to, q, slopes, out) {
    const periodic = box !== null;
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const height = sides[1];
    const perWidth = inverse[0];
    const perHeight = inverse[1];
    let next = 0;
    for (let i = from; i < to; i++) {
      const xi = q[2 * i];
      const yi = q[2 * i + 1];
      const last = rowStart[i + 1];
      let sumX = 0;
      let sumY = 0;
      for (let k = rowStart[i]; k < last; k++) {
        const j = 2 * partner[k];
        let x = xi - q[j];
        let y = yi - q[j + 1];
        if (periodic) {
          x -= width * Math.floor(x * perWidth + 0.5);
          y -= height * Math.floor(y * perHeight + 0.5);
        }
        const slope = slopes[next++];
        const gx = slope * x;
        const gy = slope * y;
        sumX += gx;
        sumY += gy;
        out[j] -= gx;
        out[j + 1] -= gy;
      }
      out[2 * i] += sumX;
      out[2 * i + 1] += sumY;
    }
  },
};

const space: PairGeometry = {
  distances({ rowStart, partner }, box, from, to, q, out) {
    const periodic = box !== null;
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const height = sides[1];
    const depth = sides[2];
    const perWidth = inverse[0];
    const perHeight = inverse[1];
    const perDepth = inverse[2];
    let end = 0;
    for (let i = from; i < to; i++) {
      const xi = q[3 * i];
      const yi = q[3 * i + 1];
      const zi = q[3 * i + 2];
      const last = rowStart[i + 1];
      for (let k = rowStart[i]; k < last; k++) {
        const j = 3 * partner[k];
        let x = xi - q[j];
        let y = yi - q[j + 1];
        let z = zi - q[j + 2];
        if (periodic) {
          x -= width * Math.floor(x * perWidth + 0.5);
          y -= height * Math.floor(y * perHeight + 0.5);
          z -= depth * Math.floor(z * perDepth + 0.5);
        }
        out[end++] = x * x + y * y + z * z;
      }
    }
    return end;
  },
  pull({ rowStart, partner }, box, from, to, q, slopes, out) {
    const periodic = box !== null;
    const { sides, inverse } = box ?? NO_BOX;
    const width = sides[0];
    const height = sides[1];
    const depth = sides[2];
    const perWidth = inverse[0];
    const perHeight = inverse[1];
    const perDepth = inverse[2];
    let next = 0;
    for (let i = from; i < to; i++) {
      const xi = q[3 * i];
      const yi = q[3 * i + 1];
      const zi = q[3 * i + 2];
      const last = rowStart[i + 1];
      let sumX = 0;
      let sumY = 0;
      let sumZ = 0;
      for (let k = rowStart[i]; k < last; k++) {
        const j = 3 * partner[k];
        let x = xi - q[j];
        let y = yi - q[j + 1];
        let z = zi - q[j + 2];
        if (periodic) {
          x -= width * Math.floor(x * perWidth + 0.5);
          y -= height * Math.floor(y * perHeight + 0.5);
          z -= depth * Math.floor(z * perDepth + 0.5);
        }
        const slope = slopes[next++];
        const gx = slope * x;
        const gy = slope * y;
        const gz = slope * z;
        sumX += gx;
        sumY += gy;
        sumZ += gz;
        out[j] -= gx;
        out[j + 1] -= gy;
        out[j + 2] -= gz;
      }
      out[3 * i] += sumX;
      out[3 * i + 1] += sumY;
      out[3 * i + 2] += sumZ;
    }
  },
};

/** For dimension 1, 2 or 3. */
export const pairGeometry = (dimension: number): PairGeometry => [line, plane, space][dimension - 1];
