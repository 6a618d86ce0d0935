/** Two masses on two springs, one hung on the other, y upwards: V = Σ ½ k (|d_i| − l)² + m g y_i with d_1 = q_1,
 *  d_2 = q_2 − q_1. Four degrees of freedom, chaotic at the start given by the defaults. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const doubleSpringPendulum = model(
  {
    id: "double-spring-pendulum",
    title: "Double spring pendulum",
    summary: "Two masses on two springs: chaos, stiff and soft at once, with nothing conserved but the energy.",
    parameters: {
      mass: real(1, "of each, kg", { min: Number.MIN_VALUE }),
      length: real(1, "of each spring at rest, m", { min: 0 }),
      stiffness: real(100, "of each spring, N/m", { min: 0 }),
      gravity: real(9.81, "m/s²"),
      x1: real(1, "first mass at the start, sideways, m"),
      y1: real(-0.2, "first mass at the start, upwards, m"),
      x2: real(1.9, "second mass at the start, sideways, m"),
      y2: real(0.2, "second mass at the start, upwards, m"),
    },
    cites: [],
    suggested: { step: 0.01, end: 20 },
  },
  ({ mass, length, stiffness, gravity, x1, y1, x2, y2 }) => {
    const weight = mass * gravity;
    const system = potentialSystem({
      labels: ["x1", "y1", "x2", "y2"],
      mass: scalarMass(4, mass),
      ...sharedPotentialOf({
        coordinates: ["x1", "y1", "x2", "y2"],
        parameters: { stiffness, length, weight },
        strains: { upper: "x1^2 + y1^2", lower: "(x2 - x1)^2 + (y2 - y1)^2" },
        potential: "stiffness/2*((sqrt(upper) - length)^2 + (sqrt(lower) - length)^2) + weight*(y1 + y2)",
      }),
    });
    return { ...startingFrom(system, [x1, y1, x2, y2], [0, 0, 0, 0]), scene: hangingMasses };
  },
);

const hangingMasses = () =>
  linkage({
    fixed: [[0, 0, 0]],
    moving: [
      { name: "first mass", coordinates: [0, 1] },
      { name: "second mass", coordinates: [2, 3] },
    ],
    place(q, out) {
      out[0] = q[0];
      out[1] = q[1];
      out[3] = q[2];
      out[4] = q[3];
    },
    links: [
      {
        kind: "spring",
        ends: [
          [0, 1],
          [1, 2],
        ],
      },
    ],
  });
