/** The approximate potentials V_h that a motion can be exact in, by what their grid is laid in. */
import { InputError } from "../../core/failure.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { LocalTerms, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { alongFaces } from "./along-faces.js";
import { type Grid, type GridChoice, gridOf, refuseTooFar } from "./grid.js";
import { interpolant } from "./interpolant.js";
import type { Motion, Start } from "./motion.js";
import { neighboursOf } from "./neighbourhood.js";
import { orthonormalFrame } from "./orthonormal.js";
import { paperMotion } from "./paper.js";
import { relativeMotion } from "./relative.js";
import { relativeSliding } from "./relative-sliding.js";
import { differencesOf, ownTerms, relativeTerms, wholeTerm } from "./relative-terms.js";
import { ringMotion } from "./ring.js";
import { slidingMotion } from "./sliding.js";
import { sparseMotion } from "./sparse.js";
import { unitMass } from "./unit-mass.js";

/** V_h, and how to move in it. */
export interface Approximation {
  value(q: Vec): number;
  motion(start: Start): Motion;
  /** What it costs, where that is worth a sentence. */
  readonly notices: readonly Notice[];
}

export type Algorithm = "auto" | "sparse" | "ring" | "paper";

/** In the coordinates of the system. */
export function inCoordinates(system: System, choices: GridChoice, algorithm: Algorithm): Approximation {
  const grid = gridOf(system.labels, choices);
  const { diagonal } = system.mass;
  return {
    value: interpolant(system, grid),
    motion: formOf(system, grid, algorithm),
    notices: diagonal === null && algorithm === "auto" ? noticesOf(COSTLY, [SLOW]) : [],
  };
}

const COSTLY = "costly-crossings";
const SLOW =
  "the mass matrix is not diagonal: every crossing changes all accelerations, and the paper's form is taken, which costs d² " +
  "operations a step; interpolation: orthonormal lays the grid in other coordinates and is quicker";

/** In coordinates in which the mass is 1. */
export function inFrame(plain: System, choices: GridChoice, algorithm: Algorithm): Approximation {
  const { system, largest, enter, leave, force } = orthonormalFrame(plain);
  const grid = gridOf(plain.labels, choices);
  const value = interpolant(system, grid);
  const form = formOf(system, grid, algorithm);
  const [x, speed, push] = Array.from({ length: 3 }, () => new Float64Array(plain.dof));
  const local = system.terms !== undefined;
  return {
    value(q) {
      enter(q, x);
      return value(x);
    },
    motion(start) {
      const [q0, v0, load] = Array.from({ length: 3 }, () => new Float64Array(plain.dof));
      enter(start.problem.q0, q0);
      enter(start.v0, v0);
      force(start.force, load);
      const motion = form({
        problem: { ...start.problem, system, q0, v0 },
        v0,
        force: load,
        summation: start.summation,
      });
      return {
        ...motion,
        at(t, q, v) {
          motion.at(t, x, speed);
          leave(x, q);
          leave(speed, v);
        },
        resume(t, q, v, forceNow) {
          enter(q, x);
          enter(v, speed);
          force(forceNow, push);
          motion.resume(t, x, speed, push);
        },
      };
    },
    notices:
      largest === 1
        ? []
        : noticesOf(COSTLY, [
            `the mass matrix couples up to ${largest} coordinates: a crossing costs ` +
              (local
                ? `the terms around all of them`
                : `an evaluation of the whole potential and a product with a factor of the mass matrix`),
          ]),
  };
}

/** In the differences of points. */
export function inPairs({ terms }: System, choices: GridChoice): Approximation {
  if (terms?.points === undefined) throw new InputError("the potential is not known as a sum over pairs");
  const relative = relativeTerms(terms, terms.points, choices);
  const differences = new Float64Array(relative.grid.dof);
  const value = interpolant({ potential: () => 0, terms: relative.terms }, relative.grid);
  return {
    value(q) {
      differencesOf(relative, q, differences);
      return value(differences);
    },
    motion(start) {
      const { q0, system } = start.problem;
      const { plus, grid } = relative;
      const labels = Array.from(plus, (p) => system.labels[p]);
      refuseTooFar(
        grid,
        labels,
        Float64Array.from(plus, (p) => q0[p]),
      );
      const motion = relativeMotion(start, relative);
      return alongFaces(motion, relativeSliding(relative, unitMass(system.mass), motion.work), start.force);
    },
    notices: [],
  };
}

function formOf(system: System, grid: Grid, algorithm: Algorithm): (start: Start) => Motion {
  const { terms = null } = system;
  const diagonal = system.mass.diagonal !== null;
  const checked = (form: (start: Start) => Motion) => (start: Start) => {
    refuseTooFar(grid, system.labels, start.problem.q0);
    return form(start);
  };
  // A motion that a face holds goes on along it; where masses are coupled, without groups that move as one body.
  if (!diagonal && algorithm !== "ring" && algorithm !== "sparse") {
    return checked((start) => {
      const motion = paperMotion(start, grid);
      const known = terms === null ? wholeTerm(system, grid) : ownTerms(terms, grid);
      const sliding = relativeSliding(known, unitMass(system.mass), motion.work, grid);
      return alongFaces(motion, sliding, start.force);
    });
  }
  const held = (form: (start: Start) => Motion) =>
    checked((start) => {
      const motion = form(start);
      return alongFaces(motion, slidingMotion(start, grid, terms, motion.work), start.force);
    });
  if (algorithm === "paper") return held((start) => paperMotion(start, grid));
  if (!diagonal) {
    throw new InputError(
      `the ${algorithm} form of force-stepping needs a diagonal mass matrix, and this one is not: every crossing would change ` +
        "all accelerations; accepted: algorithm: paper, or interpolation: orthonormal",
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
  return held((start) => (sparse ? sparseMotion(start, grid, terms) : ringMotion(start, grid, terms)));
}

/** Where nearly all coordinates are coupled to one another, an order of all is cheaper than a bit a pair. */
function isSparse(terms: LocalTerms, dof: number): boolean {
  return neighboursOf(terms, dof).partner.length < (dof * dof) / 4;
}
