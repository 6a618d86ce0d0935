/** Force-stepping.                                                                                        [gonzalez2010]
 *
 *  The potential is replaced by V_h, linear in every simplex of a grid and continuous. In a simplex the force is constant and the
 *  motion a parabola; where it leaves the simplex the next parabola begins. The motion in V_h is exact: symplectic, reversible,
 *  with its energy K + V_h constant to rounding, and steps that change from face to face without losing any of that. What is
 *  approximate is the potential: errors of the motion are O(h) in the acceleration, O(h²) in energies. Linear momentum is kept
 *  where the grid is invariant, and with `interpolation: pairs`, which interpolates every term of a sum over pairs of points
 *  in their difference; angular momentum is not.
 *
 *  Three forms of the same motion: `paper`, Algorithms 1 and 2, O(d²) a step and any mass matrix; `ring`, O(log d) a step; and
 *  `sparse`, for potentials that are sums of local terms, which only stops at faces where the force changes. The ledger
 *  counts V itself, so that V_h − V appears as `algorithmic` energy, never growing. Loads and damping are taken in by
 *  symmetric splitting, see force-stepping/splitting.ts. */

import { InputError } from "../core/failure.js";
import { family, type Need, type OwnClockStepper } from "../core/method.js";
import { choice, flag, optionalNumbers, optionalReal, real, required } from "../core/parameter.js";
import {
  energyOf,
  type Invariant,
  isConservative,
  type LocalTerms,
  type Problem,
  type System,
} from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { type Grid, type GridChoice, gridOf } from "./force-stepping/grid.js";
import { interpolant } from "./force-stepping/interpolant.js";
import type { Motion, Start } from "./force-stepping/motion.js";
import { neighboursOf } from "./force-stepping/neighbourhood.js";
import { paperMotion } from "./force-stepping/paper.js";
import { relativeMotion } from "./force-stepping/relative.js";
import { differencesOf, relativeTerms } from "./force-stepping/relative-terms.js";
import { ringMotion } from "./force-stepping/ring.js";
import { sparseMotion } from "./force-stepping/sparse.js";
import { type Splitting, withForces } from "./force-stepping/splitting.js";
import { matchedStart } from "./force-stepping/start.js";
import { canonicalForm } from "./symplectic-forms.js";

interface Conduct {
  readonly matchEnergy: boolean;
  readonly splitting: Splitting | null;
}

/** V_h, and how to move in it. */
interface Approximation {
  value(q: Vec): number;
  motion(start: Start): Motion;
}

type Algorithm = "auto" | "sparse" | "ring" | "paper";

export const forceStepping = family(
  {
    id: "force-stepping",
    title: "Force-stepping",
    summary:
      "Exact motion in a piecewise linear potential: energy to rounding, symplectic, with steps that choose themselves.",
    parameters: {
      grid: required(
        optionalNumbers("spacing of the grid on which the potential is interpolated", { min: Number.MIN_VALUE }),
      ),
      triangulation: choice(
        ["kuhn", "j1", "orthant"],
        "kuhn",
        "how boxes are cut into simplices; the last two are mirrored, invariant under a change of sign",
      ),
      origin: optionalNumbers("of the grid; generic for kuhn, 0 for the mirrored ones, if not given"),
      matchEnergy: flag(true, "scale the initial velocity so that the energy is that of the true potential"),
      splitting: optionalReal(
        "interval over which loads are held constant and damping is split off; needed with either",
        {
          min: Number.MIN_VALUE,
        },
      ),
      sleep: real(0, "speed below which a damped motion is taken to have come to rest", { min: 0 }),
      interpolation: choice(
        ["coordinates", "pairs"],
        "coordinates",
        "what the grid is laid in: coordinates, or the differences of every two points, which keeps linear momentum",
      ),
      algorithm: choice(["auto", "sparse", "ring", "paper"], "auto", "three forms of the same motion"),
    },
    cites: ["gonzalez2010"],
    variants: [
      { grid: 0.05 },
      { grid: 0.04, triangulation: "j1", algorithm: "ring" },
      { grid: 0.06, triangulation: "orthant", matchEnergy: false, algorithm: "paper" },
      { grid: 0.05, splitting: 0.04 },
      { grid: 0.05, interpolation: "pairs" },
    ],
  },
  ({ matchEnergy, algorithm, interpolation, splitting, sleep, ...choices }) => {
    const ofPairs = interpolation === "pairs";
    if (ofPairs && algorithm !== "auto") {
      throw new InputError(`algorithm is ${algorithm}; interpolation: pairs has its own; accepted: auto`, {
        key: "algorithm",
      });
    }
    const forces: Need = splitting === undefined ? "conservative" : "loads-of-time";
    return {
      clock: "own",
      claims: {
        order: 1,
        symplectic: canonicalForm,
        symmetric: true,
        conserves: ofPairs ? ["energy", "linear-momentum"] : ["energy"],
        balance: "open",
      },
      needs: ofPairs ? [forces, "differences", "diagonal-mass"] : [forces],
      prepare: (problem, ledger) =>
        forceStepper(
          problem,
          ofPairs ? inPairs(problem.system, choices) : inCoordinates(problem.system, choices, algorithm),
          {
            matchEnergy,
            splitting: splitting === undefined ? null : { interval: splitting, sleep, ledger },
          },
        ),
    };
  },
);

