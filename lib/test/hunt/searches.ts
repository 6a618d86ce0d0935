/** For the methods of the hunt that have few unknowns: what to search for. */
import { totalForce } from "../../src/core/system.js";
import { nodesAt } from "./audits/action.js";
import {
  byAction,
  byBathe,
  byGauss,
  byMean,
  byMinimum,
  byNewmark,
  bySimpson,
  byTwoStep,
  type Reach,
  type Start,
} from "./ends.js";
import type { Search } from "./solvable.js";

/** How far a step may lead: where it would go without forces, and with those of its start. */
function path({ prey, h, q, v, n }: Start): number {
  const { system, t0 } = prey.problem;
  const a = new Float64Array(q.length);
  totalForce(system, t0 + n * h, q, v, a);
  system.mass.solve(a, a);
  const size = (x: Float64Array) => Math.hypot(...x);
  return 3 * (size(q) + 1) + Math.abs(h) * size(v) + Math.min(h * h * size(a), 1e3 * (size(q) + 1));
}

const ofPosition = (reach: Reach, ...equations: number[]): Search => ({ reach, stages: 1, equations, scale: path });
const ofAcceleration = (reach: Reach, stages: number, ...equations: number[]): Search => ({
  reach,
  stages,
  equations,
  scale: (start) => (30 * path(start)) / (start.h * start.h),
});
const averaged = (alphaM: number, alphaF: number) =>
  ofPosition(byNewmark((1 - alphaM + alphaF) ** 2 / 4, 0.5 - alphaM + alphaF, true), 2);

export const searches: Readonly<Record<string, Search>> = {
  midpoint: ofPosition(byMean(), 1),
  "gauss(1)": ofPosition(byMean(), 2),
  newmark: ofPosition(byNewmark(1 / 4, 1 / 2), 2),
  "newmark(1/6)": ofPosition(byNewmark(1 / 6, 1 / 2), 2),
  "newmark(.3025, .6)": ofPosition(byNewmark(0.3025, 0.6), 2),
  "hht(-0.10)": averaged(0, 0.1),
  "hht(-0.33)": averaged(0, 1 / 3),
  "wbz(0.8)": averaged(-0.2 / 1.8, 0),
  "wbz(0)": averaged(-1, 0),
  "generalized-alpha(0.8)": averaged(0.6 / 1.8, 0.8 / 1.8),
  "generalized-alpha(0.3)": averaged(-0.4 / 1.3, 0.3 / 1.3),
  "generalized-alpha(1)": averaged(1 / 2, 1 / 2),
  bathe: ofAcceleration(byBathe, 2, 1, 2),
  "gauss(2)": ofAcceleration(byGauss, 2, 2, 3),
  simpson: ofAcceleration(bySimpson, 1, 3),
  "galerkin(2)": ofAcceleration(bySimpson, 1, 3),
  variational: ofPosition(byAction(nodesAt(0.5, false)), 0),
  "variational(.3)": ofPosition(byAction(nodesAt(0.3, true)), 0),
  "variational(.3, one)": ofPosition(byAction(nodesAt(0.3, false)), 0),
  "lagrange-dalembert(.3)": ofPosition(byAction(nodesAt(0.3, true)), 0),
  "two-step": ofPosition(byTwoStep, 0),
  "newmark-minimization": ofPosition(byMinimum(1 / 2, 1), 2),
  "newmark-minimization(.3025, .6, 0)": ofPosition(byMinimum(0.6, 0), 2),
  "energy-momentum(secant)": ofPosition(byMean(), 1),
  "energy-momentum(force)": ofPosition(byMean(), 1),
  "energy-momentum(quartic)": ofPosition(byMean(), 1),
  "energy-momentum(secant, .1)": ofPosition(byMean(1.1), 1),
  "energy-momentum(discrete)": ofPosition(byMean(), 1),
  "energy-momentum(angular, .1)": ofPosition(byMean(), 1),
};
