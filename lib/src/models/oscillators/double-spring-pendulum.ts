/** Two masses on two springs, one hung on the other, y upwards: V = Σ ½ k (|d_i| − l)² + m g y_i with d_1 = q_1,
 *  d_2 = q_2 − q_1. Four degrees of freedom, chaotic at the start given by the defaults. */
import { real } from "../../core/parameter.js";
import type { DiscreteGradient } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { scalarMass } from "../../linalg/mass.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { linkage } from "../../scene/linkage.js";
import { type DividedDifference, resistingDifference, springSecant } from "../../systems/discrete-gradients.js";
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
    const energy = (x: number, y: number): number => {
      const stretch = Math.sqrt(x * x + y * y) - length;
      return 0.5 * stiffness * stretch * stretch;
    };
    const slopeOf = (x: number, y: number): number => stiffness * (1 - length / Math.sqrt(x * x + y * y));

    /** Adds factor × the second derivative of a spring to the 2 × 2 block that begins at `at`. */
    const addBlock = (x: number, y: number, factor: number, at: number, out: Vec): void => {
      const square = x * x + y * y;
      const ratio = length / Math.sqrt(square);
      const slope = factor * stiffness * (1 - ratio);
      const curvature = (factor * stiffness * ratio) / square;
      out[at] += slope + curvature * x * x;
      out[at + 1] += curvature * x * y;
      out[at + 4] += curvature * x * y;
      out[at + 5] += slope + curvature * y * y;
    };

    const system = potentialSystem({
      labels: ["x1", "y1", "x2", "y2"],
      mass: scalarMass(4, mass),
      formula: {
        potential:
          "stiffness/2*(sqrt(x1^2 + y1^2) - length)^2 + stiffness/2*(sqrt((x2 - x1)^2 + (y2 - y1)^2) - length)^2 + weight*(y1 + y2)",
        parameters: { stiffness, length, weight },
      },
      potential: (q) => energy(q[0], q[1]) + energy(q[2] - q[0], q[3] - q[1]) + weight * (q[1] + q[3]),
      gradient(q, out) {
        const x = q[2] - q[0];
        const y = q[3] - q[1];
        const upper = slopeOf(q[0], q[1]);
        const lower = slopeOf(x, y);
        out[0] = upper * q[0] - lower * x;
        out[1] = upper * q[1] - lower * y + weight;
        out[2] = lower * x;
        out[3] = lower * y + weight;
      },
      tangent: {
        pattern: fullPattern(4),
        values(q, out) {
          const x = q[2] - q[0];
          const y = q[3] - q[1];
          out.fill(0);
          addBlock(q[0], q[1], 1, 0, out);
          addBlock(x, y, 1, 0, out);
          addBlock(x, y, -1, 2, out);
          addBlock(x, y, -1, 8, out);
          addBlock(x, y, 1, 10, out);
        },
      },
      discreteGradient: betweenPoints(springSecant(stiffness, length), weight),
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

/** The same over a step: the divided difference of a spring's energy by its squared length, at the mean of both ends. */
function betweenPoints(difference: DividedDifference, weight: number): DiscreteGradient {
  const meanSlope = (ax: number, ay: number, bx: number, by: number): number =>
    difference.secant(ax * ax + ay * ay, bx * bx + by * by);
  const addMeanBlock = (ax: number, ay: number, bx: number, by: number, factor: number, at: number, out: Vec): void => {
    const s = factor * meanSlope(ax, ay, bx, by);
    const t = factor * difference.slope(ax * ax + ay * ay, bx * bx + by * by);
    out[at] += s + 2 * t * (ax + bx) * bx;
    out[at + 1] += t * ((ax + bx) * by + (ay + by) * bx);
    out[at + 4] += t * ((ax + bx) * by + (ay + by) * bx);
    out[at + 5] += s + 2 * t * (ay + by) * by;
  };
  return {
    ofDistances: false,
    resisting: (r) => betweenPoints(resistingDifference(difference, r), weight),
    between(a, b, out) {
      const upper = meanSlope(a[0], a[1], b[0], b[1]);
      const lower = meanSlope(a[2] - a[0], a[3] - a[1], b[2] - b[0], b[3] - b[1]);
      const x = a[2] - a[0] + (b[2] - b[0]);
      const y = a[3] - a[1] + (b[3] - b[1]);
      out[0] = upper * (a[0] + b[0]) - lower * x;
      out[1] = upper * (a[1] + b[1]) - lower * y + weight;
      out[2] = lower * x;
      out[3] = lower * y + weight;
    },
    tangent: {
      symmetric: true,
      pattern: fullPattern(4),
      values(a, b, out) {
        const ax = a[2] - a[0];
        const ay = a[3] - a[1];
        const bx = b[2] - b[0];
        const by = b[3] - b[1];
        out.fill(0);
        addMeanBlock(a[0], a[1], b[0], b[1], 1, 0, out);
        addMeanBlock(ax, ay, bx, by, 1, 0, out);
        addMeanBlock(ax, ay, bx, by, -1, 2, out);
        addMeanBlock(ax, ay, bx, by, -1, 8, out);
        addMeanBlock(ax, ay, bx, by, 1, 10, out);
      },
    },
  };
}
