/** How far Newton's iteration has come, and where it ends.                                   [deuflhard2011, section 2.1]
 *
 *  A residual is measured in units of ε S (nonlinear.ts). What an iteration leaves of it is its rate; with one factor, the rate stays what it is but for the distance from
 *  the place of the factor. Near the solution a residual is a sum of rounding and of what is left of the guess, and the latter has one sign along the motion. An iteration
 *  that ended as soon as such a sum is small would end where rounding has the other sign, step after step, and energies would drift (docs/topics/rounding.md). So its end is
 *  decided by the last residual that is clear of rounding, and not by those after it. */

/** A kept factor must contract at least this much an iteration, or it is renewed. */
const FAST = 0.1;
/** A kept factor is also good enough if it is not much worse than new ones have been, where these were not fast either: some
 *  tangents leave a part of the derivative out, and renewing them does not help. */
const WORSE = 1.5;
const SLOWEST = 0.5;
/** Convergence that may be trusted one iteration ahead. */
const SURE = 0.05;
/** But not more than this: the equation that is worst now may not be the one that was before, and converge more slowly. */
const LEAST_RATE = 1 / 64;
/** What a correction leaves that is not rounding has the same sign step after step and adds up: no more than this, in units of ε S. */
export const BIAS = 2 ** -16;
/** Iterations with one factor contract alike but for this: the equation that is worst changes, and so does the distance from the place of the factor. */
const ALIKE = 16;
/** In units of ε S, what is not felt beside rounding. */
const UNFELT = 1 / 16;
/** Below so many units a residual is too noisy to show how fast it converges. */
export const NOISY = 16;
/** An equation whose terms all vanish at the solution, as that of a mass between two equal neighbours, is never solved to ε of them: they become smaller with the
 *  residual, without end. After so many iterations without progress it is compared with the bound on rounding errors. */
const IDLE = 4;

export interface Convergence {
  /** The largest residual; what an iteration leaves of it; and the part of it that is not rounding. */
  ratio: number;
  rate: number;
  bias: number;
  /** How many times in a row the correction has become shorter, and the residual not smaller beside its terms. */
  idle: number;
  /** How many residuals are still looked at, where the end has been foreseen; 0 where it has not. */
  due: number;
  /** Does the factor belong to an earlier iterate, and what was the residual where it was made? */
  kept: boolean;
  made: number;
  /** What the last new factor left of the correction, and what one may leave that is kept. */
  fresh: number;
  enough: number;
}

export function convergence(): Convergence {
  return { ratio: 0, rate: 1, bias: 0, idle: 0, due: 0, kept: false, made: 0, fresh: 0, enough: FAST };
}

/** From a guess with this residual. */
export function restart(at: Convergence, ratio: number): void {
  at.ratio = at.bias = ratio;
  at.rate = 1;
  at.idle = at.due = at.fresh = 0;
  at.enough = FAST;
}

/** There is a new factor, of the place moved to last. */
export function enterFactor(at: Convergence): void {
  at.kept = false;
  at.made = at.ratio;
}

/** Are the equations solved, to so many units, by the correction that is due? All is rounding; or it will be, after a correction that is itself hardly more. */
export function isSolved({ ratio, rate, bias }: Convergence, goal: number, tolerance: number): boolean {
  const close = ratio <= goal || (rate <= SURE && ratio * Math.max(rate, LEAST_RATE) <= goal / 4);
  return close && (bias * rate <= BIAS || tolerance > 0);
}

/** A correction has been taken whole or in part, and the next one is shorter by `contraction`. */
export function enterResidual(at: Convergence, ratio: number, contraction: number): void {
  at.idle = isSlow(at, ratio) ? at.idle + 1 : 0;
  if (at.ratio > NOISY) {
    at.rate = ratio / at.ratio;
    at.bias = ratio;
  } else at.bias *= at.rate;
  at.ratio = ratio;
  if (at.kept) return;
  at.enough = Math.max(FAST, Math.min(SLOWEST, at.fresh > FAST ? WORSE * contraction : 0));
  at.fresh = contraction;
}

export function isSlow(at: Convergence, ratio: number): boolean {
  return ratio > 0.5 * at.ratio;
}

export function isIdle(at: Convergence): boolean {
  return at.idle >= IDLE;
}

/** The end from here on: null where it cannot be foreseen. The last correction but one must lead to the solution, and not halfway there: where the factor that is kept does
 *  not, and a new one costs no more than some residuals, a new one does. */
export function foreseen(at: Convergence, cheapFactor: boolean): "same-factor" | "new-factor" | null {
  const { ratio, rate } = at;
  if (!(ratio > NOISY && rate <= FAST)) return null;
  const left = ratio * rate;
  const isEnd = left * (ALIKE * rate) <= BIAS;
  if (isEnd && left <= UNFELT) at.due = 1;
  else if (at.kept && at.fresh <= FAST && cheapFactor && left * (ratio / at.made) <= BIAS) {
    at.due = 1;
    return "new-factor";
  } else if (left <= NOISY) at.due = isEnd ? 1 : 2;
  else return null;
  return "same-factor";
}

/** One of the residuals that were still to be looked at: was it the last? */
export function isLast(at: Convergence, ratio: number): boolean {
  at.due--;
  at.bias *= at.rate;
  at.ratio = ratio;
  return at.due === 0;
}
