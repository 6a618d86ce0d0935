/** Systems of kind `particles`. */

import type { View } from "../../core/system.js";
import { inJacobiCoordinates } from "../../models/particles/jacobi.js";
import { type PairLaw, type Particles, particles } from "../../models/particles/particle-system.js";
import type { Bond } from "../../models/particles/springs.js";
import { particleScene } from "../../scene/particles.js";
import type { MovingScene } from "../../scene/scene.js";
import { number, numbers, parameters } from "../atoms.js";
import type { Entry } from "../entry.js";
import { choice, flag, keys, list, oneOf, optional } from "../shape.js";
import { stateAt, stateNumbers } from "../start.js";
import type { SystemKind } from "../system-kind.js";
import { type BuiltSystem, missingStart, type SystemParts, wholeAt } from "../system-parts.js";

const shape = keys("particles that act on one another", {
  particles: keys("a map with dimension, masses, pair, bonds, box and coordinates", {
    dimension: number,
    masses: oneOf("one mass for all particles, or a list with one for each", [number, numbers]),
    pair: optional(
      oneOf("{ lennardJones: … } or { gravity: … }", [
        keys("a pair law", {
          lennardJones: keys("a map with epsilon, sigma, cutoff and shift", {
            epsilon: optional(number, "Depth of the minimum; 1 by default"),
            sigma: optional(number, "Distance of zero energy; 1 by default"),
            cutoff: optional(number, "No interaction beyond this distance; none by default"),
            shift: optional(flag("true or false"), "Shift the energy to vanish at the cutoff; false by default"),
          }),
        }),
        keys("a pair law", { gravity: keys("a map with G", { G: optional(number, "1 by default") }) }),
      ]),
    ),
    bonds: optional(
      list(
        "a list of { between: [i, j], stiffness, length }",
        keys("a spring: { between: [i, j], stiffness, length }", {
          between: list("the numbers of two particles, counted from 0", number),
          stiffness: number,
          length: optional(number, "At rest; 0 by default"),
        }),
      ),
    ),
    box: optional(oneOf("the sides of a periodic box, or one for all directions", [numbers, number])),
    coordinates: optional(
      choice("what moves", ["cartesian", "jacobi"]),
      "cartesian by default; jacobi: each particle relative to the centre of mass of those before it, which leaves out the centre of all " +
        "and so keeps the linear momentum exactly. Results show the particles",
    ),
  }),
  parameters,
});

export const particlesKind = {
  id: "particles",
  shape: shape,
  files: [],
  build,
} as const satisfies SystemKind;

function build({ system, start, files, threads, t0 }: SystemParts): BuiltSystem {
  const given = system.at("particles");
  const dimension = wholeAt(given.at("dimension"), 1, 3);
  if (!start.has("q")) throw missingStart(start);
  const positions = stateNumbers(start.at("q"), files);
  if (positions.length === 0 || positions.length % dimension !== 0) {
    throw start
      .at("q")
      .error(`found ${positions.length} numbers; accepted: rows of ${dimension}, one for each particle`);
  }
  const count = positions.length / dimension;
  const box = given.at("box");
  const parts: Particles = {
    dimension,
    masses: massesAt(given.at("masses"), count),
    pair: given.has("pair") ? pairAt(given.at("pair")) : null,
    bonds: given.items("bonds").map((bond) => bondAt(bond, count)),
    box:
      box.value === undefined ? null : box.isList() ? box.numbers() : new Array<number>(dimension).fill(box.number()),
    threads,
  };
  const built = given.blamed(() => particles(parts));
  const q0 = stateAt(start, "q", built.labels, files);
  const v0 = stateAt(start, "v", built.labels, files);
  const problem = { system: built, t0, q0, v0 };
  if (!given.has("coordinates") || given.at("coordinates").text() === "cartesian")
    return { problem, cites: [], scene: () => seenAs(parts, null) };
  if (count < 2) throw given.at("coordinates").error("Jacobi coordinates need two particles or more; found 1");
  const relative = inJacobiCoordinates(problem, dimension);
  return { problem: relative, cites: ["gonzalez2010"], scene: () => seenAs(parts, relative.view ?? null) };
}

/** Atoms are as large as their law says; other particles as is easy to see. */
function seenAs({ dimension, masses, pair, bonds = [], box = null }: Particles, view: View | null): MovingScene {
  const law = pair && "lennardJones" in pair ? pair.lennardJones : null;
  return particleScene({
    dimension: dimension as 1 | 2 | 3,
    masses,
    view,
    box,
    bonds: bonds.map(({ between }) => between),
    radius: law === null ? null : 0.4 * (law.sigma ?? 1),
  });
}

function massesAt(entry: Entry, count: number): number[] {
  if (!entry.isList()) return new Array<number>(count).fill(entry.number());
  const masses = entry.numbers();
  if (masses.length === count) return masses;
  throw entry.error(
    `found ${masses.length} masses, and start.q has ${count} particles; give one for all, or one for each`,
  );
}

function pairAt(entry: Entry): PairLaw {
  const [[law, given]] = entry.entries();
  const parameters = Object.fromEntries(
    given.entries().map(([name, value]) => [name, typeof value.value === "boolean" ? value.value : value.number()]),
  );
  return law === "gravity" ? { gravity: parameters } : { lennardJones: parameters };
}

function bondAt(entry: Entry, count: number): Bond {
  const ends = entry.items("between");
  if (ends.length !== 2)
    throw entry.at("between").error(`found ${ends.length} numbers; accepted: those of two particles`);
  const [i, j] = ends.map((end) => wholeAt(end, 0, count - 1));
  const length = entry.has("length") ? { length: entry.at("length").number() } : {};
  return { between: [i, j], stiffness: entry.at("stiffness").number(), ...length };
}
