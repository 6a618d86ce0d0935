/** m ü + k sinh(λ u)/λ = 0, V = k (cosh(λ u) − 1)/λ²: a spring without a polynomial.  [krenk2014, sec. 5.2] */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { springOnWall } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
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
      ...sharedPotentialOf({
        coordinates: ["u"],
        parameters: { k, lambda },
        strains: { e: "u" },
        // cosh x − 1 = 2 sinh²(x/2), without cancellation near zero.
        potential: "2*k*(sinh(lambda*e/2)/lambda)^2",
      }),
    });
    return {
      ...startingFrom(system, [position], [velocity]),
      scene: () => springOnWall("u", 3 * Math.abs(position) || 1),
    };
  },
);
