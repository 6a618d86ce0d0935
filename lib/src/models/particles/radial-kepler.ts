/** Kepler's problem with the angle taken out: r moves in the effective potential −μ/r + L²/(2 r²), and the angle follows
 *  from θ̇ = L/r².                                                                              [gonzalez2010, (67)–(69)] */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { lineGradient } from "../discrete-gradients.js";
import { model, startingFrom } from "../model.js";
import { potentialSystem } from "../potential.js";

export const radialKepler = model(
  {
    id: "radial-kepler",
    title: "Kepler problem, reduced",
    summary: "The distance alone of a planet from its sun: angular momentum is exact because it is a constant.",
    parameters: {
      eccentricity: real(0.6, "e, 0 for a circle", { min: 0, max: 0.9999 }),
      axis: real(1, "semi-major axis a of the ellipse", { min: Number.MIN_VALUE }),
      strength: real(1, "μ, the gravitational constant times the mass of the sun", { min: Number.MIN_VALUE }),
    },
    cites: ["gonzalez2010"],
    suggested: { step: 0.01, end: 100 },
  },
  ({ eccentricity, axis, strength }) => {
    const square = strength * axis * (1 - eccentricity * eccentricity); // L²
    const system = potentialSystem({
      labels: ["r"],
      mass: scalarMass(1, 1),
      potential: ([r]) => -strength / r + square / (2 * r * r),
      gradient([r], out) {
        out[0] = (strength - square / r) / (r * r);
      },
      tangent: {
        pattern: fullPattern(1),
        values([r], out) {
          out[0] = ((3 * square) / r - 2 * strength) / (r * r * r);
        },
      },
      // 1/a − 1/b = (b − a)/(a b), and 1/b² − 1/a² = −(b − a)(a + b)/(a² b²).
      discreteGradient: lineGradient({
        secant: (a, b) => (strength - (square * (a + b)) / (2 * a * b)) / (a * b),
        slope: (a, b) => (square * (1 / b + 1 / (2 * a)) - strength) / (a * b * b),
      }),
    });
    return startingFrom(system, [axis * (1 - eccentricity)], [0]);
  },
);

/** ∫ dt/r² over a time dt in which r = r₀ + ṙ t + ½ r̈ t²: the angle that is swept, divided by L. To rounding.
 *
 *  With s = 2 r₀ + ṙ dt, γ = r̈/2 and D = 4 r₀ γ − ṙ² (so that s² = 4 r₀ r₁ − D dt²) the integral of 1/r is 2/√D atan(√D dt/s), for D < 0 with
 *  the hyperbolic function, and
 *
 *      ∫ dt/r² = (dt (D − γ s)/(r₀ r₁) + 2 γ ∫ dt/r)/D = dt (1/(r₀ r₁) + γ dt²/(s r₀ r₁) − ⁴⁄₃ γ dt² T(x)/s³),   x = D dt²/s²,
 *
 *  T(x) = 3 (1 − atan(√x)/√x)/x. The first form loses digits where x is small, the second has a series there. */
export function sweptAngle(r0: number, rate: number, acceleration: number, dt: number): number {
  const gamma = acceleration / 2;
  const r1 = r0 + dt * (rate + gamma * dt);
  const D = 4 * r0 * gamma - rate * rate;
  const s = 2 * r0 + rate * dt;
  const x = (D * dt * dt) / (s * s);
  if (s > 0 && Math.abs(x) < SMALL) {
    return dt * ((1 + (gamma * dt * dt) / s) / (r0 * r1) - (4 / 3) * gamma * dt * dt * (series(x) / s ** 3));
  }
  const root = Math.sqrt(Math.abs(D));
  // atanh(y) = ln((1 + y)/√(1 − y²)), with 1 − y² = 4 r₀ r₁/s² known better than y.
  const turn = D > 0 ? Math.atan2(root * dt, s) : Math.log((s + root * dt) / (2 * Math.sqrt(r0 * r1)));
  return ((dt * (D - gamma * s)) / (r0 * r1) + (4 * gamma * turn) / root) / D;
}

/** Below this the series has 17 digits after TERMS terms, and above it the closed form loses less than one. */
const SMALL = 0.2;
const TERMS = 24;

/** T(x) = Σ 3 (−x)ⁿ/(2n + 3). */
function series(x: number): number {
  let sum = 0;
  for (let n = TERMS; n >= 0; n--) sum = 3 / (2 * n + 3) - x * sum;
  return sum;
}
