/** Seven argon atoms in the plane, six around one, at about 23 K.                    [hairer2006, sec. I.4.1, table 4.1]
 *  Units that make a consistent set and keep the numbers near one: nm, ps, 10⁻²⁷ kg, hence energies in 10⁻²¹ J. */
import { choice } from "../../core/parameter.js";
import type { Problem } from "../../core/system.js";
import { particleScene } from "../../scene/particles.js";
import { model, startingFrom } from "../model.js";
import { aboutCentre } from "./jacobi.js";
import { particles } from "./particle-system.js";

/** J/K, the value that the table was made with. */
const BOLTZMANN = 1.380658e-23;
export const ARGON = { mass: 66.34, epsilon: 119.8 * BOLTZMANN * 1e21, sigma: 0.341 } as const;

/** Of an atom as it is drawn, by σ: two of them at rest leave a gap. */
const RADIUS = 0.4;

/** nm. */
const POSITIONS = [
  [0, 0],
  [0.02, 0.39],
  [0.34, 0.17],
  [0.36, -0.21],
  [-0.02, -0.4],
  [-0.35, -0.16],
  [-0.31, 0.21],
];
/** nm/ns. */
const VELOCITIES = [
  [-30, -20],
  [50, -90],
  [-70, -60],
  [90, 40],
  [80, 90],
  [-40, 100],
  [-80, -60],
];

export const argonCluster = model(
  {
    id: "argon-cluster",
    title: "Argon cluster",
    summary:
      "Seven atoms held together by Lennard-Jones forces: a small solid that vibrates, and a test of fast loops.",
    parameters: {
      coordinates: choice(
        ["cartesian", "jacobi"],
        "cartesian",
        "of the atoms, or relative ones without the centre of mass",
      ),
    },
    cites: ["hairer2006", "gonzalez2010"],
    suggested: { step: 0.01, end: 200 },
    units: { length: "nm", time: "ps", mass: "10⁻²⁷ kg" },
  },
  ({ coordinates }) => {
    const system = particles({
      dimension: 2,
      masses: POSITIONS.map(() => ARGON.mass),
      pair: { lennardJones: { epsilon: ARGON.epsilon, sigma: ARGON.sigma } },
    });
    const atoms = startingFrom(
      system,
      POSITIONS.flat(),
      VELOCITIES.flat().map((v) => v / 1000),
    );
    const seen = (problem: Problem) => ({
      ...problem,
      scene: () =>
        particleScene({
          dimension: 2,
          masses: POSITIONS.map(() => ARGON.mass),
          view: problem.view ?? null,
          radius: RADIUS * ARGON.sigma,
          names: POSITIONS.map((_, i) => `atom ${i}`),
        }),
    });
    return coordinates === "jacobi" ? aboutCentre(atoms, 2, seen) : seen(atoms);
  },
);
