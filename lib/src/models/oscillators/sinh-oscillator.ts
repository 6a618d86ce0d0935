/** m ü + k sinh(λ u)/λ = 0, V = k (cosh(λ u) − 1)/λ²: a spring without a polynomial.  [krenk2014, sec. 5.2] */
import { cosh, sinh } from "../../core/elementary.js";
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { springOnWall } from "../../scene/linkage.js";
import { lineGradient } from "../../systems/discrete-gradients.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const sinhOscillator = model(
  {
    id: "sinh-oscillator",
    title: "Hyperbolic sine oscillator",
    summary: "A spring that stiffens exponentially: a force no polynomial represents, for schemes that assume one.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      stiffness: real(1, "k, N/m"),
      sharpness: real(2, "λ, 1/m", { min: Number.MIN_VALUE }),
      position: real(1, "at the start, m"),
      velocity: real(0, "at the start, m/s"),
    },
    cites: ["krenk2014"],
    suggested: { step: 0.1, end: 50 },
  },
  ({ mass, stiffness: k, sharpness: lambda, position, velocity }) => {
    const system = potentialSystem({
      labels: ["u"],
      mass: scalarMass(1, mass),
      formula: { potential: "k/lambda^2*(cosh(lambda*u) - 1)", parameters: { k, lambda } },
      potential(q) {
        // cosh x − 1 = 2 sinh²(x/2), without cancellation near zero.
        const half = sinh((lambda * q[0]) / 2) / lambda;
        return 2 * k * half * half;
      },
      gradient(q, out) {
        out[0] = (k * sinh(lambda * q[0])) / lambda;
      },
      tangent: {
        pattern: fullPattern(1),
        values(q, out) {
          out[0] = k * cosh(lambda * q[0]);
        },
      },
      // cosh λb − cosh λa = 2 sinh(λ (a + b)/2) sinh(λ (b − a)/2).
      discreteGradient: lineGradient({
        secant(a, b) {
          const half = (lambda * (b - a)) / 2;
          return (k / lambda) * sinh((lambda * (a + b)) / 2) * (half === 0 ? 1 : sinh(half) / half);
        },
        slope(a, b) {
          const half = (lambda * (b - a)) / 2;
          const mean = (lambda * (a + b)) / 2;
          const ratio = half === 0 ? 1 : sinh(half) / half;
          const growth = Math.abs(half) < 0.01 ? half / 3 : (cosh(half) - ratio) / half;
          return (k / 2) * (cosh(mean) * ratio + sinh(mean) * growth);
        },
      }),
    });
    return {
      ...startingFrom(system, [position], [velocity]),
      scene: () => springOnWall("u", 3 * Math.abs(position) || 1),
    };
  },
);
