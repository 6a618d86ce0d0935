/** A planet around a fixed sun: V = −μ/r, from the point of the ellipse nearest to the sun. The period is 2π √(a³/μ); energy
 *  −μ/(2a) and angular momentum √(μ a (1 − e²)) are conserved, and the ellipse keeps its place.  [hairer2006, sec. I.2.1] */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { linkage } from "../../scene/linkage.js";
import { centralGradient } from "../../systems/discrete-gradients.js";
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
      formula: { potential: "-strength/sqrt(x^2 + y^2)", parameters: { strength } },
      potential: (q) => -strength / Math.sqrt(q[0] * q[0] + q[1] * q[1]),
      gradient(q, out) {
        const square = q[0] * q[0] + q[1] * q[1];
        const slope = strength / (square * Math.sqrt(square));
        out[0] = slope * q[0];
        out[1] = slope * q[1];
      },
      tangent: {
        pattern: fullPattern(2),
        values(q, out) {
          const square = q[0] * q[0] + q[1] * q[1];
          const slope = strength / (square * Math.sqrt(square));
          const curvature = (-3 * slope) / square;
          out[0] = slope + curvature * q[0] * q[0];
          out[1] = curvature * q[0] * q[1];
          out[2] = out[1];
          out[3] = slope + curvature * q[1] * q[1];
        },
      },
      // 1/r − 1/s = (s − r)/(r s), and s² − r² = (s − r)(s + r).
      discreteGradient: centralGradient({
        secant(a, b) {
          const r = Math.sqrt(a);
          const s = Math.sqrt(b);
          return strength / (r * s * (r + s));
        },
        slope(a, b) {
          const r = Math.sqrt(a);
          const s = Math.sqrt(b);
          return (-strength * (r + 2 * s)) / (2 * r * b * s * (r + s) * (r + s));
        },
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
    held: false,
    moving: [{ name: "planet", coordinates: [0, 1] }],
    place(q, out) {
      out[0] = q[0];
      out[1] = q[1];
    },
  });
