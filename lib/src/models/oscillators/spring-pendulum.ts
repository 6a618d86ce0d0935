/** A mass on a spring of length l, hung up at the origin, y upwards: V = ½ k (r − l)² + m g y, r = √(x² + y²).
 *  With k l ≈ 3 m g the swing is half as fast as the bounce, and the two exchange their energy for ever. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const springPendulum = model(
  {
    id: "spring-pendulum",
    title: "Spring pendulum",
    summary: "A mass on a hanging spring: bouncing turns into swinging and back.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      length: real(1, "of the spring at rest, m", { min: 0 }),
      stiffness: real(29.43, "N/m", { min: 0 }),
      gravity: real(9.81, "m/s²"),
      x: real(0.05, "at the start, sideways, m"),
      y: real(-1.6, "at the start, upwards, m"),
      vx: real(0, "at the start, m/s"),
      vy: real(0, "at the start, m/s"),
    },
    cites: [],
    suggested: { step: 0.02, end: 40 },
  },
  ({ mass, length, stiffness, gravity, x, y, vx, vy }) => {
    const weight = mass * gravity;
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, mass),
      ...sharedPotentialOf({
        coordinates: ["x", "y"],
        parameters: { stiffness, length, weight },
        strains: { square: "x^2 + y^2" },
        potential: "stiffness/2*(sqrt(square) - length)^2 + weight*y",
      }),
    });
    return { ...startingFrom(system, [x, y], [vx, vy]), scene: hangingMass };
  },
);

const hangingMass = () =>
  linkage({
    fixed: [[0, 0, 0]],
    moving: [{ name: "mass", coordinates: [0, 1] }],
    place(q, out) {
      out[0] = q[0];
      out[1] = q[1];
    },
    links: [{ kind: "spring", ends: [[0, 1]] }],
  });
