/** The findings about what is conserved: by the exact motion, and by the scheme alone. */
import { type Conserved, claimsOn, type Method, refusal } from "../../core/method.js";
import { isConservative, type Problem } from "../../core/system.js";
import { type Defects, defectInWords, judgedRuns, VISIBLE } from "./defects.js";
import { type DriftTest, driftTest, FEWEST, goesOn, isSmall, isSuspect, shrinks } from "./energy-drift.js";
import { type Evidence, type Finding, notMeasured, verdictOn } from "./finding.js";
import { accumulated, type Kept, type Motion, watched } from "./motion.js";
import { hasDegree } from "./polynomial.js";
import type { Setting } from "./setting.js";

/** Does the method claim to keep this invariant on this system? `degree` is that of the potential, where it is a low one. */
export function keeps(
  method: Method,
  { system }: Pick<Problem, "system">,
  invariant: string,
  degree?: number,
): boolean {
  const claims = (what: Conserved) => claimsOn(method, system).conserves.includes(what);
  if (invariant.startsWith("linear-momentum")) return claims("linear-momentum");
  if (invariant.startsWith("angular-momentum")) return claims("angular-momentum");
  if (invariant !== "energy") return false;
  // Constraints bend the paths: the motion in a simple potential is nonlinear there.
  const highest =
    system.constraints !== undefined
      ? Number.POSITIVE_INFINITY
      : system.kind === "linear"
        ? 2
        : (degree ?? Number.POSITIVE_INFINITY);
  const quadratic = highest <= 2;
  const quartic = highest <= 4;
  return (
    claims("energy") ||
    (quadratic && claims("energy-of-linear-systems")) ||
    (quartic && claims("energy-of-quartic-systems"))
  );
}

export function invariantFindings(setting: Setting, motions: readonly Motion[]): Finding[] {
  const { problem, method, motion } = setting;
  const conserves = setting.claims.conserves;
  const degree =
    conserves.includes("energy-of-linear-systems") || conserves.includes("energy-of-quartic-systems")
      ? degreeOf(setting)
      : undefined;
  if (!motion.usable) {
    return problem.system.invariants.map(({ name }) =>
      notMeasured(name, keeps(method, problem, name, degree) ? "exact" : "no", motion.failure ?? "the run failed"),
    );
  }
  return motion.invariants.map((kept) => {
    const known = kept.own || keeps(method, problem, kept.name);
    const exact = known || keeps(method, problem, kept.name, degree);
    const defects = defectsOf(kept.name, setting, motions);
    const bounded = kept.name === "energy" && setting.claims.symplectic !== null && isConservative(problem.system);
    // The degree was read off lines through the motion, and the potential may be another one elsewhere: it proves nothing against the method.
    const doubtful = exact && !known && defects.found !== "none";
    if ((!exact || doubtful) && bounded) return boundedFinding(setting, kept, defects);
    if (doubtful) return notMeasured(kept.name, "exact", UNSURE, { defects: [defects] });
    return exactFinding(setting, kept, exact, defects);
  });
}

const UNSURE =
  "claimed of polynomials only; the potential looks like one along the motion, but is not known to be one everywhere";

function exactFinding(setting: Setting, { name, variation, scale }: Kept, claimed: boolean, defects: Defects): Finding {
  const claim = claimed ? "exact" : "no";
  const verdict = verdictOn(claimed, defects.found);
  const evidence = { defects: [defects] };
  if (verdict === "violated") {
    const fault = faultOfModel(setting, name);
    if (fault !== null) return notMeasured(name, claim, fault, evidence);
  }
  const value = variation / (name === "energy" ? energyOf(setting.motion) : scale);
  const { steps } = setting.motion;
  const words = verdict === "violated" || verdict === "not measured" ? `; ${defectInWords(defects)}` : "";
  const measured = `varies by ${value.toExponential(1)} in ${steps} steps${words}`;
  return { property: name, claim, measured, value, verdict, evidence };
}

/** The energies that flow. */
const energyOf = ({ kinetic, potential }: Motion) => Math.max(kinetic, potential);

/** The variation over the steps that were asked for, and over runs of equally many steps at other sizes. */
function defectsOf(name: string, { motion, scales }: Setting, motions: readonly Motion[]): Defects {
  const pointsOf = ({ step, steps, usable, invariants }: Motion) => {
    const kept = invariants.find((each) => each.name === name);
    if (!usable || kept === undefined) return [];
    if (kept.scale === 0) return [{ step, defect: 0, bound: Number.EPSILON }];
    return [{ step, defect: kept.variation / kept.scale, bound: accumulated(kept.rounding, steps) / kept.scale }];
  };
  return judgedRuns(pointsOf(motion), motions.flatMap(pointsOf), scales.longest);
}

