/** Is a property there? Its defect is measured at several step sizes, each with a bound on what rounding and differencing leave of it.
 *
 *  Where the property is there, the defect is within its bound at every size. Where it is not, the defect of a scheme is a power of
 *  the step: it comes out of the rounding as steps grow, and a straight line fits its logarithms; or it is large at every size, where a run is long
 *  enough for all that can be lost to be lost. What does neither is undecided: an iteration
 *  that stops early, forces with corners, a step that has another solution. */
import { maxOf } from "../../core/vec.js";
import { type Line, lineThrough } from "./line.js";

export interface DefectPoint {
  /** A step, or the time span of a method with its own clock. */
  readonly step: number;
  readonly defect: number;
  readonly bound: number;
}

export interface Defects {
  readonly points: readonly DefectPoint[];
  /** From this step on it has gone to another solution of its equations, and nothing is read off; null: nowhere. */
  readonly beyond: number | null;
  /** `none`: within the bounds. `power`: seen, growing like step^exponent. `everywhere`: far above them at every size. */
  readonly found: "none" | "power" | "everywhere" | "undecided";
  readonly exponent: number | null;
  readonly standardError: number | null;
  /** Why it is undecided. */
  readonly reason: string | null;
}

/** A bound is an estimate from samples: what is ten times above it is seen. */
export const VISIBLE = 10;
/** Where differencing leaves more than this, nothing can be read off. */
const RESOLVED = 1e-3;
/** A power of the step has an exponent above this, by three times its standard error. */
const LEAST_EXPONENT = 0.5;
/** From one size to the next no power law of a scheme rises faster: the step has gone to another solution of its equations. */
const STEEPEST = 40;
/** Defects that are no longer small follow no power: they may be those of a step that has gone to another solution of its equations. */
const SMALL = 0.1;
/** No rounding, and no iteration that was stopped early, makes a defect as large as this, and so many times its bound. */
const GROSS = { defect: 1e-9, times: 1e4 } as const;

export type Measure = (step: number) => { readonly defect: number; readonly bound: number } | null;

export function defectsOver(sizes: readonly number[], measure: Measure, longest: number): Defects {
  const points = sizes.flatMap((step) => measured(step, measure)).sort((a, b) => a.step - b.step);
  const first = points.findIndex(isSeen);
  // Seen, but at few sizes where it is small: those between rounding and large defects tell a power of the step from a jump.
  if (first >= 0 && points.filter((point) => isSeen(point) && point.defect < SMALL).length < 4) {
    const from = points[Math.max(0, first - 1)].step;
    const to = (points.find((point) => isSeen(point) && point.defect >= SMALL) ?? points[points.length - 1]).step;
    for (const part of [0.2, 0.4, 0.6, 0.8]) points.push(...measured(from * (to / from) ** part, measure));
    points.sort((a, b) => a.step - b.step);
  }
  return judged(points, longest);
}

/** What follows from the defects of runs at several steps, and of the run that was asked for, which may be longer. */
export function judgedRuns(asked: readonly DefectPoint[], others: readonly DefectPoint[], longest: number): Defects {
  const defects = judged(others.filter(isResolved), longest);
  const [own] = asked;
  if (own === undefined || defects.found !== "none") return defects;
  const undecided = (reason: string): Defects => ({ ...defects, points: [...others, own], found: "undecided", reason });
  if (!isResolved(own)) return undecided("rounding hides it in the run that was asked for");
  return isSeen(own) ? undecided("above rounding in the run that was asked for, and in no other") : defects;
}

/** What follows from defects that are known, from small steps to large ones. Where three steps that resolve the motion show nothing, longer ones
 *  than `longest` have gone to another solution of their equations. */
