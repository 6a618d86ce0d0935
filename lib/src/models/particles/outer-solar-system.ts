/** The sun and the five outer planets on 5 September 1994.                     [hairer2006, sec. I.2.4, table 2.2]
 *  Astronomical units, days and masses of the sun; the sun's includes the inner planets. */
import { choice } from "../../core/parameter.js";
import type { Problem } from "../../core/system.js";
import { particleScene } from "../../scene/particles.js";
import { model, startingFrom } from "../model.js";
import { aboutCentre } from "./jacobi.js";
import { particles } from "./particle-system.js";

const GRAVITATIONAL_CONSTANT = 2.95912208286e-4;

const BODIES = [
  { name: "sun", mass: 1.00000597682, q: [0, 0, 0], v: [0, 0, 0] },
  {
    name: "jupiter",
    mass: 0.000954786104043,
    q: [-3.5023653, -3.8169847, -1.5507963],
    v: [0.00565429, -0.0041249, -0.00190589],
  },
  {
    name: "saturn",
    mass: 0.000285583733151,
    q: [9.0755314, -3.0458353, -1.6483708],
    v: [0.00168318, 0.00483525, 0.00192462],
  },
  {
    name: "uranus",
    mass: 0.0000437273164546,
    q: [8.310142, -16.2901086, -7.2521278],
    v: [0.00354178, 0.00137102, 0.00055029],
  },
  {
    name: "neptune",
    mass: 0.0000517759138449,
    q: [11.4707666, -25.7294829, -10.8169456],
    v: [0.0028893, 0.00114527, 0.00039677],
  },
  {
    name: "pluto",
    mass: 1 / 1.3e8,
    q: [-15.5387357, -25.2225594, -3.1902382],
    v: [0.00276725, -0.00170702, -0.00136504],
  },
] as const;

export const outerSolarSystem = model(
  {
    id: "outer-solar-system",
    title: "Outer solar system",
    summary: "The sun and five planets over centuries: masses and periods over many orders, all momenta conserved.",
    parameters: {
      coordinates: choice(
        ["cartesian", "jacobi"],
        "cartesian",
        "jacobi: each body relative to those before it, without the centre of mass",
      ),
    },
    cites: ["hairer2006"],
    suggested: { step: 50, end: 200_000 },
    units: { length: "au", time: "d", mass: "M☉" },
  },
  ({ coordinates }) => {
    const system = particles({
      dimension: 3,
      masses: BODIES.map((body) => body.mass),
      pair: { gravity: { G: GRAVITATIONAL_CONSTANT } },
      labels: BODIES.flatMap(({ name }) => ["x", "y", "z"].map((axis) => `${name}_${axis}`)),
    });
    const start = startingFrom(
      system,
      BODIES.flatMap((body) => body.q),
      BODIES.flatMap((body) => body.v),
    );
    const names = BODIES.map(({ name }) => name);
    const masses = BODIES.map(({ mass }) => mass);
    const seen = (problem: Problem) => ({
      ...problem,
      scene: () => particleScene({ dimension: 3, masses, names, view: problem.view ?? null }),
    });
    return coordinates === "jacobi" ? aboutCentre(start, 3, seen) : seen(start);
  },
);
