/** m l² φ̈ + m g l sin φ = 0, the angle φ measured from hanging down; V = m g l (1 − cos φ) = 2 m g l sin²(φ/2). */
import { cos, sin } from "../../core/elementary.js";
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { linkage } from "../../scene/linkage.js";
import { lineGradient } from "../../systems/discrete-gradients.js";
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
      formula: { potential: "torque*(1 - cos(angle))", parameters: { torque } },
      potential(q) {
        const half = sin(q[0] / 2);
        return 2 * torque * half * half;
      },
      gradient(q, out) {
        out[0] = torque * sin(q[0]);
      },
      tangent: {
        pattern: fullPattern(1),
        values(q, out) {
          out[0] = torque * cos(q[0]);
        },
      },
      // cos a − cos b = 2 sin((a + b)/2) sin((b − a)/2).
      discreteGradient: lineGradient({
        secant(a, b) {
          const half = (b - a) / 2;
          return torque * sin((a + b) / 2) * (half === 0 ? 1 : sin(half) / half);
        },
        slope(a, b) {
          const half = (b - a) / 2;
          const mean = (a + b) / 2;
          const ratio = half === 0 ? 1 : sin(half) / half;
          const growth = Math.abs(half) < 0.01 ? -half / 3 : (cos(half) - ratio) / half;
          return (torque / 2) * (cos(mean) * ratio + sin(mean) * growth);
        },
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