/** Kept by the exact motion? An invariant that the reference loses as well is none, and no method is to blame: a symmetry that is only
 *  declared, a potential with a jump that no force knows. */
function faultOfModel({ problem, reference, motion, step }: Setting, name: string): string | null {
  if (refusal(reference, problem.system) !== null) return null;
  const exact = watched(
    problem,
    reference,
    step,
    name === "energy" ? motion.steps : Math.min(motion.steps, 200),
    "reference",
  );
  const kept = exact.invariants.find((each) => each.name === name);
  const allowed = name === "energy" ? 1e-3 * Math.max(exact.kinetic, exact.potential) : 1e-8 * (kept?.scale ?? 0);
  if (!exact.usable || kept === undefined || kept.variation <= allowed) return null;
  const part = (kept.variation / kept.scale).toExponential(1);
  return `the reference does not conserve it either (it varies by ${part}): the model declares too much`;
}

/** Energy that is not kept, of a symplectic method: bounded, and without drift. */
function boundedFinding(setting: Setting, kept: Kept, defects: Defects): Finding {
  const { problem, method, motion, claims } = setting;
  const flowing = energyOf(motion);
  const [property, claim] = ["energy", "bounded, without drift"];
  // Rounding drifts as well, and no claim is about that.
  if (kept.variation <= VISIBLE * accumulated(kept.rounding, motion.steps)) {
    const value = kept.variation / energyOf(motion);
    const measured = `varies by ${value.toExponential(1)} in ${motion.steps} steps, which is rounding`;
    return { property, claim, measured, value, verdict: "holds", evidence: { defects: [defects] } };
  }
  const known = motion.energy.values.length >= FEWEST;
  const { energy, steps } = known ? motion : watched(problem, method, motion.step, 4 * FEWEST);
  if (energy.values.length < FEWEST) return notMeasured(property, claim, "too few steps to tell a drift", {});
  const test = driftTest(energy, flowing);
  const finding = (verdict: "holds" | "violated", words: string, drift: DriftTest): Finding => {
    const evidence: Evidence = { drift, defects: [defects] };
    const measured = `varies by ${test.band.toExponential(1)} in ${steps} steps, ${words}`;
    return { property, claim, measured, value: test.band, verdict, evidence };
  };
  if (!isSmall(test)) {
    const bands = [1, 2, 4, 8].flatMap((part) => {
      const finer = part === 1 ? motion : watched(problem, method, motion.step / part, motion.steps * part);
      if (finer.failure !== null) return [];
      return [{ step: finer.step, band: driftTest(finer.energy, energyOf(finer)).band }];
    });
    if (bands.length < 4) return notMeasured(property, claim, "finer steps failed", { drift: { ...test, bands } });
    const { exponent, bounded } = shrinks(bands, claims.order);
    const drift = { ...test, bands, exponent };
    const fault = bounded ? null : faultOfModel(setting, "energy");
    if (fault !== null) return notMeasured(property, claim, fault, { drift });
    if (!bounded)
      return finding(
        "violated",
        `and not less with the step (step^${exponent.toFixed(1)}): this step does not resolve the motion`,
        drift,
      );
    // A drift shrinks with the step as well, but grows with the run.
    const longer = watched(problem, method, motion.step, 4 * motion.steps);
    const band = longer.failure === null ? driftTest(longer.energy, flowing).band : Number.POSITIVE_INFINITY;
    if (!(band < 1.5 * test.band)) {
      return notMeasured(property, claim, "a large variation that is still growing in a run four times as long", {
        drift,
      });
    }
    return finding("holds", `∝ step^${exponent.toFixed(1)}`, drift);
  }
  const share = `trend ${(100 * test.share).toFixed(1)} % of that`;
  if (!isSuspect(test)) return finding("holds", share, test);
  const longer: DriftTest[] = [];
  for (const times of [4, 16]) {
    const run = watched(problem, method, motion.step, times * steps);
    if (run.failure !== null) break;
    const last = driftTest(run.energy, flowing);
    longer.push(last);
    const drift = { ...test, longer };
    if (goesOn(test, last, times))
      return finding("violated", `and drifts on: ${last.band.toExponential(1)} in ${times} times as many`, drift);
    if (!isSuspect(last) || last.band < 1.5 * test.band) return finding("holds", "a change that does not go on", drift);
  }
  return notMeasured(property, claim, "a slow change that no run was long enough to tell", {
    drift: { ...test, longer },
  });
}

function degreeOf({ problem, resolved, scales }: Setting): number {
  if (hasDegree(problem, 2, resolved.states, scales)) return 2;
  return hasDegree(problem, 4, resolved.states, scales) ? 4 : Number.POSITIVE_INFINITY;
}
