/** m ü + c u̇ + k u = F cos(Ω t): linear, its period 2π √(m/k) whatever the amplitude. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { fromRows } from "../../linalg/matrix.js";
import { springOnWall } from "../../scene/linkage.js";
import { linearSystem } from "../../systems/linear.js";
import { model, startingFrom } from "../model.js";
import { cosineLoad, driveParameters } from "./drive.js";

export const harmonic = model(
  {
    id: "harmonic",
    title: "Harmonic oscillator",
    summary: "A mass on a linear spring: the ruler by which period errors and algorithmic damping are measured.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      stiffness: real(1, "N/m"),
      ...driveParameters,
      position: real(1, "at the start, m"),
      velocity: real(0, "at the start, m/s"),
    },
    cites: ["hairer2006"],
    suggested: { step: 0.1, end: 50 },
  },
  ({ mass, stiffness, damping, force, frequency, position, velocity }) => {
    const system = linearSystem({
      mass: scalarMass(1, mass),
      damping: fromRows([[damping]]),
      stiffness: fromRows([[stiffness]]),
      load: cosineLoad(force, frequency),
      labels: ["u"],
    });
    return {
      ...startingFrom(system, [position], [velocity]),
      scene: () => springOnWall("u", 3 * Math.abs(position) || 1),
    };
  },
);
