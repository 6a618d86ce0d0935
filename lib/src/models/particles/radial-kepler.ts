/** Kepler's problem with the angle taken out: r moves in the effective potential −μ/r + L²/(2 r²), and the angle follows
 *  from θ̇ = L/r² (swept-angle.ts).                                                             [gonzalez2010, (67)–(69)] */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

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
    angularMomentum: (parameters) => Math.sqrt(momentumSquared(parameters)),
  },
  (parameters) => {
    const { eccentricity, axis, strength } = parameters;
    const square = momentumSquared(parameters);
    const system = potentialSystem({
      labels: ["r"],
      mass: scalarMass(1, 1),
      ...sharedPotentialOf({
        coordinates: ["r"],
        parameters: { strength, square },
        strains: { distance: "r" },
        potential: "-strength/distance + square/(2*distance^2)",
      }),
    });
    return startingFrom(system, [axis * (1 - eccentricity)], [0]);
  },
);

/** L². */
const momentumSquared = ({ strength, axis, eccentricity }: Record<"strength" | "axis" | "eccentricity", number>) =>
  strength * axis * (1 - eccentricity * eccentricity);
