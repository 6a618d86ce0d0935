/** A method refuses exactly the systems that lack what it says it needs, before the first step and in words that name it. What the systems
 *  lack is written down here, by what they are made of. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/failure.js";
import type { Need } from "../../src/core/method.js";
import { begin } from "../../src/core/run.js";
import { pairs, problemOf, timeOf } from "./cases.js";
import { type Trial, trials } from "./problems.js";
import { schemes } from "./schemes.js";

const named = (trial: Trial, ...parts: string[]) => parts.some((part) => trial.name.includes(part));
const damped = (trial: Trial) =>
  named(trial, "damped shear", ", driven and damped", ", damped", "under a ground motion") && !named(trial, "undamped");
const driven = (trial: Trial) => named(trial, "driven", "ground motion", "load jumps");
const constrained = (trial: Trial) => named(trial, "rod");
const ofExpressions = (trial: Trial) => named(trial, "unknowns", "rod");
const chain = (trial: Trial) => named(trial, "chain");
const solid = (trial: Trial) => named(trial, "truss", "tetrahedra", "hexahedron", "cantilever", "tossed", "floor");
const atoms = (trial: Trial) => named(trial, "atoms");

/** Which problems lack it? */
const LACKING: Readonly<Record<Need, (trial: Trial) => boolean>> = {
  tangent: () => false,
  "discrete-gradient": () => false,
  "strain-damping": ofExpressions,
  distances: (trial) => !(named(trial, "sextic", "Kepler", "Duffing") || atoms(trial)),
  linear: (trial) => !named(trial, "building", "portal"),
  conservative: (trial) => driven(trial),
  undamped: damped,
  "forces-without-velocity": damped,
  "dissipation-potential": () => false,
  "loads-of-time": () => false,
  "viscous-damping": () => false,
  differences: (trial) => !(chain(trial) || atoms(trial) || solid(trial)),
  "diagonal-mass": (trial) =>
    named(trial, "full mass", "three unknowns", "truss", "tetrahedra", "hexahedron", "portal", "cantilever", "tossed"),
};

const HANDLE_CONSTRAINTS = ["variational", "lagrange-dalembert"];

describe.each(schemes)("$name", (scheme) => {
  const { method } = scheme;
  const accepted = new Set(pairs.filter((pair) => pair.scheme === scheme).map(({ trial }) => trial));
  const lacks = (trial: Trial) =>
    method.needs.some((need) => LACKING[need](trial)) ||
    (constrained(trial) && !HANDLE_CONSTRAINTS.includes(method.id));

  test("refuses the systems that lack what it needs, and no others", () => {
    expect(trials.filter((trial) => !accepted.has(trial)).map(({ name }) => name)).toEqual(
      trials.filter(lacks).map(({ name }) => name),
    );
    for (const trial of trials.filter(lacks)) {
      const problem = problemOf(trial);
      const start = () => begin(problem, method, { time: timeOf(scheme, problem, trial.step, 1) });
      expect(start, trial.name).toThrow(InputError);
      expect(start, trial.name).toThrow(method.id);
    }
  });
});
