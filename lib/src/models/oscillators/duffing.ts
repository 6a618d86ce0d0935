/** m ü + c u̇ + k u (1 + λ u²) = F cos(Ω t), V = k (u²/2 + λ u⁴/4).                   [krenk2014, sec. 5.1]
 *  For λ > 0 the spring hardens and the period shrinks as the amplitude grows: 4.768 s at 1 m with the values below. */
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { springOnWall } from "../../scene/linkage.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";
import { cosineLoad, dashpot, driveParameters } from "./drive.js";

export const duffing = model(
  {
    id: "duffing",
    title: "Duffing oscillator",
    summary: "A mass on a hardening spring; driven and damped, it can jump between two amplitudes or become chaotic.",
    parameters: {
      mass: real(1, "kg", { min: Number.MIN_VALUE }),
      stiffness: real(1, "k, N/m"),
      hardening: real(1, "λ, 1/m²"),
      ...driveParameters,
      position: real(1, "at the start, m"),
      velocity: real(0, "at the start, m/s"),
    },
    cites: ["krenk2014"],
    suggested: { step: 0.1, end: 50 },
  },
  ({ mass, stiffness: k, hardening, damping, force, frequency, position, velocity }) => {
    const system = potentialSystem({
      labels: ["u"],
      mass: scalarMass(1, mass),
      ...sharedPotentialOf({
        coordinates: ["u"],
        parameters: { k, hardening },
        strains: { e: "u" },
        potential: "k*e^2*(1/2 + hardening/4*e^2)",
      }),
      load: cosineLoad(force, frequency),
      damping: dashpot(damping),
    });
    return {
      ...startingFrom(system, [position], [velocity]),
      scene: () => springOnWall("u", 3 * Math.abs(position) || 1),
    };
  },
);
