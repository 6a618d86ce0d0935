/** A mass on an elastic bar with Green's strain ε = (x² + y² − l²)/(2 l²), x downwards:
 *
 *      V = ½ l EA ε² − m g x                                                        [krenk2014, sec. 5.3]
 *
 *  Slow swinging (period 2π √(l/g)) and fast stretching (2π √(m l/EA)) in one motion; the defaults are the paper's. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { angularMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const elasticPendulum = model(
  {
    id: "elastic-pendulum",
    title: "Elastic pendulum",
    summary: "A mass on an elastic bar, released from the side: the fast vibration of the bar rides on the swing.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      length: real(1, "of the bar at rest, m", { min: Number.MIN_VALUE }),
      stiffness: real(3000, "EA, N", { min: 0 }),
      gravity: real(10, "m/s²"),
      x: real(0, "at the start, downwards, m"),
      y: real(1.1, "at the start, sideways, m"),
      vx: real(0, "at the start, m/s"),
      vy: real(0, "at the start, m/s"),
    },
    cites: ["krenk2014"],
    suggested: { step: 0.02, end: 6 },
  },
  ({ mass, length, stiffness, gravity, x, y, vx, vy }) => {
    const weight = mass * gravity;
    const inertia = scalarMass(2, mass);
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: inertia,
      ...sharedPotentialOf({
        coordinates: ["x", "y"],
        parameters: { length, stiffness, weight },
        strains: { strain: "(x^2 + y^2 - length^2)/(2*length^2)" },
        potential: weight === 0 ? "length*stiffness/2*strain^2" : "length*stiffness/2*strain^2 - weight*x",
      }),
      conserved: weight === 0 ? angularMomenta(inertia, 2) : [],
    });
    return { ...startingFrom(system, [x, y], [vx, vy]), scene: hangingMass };
  },
);

/** x points downwards, y to the side. */
const hangingMass = () =>
  linkage({
    fixed: [[0, 0, 0]],
    axes: ["y", "−x"],
    moving: [{ name: "mass", coordinates: [1, 0] }],
    place(q, out) {
      out[0] = q[1];
      out[1] = -q[0];
    },
    links: [{ kind: "rod", ends: [[0, 1]] }],
  });
