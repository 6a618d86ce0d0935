/** A planet around a fixed sun: V = −μ/r, from the point of the ellipse nearest to the sun. The period is 2π √(a³/μ); energy
 *  −μ/(2a) and angular momentum √(μ a (1 − e²)) are conserved, and the ellipse keeps its place.  [hairer2006, sec. I.2.1] */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { angularMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const kepler = model(
  {
    id: "kepler",
    title: "Kepler problem",
    summary: "A planet on an ellipse: the larger the eccentricity, the harder the passage close to the sun.",
    parameters: {
      eccentricity: real(0.6, "e, 0 for a circle", { min: 0, max: 0.9999 }),
      axis: real(1, "semi-major axis a of the ellipse", { min: Number.MIN_VALUE }),
      strength: real(1, "μ, the gravitational constant times the mass of the sun", { min: Number.MIN_VALUE }),
    },
    cites: ["hairer2006"],
    suggested: { step: 0.01, end: 100 },
  },
  ({ eccentricity, axis, strength }) => {
    const mass = scalarMass(2, 1);
    const system = potentialSystem({
      labels: ["x", "y"],
      mass,
      ...sharedPotentialOf({
        coordinates: ["x", "y"],
        parameters: { strength },
        strains: { square: "x^2 + y^2" },
        potential: "-strength/sqrt(square)",
      }),
      conserved: angularMomenta(mass, 2),
    });
    const speed = Math.sqrt((strength / axis) * ((1 + eccentricity) / (1 - eccentricity)));
    return { ...startingFrom(system, [axis * (1 - eccentricity), 0], [0, speed]), scene: planet };
  },
);

const planet = () =>
  linkage({
    fixed: [[0, 0, 0]],
    supported: false,
    moving: [{ name: "planet", coordinates: [0, 1] }],
    place(q, out) {
      out[0] = q[0];
      out[1] = q[1];
    },
  });
