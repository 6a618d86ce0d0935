/** A unit mass in the plane under V = r (r − 1)², r = x² + y².                        [kane2000, sec. 4]
 *  The force is central, so that the angular momentum is conserved. The potential is lowest at the origin and all along the
 *  unit circle, with a ridge of height 4/27 between them. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { angularMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const centralSextic = model(
  {
    id: "central-sextic",
    title: "Particle in a central sextic potential",
    summary: "A particle around a ring-shaped valley: energy and angular momentum to watch, strongly nonlinear.",
    parameters: {
      x: real(1.2, "at the start, m"),
      y: real(0, "at the start, m"),
      vx: real(0, "at the start, m/s"),
      vy: real(0.5, "at the start, m/s"),
    },
    cites: ["kane2000"],
    suggested: { step: 0.05, end: 200 },
  },
  ({ x, y, vx, vy }) => {
    const mass = scalarMass(2, 1);
    const system = potentialSystem({
      labels: ["x", "y"],
      mass,
      ...sharedPotentialOf({ coordinates: ["x", "y"], strains: { r: "x^2 + y^2" }, potential: "r*(r - 1)^2" }),
      conserved: angularMomenta(mass, 2),
    });
    return startingFrom(system, [x, y], [vx, vy]);
  },
);