export function judged(all: readonly DefectPoint[], longest = Number.POSITIVE_INFINITY): Defects {
  const within = all.filter(({ step }) => step <= longest);
  const isThere = within.length >= 3 && !within.some(isSeen);
  const jump = all.findIndex(
    (point, i) =>
      i > 0 && isSeen(point) && (steepness(all[i - 1], point) > STEEPEST || (isThere && point.step > longest)),
  );
  const points = jump < 0 ? all : all.slice(0, jump);
  const known = { points: all, beyond: jump < 0 ? null : all[jump].step };
  const nothing = { ...known, exponent: null, standardError: null };
  if (points.length < 2) {
    return { ...nothing, found: "undecided", reason: "fewer than two step sizes could be solved and resolved" };
  }
  const seen = points.filter(isSeen);
  if (seen.length === 0) return { ...nothing, found: "none", reason: null };
  const { slope, standardError } = powerOf(seen);
  if (slope - 3 * standardError > LEAST_EXPONENT) {
    return { ...known, found: "power", exponent: slope, standardError, reason: null };
  }
  if (
    points.length >= 3 &&
    points.every(({ defect, bound }) => defect > GROSS.defect && defect > GROSS.times * bound)
  ) {
    return { ...nothing, found: "everywhere", reason: null };
  }
  const reason = `above rounding at ${seen.length} of ${points.length} step sizes, but not as a power of the step`;
  return { ...known, found: "undecided", exponent: finite(slope), standardError: finite(standardError), reason };
}

/** The series that decides, of those at several states: one in which the defect is seen, one that is undecided, or any. */
export function decisive(series: readonly Defects[]): Defects {
  const found = (what: Defects["found"]) => series.find((each) => each.found === what);
  return found("power") ?? found("everywhere") ?? found("undecided") ?? series[series.length - 1];
}

/** Those from which something is read off. */
const used = ({ points, beyond }: Defects) => points.filter(({ step }) => beyond === null || step < beyond);

export const largestDefect = (defects: Defects) =>
  maxOf(
    used(defects).map(({ defect }) => defect),
    0,
  );

/** "at rounding, below 3e-14, for steps 0.01 … 0.6"; "1.2e-9 at step 0.05, growing like step^5.0". */
export function defectInWords(defects: Defects, what = "step"): string {
  const { found, exponent, standardError, reason } = defects;
  if (found === "undecided") return reason ?? "undecided";
  const points = used(defects);
  const [first, last] = [points[0], points[points.length - 1]];
  const range = `${what}s ${short(first.step)} … ${short(last.step)}`;
  if (found === "none") return `at rounding (${largestDefect(defects).toExponential(1)}), ${range}`;
  const middle = points.filter(isSeen)[0];
  if (found === "everywhere")
    return `defect ${middle.defect.toExponential(1)} at ${short(middle.step)}, and large at all of ${range}`;
  const power = `${what}^${(exponent ?? 0).toFixed(1)} ± ${(standardError ?? 0).toFixed(1)}`;
  return `defect ${middle.defect.toExponential(1)} at ${short(middle.step)}, ∝ ${power}`;
}

const short = (value: number) => String(Number(value.toPrecision(3)));

const isSeen = ({ defect, bound }: DefectPoint) => defect > VISIBLE * bound;

/** Can something be read off? */
export const isResolved = ({ defect, bound }: Omit<DefectPoint, "step">) => Number.isFinite(defect) && bound < RESOLVED;

function measured(step: number, measure: Measure): DefectPoint[] {
  const found = measure(step);
  return found === null || !isResolved(found) ? [] : [{ step, ...found }];
}

function powerOf(seen: readonly DefectPoint[]): Line {
  const small = seen.filter(({ defect }) => defect < SMALL);
  if (small.length < 3) return { slope: Number.NaN, standardError: Number.NaN };
  return lineThrough(small.map(({ step, defect }) => ({ x: Math.log(step), y: Math.log(defect) })));
}

/** The exponent between two sizes; a defect within its bound counts as that. */
function steepness(a: DefectPoint, b: DefectPoint): number {
  return Math.log(b.defect / Math.max(a.defect, a.bound, Number.MIN_VALUE)) / Math.log(b.step / a.step);
}

const finite = (x: number) => (Number.isFinite(x) ? x : null);
