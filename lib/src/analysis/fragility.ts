/** A fragility curve: the probability that a structure passes a limit under a ground motion of intensity x,
 *
 *      P(x) = Φ(ln(x/θ)/β),      θ the median, β the dispersion,                               [baker2015]
 *
 *  from how many of n_i motions of intensity x_i made it do so. θ and β maximise the likelihood Π C(n_i, z_i) P_i^{z_i} (1 − P_i)^{n_i − z_i}. With a + b ln x for the argument
 *  of Φ this is a probit regression, whose likelihood is concave: Fisher's scoring finds its one maximum, b = 1/β, θ = e^{−a/b}.
 *
 *  It has a maximum if the levels overlap: somewhere a motion passes the limit at a lower intensity than one that does not. The band is that of a + b ln x with the
 *  covariance (XᵀWX)⁻¹ of the estimate, at `confidence` for each x by itself. */
import { exp, log } from "../core/elementary.js";
import { maxOf, minOf } from "../core/vec.js";
import { normalDensity, normalProbability } from "./normal-distribution.js";

/** Of motions at one intensity. */
export interface Exceedances {
  readonly intensity: number;
  readonly count: number;
  readonly exceeding: number;
}

export interface Fragility {
  readonly median: number;
  readonly dispersion: number;
  /** Standard errors of ln θ and β. */
  readonly errorOfLogMedian: number;
  readonly errorOfDispersion: number;
  probability(x: number): number;
  /** The ends of the band at x. */
  band(x: number, confidence?: 0.68 | 0.9 | 0.95 | 0.99): readonly [number, number];
}

/** Why there is no curve. */
export interface NoFragility {
  readonly reason: string;
}

/** Of the normal distribution: between −z and z lies the part. */
const QUANTILES = {
  0.68: 0.994457883209753,
  0.9: 1.6448536269514722,
  0.95: 1.959963984540054,
  0.99: 2.5758293035489004,
};
const MOST_STEPS = 200;

export function fragility(levels: readonly Exceedances[]): Fragility | NoFragility {
  const used = levels.filter(({ intensity, count }) => intensity > 0 && count > 0);
  const reason = unfit(used);
  if (reason !== null) return { reason };
  // About the middle of the levels the two unknowns hardly depend on one another.
  const total = used.reduce((sum, { count }) => sum + count, 0);
  const middle = used.reduce((sum, { intensity, count }) => sum + count * log(intensity), 0) / total;
  const points = used.map(({ intensity, count, exceeding }) => ({
    u: log(intensity) - middle,
    n: count,
    z: exceeding,
  }));
  let [a, b] = [0, 0];
  let reached = likelihood(points, a, b);
  for (let k = 0; k < MOST_STEPS; k++) {
    const {
      information: [p, q, r],
      score: [s0, s1],
    } = scoring(points, a, b);
    const det = p * r - q * q;
    let [da, db] = [(r * s0 - q * s1) / det, (p * s1 - q * s0) / det];
    let next = likelihood(points, a + da, b + db);
    for (; next < reached && Math.abs(da) + Math.abs(db) > 1e-14; next = likelihood(points, a + da, b + db))
      [da, db] = [da / 2, db / 2];
    [a, b, reached] = [a + da, b + db, Math.max(next, reached)];
    if (Math.abs(da) + Math.abs(db) < 1e-13 * (1 + Math.abs(a) + Math.abs(b))) break;
  }
  if (!(b > 0)) return { reason: "the limit is passed less often at higher intensities" };
  const {
    information: [p, q, r],
  } = scoring(points, a, b);
  const det = p * r - q * q;
  /** The covariance of (a, b). */
  const [aa, ab, bb] = [r / det, -q / det, p / det];
  const at = (x: number) => a + b * (log(x) - middle);
  return {
    median: exp(middle - a / b),
    dispersion: 1 / b,
    // ln θ = middle − a/b, by its derivatives −1/b and a/b².
    errorOfLogMedian: Math.sqrt(aa - (2 * a * ab) / b + (a * a * bb) / (b * b)) / b,
    errorOfDispersion: Math.sqrt(bb) / (b * b),
    probability: (x) => (x > 0 ? normalProbability(at(x)) : 0),
    band(x, confidence = 0.95) {
      if (!(x > 0)) return [0, 0];
      const u = log(x) - middle;
      const reach = QUANTILES[confidence] * Math.sqrt(aa + 2 * u * ab + u * u * bb);
      return [normalProbability(at(x) - reach), normalProbability(at(x) + reach)];
    },
  };
}

function unfit(levels: readonly Exceedances[]): string | null {
  const passing = levels.filter(({ exceeding }) => exceeding > 0).map(({ intensity }) => intensity);
  const holding = levels.filter(({ exceeding, count }) => exceeding < count).map(({ intensity }) => intensity);
  if (passing.length === 0) return "no motion passes the limit";
  if (holding.length === 0) return "every motion passes the limit";
  if (minOf(passing) < maxOf(holding)) return null;
  return "no motion passes the limit at a lower intensity than another that does not: a step fits best; take more levels between";
}

interface Point {
  readonly u: number;
  readonly n: number;
  readonly z: number;
}

function likelihood(points: readonly Point[], a: number, b: number): number {
  let sum = 0;
  for (const { u, n, z } of points) {
    const eta = a + b * u;
    // Φ of both signs, so that neither tail is a difference from 1.
    if (z > 0) sum += z * log(normalProbability(eta));
    if (z < n) sum += (n - z) * log(normalProbability(-eta));
  }
  return Number.isNaN(sum) ? Number.NEGATIVE_INFINITY : sum;
}

/** The gradient of the likelihood, and what is expected of minus its second derivatives. */
function scoring(points: readonly Point[], a: number, b: number) {
  let [p, q, r, s0, s1] = [0, 0, 0, 0, 0];
  for (const { u, n, z } of points) {
    const eta = a + b * u;
    const [density, above, below] = [normalDensity(eta), normalProbability(eta), normalProbability(-eta)];
    const weight = (n * density * density) / (above * below);
    const pull = (density * (z - n * above)) / (above * below);
    if (!Number.isFinite(weight) || !Number.isFinite(pull)) continue;
    p += weight;
    q += weight * u;
    r += weight * u * u;
    s0 += pull;
    s1 += pull * u;
  }
  return { information: [p, q, r] as const, score: [s0, s1] as const };
}
