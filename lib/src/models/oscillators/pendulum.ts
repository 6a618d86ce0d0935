/** m l² φ̈ + m g l sin φ = 0, the angle φ measured from hanging down; V = m g l (1 − cos φ) = 2 m g l sin²(φ/2). */
import { cos, sin } from "../../core/elementary.js";
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { linkage } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const pendulum = model(
  {
    id: "pendulum",
    title: "Pendulum",
    summary: "A mass on a rigid rod, at any angle: it swings, or turns over when it starts fast enough.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      length: real(1, "m", { min: Number.MIN_VALUE }),
      gravity: real(9.81, "m/s²"),
      angle: real(2, "at the start, rad"),
      rate: real(0, "angular velocity at the start, rad/s"),
    },
    cites: ["hairer2006"],
    suggested: { step: 0.02, end: 20 },
  },
  ({ mass, length, gravity, angle, rate }) => {
    const torque = mass * gravity * length;
    const system = potentialSystem({
      labels: ["angle"],
      mass: scalarMass(1, mass * length * length),
      ...sharedPotentialOf({
        coordinates: ["angle"],
        parameters: { torque },
        strains: { phi: "angle" },
        potential: "2*torque*sin(phi/2)^2",
      }),
    });
    return { ...startingFrom(system, [angle], [rate]), scene: () => hangingRod(length) };
  },
);

/** A mass on a rod; the angle is its only coordinate. */
const hangingRod = (length: number) =>
  linkage({
    fixed: [[0, 0, 0]],
    moving: [{ name: "mass", coordinates: [0] }],
    place(q, out) {
      out[0] = length * sin(q[0]);
      out[1] = -length * cos(q[0]);
    },
    rate(q, v, out) {
      out[0] = length * cos(q[0]) * v[0];
      out[1] = length * sin(q[0]) * v[0];
    },
    links: [{ kind: "rod", ends: [[0, 1]] }],
  });
