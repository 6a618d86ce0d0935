/** Divided differences (U(b) − U(a))/(b − a) of the laws between particles, as functions of squared distances and simplified
 *  until nothing cancels, with their derivatives by b. `pair` is the number of a pair in its list. */
import type { Gravity } from "./gravity.js";
import type { LennardJones } from "./lennard-jones.js";
import type { PairList } from "./pair-list.js";
import type { Bond } from "./springs.js";

export interface PairSecant {
  secant(pair: number, a: number, b: number): number;
  slope(pair: number, a: number, b: number): number;
}

/** The same with r (U′(b) − U′(a)) in addition, U′(a) being secant(a, a). */
export function resistingPairs({ secant, slope }: PairSecant, r: number): PairSecant {
  return {
    secant: (pair, a, b) => secant(pair, a, b) + r * (secant(pair, b, b) - secant(pair, a, a)),
    slope: (pair, a, b) => slope(pair, a, b) + 2 * r * slope(pair, b, b),
  };
}

/** U = −m/r: 1/r − 1/s = (s − r)/(r s). */
export function gravitySecant(
  { G = 1 }: Gravity,
  masses: ArrayLike<number>,
  { rowStart, partner }: PairList,
): PairSecant {
  const strength = new Float64Array(partner.length);
  for (let i = 0; i < masses.length; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) strength[k] = G * masses[i] * masses[partner[k]];
  }
  return {
    secant(pair, a, b) {
      const r = Math.sqrt(a);
      const s = Math.sqrt(b);
      return strength[pair] / (r * s * (r + s));
    },
    slope(pair, a, b) {
      const r = Math.sqrt(a);
      const s = Math.sqrt(b);
      return (-strength[pair] * (r + 2 * s)) / (2 * r * b * s * (r + s) * (r + s));
    },
  };
}

/** U = ½ k (r − l)²: (s − l)² − (r − l)² = (s − r)(s + r − 2 l). */
export function springsSecant(bonds: readonly Bond[], order: Int32Array): PairSecant {
  const stiffness = new Float64Array(bonds.length);
  const rest = new Float64Array(bonds.length);
  bonds.forEach(({ stiffness: k, length = 0 }, n) => {
    stiffness[order[n]] = k;
    rest[order[n]] = length;
  });
  return {
    secant: (pair, a, b) =>
      stiffness[pair] * (rest[pair] === 0 ? 0.5 : 0.5 - rest[pair] / (Math.sqrt(a) + Math.sqrt(b))),
    slope(pair, a, b) {
      if (rest[pair] === 0) return 0;
      const s = Math.sqrt(b);
      const sum = Math.sqrt(a) + s;
      return (stiffness[pair] * rest[pair]) / (2 * s * sum * sum);
    },
  };
}

/** U = 4 ε (x² − x) with x = y³, y = σ²/r². Beyond the cutoff U keeps its value there, so that it is continuous: the energy
 *  that this conserves is that of the shifted law. */
export function lennardJonesSecant({ epsilon = 1, sigma = 1, cutoff = Infinity }: LennardJones): PairSecant {
  const square = sigma * sigma;
  const limit = cutoff * cutoff;
  const factor = (4 * epsilon) / square;

  /** U(b) − U(a) = −factor (b − a) P(y_a, y_b). */
  const P = (y: number, z: number) => y * z * (y * y + y * z + z * z) * (y * y * y + z * z * z - 1);
  const secantInside = (a: number, b: number) => -factor * P(square / a, square / b);
  const slopeInside = (a: number, b: number) => {
    const y = square / a;
    const z = square / b;
    const squares = y * y + y * z + z * z;
    const sixths = y * y * y + z * z * z - 1;
    const byZ = y * squares * sixths + y * z * (y + 2 * z) * sixths + 3 * y * z * squares * z * z;
    return (factor * byZ * z * z) / square;
  };

  return {
    secant(_pair, a, b) {
      if (a < limit && b < limit) return secantInside(a, b);
      if (a >= limit && b >= limit) return 0;
      // One end is cut: the difference to the cutoff, spread over the whole way.
      return a < limit
        ? (secantInside(a, limit) * (limit - a)) / (b - a)
        : (secantInside(limit, b) * (b - limit)) / (b - a);
    },
    slope(_pair, a, b) {
      if (a < limit && b < limit) return slopeInside(a, b);
      if (a >= limit && b >= limit) return 0;
      if (a < limit) return (-secantInside(a, limit) * (limit - a)) / ((b - a) * (b - a));
      const partial = slopeInside(limit, b) * (b - limit) + secantInside(limit, b);
      return (partial - (secantInside(limit, b) * (b - limit)) / (b - a)) / (b - a);
    },
  };
}
