/** A second system, of our own: two coordinates with a full mass matrix, in which M⁻¹ and transposes cannot be left out unseen.
 *  V = x⁴/4 + x y²/3 + y²/2 + x², M = (2, ½; ½, 1), started at q = (1, 0.2), v = (0.1, 0.6), with the friction −c v. */
import { fullPattern, matrixMass, type Problem, potentialSystem, startingFrom, viscousForce } from "noether";

const pattern = fullPattern(2);

export function skewed(friction = 0): Problem {
  const damping = friction === 0 ? null : viscousForce({ pattern, values: Float64Array.of(friction, 0, 0, friction) });
  const system = potentialSystem({
    labels: ["x", "y"],
    mass: matrixMass({ pattern, values: Float64Array.of(2, 0.5, 0.5, 1) }),
    potential: ([x, y]) => (x * x * x * x) / 4 + (x * y * y) / 3 + (y * y) / 2 + x * x,
    gradient([x, y], out) {
      out[0] = x * x * x + (y * y) / 3 + 2 * x;
      out[1] = (2 * x * y) / 3 + y;
    },
    tangent: {
      pattern,
      values([x, y], out) {
        out[0] = 3 * x * x + 2;
        out[1] = out[2] = (2 * y) / 3;
        out[3] = (2 * x) / 3 + 1;
      },
    },
    damping,
  });
  return startingFrom(system, [1, 0.2], [0.1, 0.6]);
}

/** Vectors of two components: what the residuals below are written in. */
export type Pair = Float64Array;
export const combined = (...terms: readonly (readonly [number, Pair])[]): Pair =>
  Float64Array.from([0, 1], (i) => terms.reduce((sum, [factor, x]) => sum + factor * x[i], 0));
export const largest = (x: Pair) => Math.max(Math.abs(x[0]), Math.abs(x[1]));

/** M⁻¹ p, ∇V(q), ∇²V(q) w and M v of a problem. */
export function maths({ system }: Problem) {
  const fresh = (write: (out: Pair) => void) => {
    const out = new Float64Array(2);
    write(out);
    return out;
  };
  return {
    gradient: (q: Pair) => fresh((out) => system.gradient(q, out)),
    inverse: (p: Pair) => fresh((out) => system.mass.solve(p, out)),
    momentum: (v: Pair) => fresh((out) => system.mass.apply(v, out)),
    bent: (q: Pair, w: Pair) => {
      const K = new Float64Array(4);
      system.tangent?.values(q, K);
      return Float64Array.of(K[0] * w[0] + K[1] * w[1], K[2] * w[0] + K[3] * w[1]);
    },
  };
}