function inCoordinates(system: System, choices: GridChoice, algorithm: Algorithm): Approximation {
  const grid = gridOf(system.labels, choices);
  return { value: interpolant(system, grid), motion: formOf(system, grid, algorithm) };
}

function inPairs({ terms }: System, choices: GridChoice): Approximation {
  if (terms?.points === undefined) throw new InputError("the potential is not known as a sum over pairs");
  const relative = relativeTerms(terms, terms.points, choices);
  const differences = new Float64Array(relative.grid.dof);
  const value = interpolant({ potential: () => 0, terms: relative.terms }, relative.grid);
  return {
    value(q) {
      differencesOf(relative, q, differences);
      return value(differences);
    },
    motion: (start) => relativeMotion(start, relative),
  };
}

function forceStepper(
  problem: Problem,
  { value, motion }: Approximation,
  { matchEnergy, splitting }: Conduct,
): OwnClockStepper {
  const { system, q0, v0 } = problem;
  const level = value(q0);
  if (!Number.isFinite(level)) {
    throw new InputError(
      `the potential is ${level} at a corner of the simplex around the start; try another origin or a finer grid`,
      { key: "grid" },
    );
  }
  const start = matchEnergy ? matchedStart(problem, level) : { v0, notices: [] };
  const begin = (v: Vec, force: Vec) => motion({ problem, v0: v, force });
  const conservative = splitting === null || isConservative(system);
  return {
    ...(conservative ? begin(start.v0, new Float64Array(system.dof)) : withForces(problem, start.v0, begin, splitting)),
    invariants: conservative ? energies(system, value) : [],
    notices: start.notices,
  };
}

/** `energy` is that of the motion's own potential, found anew at every point; `energy-exact` that of the true one. */
function energies(system: System, approximate: (q: Float64Array) => number): Invariant[] {
  const own = energyOf({ ...system, potential: approximate });
  return [own, { ...energyOf(system), name: "energy-exact" }];
}

function formOf(system: System, grid: Grid, algorithm: Algorithm): (start: Start) => Motion {
  const { terms = null } = system;
  const diagonal = system.mass.diagonal !== null;
  if (algorithm === "paper" || (algorithm === "auto" && !diagonal)) return (start) => paperMotion(start, grid);
  if (!diagonal) {
    throw new InputError(
      `the ${algorithm} form of force-stepping needs a diagonal mass matrix, and this one is not: every crossing would change ` +
        "all accelerations; accepted: algorithm: paper",
      { key: "algorithm" },
    );
  }
  if (terms === null && algorithm === "sparse") {
    throw new InputError(
      "the sparse form of force-stepping needs a potential that is known as a sum of local terms, as those of particles, springs " +
        "and chains are, and this one is not; accepted: algorithm: ring",
      { key: "algorithm" },
    );
  }
  const sparse = terms !== null && (algorithm === "sparse" || (algorithm === "auto" && isSparse(terms, system.dof)));
  return sparse ? (start) => sparseMotion(start, grid, terms) : (start) => ringMotion(start, grid, terms);
}

/** Where nearly everyone is coupled to everyone, an order of all is cheaper than a bit a pair. */
function isSparse(terms: LocalTerms, dof: number): boolean {
  return neighboursOf(terms, dof).partner.length < (dof * dof) / 4;
}
