/** How many faces of the grid a motion crosses, also those where no force changes: the steps of Algorithm 1. */
import { forceStepping, orThrow, type Problem, run } from "noether";

export function allFaces(problem: Problem, grid: number, end: number): number {
  return steps(problem, grid, end, "ring");
}

/** Only those where it changes. */
export function kinks(problem: Problem, grid: number, end: number): number {
  return steps(problem, grid, end, "sparse");
}

function steps(problem: Problem, grid: number, end: number, algorithm: "ring" | "sparse"): number {
  const method = forceStepping({ grid, matchEnergy: false, algorithm });
  return orThrow(run(problem, method, { time: { end, interval: end } })).steps;
}
