/** A unit mass in the plane under V = r (r − 1)², r = x² + y².                        [kane2000, sec. 4]
 *  The force is central, so that the angular momentum is conserved. The potential is lowest at the origin and all along the
 *  unit circle, with a ridge of height 4/27 between them. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { centralGradient } from "../../systems/discrete-gradients.js";
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
      formula: { potential: "(x^2 + y^2)*(x^2 + y^2 - 1)^2" },
      potential(q) {
        const r = q[0] * q[0] + q[1] * q[1];
        return r * (r - 1) * (r - 1);
      },
      gradient(q, out) {
        const r = q[0] * q[0] + q[1] * q[1];
        const slope = 2 * (r - 1) * (3 * r - 1);
        out[0] = slope * q[0];
        out[1] = slope * q[1];
      },
      tangent: {
        pattern: fullPattern(2),
        values(q, out) {
          const r = q[0] * q[0] + q[1] * q[1];
          const slope = 2 * (r - 1) * (3 * r - 1);
          const curvature = 8 * (3 * r - 2);
          out[0] = slope + curvature * q[0] * q[0];
          out[1] = curvature * q[0] * q[1];
          out[2] = out[1];
          out[3] = slope + curvature * q[1] * q[1];
        },
      },
      // V = ρ³ − 2 ρ² + ρ with ρ = r.
      discreteGradient: centralGradient({
        secant: (a, b) => a * a + a * b + b * b - 2 * (a + b) + 1,
        slope: (a, b) => a + 2 * b - 2,
      }),
      conserved: angularMomenta(mass, 2),
    });
    return startingFrom(system, [x, y], [vx, vy]);
  },
);
