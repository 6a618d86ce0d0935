/** How many of the steps that have a solution does a method solve? Every step of short runs counts; where the method fails, or
 *  accepts what is none, a solution is looked for by brute force. */
import { refusal } from "../../src/core/method.js";
import { copyOf, type State } from "../../src/core/state.js";
import { readsVelocity } from "../../src/core/system.js";
import type { Start } from "./ends.js";
import type { Entrant } from "./entrants.js";
import type { Author, Hunted } from "./problems.js";
import { type Random, random } from "./random.js";
import { roundings, TOLERATED } from "./rounded.js";
import { type Search, solution } from "./solvable.js";
import { stepBetween } from "./step.js";

export interface Count {
  solvable: number;
  solved: number;
  /** Runs that ended at a step which has a solution; */
  gaveUp: number;
  /** that ended there because the function to be minimised is not convex, as the method says it will; */
  refused: number;
  /** that ended at a step for which no solution was found. */
  hopeless: number;
}

const STEPS = 12;

export function counted(entrant: Entrant, search: Search, authors: readonly Author[], runs: number): Count {
  const count: Count = { solvable: 0, solved: 0, gaveUp: 0, refused: 0, hopeless: 0 };
  for (let run = 0; run < runs; run++) {
    const source = random(7_000_000 + run);
    const prey = source.pick(authors)(source);
    const h = prey.period * source.magnitude(0.3, 30);
    if (!suits(entrant, prey)) continue;
    follow(entrant, search, prey, h, source, count);
  }
  return count;
}

/** Simpson's unknown is one only where no force reads the velocity. */
function suits({ method, name, audited = () => true }: Entrant, { problem: { system } }: Hunted): boolean {
  const ofPlaces = name.startsWith("simpson") || name.startsWith("galerkin");
  return refusal(method, system) === null && audited(system) && !(ofPlaces && readsVelocity(system));
}

function follow(entrant: Entrant, search: Search, prey: Hunted, h: number, source: Random, count: Count): void {
  const { method } = entrant;
  const { problem } = prey;
  const stepper = method.prepare(problem, h, null);
  const s: State = { n: 0, t: problem.t0, q: problem.q0.slice(), v: problem.v0.slice(), memory: stepper.memory };
  for (let n = 0; n < STEPS; n++) {
    const before = copyOf(s);
    const failure = stepper.step(s);
    if (failure === null) {
      s.n = n + 1;
      s.t = problem.t0 + s.n * h;
      if (isSolved(entrant, prey, h, before, s)) {
        count.solvable++;
        count.solved++;
        continue;
      }
    }
    const start: Start = { entrant, prey, h, n, q: before.q, v: before.v, memory: before.memory };
    if (solution(start, search, source) === null) count.hopeless++;
    else if (failure?.kind === "not-convex") count.refused++;
    else {
      count.solvable++;
      count.gaveUp++;
    }
    return;
  }
}

/** With room for what is loose: the question here is whether it is a solution at all. */
const LOOSE = 1e6;

function isSolved({ method, audit }: Entrant, { problem, energy }: Hunted, h: number, from: State, to: State): boolean {
  const compensated = method.parameters["summation"] === "compensated";
  let worst = 0;
  audit(
    stepBetween({ system: problem.system, energy, t0: problem.t0, h, compensated }, from, copyOf(to)),
    (_, rest) => {
      worst = Math.max(worst, roundings(rest));
    },
  );
  return worst <= TOLERATED * LOOSE;
}
