/** A star in the meridian plane of a galaxy: V = ½ (x² + y²) + x² y − y³/3.              [henon1964]
 *  Bounded below the energy 1/6; orbits are regular at 1/12 and mostly chaotic at 1/6. The start lies on the section x = 0
 *  in which such orbits are drawn: y and vy are free, vx > 0 follows from the energy. */
import { InputError } from "../../core/failure.js";
import { real } from "../../core/parameter.js";
import { scalarMass } from "../../linalg/mass.js";
import { sharedPotentialOf } from "../../symbolic/shared-potential.js";
import { potentialSystem } from "../../systems/potential.js";
import { model, startingFrom } from "../model.js";

export const henonHeiles = model(
  {
    id: "henon-heiles",
    title: "Hénon–Heiles",
    summary: "Two oscillators with a cubic coupling: order and chaos side by side, by energy and start.",
    parameters: {
      energy: real(1 / 8, "at most 1/6 for a bounded orbit", { min: 0 }),
      y: real(0.1, "at the start"),
      vy: real(0, "at the start"),
    },
    cites: ["henon1964", "hairer2006"],
    suggested: { step: 0.05, end: 200 },
  },
  ({ energy, y, vy }) => {
    const system = potentialSystem({
      labels: ["x", "y"],
      mass: scalarMass(2, 1),
      // x² y is written with cubes of one number each: so the discrete gradient is the mean of ∇V along the step.
      ...sharedPotentialOf({
        coordinates: ["x", "y"],
        strains: { a: "x", b: "y" },
        potential: "(a^2 + b^2)/2 + ((a + b)^3 - (a - b)^3)/6 - 2/3*b^3",
      }),
    });
    const square = 2 * (energy - system.potential(Float64Array.of(0, y))) - vy * vy;
    if (square < 0) {
      throw new InputError(
        `henon-heiles: y = ${y} and vy = ${vy} alone have more energy than ${energy}; give smaller ones or more energy`,
        { key: "energy" },
      );
    }
    return startingFrom(system, [0, y], [Math.sqrt(square), vy]);
  },
);
