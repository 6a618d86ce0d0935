/** The finding about the order. */
import { type FixedStepMethod, refusal } from "../../core/method.js";
import { gauss } from "../../methods/gauss.js";
import { type Finding, notMeasured } from "./finding.js";
import type { Line } from "./line.js";
import { type OrderFit, orderFit } from "./order.js";
import { orderInResolution } from "./own-order.js";
import { hasKinks, type Setting, smoothnessOf } from "./setting.js";

export function orderFinding(setting: Setting): Finding {
  const { problem, method, claims } = setting;
  const { system } = problem;
  const undamped = system.damping === null && system.friction === undefined;
  const claimed = undamped ? (claims.orderUndamped ?? claims.order) : claims.order;
  const property = "order";
  const claim = `${claimed}`;
  if (system.friction !== undefined) return notMeasured(property, claim, "friction makes the motion too rough");
  if (hasKinks(problem)) return notMeasured(property, claim, "the load has kinks, at which an order is not defined");
  if (claimed > smoothnessOf(problem) + 1)
    return notMeasured(
      property,
      claim,
      "the forces have conditions on the state, and where one changes an order is not defined",
    );
  const fit = method.clock === "own" ? orderInResolution(setting) : fitOf(setting, method, claimed);
  if (typeof fit === "string") return notMeasured(property, claim, fit);
  const evidence = { order: fit };
  const worst = lowest(fit);
  if (worst === null) {
    return notMeasured(
      property,
      claim,
      "fewer than three errors between rounding and the size of the motion",
      evidence,
    );
  }
  if (method.clock === "own" && typeof method.parameters["tolerance"] === "number") {
    const follows = `its steps follow a tolerance: errors ∝ (mean step)^${worst.slope.toFixed(1)} ± ${worst.standardError.toFixed(1)}`;
    return notMeasured(property, claim, follows, evidence);
  }
  const words = `${inWords(fit.position)} in q, ${inWords(fit.velocity)} in v`;
  const decided = told(worst, claimed);
  if (decided === "violated") {
    const rough = yardstick(setting, claimed);
    if (rough !== null) return notMeasured(property, claim, rough, evidence);
  }
  if (decided === "undecided") return notMeasured(property, claim, `${words}: not settled`, evidence);
  return { property, claim, measured: words, value: worst.slope, verdict: decided, evidence };
}

const NO_ERRORS = "no step has errors that could be measured";

function fitOf(setting: Setting, method: FixedStepMethod, expected: number): OrderFit | string {
  const { problem, scales, resolved, reference } = setting;
  return orderFit(problem, method, scales, { step: resolved.step, reference, expected }) ?? NO_ERRORS;
}

const lowest = ({ position, velocity }: OrderFit): Line | null =>
  position === null || velocity === null ? null : position.slope < velocity.slope ? position : velocity;

/** Nearer to p than to p − 1, or not, with two standard errors to spare; and p itself not refuted by them, where a fit is sharp but lies between two orders. */
export function told({ slope, standardError }: Line, p: number): "holds" | "violated" | "undecided" {
  if (standardError > WIDEST) return "undecided";
  const between = p - Math.min(0.5, p / 2);
  if (slope - 2 * standardError > between) return slope + Math.max(2 * standardError, NEAR) < p ? "undecided" : "holds";
  return slope + 2 * standardError < between ? "violated" : "undecided";
}

/** Errors that scatter more than this around a line follow no power: a collision, a motion that is chaotic. */
const WIDEST = 0.4;

/** So far from an integer a fit through a few steps may be, besides its scatter. */
const NEAR = 0.15;

/** A lower order is the method's own only if the motion lets others have theirs: why not, or null. */
function yardstick(setting: Setting, claimed: number): string | null {
  const method = gauss({ stages: Math.min(6, Math.max(1, Math.ceil(claimed / 2))) });
  if (setting.method.clock === "own" || refusal(method, setting.problem.system) !== null) return null;
  const fit = fitOf(setting, method, claimed);
  const slope = typeof fit === "string" ? null : lowest(fit);
  if (slope === null || told(slope, claimed) !== "violated") return null;
  return `the motion is not smooth enough: gauss, of order ${method.claims.order}, shows ${inWords(slope)} here`;
}

const inWords = (line: Line | null) =>
  line === null ? "unknown" : `${line.slope.toFixed(2)} ± ${line.standardError.toFixed(2)}`;
