/** The mean force of Table I: exact for potentials of degree four, with a secant term for all others. [krenk2014, (28)–(47)]
 *
 *  With Δ and the bar for difference and mean of both ends of a step, g = ∇V and K = ∇²V,
 *
 *      g_q = ḡ − ΔK Δu/12                                                               (29)
 *      2 g* + α Δg = 2 g_q + 2 η c + α Δg                                               (38)
 *
 *  For a polynomial V of degree four or less Δu·g_q = ΔV; for any other the secant term η c (secant.ts) makes it
 *  so. The algorithmic damping α acts by Δg, the paper's K_α Δu (37).
 *
 *  Derivative: (45) with the true stiffness in the middle, d(2 g_q) = K₁/3 + ⅔ K(ū), is exact for quartic V and costs one
 *  more tangent a factorisation; the paper puts K₁ − ΔK/3 in its place (46). */
import type { Ledger } from "../../core/ledger.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Stepper, Work } from "../../core/method.js";
import type { Problem, System, Tangent } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { addProducts, ROUNDING } from "../../linalg/force-rounding.js";
import { diagonalPattern, union } from "../../linalg/sparsity.js";
import { copy, dot } from "../../linalg/vec.js";
import { compiledStepper, hasCode } from "../../stepping/code/compiled.js";
import { implicitSteps } from "../../stepping/code/implicit-steps.js";
import { type End, endsOf } from "./ends.js";
import type { MeanForce } from "./mean-force.js";
import { secantTerm } from "./secant.js";
import { energyMomentumStepper, type StepOptions } from "./step.js";
import { translationsOf } from "./translations.js";

export interface TableOne {
  readonly form: "secant" | "quartic";
  readonly damping: number;
  /** Which c: see secant.ts. */
  readonly denominator: "increment" | "force";
  readonly tangent: "exact" | "paper";
}

export function tableOneStepper(
  problem: Problem,
  tangent: Tangent,
  h: number,
  options: TableOne & StepOptions,
  work: Work,
  ledger: Ledger | null,
): Stepper {
  const { system, q0 } = problem;
  const { form, damping, denominator, summation, tolerance } = options;
  const translations = form === "secant" ? translationsOf(system, tangent, q0) : [];
  const force = tableOneForce(system, tangent, translations, options);
  const general = energyMomentumStepper(problem, h, options, force, work, ledger);
  const { diagonal } = system.mass;
  const ordinary =
    form === "secant" && damping === 0 && denominator === "increment" && options.tangent === "exact" && tolerance === 0;
  if (!ordinary || system.discreteGradient !== null || diagonal === null || !hasCode(system)) return general;
  return compiledStepper(system, general, {
    ...implicitSteps("secant", summation, diagonal),
    translations,
    h,
    alone: true,
    // Nothing but the potential does work, and the scheme takes none of it.
    book: ledger && (() => ledger.enter(0, 0, 0)),
  });
}

function tableOneForce(system: System, tangent: Tangent, translations: readonly Vec[], options: TableOne): MeanForce {
  const { damping } = options;
  const exact = options.tangent === "exact";
  const n = system.dof;
  const ends = endsOf(system, tangent);
  const secant = options.form === "secant" ? secantTerm(system, ends, options.denominator, translations) : null;
  const middle = new Float64Array(n);
  const bending = new Float64Array(n);
  // d(2 g_q)/dq₁. The secant term needs the diagonal besides.
  const slope = { pattern: tangent.pattern, values: new Float64Array(tangent.pattern.column.length) };
  const { pattern, positions } = union([tangent.pattern, diagonalPattern(n)]);
  const [places, diagonal] = positions;
  const force = new Float64Array(n);

  const differentiate = () => {
    const { values } = slope;
    const before = ends.start.stiffness.values;
    const after = ends.end.stiffness.values;
    if (exact) {
      for (let i = 0; i < n; i++) middle[i] = (ends.start.q[i] + ends.end.q[i]) / 2;
      tangent.values(middle, values);
      for (let j = 0; j < values.length; j++) values[j] = (2 * values[j] + after[j]) / 3;
    } else for (let j = 0; j < values.length; j++) values[j] = (2 * after[j] + before[j]) / 3;
  };

  return {
    pattern,
    symmetric: true,
    rest: exact ? (secant?.rest ?? null) : null,
    open(q) {
      ends.open(q);
      secant?.open();
    },
    forget() {
      ends.forget();
      secant?.forget();
    },
    at(q0, q1, du, out) {
      ends.close(q1);
      meanForce(tangent.pattern, ends.start, ends.end, du, bending, out);
      secant?.addTo(q0, q1, du, out);
      if (damping !== 0) addDamping(ends.start.gradient, ends.end.gradient, damping / 2, out);
      if (secant === null) copy(out, force);
    },
    stiffness(out) {
      differentiate();
      out.fill(0);
      const after = ends.end.stiffness.values;
      for (let j = 0; j < places.length; j++) out[places[j]] = slope.values[j] + damping * after[j];
      if (exact) secant?.differentiate(slope, places, diagonal, out);
    },
    addRounding(reach, out) {
      const { start, end } = ends;
      addGradients(start.gradient, end.gradient, bending, out);
      addProducts(tangent.pattern, start.stiffness.values, start.q, ROUNDING, out);
      addProducts(tangent.pattern, end.stiffness.values, reach, ROUNDING, out);
      secant?.addRounding(out);
    },
    ...(secant !== null && {
      addSizes: secant.addSizes,
      measureAlong: secant.measureAlong,
      unknownWork: () => secant.unknownWork(ends.start.q, ends.end.q),
    }),
    surplus(du) {
      if (secant === null) return dot(du, force) - (system.potential(ends.end.q) - system.potential(ends.start.q));
      let taken = 0;
      for (let i = 0; i < n; i++) taken += du[i] * (ends.end.gradient[i] - ends.start.gradient[i]);
      return (damping / 2) * taken;
    },
  };
}

/** g_q = ḡ − ΔK Δu/12, with ΔK Δu into `bending`. */
function meanForce({ rowStart, column }: Sparsity, start: End, end: End, du: Vec, bending: Vec, out: Vec): void {
  const [before, after] = [start.stiffness.values, end.stiffness.values];
  const [g0, g1] = [start.gradient, end.gradient];
  let j = 0;
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    const last = rowStart[i + 1];
    for (; j + 3 <= last; j += 3) {
      const [a, b, c] = [column[j], column[j + 1], column[j + 2]];
      sum =
        sum +
        (after[j] - before[j]) * du[a] +
        (after[j + 1] - before[j + 1]) * du[b] +
        (after[j + 2] - before[j + 2]) * du[c];
    }
    for (; j < last; j++) sum += (after[j] - before[j]) * du[column[j]];
    bending[i] = sum;
    out[i] = (g0[i] + g1[i]) / 2 - sum / 12; // (29)
  }
}

/** out += factor Δg. */
function addDamping(before: Vec, after: Vec, factor: number, out: Vec): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * (after[i] - before[i]); // (37)
}

/** What an ulp of every term leaves in them. */
function addGradients(before: Vec, after: Vec, bending: Vec, out: Vec): void {
  for (let i = 0; i < out.length; i++) {
    out[i] += ROUNDING * (Math.abs(before[i]) + Math.abs(after[i]) + Math.abs(bending[i]));
  }
}
