/** The findings about symplecticity and symmetry. */

import type { Method } from "../../core/method.js";
import { isConservative, type System } from "../../core/system.js";
import { maxOf, minOf, type Vec } from "../../core/vec.js";
import { normInf } from "../../linalg/vec.js";
import { canonicalForm } from "../../stepping/symplectic-forms.js";
import {
  type Defects,
  decisive,
  defectInWords,
  defectsOver,
  isResolved,
  judged,
  largestDefect,
  type Measure,
} from "./defects.js";

import { type Finding, notMeasured, verdictOn } from "./finding.js";
import { type Instant, solverTolerance } from "./motion.js";
import { directions } from "./random.js";
import { resolutions } from "./resolutions.js";
import { stepSizes } from "./scales.js";
import { type Setting, statesOf, withoutKinks } from "./setting.js";
import { symmetry } from "./symmetry.js";
import { symplecticity } from "./symplecticity.js";

export function symplecticFinding(setting: Setting): Finding {
  const { problem, method, claims, scales } = setting;
  const { system } = problem;
  const property = "symplectic";
  const form = claims.symplectic;
  const rate = contractionOf(system, setting);
  // Of forces that have a potential alone, and of no others, is it claimed.
  const applies = isConservative(system) || (system.damping === null && loadOfTime(system) && !system.friction);
  const claimed = form !== null && applies;
  const claim = form === null ? "no" : applies ? `yes, ${form.name} form` : "where forces have a potential";
  if (typeof rate === "string") return notMeasured(property, claim, rate);
  const smooth = withoutKinks(problem);
  const options = { form: form ?? canonicalForm, contraction: rate, tolerance: solverTolerance(method) };
  const series = seriesOf(setting, (each, state) => symplecticity(smooth, each, scales, state, options));
  return structural(property, claim, claimed, series, method, rate > 0 ? "contraction by exp(−c h): " : "");
}

export function symmetricFinding(setting: Setting): Finding {
  const { problem, method, claims, scales } = setting;
  const { damping, friction } = problem.system;
  const property = "symmetric";
  const dissipates = damping !== null || friction !== undefined;
  const applies = !(claims.orderUndamped !== undefined && dissipates);
  const claimed = claims.symmetric && applies;
  const claim = claims.symmetric ? (applies ? "yes" : "where nothing is damped") : "no";
  if (friction !== undefined) return notMeasured(property, claim, "friction has no way back");
  if (method.clock === "own" && (damping !== null || problem.system.load !== null)) {
    return notMeasured(property, claim, "velocities cannot be turned round under loads or damping");
  }
  const smooth = withoutKinks(problem);
  const tolerance = solverTolerance(method);
  const series = seriesOf(setting, (each, state) => symmetry(smooth, each, scales, state, tolerance));
  if (series.every(({ points }) => points.length === 0)) {
    return notMeasured(property, claim, "a step and its way back could not both be solved", { defects: series });
  }
  return structural(property, claim, claimed, series, method, "");
}

/** Defects over step sizes, at every state. A method with its own clock is taken over one span of time at several resolutions: its energy is
 *  not matched to the true one at the start, since states of its own motion have its own energy. */
function seriesOf(setting: Setting, measureOf: (method: Method, state: Instant) => Measure): Defects[] {
  const { method, scales, step, resolved, sizes } = setting;
  if (method.clock === "fixed") {
    const tried = stepSizes(resolved.step, scales, sizes);
    return statesOf(setting).map((state) => defectsOver(tried, measureOf(method, state), scales.longest));
  }
  const span = Math.max(step, scales.crossing);
  const states = statesOf(setting);
  const chosen: Record<string, boolean> = "matchEnergy" in method.parameters ? { matchEnergy: false } : {};
  const points = resolutions(method, 4, { chosen }).flatMap(({ method: each, size }) => {
    // Differences across a corner of the motion only add to a defect: the state with the least of its bound counts.
    const [best] = states
      .flatMap((state) => measureOf(each, state)(span) ?? [])
      .filter(isResolved)
      .sort((a, b) => a.defect / a.bound - b.defect / b.bound);
    return best === undefined ? [] : [{ step: size, ...best }];
  });
  return [judged(points.sort((a, b) => a.step - b.step))];
}

function structural(
  property: string,
  claim: string,
  claimed: boolean,
  series: readonly Defects[],
  method: Method,
  prefix: string,
): Finding {
  const decided = decisive(series);
  const verdict = verdictOn(claimed, decided.found);
  return {
    property,
    claim,
    measured: `${prefix}${defectInWords(decided, method.clock === "own" ? "resolution" : "step")}`,
    value: decided.points.length === 0 || verdict === "not measured" ? null : largestDefect(decided),
    verdict,
    evidence: { defects: series },
  };
}

const loadOfTime = ({ load }: System) => load === null || (load.byPosition == null && load.byVelocity == null);

/** The rate c at which the exact motion contracts the form: 0 without damping, c for C = c M; else why there is none. */
function contractionOf(system: System, { resolved: { states }, scales }: Setting): number | string {
  const { friction, damping, dof: n, mass } = system;
  if (friction !== undefined) return "friction destroys the form of the exact motion";
  if (!loadOfTime(system)) return "loads that depend on the state need not keep any form";
  if (damping === null) return 0;
  if (damping.byPosition !== null)
    return "the damping depends on positions, and the exact motion contracts no form evenly";
  const { next } = directions();
  const rates: number[] = [];
  const [force, p] = [new Float64Array(n), new Float64Array(n)];
  for (let sample = 0; sample < 3; sample++) {
    const v: Vec = scales.velocity.map((size) => size * next());
    force.fill(0);
    damping.addTo(states[0].t, states[0].q, v, force);
    mass.apply(v, p);
    const size = normInf(p);
    const rate = -force.reduce((sum, f, i) => sum + f * v[i], 0) / p.reduce((sum, x, i) => sum + x * v[i], 0);
    if (force.some((f, i) => Math.abs(f + rate * p[i]) > 1e-10 * Math.abs(rate) * size)) return UNEVEN;
    rates.push(rate);
  }
  return maxOf(rates) - minOf(rates) > 1e-10 * Math.abs(rates[0]) ? UNEVEN : rates[0];
}

const UNEVEN = "the damping is not c M: the exact motion contracts no form evenly";
