/** Force-stepping.                                                                                        [gonzalez2010]
 *
 *  The potential is replaced by V_h, linear in every simplex of a grid and continuous. In a simplex the force is constant and the
 *  motion a parabola; where it leaves the simplex the next parabola begins. The motion in V_h is exact: symplectic and reversible where it
 *  crosses faces (along them it is neither, and says so), with its energy K + V_h constant to rounding, and steps that change from face to face without losing any of that. What is
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
import { energyOf, type Invariant, isConservative, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { Summation } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";
import { type Approximation, inCoordinates, inFrame, inPairs } from "./force-stepping/approximation.js";
import { type Splitting, withForces } from "./force-stepping/splitting.js";
import { beginningOf } from "./force-stepping/start.js";

interface Conduct {
  readonly summation: Summation;
  readonly matchEnergy: boolean;
  readonly splitting: Splitting | null;
}

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
      matchEnergy: flag(
        false,
        "scale the initial velocity so that the energy is that of the true potential; the run says to what",
      ),
      splitting: optionalReal(
        "interval over which loads are held constant and damping is split off; needed with either",
        {
          min: Number.MIN_VALUE,
        },
      ),
      sleep: real(0, "speed below which a damped motion is taken to have come to rest", { min: 0 }),
      interpolation: choice(
        ["coordinates", "pairs", "orthonormal"],
        "coordinates",
        "what the grid is laid in: coordinates, differences of every two points (which keeps linear momentum), or coordinates in " +
          "which the mass is 1",
      ),
      algorithm: choice(["auto", "sparse", "ring", "paper"], "auto", "three forms of the same motion"),
      summation: choice(
        ["compensated", "plain"],
        "plain",
        "how velocities are summed: compensated carries along what additions and accelerations round away, which makes a crossing a " +
          "fifth dearer; positions are found from the faces",
      ),
    },
    cites: ["gonzalez2010"],
    variants: [
      { grid: 0.05 },
      { grid: 0.04, triangulation: "j1", algorithm: "ring" },
      { grid: 0.06, triangulation: "orthant", matchEnergy: true, algorithm: "paper" },
      { grid: 0.05, splitting: 0.04 },
      { grid: 0.05, interpolation: "pairs" },
      { grid: 0.06, interpolation: "orthonormal" },
      { grid: 0.05, summation: "compensated" },
    ],
  },
  ({ matchEnergy, algorithm, interpolation, splitting, sleep, summation: how, ...choices }) => {
    const ofPairs = interpolation === "pairs";
    if (ofPairs && algorithm !== "auto") {
      throw new InputError(`algorithm is ${algorithm}; interpolation: pairs has its own; accepted: auto`, {
        key: "algorithm",
      });
    }
    // These follow one coordinate at a time; orthonormal coordinates have the mass 1.
    const uncoupled = interpolation === "coordinates" && (algorithm === "ring" || algorithm === "sparse");
    const forces: Need = splitting === undefined ? "conservative" : "loads-of-time";
    return {
      clock: "own",
      claims: {
        // Of positions and velocities; that of accelerations is 1. [docs/topics/force-stepping.md]
        order: 1.5,
        symplectic: canonicalForm,
        symmetric: true,
        conserves: ofPairs ? ["energy", "linear-momentum"] : ["energy"],
        balance: "open",
      },
      needs: [
        forces,
        ...(ofPairs ? (["differences"] as const) : []),
        ...(ofPairs || uncoupled ? (["diagonal-mass"] as const) : []),
      ],
      prepare(problem, ledger) {
        const { system } = problem;
        const approximation = ofPairs
          ? inPairs(system, choices)
          : (interpolation === "orthonormal" ? inFrame : inCoordinates)(system, choices, algorithm);
        return forceStepper(problem, approximation, {
          matchEnergy,
          summation: how,
          splitting: splitting === undefined ? null : { interval: splitting, sleep, ledger },
        });
      },
    };
  },
);

function forceStepper(
  problem: Problem,
  { value, motion, notices }: Approximation,
  { matchEnergy, summation: how, splitting }: Conduct,
): OwnClockStepper {
  const { system, q0 } = problem;
  const level = value(q0);
  if (!Number.isFinite(level)) {
    throw new InputError(
      `the potential is ${level} at a corner of the simplex around the start; try another origin or a finer grid`,
      { key: "grid" },
    );
  }
  const start = beginningOf(problem, level, matchEnergy);
  const begin = (v: Vec, force: Vec) => motion({ problem, v0: v, force, summation: how });
  const conservative = splitting === null || isConservative(system);
  return {
    ...(conservative ? begin(start.v0, new Float64Array(system.dof)) : withForces(problem, start.v0, begin, splitting)),
    energy: energies(system, value)[0],
    invariants: conservative ? energies(system, value) : [],
    notices: [...notices, ...start.notices],
  };
}

/** `energy` is that of the motion's own potential, found anew at every point; `energy-exact` that of the true one. */
function energies(system: System, approximate: (q: Float64Array) => number): Invariant[] {
  const own = energyOf({ ...system, potential: approximate });
  return [own, { ...energyOf(system), name: "energy-exact", varies: true }];
}
