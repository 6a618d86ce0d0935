/** Many starts of one problem, from a seed, for measuring how rounding errors grow: orbits that have nothing in common but
 *  their equations. */
import { uniform } from "../core/random.js";
import type { Problem, System } from "../core/system.js";
import { scalarMass } from "../linalg/mass.js";
import { startingFrom } from "../models/model.js";
import { kepler } from "../models/particles/kepler.js";
import { outerSolarSystem } from "../models/particles/outer-solar-system.js";
import { potentialOf } from "../symbolic/potential.js";
import { angularMomenta } from "../systems/momentum.js";
import { potentialSystem } from "../systems/potential.js";

/** Ellipses with semi-major axis 1 and eccentricities from 0.05 to 0.6, turned anyhow, from anywhere on them. */
export function keplerStarts(count: number, seed = 1): Problem[] {
  const random = uniform(12_345 * seed);
  return Array.from({ length: count }, () => {
    const e = 0.05 + 0.55 * random();
    const anomaly = 2 * Math.PI * random();
    const turn = 2 * Math.PI * random();
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const turned = (x: number, y: number) => Float64Array.of(c * x - s * y, s * x + c * y);
    const [x, y] = [Math.cos(anomaly), Math.sin(anomaly)];
    const minor = Math.sqrt(1 - e * e);
    const rate = 1 / (1 - e * x);
    return {
      ...kepler({ eccentricity: e }),
      q0: turned(x - e, minor * y),
      v0: turned(-rate * y, rate * minor * x),
    };
  });
}

/** The outer solar system with every position and velocity changed by a part of 1e-6 to 1e-3, seen from the centre of mass: seen
 *  from anywhere else it flies away, and what is rounded are larger and larger numbers. */
export function outerSolarStarts(count: number, seed = 1): Problem[] {
  const random = uniform(54_321 * seed);
  return Array.from({ length: count }, () => {
    const problem = outerSolarSystem();
    const change = 10 ** (-6 + 3 * random());
    const changed = (x: Float64Array) =>
      fromCentre(
        problem,
        x.map((value) => value * (1 + change * (2 * random() - 1))),
      );
    return { ...problem, q0: changed(problem.q0), v0: changed(problem.v0) };
  });
}

/** In a round trough with a hump in its middle, all turning the same way: errors along v or along a have the same torque, step after step. */
export function troughStarts(count: number, seed = 1): Problem[] {
  const random = uniform(555 * seed);
  const system = round(1, "(s - 1)^2 + 0.3*exp(-s)");
  return Array.from({ length: count }, () => turning(system, random));
}

/** In a round bowl, all turning the same way, each with a mass of its own: m a is rounded. */
export function bowlStarts(count: number, seed = 1): Problem[] {
  const random = uniform(333 * seed);
  return Array.from({ length: count }, () => turning(round(0.5 + 3 * random(), "1.7*sqrt(0.2 + s) + 0.3*s"), random));
}

/** In the plane, in a potential of s = r². */
function round(m: number, potential: string): System {
  const mass = scalarMass(2, m);
  return potentialSystem({
    labels: ["x", "y"],
    mass,
    ...potentialOf({ coordinates: ["x", "y"], strains: { s: "x^2 + y^2" }, potential }),
    conserved: angularMomenta(mass, 2),
  });
}

function turning(system: System, random: () => number): Problem {
  const r = 0.8 + 0.8 * random();
  const angle = 2 * Math.PI * random();
  const radial = 1.5 * (2 * random() - 1);
  const across = 0.7 + 1.5 * random();
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return startingFrom(system, [r * c, r * s], [radial * c - across * s, radial * s + across * c]);
}

/** Two masses and a spring, of which one falls onto a wall that is soft at first: its stiffness has a kink. */
export function wallStarts(count: number, seed = 1): Problem[] {
  const random = uniform(999 * seed);
  const system = potentialSystem({
    labels: ["x", "y"],
    mass: scalarMass(2, 1),
    ...potentialOf({ coordinates: ["x", "y"], potential: "200*max(0, 0.1 - x)^3 + x + 5*(y - x)^2" }),
  });
  return Array.from({ length: count }, () => {
    const x = 0.3 + 0.7 * random();
    const y = x + 0.3 * (2 * random() - 1);
    return startingFrom(system, [x, y], [random() - 0.5, random() - 0.5]);
  });
}

/** A chain of so many unit masses, the first of them held, with springs that stiffen. */
export function chainStarts(count: number, masses: number, seed = 1): Problem[] {
  const random = uniform(777 * seed);
  const coordinates = Array.from({ length: masses }, (_, i) => `x${i}`);
  const springs = coordinates.slice(1).map((x, i) => `(${x} - x${i})^2/2 + (${x} - x${i})^4/4`);
  const system = potentialSystem({
    labels: coordinates,
    mass: scalarMass(masses, 1),
    ...potentialOf({ coordinates, potential: ["x0^2", ...springs].join(" + ") }),
  });
  const anywhere = () => coordinates.map(() => 2 * random() - 1);
  return Array.from({ length: count }, () => startingFrom(system, anywhere(), anywhere()));
}

function fromCentre({ system }: Problem, x: Float64Array): Float64Array {
  const mass = system.mass.diagonal ?? new Float64Array(x.length);
  const centre = [0, 1, 2].map((axis) => {
    let [moment, total] = [0, 0];
    for (let i = axis; i < x.length; i += 3) {
      moment += mass[i] * x[i];
      total += mass[i];
    }
    return moment / total;
  });
  return x.map((value, i) => value - centre[i % 3]);
}
